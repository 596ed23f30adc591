"""Whether a confidence means what it says: of the concepts found with 0.8, eight in ten should be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kg.evaluate.scores import Outcome

BINS = 10


@dataclass(frozen=True, slots=True)
class ConfidenceBin:
    """The found concepts with a confidence from `low` to below `high`; the last bin holds 1 as well.

    `confidence` is their mean confidence, `right` the share that is right (name and type); both None when there
    is no such concept.
    """

    low: float
    high: float
    count: int
    confidence: float | None
    right: float | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """The found concepts in ten bins of equal width, by confidence."""

    bins: tuple[ConfidenceBin, ...]

    @property
    def error(self) -> float:
        """Expected calibration error: the mean distance of confidence and share right, each bin by its size.

        From 0 to 1; Naeini, Cooper and Hauskrecht, "Obtaining well calibrated probabilities using Bayesian
        binning", AAAI 2015.
        """
        distances = (
            b.count * abs(b.confidence - b.right)
            for b in self.bins
            if b.confidence is not None and b.right is not None
        )
        return sum(distances) / max(1, sum(b.count for b in self.bins))


def calibration(outcomes: Iterable[Outcome]) -> Calibration:
    """How the confidences of the found concepts agree with what is right of them."""
    members: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for outcome in outcomes:
        if outcome.found is not None:
            place = min(int(outcome.found.confidence * BINS), BINS - 1)
            members[place].append((outcome.found.confidence, outcome.right))
    return Calibration(tuple(_bin(place, inside) for place, inside in enumerate(members)))


def _bin(place: int, members: list[tuple[float, bool]]) -> ConfidenceBin:
    count = len(members)
    return ConfidenceBin(
        low=place / BINS,
        high=(place + 1) / BINS,
        count=count,
        confidence=sum(confidence for confidence, _ in members) / count if count else None,
        right=sum(right for _, right in members) / count if count else None,
    )
