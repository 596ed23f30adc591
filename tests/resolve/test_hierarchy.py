from __future__ import annotations

import pytest
from made_papers import concept, extraction, methods, resolved

from kg.vocabulary import BASE_IRI


def broader(*names: str, kind: str = "Method") -> dict[str, list[str]]:
    """The broader concepts of each concept that has one, by the labels."""
    role = "addressed" if kind == "Task" else "used"
    found = resolved(extraction(f"p{i}", (kind, role, [name])) for i, name in enumerate(names))
    labels = {c.id: c.label for c in found.concepts}
    return {c.label: [labels[iri] for iri in c.broader] for c in found.concepts if c.broader}


def related(*names: str, kind: str = "Method") -> set[tuple[str, str]]:
    found = resolved(extraction(f"p{i}", (kind, "used", [name])) for i, name in enumerate(names))
    labels = {c.id: c.label for c in found.concepts}
    assert all(c.id in labels and not c.broader for c in found.concepts)
    pairs = {(c.label, labels[iri]) for c in found.concepts for iri in c.related}
    assert pairs == {(other, one) for one, other in pairs}
    return {(one, other) for one, other in pairs if one < other}


def test_a_name_without_leading_modifiers_is_broader_step_by_step() -> None:
    assert broader("multi-head linear attention", "linear attention", "attention") == {
        "multi-head linear attention": ["linear attention"],
        "linear attention": ["attention"],
    }


def test_a_name_that_ends_in_an_acronym_with_one_sense_is_narrower_than_that() -> None:
    papers = [
        extraction("a", ("Method", "used", ["RL", "reinforcement learning"])),
        extraction("b", ("Method", "used", ["offline RL"])),
    ]
    found = resolved(papers).concepts
    (narrow,) = [c for c in found if "offline RL" in c.forms]
    assert narrow.broader == (BASE_IRI + "method/reinforcement-learning",)
    law = [
        extraction("a", ("Method", "used", ["LAW", "locally adaptive weighting"])),
        extraction("b", ("Method", "used", ["scaling laws"])),
    ]
    assert not any(c.broader for c in resolved(law).concepts)
    two = resolved([*papers, extraction("c", ("Method", "used", ["RL", "representation learning"]))]).concepts
    assert not any(c.broader for c in two if "offline RL" in c.forms)


@pytest.mark.parametrize(
    ("kind", "narrow", "wide"),
    [
        ("Method", "graph neural networks", "neural network"),
        ("Task", "3D object detection", "object detection"),
        ("Task", "offline reinforcement learning", "reinforcement learning"),
        ("Metric", "macro F1", "F1"),
        ("Method", "Vision Transformer", "Transformer"),
    ],
)
def test_what_is_narrower(kind: str, narrow: str, wide: str) -> None:
    assert broader(narrow, wide, kind=kind) == {narrow: [wide]}


@pytest.mark.parametrize(
    ("kind", "narrow", "wide"),
    [
        ("Method", "reward model", "model"),  # a generic word
        ("Task", "machine learning", "learning"),
        ("Method", "self-supervised learning", "supervised learning"),  # within a hyphenated word
        ("Method", "self supervised learning", "supervised learning"),  # after a prefix
        ("Task", "non linear regression", "linear regression"),
        ("Method", "mixture of experts", "experts"),  # after a preposition
        ("Task", "text to image generation", "image generation"),
        ("Method", "chain-of-thought prompting", "thought prompting"),
        ("Method", "Llama 2 7B", "7B"),
    ],
)
def test_what_is_not_narrower(kind: str, narrow: str, wide: str) -> None:
    assert broader(narrow, wide, kind=kind) == {}


def test_a_hyphen_in_one_spelling_holds_for_all() -> None:
    assert (
        broader("in-context learning curves", "in context learning curves", "context learning curves") == {}
    )


def test_acronyms_are_read_in_the_hierarchy() -> None:
    papers = methods(
        ["partially observable Markov decision process", "POMDP"], ["Markov decision processes", "MDPs"]
    )
    found = concept(resolved(papers), "method/partially-observable-markov-decision-process")
    assert found.broader == (BASE_IRI + "method/markov-decision-process",)
    (tie,) = found.ties
    assert (tie.relation, tie.rule, tie.name) == ("broader", "leading modifier", "partially observable")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SMAC", "SMACv2"),
        ("GPT", "GPT-4o"),
        ("Llama 3.1", "Llama 3.1 8B"),
        ("Qwen", "Qwen2.5"),
        ("BLEU", "BLEU-4"),
    ],
)
def test_versions_are_related(one: str, other: str) -> None:
    assert related(one, other) == {(one, other)}


def test_only_the_nearest_version_is_related() -> None:
    assert related("Llama", "Llama 3", "Llama 3 8B") == {("Llama", "Llama 3"), ("Llama 3", "Llama 3 8B")}


def test_data_named_after_other_data_are_related() -> None:
    assert related("MNIST", "Fashion MNIST", kind="Dataset") == {("Fashion MNIST", "MNIST")}


@pytest.mark.parametrize(
    ("one", "other"), [("T5", "T"), ("F1", "F"), ("CIFAR-10", "CIFAR-100"), ("word2vec", "word")]
)
def test_what_is_no_version(one: str, other: str) -> None:
    assert related(one, other) == set()
