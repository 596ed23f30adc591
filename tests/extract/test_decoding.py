from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kg.extract.decoding import TAGS, Span, best_tags, log_softmax, spans


def scores_for(*names: str, margin: float = 5.0) -> np.ndarray:
    scores = np.zeros((len(names), len(TAGS)), dtype=np.float32)
    for word, name in enumerate(names):
        scores[word, TAGS.index(name)] = margin
    return scores


def test_spans_end_at_outside_at_a_new_beginning_and_at_the_end() -> None:
    found = spans(scores_for("B-Method", "I-Method", "B-Method", "O", "B-Task", "I-Task"))
    assert [span[:3] for span in found] == [(0, 2, "Method"), (2, 3, "Method"), (4, 6, "Task")]


def test_an_inside_tag_without_its_beginning_is_repaired() -> None:
    scores = scores_for("O", "I-Dataset", "I-Dataset")
    scores[1, TAGS.index("B-Dataset")] = 4.0
    assert [span[:3] for span in spans(scores)] == [(1, 3, "Dataset")]


def test_confidence_is_the_geometric_mean_of_the_tags_probabilities() -> None:
    scores = scores_for("B-Metric", "I-Metric")
    chance = float(np.exp(5) / (np.exp(5) + len(TAGS) - 1))
    (span,) = spans(scores)
    assert span == Span(0, 2, "Metric", span.confidence)
    assert abs(span.confidence - chance) < 1e-6


def test_no_words_no_spans() -> None:
    assert spans(np.zeros((0, len(TAGS)), dtype=np.float32)) == []


def brute_force(scores: np.ndarray) -> float:
    """The best total over all legal sequences, by trying each."""
    best = {tag: (scores[0, tag] if tag == 0 or tag % 2 else -np.inf) for tag in range(len(TAGS))}
    for row in scores[1:]:
        best = {
            tag: row[tag]
            + max(total for before, total in best.items() if tag == 0 or tag % 2 or before in (tag, tag - 1))
            for tag in range(len(TAGS))
        }
    return max(best.values())


@given(
    arrays(np.float32, st.tuples(st.integers(1, 6), st.just(len(TAGS))), elements=st.floats(-9, 9, width=32))
)
def test_the_best_sequence_is_legal_and_best(scores: np.ndarray) -> None:
    logs = log_softmax(scores)
    tags = best_tags(logs)
    for before, tag in zip([0, *tags], tags, strict=False):
        assert tag == 0 or tag % 2 or before in (tag, tag - 1)
    assert np.isclose(sum(logs[i, tag] for i, tag in enumerate(tags)), brute_force(logs), atol=1e-4)
