"""Extractions against gold: scores, confusion, calibration, and the comparison of two pipelines.

`evaluate` judges each concept once; everything else is counted from these outcomes.
"""

from __future__ import annotations

from kg.evaluate.calibration import calibration
from kg.evaluate.comparison import differences, paired_bootstrap
from kg.evaluate.confusion import role_confusion, type_confusion
from kg.evaluate.matching import normalise
from kg.evaluate.rows import comparison_row, scores_row
from kg.evaluate.scores import Outcome, Rates, Scores, evaluate
from kg.evaluate.text import comparison_text, scores_text

__all__ = [
    "Outcome",
    "Rates",
    "Scores",
    "calibration",
    "comparison_row",
    "comparison_text",
    "differences",
    "evaluate",
    "normalise",
    "paired_bootstrap",
    "role_confusion",
    "scores_row",
    "scores_text",
    "type_confusion",
]
