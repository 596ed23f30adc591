from __future__ import annotations

from collections.abc import Sequence

import pytest

from kg.extract.acronyms import AcronymPair
from kg.extract.grouping import TaggedMention, group
from kg.records import Mention, PaperConcept


def at(text: str, surface: str, occurrence: int = 0) -> Mention:
    start = -1
    for _ in range(occurrence + 1):
        start = text.index(surface, start + 1)
    return Mention(start, start + len(surface), surface)


def tagged(
    text: str,
    surface: str,
    concept_type: str = "Method",
    role: str = "used",
    confidence: float = 0.8,
    occurrence: int = 0,
) -> TaggedMention:
    return TaggedMention(at(text, surface, occurrence), concept_type, {role: 1.0}, confidence)


def surfaces(concepts: Sequence[PaperConcept]) -> list[list[str]]:
    return [[mention.text for mention in concept.mentions] for concept in concepts]


def test_spellings_of_a_name_are_one_concept() -> None:
    text = "Fine-tuning helps; fine tuning is cheap, and finetuning wins."
    found = group(text, [tagged(text, s) for s in ("Fine-tuning", "fine tuning", "finetuning")], [])
    assert surfaces(found) == [["Fine-tuning", "fine tuning", "finetuning"]]


def test_acronym_and_long_form_are_one_concept_wherever_they_stand() -> None:
    text = "Graph neural networks (GNNs) are deep. A GNN is a net; graph neural networks scale."
    pair = AcronymPair(short=at(text, "GNNs"), long=at(text, "Graph neural networks"))
    (found,) = group(text, [tagged(text, "Graph neural networks")], [pair])
    assert [m.text for m in found.mentions] == ["Graph neural networks", "GNNs", "GNN"]
    assert found.label == "Graph neural networks"


def test_a_part_of_a_long_form_is_stretched_to_the_whole() -> None:
    text = "Bidirectional Encoder Representations from Transformers (BERT) reads. BERT wins."
    pair = AcronymPair(
        short=at(text, "BERT"), long=at(text, "Bidirectional Encoder Representations from Transformers")
    )
    parts = [tagged(text, "Bidirectional Encoder Representations"), tagged(text, "Transformers")]
    assert surfaces(group(text, parts, [pair])) == [
        ["Bidirectional Encoder Representations from Transformers", "BERT", "BERT"]
    ]


def test_a_small_part_of_a_long_form_stays_as_it_is() -> None:
    text = "Deep learning for very large recommender systems (DLVLRS)."
    pair = AcronymPair(
        short=at(text, "DLVLRS"), long=at(text, "Deep learning for very large recommender systems")
    )
    assert surfaces(group(text, [tagged(text, "Deep learning")], [pair])) == [["Deep learning"]]


def test_an_introduced_concept_goes_by_its_acronym() -> None:
    text = "We propose Fast Net Search (FNS). FNS wins."
    pair = AcronymPair(short=at(text, "FNS"), long=at(text, "Fast Net Search"))
    (found,) = group(text, [tagged(text, "Fast Net Search", role="introduced")], [pair])
    assert (found.label, found.role) == ("FNS", "introduced")


def test_a_name_found_once_is_found_everywhere_but_not_inside_words_or_other_mentions() -> None:
    text = "SGD beats AdamSGD; SGD with SGD momentum."
    found = group(text, [tagged(text, "SGD"), tagged(text, "SGD momentum")], [])
    assert surfaces(found) == [["SGD", "SGD"], ["SGD momentum"]]
    assert [m.start for m in found[0].mentions] == [0, text.index("; SGD") + 2]


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ([("Task", 0.9), ("Method", 0.5)], "Task"),
        ([("Task", 0.6), ("Method", 0.5), ("Method", 0.4)], "Method"),
        ([("Task", 0.5), ("Method", 0.5)], "Method"),
        ([("Gene", 0.6), ("Method", 0.5)], "Gene"),
        ([("Gene", 0.5), ("Method", 0.5)], "Method"),
        ([("Gene", 0.5), ("Chemical", 0.5)], "Chemical"),
        ([("Task", 0.0)], "Task"),
        ([("Gene", 0.0)], "Gene"),
    ],
)
def test_mentions_decide_the_type_together(votes: list[tuple[str, float]], expected: str) -> None:
    text = "segmentation, segmentation, segmentation"
    found = [
        tagged(text, "segmentation", kind, "addressed" if kind == "Task" else "used", confidence, i)
        for i, (kind, confidence) in enumerate(votes)
    ]
    (concept,) = group(text, found, [])
    assert concept.type == expected
    assert concept.role == ("addressed" if expected == "Task" else "used")


def test_roles_are_pooled_over_mentions() -> None:
    text = "VGG is old. We beat VGG."
    found = [
        TaggedMention(at(text, "VGG"), "Method", {"mentioned": 0.6, "compared": 0.4}, 0.9),
        TaggedMention(at(text, "VGG", 1), "Method", {"mentioned": 0.1, "compared": 0.9}, 0.7),
    ]
    (concept,) = group(text, found, [])
    assert (concept.role, concept.confidence) == ("compared", 0.9)


def test_a_generic_head_does_not_part_a_name() -> None:
    text = "The Adam optimizer: Adam."
    found = group(text, [tagged(text, "Adam optimizer"), tagged(text, "Adam", occurrence=1)], [])
    assert surfaces(found) == [["Adam optimizer", "Adam"]]


def test_nothing_tagged_nothing_found() -> None:
    assert group("Nothing (NN) here.", [], []) == []


def test_an_undefined_acronym_joins_the_only_name_with_its_initials() -> None:
    text = "LLMs reason. Large language models plan, and an LLM acts."
    names = [tagged(text, "LLMs"), tagged(text, "Large language models")]
    (found,) = group(text, names, [])
    assert [m.text for m in found.mentions] == ["LLMs", "Large language models", "LLM"]


def test_an_undefined_acronym_stays_alone_where_two_names_fit_or_the_type_differs() -> None:
    text = "MAS runs marine animal segmentation and multi-agent systems."
    names = [tagged(text, s) for s in ("MAS", "marine animal segmentation", "multi-agent systems")]
    assert len(group(text, names, [])) == 3
    other = [tagged(text, "MAS"), tagged(text, "marine animal segmentation", "Task", "addressed")]
    assert len(group(text, other, [])) == 2
