"""`kg extract`: abstracts in, one JSON object a paper out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.options import InputFormat, Jobs, MinConfidence, Pipeline, Sources
from kg.cli.progress import progress_bar, warn
from kg.errors import InputError


def extract_cli(
    sources: Sources = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write; - is standard output.")] = Path(
        "-"
    ),
    input_format: InputFormat = None,
    pipeline: Pipeline = None,
    min_confidence: MinConfidence = None,
    jobs: Jobs = 1,
) -> None:
    """Find concepts, roles and links in abstracts.

    Writes one JSON object a paper, with exact offsets into the abstract as read.

    Example: kg extract abstracts.txt --out extractions.jsonl
    """
    from kg.build import extract_papers
    from kg.extractions import extraction_row, json_line
    from kg.files import check_not_an_input, check_output_file, replacing
    from kg.sources import read_papers

    if not sources:
        raise InputError("name at least one file or folder of abstracts, or - for standard input")
    to_file = str(out) != "-"
    if to_file:
        check_output_file(out)
        check_not_an_input(out, sources)
    papers = read_papers(sources, format=input_format, on_problem=warn)

    with progress_bar() as progress:

        def lines() -> Iterator[bytes]:
            found = extract_papers(papers, pipeline=pipeline, min_confidence=min_confidence, jobs=jobs)
            for done, extraction in enumerate(found, 1):
                progress("extracting", done)
                yield json_line(extraction_row(extraction))

        if to_file:
            with replacing(out) as scratch, scratch.open("wb") as file:
                file.writelines(lines())
        else:
            for line in lines():
                sys.stdout.buffer.write(line)
