"""The order of the stages, and the only place that knows it: files of abstracts in, a folder out."""

from __future__ import annotations

import json
import logging
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import astuple, dataclass, field
from functools import partial
from importlib import metadata
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InputError
from kg.extractions import (
    EarlierExtractions,
    concept_row,
    extraction_row,
    json_line,
    keep_confident,
    read_extractions,
)
from kg.files import CONCEPTS, EXTRACTIONS, GRAPH_FILES, RDF_FILE, REPORT, check_output_folder, replacing_all
from kg.records import Extraction, Paper
from kg.sources import read_papers, source_hash
from kg.version import __version__
from kg.vocabulary import BASE_IRI

if TYPE_CHECKING:
    from kg.graph.rows import Rows
    from kg.resolve import Resolution
    from kg.resolve.links import LinkLine
    from kg.scale.processes import Extractor

logger = logging.getLogger(__name__)

BATCH = 1024
"""Papers read ahead of the extraction."""

MOST_WARNINGS = 1000
"""So many warnings are listed in the report; the rest is counted."""

Progress = Callable[[str, int], None]
"""Called with a stage's name and how many papers or files it has done so far."""


def no_progress(stage: str, done: int) -> None:
    """Say nothing."""


@dataclass(slots=True)
class Report:
    """What a run did: its warnings, inputs (name, SHA-256), seconds by stage, and the statistics of its graph.

    `duplicates` counts the papers that came again, by what they have in common with the one that is kept; `drawn` says
    what part of the graph GraphML, GEXF and the page have, where that is not all of it; `links` are the lines of the
    user's file.
    """

    warning_count: int = 0
    warnings: list[str] = field(default_factory=list)
    sources: list[tuple[str, str]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    statistics: dict[str, Any] = field(default_factory=dict)
    duplicates: dict[str, int] = field(default_factory=dict)
    drawn: str = ""
    links: tuple[LinkLine, ...] = ()

    def warn(self, message: str) -> None:
        """Count a warning, and keep it if it is among the first."""
        self.warning_count += 1
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(message)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the seconds of the block to a stage."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - started


def _extractor(
    jobs: int, pipeline: str | None, min_confidence: float | None
) -> AbstractContextManager[Extractor]:
    """The pipeline in this process, or in several."""
    if jobs == 1:
        from kg.extract.pipeline import extract, load_pipeline

        return nullcontext(partial(extract, load_pipeline(pipeline), min_confidence=min_confidence))
    from kg.scale.processes import process_pool

    return process_pool(jobs, pipeline=pipeline, min_confidence=min_confidence)


def extract_papers(
    papers: Iterable[Paper],
    *,
    pipeline: str | None = None,
    min_confidence: float | None = None,
    jobs: int = 1,
    earlier: EarlierExtractions | None = None,
) -> Iterator[Extraction]:
    """Extractions of `papers` in their order, in `jobs` processes.

    `pipeline` is the name of an installed spaCy pipeline or the folder of a saved one, in place of the packaged
    one; `min_confidence` (0 to 1) replaces what the pipeline itself leaves concepts out below. What `earlier` holds
    for the same text, title, pipeline and threshold is taken over. Raises InputError for a pipeline that cannot be
    used, KgError when a process dies.
    """
    from kg.extract.identity import identify

    name = identify(pipeline).recorded(min_confidence)
    source = iter(papers)
    with _extractor(jobs, pipeline, min_confidence) as run:
        while batch := list(islice(source, BATCH)):
            known = [earlier.find(paper, name) if earlier else None for paper in batch]
            made = iter(run([paper for paper, found in zip(batch, known, strict=True) if found is None]))
            yield from (found or next(made) for found in known)


def _counted(items: Iterable[Extraction], stage: str, progress: Progress) -> Iterator[Extraction]:
    for done, item in enumerate(items, 1):
        progress(stage, done)
        yield item


def _write_extractions(extractions: Iterable[Extraction], path: Path) -> None:
    """Write the lines sorted by paper, so that the order of the inputs does not matter.

    Raises InputError when two extractions are of one paper.
    """
    places: dict[str, tuple[int, int]] = {}
    with tempfile.TemporaryFile(dir=path.parent) as unsorted, path.open("wb") as out:
        for extraction in extractions:
            if extraction.paper.id in places:
                raise InputError(
                    f"the paper id {extraction.paper.id!r} occurs twice; give each paper its own id"
                )
            line = json_line(extraction_row(extraction))
            places[extraction.paper.id] = (unsorted.tell(), len(line))
            unsorted.write(line)
        for _, (start, length) in sorted(places.items()):
            unsorted.seek(start)
            out.write(unsorted.read(length))


def load_rows(
    extractions: Path,
    *,
    base_iri: str = BASE_IRI,
    sources: Sequence[tuple[str, str]] = (),
    links: Sequence[LinkLine] = (),
) -> tuple[Resolution, Rows]:
    """The concepts of a file of extractions, in the order of the papers' ids, and its graph as rows.

    `links` win over every rule.
    """
    from kg.graph.rows import corpus_rows
    from kg.resolve import resolve

    read = partial(read_extractions, extractions)
    resolution = resolve(read, base_iri=base_iri, links=links)
    return resolution, corpus_rows(read, resolution, base_iri=base_iri, sources=sources)


def _versions() -> dict[str, str]:
    libraries = ("networkx", "numpy", "onnxruntime", "pyoxigraph", "pyvis", "rdflib", "spacy")
    return {"kg": __version__} | {name: metadata.version(name) for name in libraries}


def report_row(report: Report, options: Options) -> dict[str, Any]:
    """report.json. Seconds differ from run to run, so they are in it only where the options ask for them."""
    row: dict[str, Any] = {
        "counts": report.statistics,
        "duplicates": report.duplicates,
        "warning_count": report.warning_count,
        "warnings": report.warnings,
        "base_iri": options.base_iri,
        "evidence": options.evidence,
        "sources": [{"name": name, "sha256": digest} for name, digest in report.sources],
        "links": [astuple(line) for line in report.links],
        "versions": _versions(),
    }
    if report.drawn:
        row["drawn"] = report.drawn
    if options.timings:
        row["seconds"] = {name: round(value, 3) for name, value in report.seconds.items()}
    return row


@contextmanager
def _logged_warnings(warn: Callable[[str], None]) -> Iterator[None]:
    """Let what the stages log as a warning be one of the run."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.name != __name__:
                warn(record.getMessage())

    handler = Handler(logging.WARNING)
    logging.getLogger("kg").addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger("kg").removeHandler(handler)


def check_base_iri(base_iri: str) -> None:
    """Raise InputError unless `base_iri` is an absolute IRI that a name can follow."""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?/(?:[A-Za-z0-9._~-]+/)*", base_iri):
        raise InputError(f"{base_iri!r} is no base IRI; give one such as {BASE_IRI}, with / at its end")


def _write_outputs(folder: Path, report: Report, options: Options, progress: Progress) -> None:
    from kg.export import laid_out, write
    from kg.graph import attributes as a
    from kg.graph.statistics import statistics

    with report.stage("resolve"):
        resolution, rows = load_rows(
            folder / EXTRACTIONS, base_iri=options.base_iri, sources=report.sources, links=report.links
        )
    with report.stage(f"write {CONCEPTS}"), (folder / CONCEPTS).open("wb") as out:
        out.writelines(json_line(concept_row(concept)) for concept in resolution.concepts)
    with report.stage("count"):
        report.statistics = statistics(rows)
    with report.stage("lay out"):
        graph = laid_out(rows)
    report.drawn = graph.graph.get(a.CUT, "")
    for done, (name, format_name) in enumerate(GRAPH_FILES.items(), 1):
        with report.stage(f"write {name}"):
            write(rows if name == RDF_FILE else graph, folder / name, format_name, evidence=options.evidence)
        progress("writing", done)
    row = report_row(report, options)
    text = json.dumps(row, ensure_ascii=False, indent=1) + "\n"
    (folder / REPORT).write_text(text, encoding="utf-8", newline="\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a build may vary; `timings` puts seconds into the report, `evidence` assertions into the RDF.

    `pipeline` and `min_confidence` are those of `extract_papers`; `links` is a file that `kg.resolve.links` reads.
    """

    format: str | None = None
    pipeline: str | None = None
    min_confidence: float | None = None
    jobs: int = 1
    base_iri: str = BASE_IRI
    evidence: bool = True
    timings: bool = False
    links: Path | None = None


def build(
    sources: Sequence[Path],
    out: Path,
    *,
    extractions: Path | None = None,
    options: Options | None = None,
    on_warning: Callable[[str], None] = logger.warning,
    progress: Progress = no_progress,
) -> Report:
    """Build the outputs of `sources`, or of a file of `extractions`, in the folder `out`.

    Nothing is written unless all inputs can be read; extractions that `out` holds for the same text and
    pipeline are taken over. Raises InputError for inputs and outputs that cannot be used, KgError when the work fails.
    """
    options = options or Options()
    if bool(sources) == bool(extractions):
        raise InputError("give either sources or --extractions FILE")
    if extractions and options.pipeline:
        raise InputError("--pipeline has nothing to read with --extractions FILE; leave one of them out")
    check_base_iri(options.base_iri)
    check_output_folder(out)
    report = Report()
    if options.links is not None:
        from kg.resolve.links import read_links

        report.links = read_links(options.links)
        report.sources.append((options.links.name, source_hash(options.links)))

    def warn(message: str) -> None:
        report.warn(message)
        on_warning(message)

    if extractions:
        found = read_extractions(extractions)
        if options.min_confidence is not None:
            found = (keep_confident(extraction, options.min_confidence) for extraction in found)
        if str(extractions) != "-":
            report.sources.append((extractions.name, source_hash(extractions)))
    else:
        papers = read_papers(
            sources,
            format=options.format,
            on_problem=warn,
            on_source=lambda name, digest: report.sources.append((name, digest)),
            on_duplicates=report.duplicates.update,
        )
        earlier = EarlierExtractions(out / EXTRACTIONS)
        found = extract_papers(
            papers,
            pipeline=options.pipeline,
            min_confidence=options.min_confidence,
            jobs=options.jobs,
            earlier=earlier,
        )
    with report.stage("extract"):
        first = next(found, None)
    if first is None:
        raise InputError(f"{extractions}: there is no extraction in it")
    with _logged_warnings(warn), replacing_all(out) as folder:
        with report.stage("extract"):
            _write_extractions(_counted(chain([first], found), "extracting", progress), folder / EXTRACTIONS)
        report.sources.sort()
        _write_outputs(folder, report, options, progress)
    return report


@dataclass(frozen=True, slots=True)
class Built:
    """A build's folder, read again: its graph as rows, and whether its RDF has evidence."""

    rows: Rows
    evidence: bool


@dataclass(frozen=True, slots=True)
class _Settings:
    """What a build's folder says of how it was made."""

    extractions: Path
    base_iri: str
    evidence: bool
    sources: list[tuple[str, str]]
    links: tuple[LinkLine, ...]


def _read_settings(folder: Path) -> _Settings:
    from kg.resolve.links import LinkLine

    extractions = folder / EXTRACTIONS
    if not extractions.is_file():
        raise InputError(f"{folder}: has no {EXTRACTIONS}; make it with: kg build SOURCE --out {folder}")
    try:
        report = json.loads((folder / REPORT).read_text(encoding="utf-8"))
        sources = [(source["name"], source["sha256"]) for source in report["sources"]]
        links = tuple(LinkLine(*line) for line in report.get("links", ()))
        return _Settings(extractions, report["base_iri"], report["evidence"], sources, links)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{folder / REPORT}: cannot be read ({error}); build the folder again") from error


def read_build(folder: Path, *, base_iri: str | None = None, links: Path | None = None) -> Built:
    """The graph of a build's folder, as the build made it, or under another base IRI or by another file of links.

    Raises InputError when there is no build, or for a file of links that cannot be used.
    """
    from kg.resolve.links import read_links

    made = _read_settings(folder)
    base_iri = base_iri or made.base_iri
    check_base_iri(base_iri)
    sources, lines = made.sources, made.links
    if links is not None:
        sources, lines = sorted({*sources, (links.name, source_hash(links))}), read_links(links)
    rows = load_rows(made.extractions, base_iri=base_iri, sources=sources, links=lines)[1]
    return Built(rows, made.evidence)


def read_resolution(folder: Path) -> tuple[Resolution, Callable[[], Iterable[Extraction]]]:
    """The concepts of a build's folder, and its extractions, to be read any number of times.

    Raises InputError when there is no build.
    """
    from kg.resolve import resolve

    made = _read_settings(folder)
    extractions = partial(read_extractions, made.extractions)
    return resolve(extractions, base_iri=made.base_iri, links=made.links), extractions
