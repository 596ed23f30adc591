"""`kg explain`: why names are one concept of a build, or are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def explain_cli(
    name: Annotated[
        str, typer.Argument(help="A name in whatever spelling, or the IRI of a concept.", metavar="NAME")
    ],
    folder: Annotated[Path, typer.Argument(help="A build's folder.", metavar="OUT")] = Path("out"),
    most: Annotated[int, typer.Option(min=0, help="Sentences to give for each rule.")] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what a name stands for in a build, and why.

    Shows each concept that bears the name, which forms were merged into it by which rule, sentences that say so, what
    is broader and related, and what was nearly merged and was not.

    Example: kg explain MAS out
    """
    from kg.built import read_resolution
    from kg.resolve.explain import explain, explanation_text, sense_row

    resolution, extractions = read_resolution(folder)
    senses = explain(name, resolution, extractions(), most=most)
    if as_json:
        rows = {"name": name, "concepts": [sense_row(sense) for sense in senses]}
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        print(explanation_text(name, senses))
