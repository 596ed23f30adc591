"""Two extractions compared: intervals that can be worked out by hand, and what each has alone."""

from __future__ import annotations

import pytest

from kg.evaluate import Outcome, Scores, differences, evaluate, paired_bootstrap
from kg.evaluate.scores import JudgedPaper
from kg.gold import GoldConcept, GoldPaper
from kg.records import Extraction, Mention, Paper, PaperConcept


def scores(*right_of_ten: int, right_roles: bool = True) -> Scores:
    """An abstract for each number: so many of ten gold concepts are found, and nothing else is."""
    gold = GoldConcept("Task", "x", ("addressed",), ("x",))
    found = PaperConcept("Task", "x", "addressed" if right_roles else "mentioned", 0.9, ())
    return Scores(
        tuple(
            JudgedPaper(
                str(number), (Outcome(gold, found),) * right + (Outcome(gold, None),) * (10 - right), {}
            )
            for number, right in enumerate(right_of_ten)
        )
    )


def test_the_interval_of_two_abstracts_is_from_the_one_to_the_other() -> None:
    # A quarter of the resamples holds each abstract alone: more than the 2.5 % left out at each end.
    interval = paired_bootstrap(scores(10, 0), scores(0, 10), "concept")
    assert (interval.difference, interval.low, interval.high) == (0, -100, 100)
    assert interval.holds_zero


def test_abstracts_are_drawn_in_pairs() -> None:
    # Each F1 alone varies widely from draw to draw; their difference cannot.
    first = scores(10, 0, 5, 1, 9, 0, 10)
    interval = paired_bootstrap(first, first, "concept")
    assert (interval.low, interval.high, interval.holds_zero) == (0, 0, True)


def test_a_difference_that_every_abstract_shows_leaves_zero_out() -> None:
    better = paired_bootstrap(scores(*[4, 5, 6] * 10), scores(*[6, 7, 8] * 10), "concept")
    assert better.difference == pytest.approx(100 * (2 * 7 / 17 - 2 * 5 / 15))
    assert 0 < better.low < better.difference < better.high
    worse = paired_bootstrap(scores(*[6, 7, 8] * 10), scores(*[4, 5, 6] * 10), "concept")
    assert (worse.low, worse.high) == (-better.high, -better.low)
    assert not worse.holds_zero


def test_the_interval_is_that_of_the_normal_distribution_when_abstracts_are_many() -> None:
    # One find in each abstract and no gold missed: F1 is the mean of independent values of known variance.
    right = Outcome(
        GoldConcept("Task", "x", ("addressed",), ("x",)), PaperConcept("Task", "x", "addressed", 1, ())
    )
    wrong_type = Outcome(right.gold, PaperConcept("Method", "x", "used", 1, ()))
    always = Scores(tuple(JudgedPaper(str(n), (right,), {}) for n in range(400)))
    mostly = Scores(tuple(JudgedPaper(str(n), (right if n % 5 else wrong_type,), {}) for n in range(400)))
    interval = paired_bootstrap(mostly, always, "concept")
    half = 1.96 * 100 * (0.2 * 0.8 / 400) ** 0.5
    assert interval.difference == pytest.approx(20)
    assert (interval.low, interval.high) == pytest.approx((20 - half, 20 + half), abs=0.3)


def test_edges_are_compared_by_their_roles() -> None:
    first, second = scores(5, 5, right_roles=False), scores(5, 5)
    assert paired_bootstrap(first, second, "concept").difference == 0
    assert paired_bootstrap(first, second, "edge").difference == pytest.approx(200 * 5 / 15)


TEXT = "VGG and ResNets on GLUE, by accuracy."


def extraction(paper: str, *concepts: tuple[str, str, str]) -> Extraction:
    made = tuple(
        PaperConcept(kind, name, role, 0.9, (Mention(TEXT.index(name), TEXT.index(name) + len(name), name),))
        for kind, name, role in concepts
    )
    return Extraction(Paper(paper, TEXT), made, (), "test")


def test_what_each_has_alone() -> None:
    annotated = (
        GoldConcept("Method", "VGG", ("used",), ("VGG",)),
        GoldConcept("Method", "ResNet", ("compared", "used"), ("ResNets",)),
        GoldConcept("Metric", "accuracy", ("used",), ("accuracy",), optional=True),
        GoldConcept("Dataset", "GLUE", ("used",), ("GLUE",)),
    )
    gold = [GoldPaper(name, annotated, {}) for name in ("alike", "lost", "read")]
    same = ("Method", "VGG", "used"), ("Task", "GLUE", "addressed")
    first = evaluate(
        gold,
        [
            extraction("alike", *same),
            extraction("lost", ("Dataset", "GLUE", "used")),
            extraction("read", *same, ("Method", "ResNets", "mentioned"), ("Metric", "accuracy", "used")),
        ],
    )
    second = evaluate(
        gold,
        [
            extraction("alike", *same),
            extraction(
                "read",
                ("Method", "ResNets", "used"),
                ("Dataset", "GLUE", "used"),
                ("Task", "and", "addressed"),
            ),
        ],
    )
    read, lost = differences(first, second)
    assert (read.id, read.f1) == ("read", (pytest.approx(400 / 6), pytest.approx(400 / 6)))
    by_first, by_second = read.sides
    assert [c.label for c in by_first.found] == ["VGG"]
    assert [c.label for c in by_second.found] == ["GLUE"]
    assert [c.label for c in by_first.roles] == []
    assert [c.label for c in by_second.roles] == ["ResNet"]
    assert [(c.type, c.label) for c in by_first.wrong] == [("Task", "GLUE")]
    assert [(c.type, c.label) for c in by_second.wrong] == [("Task", "and")]
    assert (lost.id, lost.f1) == ("lost", (50, 0))
    assert [c.label for c in lost.sides[0].found] == ["GLUE"]
    assert lost.sides[1].count == 0
