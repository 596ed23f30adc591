"""The order of the stages, and the only place that knows it: files of abstracts in, a folder out."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from kg.built import Progress, check_base_iri, counted, load_rows, no_progress
from kg.errors import InputError
from kg.extractions import concept_row, extraction_line, json_line, keep_confident, read_extractions, utf8
from kg.files import (
    BUILD_FILES,
    CONCEPTS,
    EXTRACTIONS,
    GRAPH_FILES,
    RDF_FILE,
    REPORT,
    check_output_folder,
    real_path,
    replacing_all,
)
from kg.records import Extraction
from kg.report import Report, recorded_digest, report_row
from kg.scale.sorting import Keyed, write_sorted
from kg.sources import named_hash, read_papers
from kg.vocabulary import BASE_IRI
from kg.warnings import Warnings, logged_warnings

logger = logging.getLogger(__name__)


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
            scratch=folder,
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
    row = report_row(report, base_iri=options.base_iri, evidence=options.evidence, timings=options.timings)
    (folder / REPORT).write_bytes(utf8(json.dumps(row, ensure_ascii=False, indent=1) + "\n"))


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
    extractions: Path, options: Options, report: Report, on_warning: Callable[[str], None]
) -> Iterator[Keyed]:
    """The lines of a file of extractions, or of a folder of shards, each checked, with the ids of their papers."""
    files: tuple[Path, ...] = (extractions,)
    if extractions.is_dir():
        from kg.scale.shards import read_finished
        from kg.scale.work import libraries

        finished = read_finished(extractions)
        report.given = finished.libraries != libraries()
        files = finished.files
        report.sources.extend(finished.about.sources)
        report.duplicates.update(finished.about.duplicates)
        report.filled.update(finished.about.filled)
        report.failed = len(finished.failed)
        for message in finished.about.warnings.first:
            on_warning(message)
        report.warnings.extend(finished.about.warnings)
        warn = report.warnings.telling(on_warning)
        for failed in finished.failed:
            warn(str(failed))
    else:
        report.given = True
        if str(extractions) != "-":
            report.sources.extend(named_hash(extractions))
    found: Iterator[Extraction] = chain.from_iterable(map(read_extractions, files))
    if options.min_confidence is not None:
        found = (keep_confident(extraction, options.min_confidence) for extraction in found)
    return ((extraction.paper.id, extraction_line(extraction)) for extraction in found)


def _extract_lines(
    sources: Sequence[Path],
    out: Path,
    options: Options,
    report: Report,
    on_warning: Callable[[str], None],
    progress: Progress,
) -> Iterator[Keyed]:
    """The lines of the extractions of `sources`, with the ids of their papers.

    Papers that fail are told of at once, but reported after all that reading had to say: how far it is ahead of the
    extraction depends on processes and on what is taken over.
    """
    from kg.scale.earlier import EarlierExtractions
    from kg.scale.extraction import extract_papers
    from kg.scale.work import Failed, recipe

    failures = Warnings()
    warn_of_failure = failures.telling(on_warning)

    def on_failure(failed: Failed) -> None:
        report.failed += 1
        warn_of_failure(str(failed))

    made = recipe(options.pipeline, options.min_confidence)
    with report.stage("read"):
        papers = read_papers(
            sources,
            format=options.format,
            leave_out=out,
            on_problem=report.warnings.telling(on_warning),
            on_source=lambda name, digest: report.sources.append((name, digest)),
            on_duplicates=report.duplicates.update,
            on_filled=report.filled.update,
            on_seen=partial(progress, "reading"),
        )

    def lines() -> Iterator[Keyed]:
        earlier = EarlierExtractions(out / EXTRACTIONS, pipeline=made.recorded, digest=recorded_digest(out))
        with closing(earlier):
            timed = report.timed("read", papers)
            for paper, line in extract_papers(
                timed, made, jobs=options.jobs, earlier=earlier, on_failure=on_failure
            ):
                yield paper.id, line
        report.warnings.extend(failures)

    return lines()


def build(
    sources: Sequence[Path],
    out: Path,
    *,
    extractions: Path | None = None,
    options: Options | None = None,
    on_warning: Callable[[str], None] = logger.warning,
    progress: Progress = no_progress,
) -> Report:
    """Build the outputs of `sources`, or of a file of `extractions`, in the folder `out`, which itself is no source.

    Nothing is written unless all inputs can be read; extractions that `out` holds for the same text and pipeline are
    taken over, unless they were given. Raises InputError for inputs and outputs that cannot be used, KgError when the
    work fails.
    """
    options = options or Options()
    if bool(sources) == bool(extractions):
        raise InputError("give either sources or --extractions FILE")
    for name, value in (("--pipeline", options.pipeline), ("--from", options.format)):
        if extractions and value is not None:
            raise InputError(f"{name} has nothing to read with --extractions FILE; leave one of them out")
    check_base_iri(options.base_iri)
    check_output_folder(out, BUILD_FILES)
    if any(source.is_dir() and real_path(source) == real_path(out) for source in sources):
        raise InputError(
            f"{out}: is the folder that is read; name another with --out, which may lie within it"
        )
    report = Report()
    if options.links is not None:
        from kg.resolve.links import read_links

        report.links = read_links(options.links)
        report.sources.extend(named_hash(options.links))

    found = (
        _read_lines(extractions, options, report, on_warning)
        if extractions
        else _extract_lines(sources, out, options, report, on_warning, progress)
    )
    with logged_warnings(on_warning, but=__name__), report.stage("extract"):
        first = next(found, None)
    if first is None:
        raise InputError(f"{extractions}: there is no extraction in it")
    with replacing_all(out) as folder:
        with logged_warnings(on_warning, but=__name__), report.stage("extract"):
            lines = counted(chain([first], found), "extracting", progress)
            report.extractions = write_sorted(lines, folder / EXTRACTIONS)
        report.sources.sort()
        with logged_warnings(report.warnings.telling(on_warning), but=__name__):
            _write_outputs(folder, report, options, progress)
    return report
