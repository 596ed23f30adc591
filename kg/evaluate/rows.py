"""Scores and comparisons as plain values, the JSON that `kg evaluate` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kg.evaluate.calibration import ConfidenceBin, calibration
from kg.evaluate.comparison import Difference, F1Difference, OneSided
from kg.evaluate.confusion import role_confusion, type_confusion
from kg.evaluate.scores import MEASURES, Rates, Scores, types_of
from kg.gold import GoldConcept
from kg.records import PaperConcept


def _rates_row(rates: Rates) -> dict[str, float]:
    return {
        "precision": round(rates.precision, 1),
        "recall": round(rates.recall, 1),
        "f1": round(rates.f1, 1),
        "predicted": rates.predicted,
        "gold": rates.gold,
    }


def _bin_row(b: ConfidenceBin) -> dict[str, float | None]:
    return {
        "from": b.low,
        "to": b.high,
        "found": b.count,
        "confidence": None if b.confidence is None else round(b.confidence, 4),
        "right": None if b.right is None else round(b.right, 4),
    }


def scores_row(scores: Scores, *, worst: int = 0) -> dict[str, Any]:
    """The scores, with the `worst` abstracts; rates in percent, confidences and their error from 0 to 1."""
    calibrated = calibration(scores.outcomes)
    types = types_of(scores.outcomes)
    return {
        "abstracts": scores.abstracts,
        "missing": scores.missing,
        "perfect": scores.perfect,
        **{measure: _rates_row(scores.rates(measure)) for measure in MEASURES},
        "by_type": {name: _rates_row(scores.rates("concept", name)) for name in types},
        "role_accuracy": round(scores.role_accuracy, 1),
        "aliases": round(scores.aliases, 1),
        "link_roles": round(scores.link_roles, 1),
        "calibration_error": round(calibrated.error, 4),
        "calibration": [_bin_row(b) for b in calibrated.bins],
        "confusion": {
            "types": type_confusion(scores.outcomes),
            "roles": {name: role_confusion(scores.outcomes, name) for name in types},
        },
        "worst": [{"id": name, "f1": round(f1, 1)} for f1, name in scores.worst[:worst]],
    }


def concept_row(concept: GoldConcept | PaperConcept) -> dict[str, Any]:
    """A concept, gold or found, with the roles that are right or the one that was found."""
    roles = list(concept.roles) if isinstance(concept, GoldConcept) else [concept.role]
    return {"type": concept.type, "label": concept.label, "roles": roles}


def _side_row(side: OneSided) -> dict[str, list[dict[str, Any]]]:
    return {
        "found": [concept_row(concept) for concept in side.found],
        "role_right": [concept_row(concept) for concept in side.roles],
        "wrong": [concept_row(concept) for concept in side.wrong],
    }


def _points(difference: float) -> float:
    return round(difference, 1) + 0.0  # no negative zero


def comparison_row(
    intervals: Mapping[str, F1Difference], differing: Sequence[Difference], *, most: int
) -> dict[str, Any]:
    """How the second scores differ from the first: by how many points, and the `most` differing abstracts."""
    return {
        **{
            measure: {
                "difference": _points(interval.difference),
                "low": _points(interval.low),
                "high": _points(interval.high),
                "holds_zero": interval.holds_zero,
            }
            for measure, interval in intervals.items()
        },
        "differing": len(differing),
        "abstracts": [
            {
                "id": difference.id,
                "f1": [round(f1, 1) for f1 in difference.f1],
                "only_first": _side_row(difference.sides[0]),
                "only_second": _side_row(difference.sides[1]),
            }
            for difference in differing[:most]
        ],
    }
