"""The order of the stages, and the only place that knows it: files of abstracts in, a folder out."""

from __future__ import annotations

import json
import logging
import platform
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from importlib import metadata
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InputError
from kg.extractions import EarlierExtractions, concept_row, extraction_row, json_line, read_extractions
from kg.files import check_output_folder, replacing_all
from kg.records import Extraction, Paper
from kg.sources import read_papers, source_hash
from kg.version import __version__
from kg.vocabulary import BASE_IRI

if TYPE_CHECKING:
    import networkx as nx

    from kg.resolve import Resolution
    from kg.scale.processes import Extractor

logger = logging.getLogger(__name__)

EXTRACTIONS = "extractions.jsonl"
CONCEPTS = "concepts.jsonl"
REPORT = "report.json"
GRAPH_FILES = {"graph.ttl": "turtle", "graph.graphml": "graphml", "graph.gexf": "gexf", "graph.html": "html"}
"""Name of an output -> its format in `kg.export`."""
BUILD_FILES = (EXTRACTIONS, CONCEPTS, *GRAPH_FILES, REPORT)

BATCH = 1024
"""Papers read ahead of the extraction."""

Progress = Callable[[str, int], None]
"""Called with a stage's name and how many papers or files it has done so far."""


def no_progress(stage: str, done: int) -> None:
    """Say nothing."""


@dataclass(slots=True)
class Report:
    """What a run did: warnings, inputs (name, SHA-256), seconds by stage, and the statistics of its graph."""

    warnings: list[str] = field(default_factory=list)
    sources: list[tuple[str, str]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    statistics: dict[str, Any] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the seconds of the block to a stage."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - started


def _extractor(nlp: Any, jobs: int) -> AbstractContextManager[Extractor]:
    """The packaged pipeline in this process, or in several."""
    if jobs == 1:
        from kg.extract.pipeline import extract

        return nullcontext(partial(extract, nlp))
    from kg.scale.processes import process_pool

    return process_pool(jobs)


def extract_papers(
    papers: Iterable[Paper], *, jobs: int = 1, earlier: EarlierExtractions | None = None
) -> Iterator[Extraction]:
    """Extractions of `papers` in their order, by the packaged pipeline, in `jobs` processes.

    What `earlier` holds for the same text, title and pipeline is taken over. Raises KgError when a
    process dies.
    """
    from kg.extract.pipeline import load_pipeline, pipeline_name

    nlp = load_pipeline()
    name = pipeline_name(nlp)
    source = iter(papers)
    with _extractor(nlp, jobs) as run:
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


def load_graph(
    extractions: Path, *, base_iri: str = BASE_IRI, sources: Sequence[tuple[str, str]] = ()
) -> tuple[Resolution, nx.MultiDiGraph]:
    """The concepts of a file of extractions, and its graph, laid out."""
    from kg.graph.assemble import assemble
    from kg.graph.layout import lay_out
    from kg.resolve import resolve

    resolution = resolve(partial(read_extractions, extractions), base_iri=base_iri)
    graph = assemble(read_extractions(extractions), resolution, base_iri=base_iri, sources=sources)
    lay_out(graph)
    return resolution, graph


def _versions() -> dict[str, str]:
    libraries = ("networkx", "numpy", "onnxruntime", "pyoxigraph", "pyvis", "rdflib", "spacy")
    return {"kg": __version__, "python": platform.python_version()} | {
        name: metadata.version(name) for name in libraries
    }


def report_row(report: Report, *, timings: bool) -> dict[str, Any]:
    """report.json. Seconds differ from run to run, so they are in it only where `timings` asks for them."""
    row: dict[str, Any] = {
        "counts": report.statistics,
        "warnings": report.warnings,
        "sources": [{"name": name, "sha256": digest} for name, digest in report.sources],
        "versions": _versions(),
    }
    if timings:
        row["seconds"] = {name: round(value, 3) for name, value in report.seconds.items()}
    return row


def check_base_iri(base_iri: str) -> None:
    """Raise InputError unless `base_iri` is an absolute IRI that a name can follow."""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?/(?:[A-Za-z0-9._~-]+/)*", base_iri):
        raise InputError(f"{base_iri!r} is no base IRI; give one such as {BASE_IRI}, with / at its end")


def _write_outputs(folder: Path, report: Report, options: Options, progress: Progress) -> None:
    from kg.export import write
    from kg.graph.statistics import statistics

    with report.stage("resolve and assemble"):
        resolution, graph = load_graph(
            folder / EXTRACTIONS, base_iri=options.base_iri, sources=report.sources
        )
    with (folder / CONCEPTS).open("wb") as out:
        out.writelines(json_line(concept_row(concept)) for concept in resolution.concepts)
    for done, (name, format_name) in enumerate(GRAPH_FILES.items(), 1):
        with report.stage(f"write {name}"):
            write(graph, folder / name, format_name, evidence=options.evidence)
        progress("writing", done)
    report.statistics = statistics(graph)
    row = report_row(report, timings=options.timings)
    text = json.dumps(row, ensure_ascii=False, indent=1) + "\n"
    (folder / REPORT).write_text(text, encoding="utf-8", newline="\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a build may vary; `timings` puts seconds into the report, `evidence` assertions into the RDF."""

    format: str | None = None
    jobs: int = 1
    base_iri: str = BASE_IRI
    evidence: bool = True
    timings: bool = False


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
    check_base_iri(options.base_iri)
    check_output_folder(out)
    report = Report()

    def warn(message: str) -> None:
        report.warnings.append(message)
        on_warning(message)

    if extractions:
        found = read_extractions(extractions)
        report.sources.append((extractions.name, source_hash(extractions)))
    else:
        papers = read_papers(
            sources,
            format=options.format,
            on_problem=warn,
            on_source=lambda name, digest: report.sources.append((name, digest)),
        )
        earlier = EarlierExtractions(out / EXTRACTIONS)
        found = extract_papers(papers, jobs=options.jobs, earlier=earlier)
    first = next(found, None)
    if first is None:
        raise InputError(f"{extractions}: there is no extraction in it")
    with replacing_all(out) as folder:
        with report.stage("extract"):
            _write_extractions(_counted(chain([first], found), "extracting", progress), folder / EXTRACTIONS)
        report.sources.sort()
        _write_outputs(folder, report, options, progress)
    return report


def built_graph(folder: Path, *, base_iri: str = BASE_IRI) -> nx.MultiDiGraph:
    """The graph of a build's folder, as the build made it. Raises InputError when there is no build."""
    extractions = folder / EXTRACTIONS
    if not extractions.is_file():
        raise InputError(f"{folder}: has no {EXTRACTIONS}; make it with: kg build SOURCE --out {folder}")
    check_base_iri(base_iri)
    try:
        report = json.loads((folder / REPORT).read_text(encoding="utf-8"))
        sources = [(source["name"], source["sha256"]) for source in report["sources"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{folder / REPORT}: cannot be read ({error}); build the folder again") from error
    return load_graph(extractions, base_iri=base_iri, sources=sources)[1]
