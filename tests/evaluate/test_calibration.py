"""The calibration error is that of its definition, computed here by another way."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.evaluate import Outcome, calibration
from kg.gold import GoldConcept
from kg.records import PaperConcept


def outcome(confidence: float, right: bool) -> Outcome:
    gold = GoldConcept("Task", "x", ("addressed",), ("x",))
    return Outcome(gold if right else None, PaperConcept("Task", "x", "mentioned", confidence, ()))


def test_a_small_case() -> None:
    judged = [outcome(0.8, True), outcome(0.8, True), outcome(0.8, True), outcome(0.8, False)]
    judged += [outcome(1.0, False), outcome(0.95, True)]
    calibrated = calibration(judged)
    assert [(b.low, b.high) for b in calibrated.bins[::9]] == [(0.0, 0.1), (0.9, 1.0)]
    assert [b.count for b in calibrated.bins] == [0, 0, 0, 0, 0, 0, 0, 0, 4, 2]
    assert calibrated.bins[0].confidence is calibrated.bins[0].right is None
    assert calibrated.bins[8].right == 0.75
    assert calibrated.bins[9].confidence == pytest.approx(0.975)
    assert calibrated.error == pytest.approx((4 * 0.05 + 2 * 0.475) / 6)


def test_what_is_missed_or_of_another_type_is_not_right() -> None:
    gold = GoldConcept("Task", "x", ("addressed",), ("x",))
    other = PaperConcept("Method", "x", "used", 0.7, ())
    calibrated = calibration([Outcome(gold, None), Outcome(gold, other)])
    assert sum(b.count for b in calibrated.bins) == 1
    assert calibrated.error == pytest.approx(0.7)


def test_nothing_found_is_no_error() -> None:
    assert calibration([]).error == 0


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_the_error_is_that_of_the_definition(judged: list[tuple[float, bool]]) -> None:
    confidence, right = (np.array(values, dtype=float) for values in zip(*judged, strict=True))
    place = np.minimum((confidence * 10).astype(int), 9)
    gaps = np.bincount(place, weights=confidence - right, minlength=10)
    assert calibration(outcome(*one) for one in judged).error == pytest.approx(
        np.abs(gaps).sum() / len(judged), abs=1e-12
    )
