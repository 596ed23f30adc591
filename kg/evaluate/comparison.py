"""Two extractions of the same gold abstracts: how sure the difference of their F1 is, and where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kg.evaluate.matching import match, named_found
from kg.evaluate.scores import JudgedPaper, Scores, concept_rates
from kg.gold import GoldConcept
from kg.records import PaperConcept

RESAMPLES = 10_000
SEED = 0


@dataclass(frozen=True, slots=True)
class F1Difference:
    """The second F1 less the first, in points, and the ends of its 95 % interval."""

    difference: float
    low: float
    high: float

    @property
    def holds_zero(self) -> bool:
        """Whether the interval holds 0: the abstracts do not tell which of the two is better."""
        return self.low <= 0 <= self.high


def _tallies(scores: Scores, measure: str) -> list[list[int]]:
    """Of each abstract: how many are right, and how many were predicted and gold together."""
    rates = [concept_rates(paper.outcomes, measure) for paper in scores.papers]
    return [[r.right for r in rates], [r.predicted + r.gold for r in rates]]


def paired_bootstrap(first: Scores, second: Scores, measure: str) -> F1Difference:
    """The difference of the F1 of `concept` or `edge`, and the interval that holds 95 % of the resampled ones.

    The abstracts are drawn with replacement, as many as there are, the same for both (percentile interval; Efron
    and Tibshirani, "An introduction to the bootstrap", 1993, chapter 13; in pairs as by Koehn, "Statistical
    significance tests for machine translation evaluation", EMNLP 2004). The seed is fixed. Both scores must be of
    the same gold abstracts, at least one.
    """
    tallies = np.array(_tallies(first, measure) + _tallies(second, measure))
    abstracts = tallies.shape[1]
    chance = np.random.default_rng(SEED)
    resampled = np.array(
        [tallies[:, chance.integers(abstracts, size=abstracts)].sum(axis=1) for _ in range(RESAMPLES)]
    )
    low, high = np.percentile(_difference(resampled.T), [2.5, 97.5])
    return F1Difference(float(_difference(tallies.sum(axis=1))), float(low), float(high))


def _difference(sums: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    first_right, first_all, second_right, second_all = sums
    difference: npt.NDArray[np.float64] = 200 * (
        second_right / np.maximum(1, second_all) - first_right / np.maximum(1, first_all)
    )
    return difference


@dataclass(frozen=True, slots=True)
class OneSided:
    """What one of two has in an abstract and the other has not.

    `found` are the gold concepts that it alone found, `roles` those that both found and whose role it alone has
    right, `wrong` what it alone found that is not in the gold, or there of another type.
    """

    found: tuple[GoldConcept, ...]
    roles: tuple[GoldConcept, ...]
    wrong: tuple[PaperConcept, ...]

    @property
    def count(self) -> int:
        """How many these are."""
        return len(self.found) + len(self.roles) + len(self.wrong)


@dataclass(frozen=True, slots=True)
class Difference:
    """An abstract that two extractions do not read alike: its concept F1 by each, and what each has alone."""

    id: str
    f1: tuple[float, float]
    sides: tuple[OneSided, OneSided]


def _one_sided(paper: JudgedPaper, other: JudgedPaper) -> OneSided:
    found, roles = [], []
    # The gold concepts come first, in one order, in both.
    for mine, its in zip(paper.outcomes, other.outcomes, strict=False):
        if mine.gold is None or its.gold is None:
            break
        if mine.right and not its.right:
            found.append(mine.gold)
        elif mine.right_role and its.right and not its.right_role:
            roles.append(mine.gold)
    wrong, its_wrong = _wrong(paper), _wrong(other)
    shared = match(named_found(wrong), named_found(its_wrong))
    alone = tuple(concept for i, concept in enumerate(wrong) if i not in shared)
    return OneSided(tuple(found), tuple(roles), alone)


def _wrong(paper: JudgedPaper) -> Sequence[PaperConcept]:
    return [outcome.found for outcome in paper.outcomes if outcome.found is not None and not outcome.right]


def differences(first: Scores, second: Scores) -> list[Difference]:
    """The abstracts that two extractions do not read alike, those with the most differences first."""
    found = [
        Difference(a.id, (a.f1, b.f1), (_one_sided(a, b), _one_sided(b, a)))
        for a, b in zip(first.papers, second.papers, strict=True)
    ]
    differing = [difference for difference in found if any(side.count for side in difference.sides)]
    return sorted(differing, key=lambda d: (-sum(side.count for side in d.sides), d.id))
