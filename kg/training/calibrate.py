"""Confidence that means what it says, and the confidence below which the packaged model leaves a concept out.

Both are learnt on annotated abstracts that training did not see.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from kg.evaluate import evaluate
from kg.extract.pipeline import extract, load_pipeline
from kg.extract.tagger import ConceptTagger, TaggerModel, logit
from kg.gold import GoldPaper
from kg.records import Extraction, Paper

logger = logging.getLogger(__name__)


def fit_logistic(values: NDArray[np.float64], right: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of the logistic curve through `right` over `values` (Platt, 1999), by Newton's method.

    The targets are drawn in a little from 0 and 1, as there, so that a perfect split has a finite curve.
    """
    design = np.stack([values, np.ones_like(values)], axis=1)
    positive, negative = right.sum(), (~right).sum()
    targets = np.where(right, (positive + 1) / (positive + 2), 1 / (negative + 2))
    weights = np.array([1.0, 0.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ weights))
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + 1e-9 * np.eye(2)
        weights += np.linalg.solve(curvature, design.T @ (targets - chance))
    return float(weights[0]), float(weights[1])


def best_threshold(gold: Sequence[GoldPaper], found: Sequence[Extraction]) -> float:
    """The confidence, in steps of 0.01, below which leaving concepts out gives the highest concept F1."""

    def f1(least: float) -> float:
        kept = [replace(e, concepts=tuple(c for c in e.concepts if c.confidence >= least)) for e in found]
        return evaluate(gold, kept).rates("concept").f1

    return max((step / 100 for step in range(20, 80)), key=f1)


def calibrate(folder: Path, papers: Sequence[Paper], gold: Sequence[GoldPaper]) -> None:
    """Write `calibration` (slope and offset) and `min_confidence` into the model.json of a packaged model."""
    description = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    nlp = load_pipeline()
    model = TaggerModel(folder)
    model.calibration = (1.0, 0.0)
    cast(ConceptTagger, nlp.get_pipe("kg_tagger")).model = model
    outcomes = evaluate(gold, extract(nlp, papers, min_confidence=0)).outcomes
    judged = [(o.found.confidence, o.right) for o in outcomes if o.found is not None]
    confidences, right = (np.array(column) for column in zip(*judged, strict=True))
    model.calibration = fit_logistic(logit(confidences), right)
    found = list(extract(nlp, papers, min_confidence=0))
    description["calibration"], description["min_confidence"] = model.calibration, best_threshold(gold, found)
    (folder / "model.json").write_text(json.dumps(description, indent=1) + "\n", encoding="utf-8")
    logger.info("calibration %s, kept from %.2f on", model.calibration, description["min_confidence"])
