"""From scores of tags to spans: the best sequence of BIO tags under their constraints (Viterbi, 1967)."""

from __future__ import annotations

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


def _transitions() -> NDArray[np.float32]:
    """(tag, next tag): 0 where it may follow, minus infinity where an I follows neither its B nor its I."""
    allowed = np.zeros((len(TAGS), len(TAGS)), dtype=np.float32)
    for inside in range(2, len(TAGS), 2):
        allowed[:, inside] = -np.inf
        allowed[[inside - 1, inside], inside] = 0
    return allowed


TRANSITIONS = _transitions()


def log_softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logarithms of the probabilities over the last axis."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    result: NDArray[np.float32] = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return result


def best_tags(log_probabilities: NDArray[np.float32]) -> list[int]:
    """The most probable legal tag sequence for scores of shape (words, tags)."""
    words = len(log_probabilities)
    if not words:
        return []
    best = log_probabilities[0].copy()
    best[2::2] = -np.inf
    back = np.zeros((words, len(TAGS)), dtype=np.intp)
    for word in range(1, words):
        paths = best[:, None] + TRANSITIONS
        back[word] = paths.argmax(axis=0)
        best = paths[back[word], np.arange(len(TAGS))] + log_probabilities[word]
    tags = [int(best.argmax())]
    for word in range(words - 1, 0, -1):
        tags.append(int(back[word, tags[-1]]))
    return tags[::-1]


def spans(scores: NDArray[np.float32]) -> list[Span]:
    """Mentions in text order for tag scores of shape (words, tags).

    A mention's confidence is the geometric mean of its tags' probabilities.
    """
    log_probabilities = log_softmax(scores)
    tags = best_tags(log_probabilities)
    found: list[Span] = []
    start = 0
    while start < len(tags):
        if tags[start] == OUTSIDE:
            start += 1
            continue
        end = start + 1
        while end < len(tags) and tags[end] == tags[start] + 1:
            end += 1
        score = float(np.mean([log_probabilities[i, tags[i]] for i in range(start, end)]))
        found.append(Span(start, end, CONCEPT_TYPES[(tags[start] - 1) // 2], float(np.exp(score))))
        start = end
    return found
