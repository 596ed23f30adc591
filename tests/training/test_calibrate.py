from __future__ import annotations

import numpy as np
import pytest

from kg.extract.tagger import calibrated, logit
from kg.gold import GoldConcept, GoldPaper
from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.training.calibrate import best_threshold, fit_logistic


@pytest.mark.parametrize(("slope", "offset"), [(1.0, 0.0), (0.5, -1.0), (2.0, 0.7)])
def test_the_curve_that_made_the_data_is_found_again(slope: float, offset: float) -> None:
    chance = np.random.default_rng(0).uniform(0.02, 0.98, 20_000)
    true = np.array([calibrated(value, (slope, offset)) for value in chance])
    right = np.random.default_rng(1).uniform(size=len(chance)) < true
    assert fit_logistic(logit(chance), right) == pytest.approx((slope, offset), abs=0.08)


def test_a_perfect_split_has_a_finite_curve() -> None:
    slope, offset = fit_logistic(logit([0.1, 0.2, 0.8, 0.9]), np.array([False, False, True, True]))
    assert 0 < calibrated(0.2, (slope, offset)) < 0.5 < calibrated(0.8, (slope, offset)) < 1


def test_calibration_keeps_the_order_and_stays_between_0_and_1() -> None:
    values = [calibrated(chance, (0.7, -0.4)) for chance in (0.0, 0.3, 0.6, 1.0)]
    assert values == sorted(values)
    assert 0 <= values[0] < values[-1] <= 1


def test_the_threshold_leaves_out_what_is_wrong_more_often_than_right() -> None:
    gold = [GoldPaper("p", (GoldConcept("Method", "BERT", ("used",), ("BERT",)),), {})]

    def concept(name: str, confidence: float) -> PaperConcept:
        return PaperConcept("Method", name, "used", confidence, (Mention(0, len(name), name),))

    found = [Extraction(Paper("p", "BERT"), (concept("BERT", 0.7), concept("XYZ", 0.5)), (), "test")]
    assert 0.5 < best_threshold(gold, found) <= 0.7
