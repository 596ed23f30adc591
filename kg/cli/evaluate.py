"""`kg evaluate`: extractions against gold annotation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kg.evaluate import Scores
    from kg.gold import GoldPaper


def _scores(gold: Sequence[GoldPaper], extractions: Path) -> Scores:
    from kg.evaluate import evaluate
    from kg.extractions import read_extractions

    found = list(read_extractions(extractions))
    if not found:
        raise InputError(f"{extractions}: there is no extraction in it")
    return evaluate(gold, found)


def evaluate_cli(
    gold: Annotated[Path, typer.Argument(help="Gold annotation, JSON lines.", metavar="GOLD")],
    extractions: Annotated[Path, typer.Argument(help="File of `kg extract`.", metavar="EXTRACTIONS")],
    other: Annotated[
        Path | None,
        typer.Argument(help="A second such file, to compare.", metavar="OTHER", show_default=False),
    ] = None,
    worst: Annotated[
        int, typer.Option(min=0, help="List so many abstracts: of the lowest F1, or that differ most.")
    ] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score extractions against gold annotation, or compare two extractions.

    Prints the scores of concepts, edges, mentions and links, whether confidences are calibrated, and what was taken
    for what. Of two extractions, the scores side by side, how sure their difference is, and where they differ.

    Example: kg evaluate examples/landmarks.gold.jsonl exports/extractions.jsonl
    """
    from kg.evaluate import (
        comparison_row,
        comparison_text,
        differences,
        paired_bootstrap,
        scores_row,
        scores_text,
    )
    from kg.extractions import json_line
    from kg.gold import read_gold

    annotated = list(read_gold(gold))
    if not annotated:
        raise InputError(f"{gold}: there is no annotated abstract in it")
    first = _scores(annotated, extractions)
    row = scores_row(first, worst=worst)
    if other is None:
        text = scores_text(first, worst=worst)
    else:
        second = _scores(annotated, other)
        intervals = {measure: paired_bootstrap(first, second, measure) for measure in ("concept", "edge")}
        differing = differences(first, second)
        row["other"] = scores_row(second, worst=worst)
        row["comparison"] = comparison_row(intervals, differing, most=worst)
        named = ((str(extractions), first), (str(other), second))
        text = comparison_text(named, intervals, differing, most=worst)
    print(json_line(row).decode("utf-8").rstrip() if as_json else text)
