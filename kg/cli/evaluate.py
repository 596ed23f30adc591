"""`kg evaluate`: extractions against gold annotation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.errors import InputError
from kg.vocabulary import CONCEPT_TYPES

if TYPE_CHECKING:
    from kg.evaluate import Rates, Scores

MEASURES = ("concept", "edge", "loose", "mention", "link")


def _rates_row(rates: Rates) -> dict[str, float]:
    return {
        "precision": round(rates.precision, 1),
        "recall": round(rates.recall, 1),
        "f1": round(rates.f1, 1),
        "predicted": rates.predicted,
        "gold": rates.gold,
    }


def scores_row(scores: Scores) -> dict[str, Any]:
    """The scores as plain values; rates in percent."""
    return {
        "abstracts": scores.abstracts,
        "missing": scores.missing,
        "perfect": scores.perfect,
        **{measure: _rates_row(scores.rates(measure)) for measure in MEASURES},
        "by_type": {name: _rates_row(scores.rates("concept", name)) for name in CONCEPT_TYPES},
        "role_accuracy": round(scores.role_accuracy, 1),
        "aliases": round(scores.aliases, 1),
        "link_roles": round(scores.link_roles, 1),
    }


def _table(scores: Scores) -> list[str]:
    lines = [
        f"{scores.abstracts} abstracts, {scores.missing} missing, {scores.perfect} without a mistake",
        "",
    ]
    lines.append(f"{'':10}{'P':>6}{'R':>7}{'F1':>7}{'found':>8}{'gold':>7}")
    rows = [(name, scores.rates(name)) for name in MEASURES]
    rows += [(f"  {name}", scores.rates("concept", name)) for name in CONCEPT_TYPES]
    for name, rates in rows:
        figures = f"{rates.precision:6.1f}{rates.recall:7.1f}{rates.f1:7.1f}"
        lines.append(f"{name:10}{figures}{rates.predicted:8}{rates.gold:7}")
    lines += [
        "",
        f"role accuracy {scores.role_accuracy:.1f}, aliases found {scores.aliases:.1f}, "
        f"link roles {scores.link_roles:.1f}",
    ]
    return lines


def _confusion(scores: Scores, most: int) -> list[str]:
    wrong = [(count, pair) for pair, count in scores.confusion.items() if pair[0] != pair[1]]
    wrong.sort(key=lambda item: (-item[0], item[1]))
    return ["", "most frequent mistakes (gold -> found)"] + [
        f"{count:6}  {gold} -> {found}" for count, (gold, found) in wrong[:most]
    ]


def evaluate_cli(
    gold: Annotated[Path, typer.Argument(help="Gold annotation, JSON lines.", metavar="GOLD")],
    extractions: Annotated[Path, typer.Argument(help="File of `kg extract`.", metavar="EXTRACTIONS")],
    worst: Annotated[int, typer.Option(help="List so many of the abstracts with the lowest F1.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score extractions against gold annotation.

    Prints the scores of concepts, edges, mentions and links, and the commonest mistakes.

    Example: kg evaluate examples/landmarks.gold.jsonl exports/extractions.jsonl
    """
    from kg.evaluate import evaluate
    from kg.extractions import read_extractions
    from kg.gold import read_gold

    found = list(read_extractions(extractions))
    if not found:
        raise InputError(f"{extractions}: there is no extraction in it")
    scores = evaluate(read_gold(gold), found)
    if as_json:
        print(json.dumps(scores_row(scores), ensure_ascii=False))
        return
    lines = _table(scores) + _confusion(scores, 10)
    if worst:
        lines += [
            "",
            "abstracts with the lowest F1",
            *(f"{f1:6.1f}  {name}" for f1, name in scores.worst[:worst]),
        ]
    print("\n".join(lines))
