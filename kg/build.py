"""The order of the stages, and the only place that knows it: files of abstracts in, a folder out."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, field
from functools import partial
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kg.errors import InputError
from kg.extractions import concept_row, extraction_line, json_line, keep_confident, read_extractions
from kg.files import CONCEPTS, EXTRACTIONS, GRAPH_FILES, RDF_FILE, REPORT, check_output_folder, replacing_all
from kg.records import Extraction, Paper
from kg.scale.sorting import Keyed, write_sorted
from kg.sources import read_papers, source_hash
from kg.version import __version__
from kg.vocabulary import BASE_IRI

if TYPE_CHECKING:
    from kg.graph.rows import Rows
    from kg.resolve import Resolution
    from kg.resolve.links import LinkLine

logger = logging.getLogger(__name__)

MOST_WARNINGS = 1000
"""So many warnings are listed in the report; the rest is counted."""

Item = TypeVar("Item")

Progress = Callable[[str, int], None]
"""Called with a stage's name and how many papers or files it has done so far."""


def no_progress(stage: str, done: int) -> None:
    """Say nothing."""


@dataclass(slots=True)
class Report:
    """What a run did: its warnings, inputs (name, SHA-256), seconds by stage, and the statistics of its graph.

    `duplicates` counts the papers that came again, by what they have in common with the one that is kept; `drawn` says
    what part of the graph GraphML, GEXF and the page have, where that is not all of it; `links` are the lines of the
    user's file; `failed` counts the papers whose text made the extraction fail; `extractions` is the SHA-256 of the
    file of extractions.
    """

    warning_count: int = 0
    warnings: list[str] = field(default_factory=list)
    sources: list[tuple[str, str]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    statistics: dict[str, Any] = field(default_factory=dict)
    duplicates: dict[str, int] = field(default_factory=dict)
    filled: dict[str, int] = field(default_factory=dict)
    drawn: str = ""
    links: tuple[LinkLine, ...] = ()
    failed: int = 0
    extractions: str = ""

    def warn(self, message: str) -> None:
        """Count a warning, and keep it if it is among the first."""
        self.warning_count += 1
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(message)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the seconds of the block to a stage, but not those of a stage within it."""
        started, before = time.perf_counter(), sum(self.seconds.values())
        try:
            yield
        finally:
            within = sum(self.seconds.values()) - before
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - started - within

    def timed(self, name: str, items: Iterator[Paper]) -> Iterator[Paper]:
        """Count the seconds that each item takes to come to a stage."""
        while True:
            with self.stage(name):
                item = next(items, None)
            if item is None:
                return
            yield item


def _counted(items: Iterable[Item], stage: str, progress: Progress) -> Iterator[Item]:
    for done, item in enumerate(items, 1):
        progress(stage, done)
        yield item


def load_rows(
    extractions: Path,
    *,
    base_iri: str = BASE_IRI,
    sources: Sequence[tuple[str, str]] = (),
    links: Sequence[LinkLine] = (),
    progress: Progress = no_progress,
) -> tuple[Resolution, Rows]:
    """The concepts of a file of extractions, in the order of the papers' ids, and its graph as rows.

    `links` win over every rule. `progress` counts the papers of each reading, also those of the rows.
    """
    from kg.graph.rows import corpus_rows
    from kg.resolve import resolve

    def read() -> Iterator[Extraction]:
        return _counted(read_extractions(extractions), "reading extractions", progress)

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
        "filled": report.filled,
        "failed": report.failed,
        "warning_count": report.warning_count,
        "warnings": report.warnings,
        "base_iri": options.base_iri,
        "evidence": options.evidence,
        "sources": [{"name": name, "sha256": digest} for name, digest in report.sources],
        "extractions": {"sha256": report.extractions},
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
            folder / EXTRACTIONS,
            base_iri=options.base_iri,
            sources=report.sources,
            links=report.links,
            progress=progress,
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

    `pipeline` and `min_confidence` are those of `kg.scale.work.Recipe`; `links` is a file for `kg.resolve.links`.
    """

    format: str | None = None
    pipeline: str | None = None
    min_confidence: float | None = None
    jobs: int = 1
    base_iri: str = BASE_IRI
    evidence: bool = True
    timings: bool = False
    links: Path | None = None


def _read_lines(
    extractions: Path, options: Options, report: Report, warn: Callable[[str], None]
) -> Iterator[Keyed]:
    """The lines of a file of extractions, or of a folder of shards, each checked, with the ids of their papers."""
    files: tuple[Path, ...] = (extractions,)
    if extractions.is_dir():
        from kg.scale.shards import read_finished

        finished = read_finished(extractions)
        files = finished.files
        report.sources.extend(finished.about.sources)
        report.duplicates.update(finished.about.duplicates)
        report.filled.update(finished.about.filled)
        report.failed = len(finished.failed)
        for message in (*finished.about.warnings, *map(str, finished.failed)):
            warn(message)
    elif str(extractions) != "-":
        report.sources.append((extractions.name, source_hash(extractions)))
    found: Iterator[Extraction] = chain.from_iterable(map(read_extractions, files))
    if options.min_confidence is not None:
        found = (keep_confident(extraction, options.min_confidence) for extraction in found)
    return ((extraction.paper.id, extraction_line(extraction)) for extraction in found)


def _extract_lines(
    sources: Sequence[Path],
    out: Path,
    options: Options,
    report: Report,
    warn: Callable[[str], None],
    progress: Progress,
) -> Iterator[Keyed]:
    """The lines of the extractions of `sources`, with the ids of their papers."""
    from kg.scale.earlier import EarlierExtractions
    from kg.scale.extraction import extract_papers
    from kg.scale.work import Failed, recipe

    def on_failure(failed: Failed) -> None:
        report.failed += 1
        warn(str(failed))

    made = recipe(options.pipeline, options.min_confidence)
    with report.stage("read"):
        papers = read_papers(
            sources,
            format=options.format,
            on_problem=warn,
            on_source=lambda name, digest: report.sources.append((name, digest)),
            on_duplicates=report.duplicates.update,
            on_filled=report.filled.update,
            on_seen=partial(progress, "reading"),
        )

    def lines() -> Iterator[Keyed]:
        earlier = EarlierExtractions(out / EXTRACTIONS, pipeline=made.recorded, digest=_digest(out))
        with closing(earlier):
            timed = report.timed("read", papers)
            for paper, line in extract_papers(
                timed, made, jobs=options.jobs, earlier=earlier, on_failure=on_failure
            ):
                yield paper.id, line

    return lines()


def _digest(folder: Path) -> str | None:
    """SHA-256 of the extractions that a build left in a folder, as its report has it."""
    try:
        digest = json.loads((folder / REPORT).read_text(encoding="utf-8"))["extractions"]["sha256"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return digest if isinstance(digest, str) else None


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

    found = (
        _read_lines(extractions, options, report, warn)
        if extractions
        else _extract_lines(sources, out, options, report, warn, progress)
    )
    with report.stage("extract"):
        first = next(found, None)
    if first is None:
        raise InputError(f"{extractions}: there is no extraction in it")
    with _logged_warnings(warn), replacing_all(out) as folder:
        with report.stage("extract"):
            lines = _counted(chain([first], found), "extracting", progress)
            report.extractions = write_sorted(lines, folder / EXTRACTIONS)
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
