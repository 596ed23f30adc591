"""The scores agree with the reference scorer beside the gold data, and with small cases worked out by hand."""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Iterator
from types import ModuleType

import pytest
from conftest import SHARED, needs_shared

from kg.evaluate import evaluate, normalise, role_confusion, scores_row
from kg.extractions import extraction_row
from kg.gold import GoldConcept, GoldPaper, occurrences, read_gold
from kg.records import Extraction, Link, Mention, Paper, PaperConcept
from kg.vocabulary import CONCEPT_TYPES, ROLES


def predicted(text: str, *concepts: tuple[str, str, list[str]], links: tuple[Link, ...] = ()) -> Extraction:
    made = []
    for concept_type, role, surfaces in concepts:
        mentions = tuple(Mention(a, b, text[a:b]) for a, b in occurrences(text, surfaces))
        made.append(PaperConcept(concept_type, surfaces[0], role, 1.0, mentions))
    return Extraction(Paper("p", text), tuple(made), links, "test")


def test_a_right_concept_with_a_wrong_role_is_no_right_edge() -> None:
    text = "ResNets beat VGG on ImageNet."
    gold = GoldPaper(
        "p",
        (
            GoldConcept("Method", "ResNet", ("used",), ("ResNets",)),
            GoldConcept("Method", "VGG", ("compared",), ("VGG",)),
            GoldConcept("Dataset", "ImageNet", ("used", "mentioned"), ("ImageNet",)),
        ),
        {"https://a.example/x/": ("code",)},
    )
    link = Link("http://A.example/x", "data", Mention(0, 1, "R"))
    found = predicted(
        text, ("Method", "introduced", ["ResNets"]), ("Dataset", "mentioned", ["ImageNet"]), links=(link,)
    )
    scores = evaluate([gold], [found])
    assert (scores.rates("concept").right, scores.rates("edge").right) == (2, 1)
    assert round(scores.rates("concept").f1, 1) == 80.0
    roles = role_confusion(scores.outcomes, "Method")
    assert roles["used"]["introduced"] == 1
    assert roles["compared"]["missed"] == 1
    assert role_confusion(scores.outcomes, "Dataset")["mentioned"]["mentioned"] == 1
    assert (scores.rates("link").f1, scores.link_roles) == (100.0, 0.0)
    assert scores.worst == [(80.0, "p")]


def test_an_optional_concept_counts_neither_way() -> None:
    text = "VGG and SGD."
    gold = GoldPaper("p", (GoldConcept("Method", "SGD", ("used",), ("SGD",), optional=True),), {})
    assert evaluate([gold], [predicted(text, ("Method", "used", ["SGD"]))]).rates("concept").predicted == 0
    assert evaluate([gold], [predicted(text)]).rates("concept").gold == 0
    assert evaluate([gold], [predicted(text)]).papers[0].outcomes == ()


@pytest.mark.parametrize(
    ("surface", "expected"),
    [
        ("\\emph{Markov Games}", "markov game"),
        ("multi-head  Attention.", "multi head attention"),
        ("losses", "loss"),
        ("", ""),
    ],
)
def test_normalise(surface: str, expected: str) -> None:
    assert normalise(surface) == expected


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference_score", SHARED / "eval" / "score.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imperfect(
    gold: Iterator[GoldPaper], texts: dict[str, str], chance: random.Random
) -> Iterator[Extraction]:
    """The gold concepts with mistakes: some lost, of another type or role, cut short, or doubled."""
    for paper in gold:
        text, concepts = texts[paper.id], []
        for concept in paper.concepts:
            if chance.random() < 0.15:
                continue
            kind = chance.choice(CONCEPT_TYPES) if chance.random() < 0.2 else concept.type
            role = chance.choice(ROLES[kind])
            surfaces = [
                s[: chance.randint(len(s) // 2, len(s))] if chance.random() < 0.2 else s
                for s in concept.surfaces
            ]
            mentions = tuple(Mention(a, b, text[a:b]) for a, b in occurrences(text, filter(None, surfaces)))
            if mentions:
                concepts += [PaperConcept(kind, mentions[0].text, role, 1.0, mentions)] * chance.choice(
                    (1, 1, 1, 2)
                )
        links = tuple(
            Link(url, chance.choice(("code", "data")), Mention(0, 1, text[:1])) for url in paper.links
        )
        if chance.random() < 0.95:
            yield Extraction(Paper(paper.id, text), tuple(concepts), links, "test")


@needs_shared
@pytest.mark.parametrize("name", ["dev", "links"])
def test_the_figures_are_those_of_the_reference(reference: ModuleType, name: str) -> None:
    gold = SHARED / "gold" / f"{name}.jsonl"
    rows = map(
        json.loads, (SHARED / "gold" / f"{name}.abstracts.jsonl").read_text(encoding="utf-8").splitlines()
    )
    texts = {row["id"]: row["abstract"] for row in rows}
    found = list(imperfect(read_gold(gold), texts, random.Random(1)))
    ours = scores_row(evaluate(read_gold(gold), found))
    theirs, _ = reference.score(reference.load(gold), [extraction_row(extraction) for extraction in found])
    for measure, their_name in (
        ("concept", "concept"),
        ("edge", "edge"),
        ("loose", "loose"),
        ("mention", "mention"),
        ("link", "links"),
    ):
        assert ours[measure] == {
            "precision": theirs[their_name]["p"],
            "recall": theirs[their_name]["r"],
            "f1": theirs[their_name]["f1"],
            "predicted": theirs[their_name]["pred"],
            "gold": theirs[their_name]["gold"],
        }, measure
    assert {kind: rates["f1"] for kind, rates in ours["by_type"].items()} == {
        kind: rates["f1"] for kind, rates in theirs["by_type"].items()
    }
    names = ("abstracts", "missing", "perfect", "role_accuracy", "aliases")
    assert [ours[key] for key in names] == [theirs[key] for key in names]
    assert ours["link_roles"] == theirs["links"]["role"]
