"""From scores of tags to spans: the best sequence of BIO tags under their constraints (Viterbi, 1967)."""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kg.vocabulary import CONCEPT_TYPES

OUTSIDE = 0
TAGS = ("O", *(f"{prefix}-{name}" for name in CONCEPT_TYPES for prefix in "BI"))
"""Tag `2 k + 1` begins a mention of type k, tag `2 k + 2` goes on with it."""


class Span(NamedTuple):
    """A mention: words `start` to `end` (exclusive), its type, and its probability under the model."""

    start: int
    end: int
    type: str
    confidence: float


INSIDE = range(2, len(TAGS), 2)
_ROUNDING = 0.01
"""More than what sums of float32 may be wrong by."""


def inside(tag: int) -> bool:
    """Whether a tag goes on with a mention; then it may follow its own B or I alone."""
    return tag in INSIDE


def log_softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logarithms of the probabilities over the last axis."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    result: NDArray[np.float32] = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return result


def best_tags(log_probabilities: NDArray[np.float32]) -> list[int]:
    """The most probable legal tag sequence for scores of shape (words, tags).

    Each word's best tag, but for stretches where one may not follow the other: those are searched. A legal sequence
    is had by beginning a mention wherever one goes on that never began. The best one loses no more than that
    `regret`, so that no word where every I would lose more has an I: there the stretches are cut.
    """
    if not len(log_probabilities):
        return []
    tags: list[int] = log_probabilities.argmax(axis=1).tolist()
    wrong = [
        word
        for word, (before, tag) in enumerate(pairwise([OUTSIDE, *tags]))
        if inside(tag) and before not in (tag - 1, tag)
    ]
    if not wrong:
        return tags
    regret = sum(
        float(log_probabilities[word, tags[word]] - log_probabilities[word, tags[word] - 1]) for word in wrong
    )
    losses = log_probabilities.max(axis=1) - log_probabilities[:, 2::2].max(axis=1)
    cuts = [0, *np.flatnonzero(losses > regret + _ROUNDING).tolist(), len(tags)]
    for start, end in sorted({_stretch(cuts, word) for word in wrong}):
        tags[start:end] = _viterbi(log_probabilities[start:end].tolist())
    return tags


def _stretch(cuts: list[int], word: int) -> tuple[int, int]:
    """The last cut up to a word, and the first after it."""
    after = bisect_right(cuts, word)
    return cuts[after - 1], cuts[after]


def _viterbi(rows: list[list[float]]) -> list[int]:
    """The best sequence by dynamic programming; of equally good ones, that of the lowest tags.

    Any tag may come before an O or a B, so that all of them go on from the best one.
    """
    best = [-math.inf if inside(tag) else score for tag, score in enumerate(rows[0])]
    back: list[list[int]] = []
    for row in rows[1:]:
        top = max(best)
        came = [best.index(top)] * len(row)
        scores = [top + score for score in row]
        for tag in INSIDE:
            came[tag] = tag if best[tag] > best[tag - 1] else tag - 1
            scores[tag] = best[came[tag]] + row[tag]
        best = scores
        back.append(came)
    tags = [best.index(max(best))]
    for came in reversed(back):
        tags.append(came[tags[-1]])
    return tags[::-1]


def spans(scores: NDArray[np.float32]) -> list[Span]:
    """Mentions in text order for tag scores of shape (words, tags).

    A mention's confidence is the geometric mean of its tags' probabilities.
    """
    log_probabilities = log_softmax(scores)
    tags = best_tags(log_probabilities)
    starts = [word for word, tag in enumerate(tags) if tag % 2]
    if not starts:
        return []
    ends = [_end(tags, start) for start in starts]
    chosen = log_probabilities[np.arange(len(tags)), tags]
    scores_of_spans = [chosen[start:end].mean() for start, end in zip(starts, ends, strict=True)]
    confidences = np.exp(np.array(scores_of_spans, dtype=np.float64)).tolist()
    return [
        Span(start, end, CONCEPT_TYPES[tags[start] // 2], confidence)
        for start, end, confidence in zip(starts, ends, confidences, strict=True)
    ]


def _end(tags: list[int], start: int) -> int:
    """Where the mention that begins at `start` ends."""
    end = start + 1
    while end < len(tags) and tags[end] == tags[start] + 1:
        end += 1
    return end
