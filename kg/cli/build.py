"""`kg build`: abstracts in, a folder with every output out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.options import BaseIri, Evidence, InputFormat, Jobs, Links, MinConfidence, Pipeline, Sources
from kg.cli.progress import progress_bar, say, warn, warn_of_more
from kg.vocabulary import BASE_IRI


def build_cli(
    sources: Sources = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write into.")] = Path("out"),
    extractions: Annotated[
        Path | None,
        typer.Option(help="What `kg extract` wrote, in place of sources.", metavar="FILE|DIR"),
    ] = None,
    input_format: InputFormat = None,
    pipeline: Pipeline = None,
    min_confidence: MinConfidence = None,
    jobs: Jobs = 1,
    links: Links = None,
    base_iri: BaseIri = BASE_IRI,
    evidence: Evidence = True,
    timings: Annotated[
        bool, typer.Option("--timings", help="Put the seconds of each stage into report.json.")
    ] = False,
) -> None:
    """Turn abstracts into a folder with their graph.

    SOURCE is a file of abstracts, or a folder of such files: plain text divided by blank lines, Markdown, JSON (lines,
    arXiv, OpenReview, OpenAlex, Crossref, Semantic Scholar), BibTeX, RIS, CSV, TSV; also packed (.gz, .zst).

    What is written: the graph as HTML, Turtle, GraphML and GEXF, its extractions and concepts, and a report.

    Example: kg build abstracts.txt --out out
    """
    from kg.build import Options, build

    options = Options(
        format=input_format,
        pipeline=pipeline,
        min_confidence=min_confidence,
        jobs=jobs,
        base_iri=base_iri,
        evidence=evidence,
        timings=timings,
        links=links,
    )
    with progress_bar() as progress:
        report = build(
            sources or [], out, extractions=extractions, options=options, on_warning=warn, progress=progress
        )
    warn_of_more(report.warnings)
    counts = report.statistics
    seconds = ", ".join(f"{name} {value:.1f} s" for name, value in report.seconds.items())
    if report.drawn:
        say(f"GraphML, GEXF and the page show {report.drawn}; the other files have all")
    say(f"{counts['papers']} papers in {out}: open {out / 'graph.html'}; {seconds}")
