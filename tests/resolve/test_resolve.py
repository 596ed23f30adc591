from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_papers import concept, extraction, methods, nodes, resolved

from kg.vocabulary import BASE_IRI


@pytest.mark.parametrize(
    ("papers", "expected"),
    [
        ([["Large Language Models"], ["large language model"]], ["method/large-language-model"]),
        ([["fine-tuning"], ["finetuning"], ["Fine Tuning"]], ["method/fine-tuning"]),
        ([["Adam optimizer"], ["Adam"]], ["method/adam"]),
        ([["GPT-4"], ["GPT4"], ["GPT-4o"]], ["method/gpt-4", "method/gpt-4o"]),
        (
            [["Llama-3.1-8B"], ["Llama 3.1 8B"], ["Llama 3.1 70B"]],
            ["method/llama-3.1-70b", "method/llama-3.1-8b"],
        ),
        ([["$\\beta$-VAE"], ["β-VAE"], ["beta-VAE"]], ["method/β-vae"]),
        ([["large language models", "LLMs"], ["LLM"]], ["method/large-language-model"]),
        (
            [["\\textbf{LLM}s"], ["large language models", "LLMs"], ["\\emph{LLM}"]],
            ["method/large-language-model"],
        ),
        ([["GAN"], ["GAT"]], ["method/gan", "method/gat"]),
        ([["SimCLR"], ["SimCSE"]], ["method/simclr", "method/simcse"]),
        (
            [["object detection"], ["3D object detection"]],
            ["method/3d-object-detection", "method/object-detection"],
        ),
        ([["深度学习"], ["Нейросеть"]], ["method/нейросеть", "method/深度学习"]),
        ([["supervised learning"], ["supervised-learning"]], ["method/supervised-learning"]),
    ],
)
def test_what_is_one_node(papers: list[list[str]], expected: list[str]) -> None:
    assert sorted(nodes(resolved(methods(*papers)))) == expected


def test_types_stay_apart() -> None:
    papers = [
        extraction("p", ("Method", "used", ["MAE"]), ("Metric", "used", ["MAE"]), ("Gene", "used", ["MAE"]))
    ]
    assert sorted(nodes(resolved(papers))) == ["Gene/mae", "method/mae", "metric/mae"]


def test_the_ledger_names_rule_forms_and_papers() -> None:
    (found,) = resolved(
        methods(["reward models", "RM"], ["Reward Model"], ["RM"], ["reward modeling"])
    ).concepts
    assert [(m.rule, m.forms, m.papers) for m in found.merges] == [
        ("acronym", ("RM",), ("p0",)),
        ("dominant sense", ("RM",), ("p2",)),
        ("spelling", ("Reward Model", "reward models"), ("p0", "p1")),
        ("wording", ("reward modeling",), ("p3",)),
    ]
    assert found.merges[1].why == "1 of the 1 papers that define it mean this"


def test_a_name_that_stands_nowhere_in_the_text_can_be_the_label() -> None:
    paper = extraction("p", ("Method", "used", ["context-learning"]))
    named = [*methods(["in-context learning"])]
    label = paper.concepts[0]
    made = type(label)(label.type, "in-context learning", label.role, label.confidence, label.mentions)
    odd = type(paper)(paper.paper, (made,), (), "test 1")
    (found,) = resolved([odd, *named]).concepts
    assert set(found.forms) == {"context-learning", "in-context learning"}
    assert [m.rule for m in found.merges] == ["same concept in paper", "spelling"][: len(found.merges)]


def test_an_edge_carries_its_role_and_its_evidence() -> None:
    paper = extraction("p", ("Dataset", "used", ["ImageNet", "ImageNet"]))
    (edge,) = resolved([paper]).assertions(paper)
    assert (edge.relation, edge.concept, edge.confidence) == ("uses", BASE_IRI + "dataset/imagenet", 0.5)
    assert [paper.paper.text[m.start : m.end] for m in edge.mentions] == ["ImageNet", "ImageNet"]


def test_two_concepts_of_a_paper_that_are_one_node_share_an_edge() -> None:
    paper = extraction("p", ("Method", "used", ["fine-tuning"]), ("Method", "used", ["finetuning"]))
    (edge,) = resolved([paper]).assertions(paper)
    assert [m.text for m in edge.mentions] == ["fine-tuning", "finetuning"]


def test_names_with_one_slug_have_two_iris() -> None:
    found = nodes(
        resolved(methods(["C++"], ["C plus plus"], ["C#"], ["C"], ["A*"], ["A star"], ["R&D"], ["R and D"]))
    )
    assert {"method/c-plus-plus", "method/c-sharp", "method/a-star"} <= found.keys()
    assert found["method/c-plus-plus"] == {"C++"}
    assert len(found) == 8


def test_the_label_is_the_commonest_and_ties_go_to_small_letters() -> None:
    (found,) = resolved(methods(["Chain of Thought"], ["chain of thought"], ["chain-of-thought"])).concepts
    assert found.label == "chain of thought"


def test_other_wordings_are_taken_together() -> None:
    papers = [["causal graphical models"], ["graphical causal model"], ["causal graphical model"]]
    (found,) = resolved(methods(*papers)).concepts
    assert found.id == BASE_IRI + "method/causal-graphical-model"
    assert found.replaces == (BASE_IRI + "method/graphical-causal-model",)
    assert [m.rule for m in found.merges] == ["order of modifiers", "spelling"]


def test_the_order_of_words_may_say_what_is_made_of_what() -> None:
    papers = [
        extraction(f"p{i}", ("Task", "addressed", [name]))
        for i, name in enumerate(["text image generation", "image text generation"])
    ]
    assert len(resolved(papers).concepts) == 2


def test_a_name_without_its_last_word_is_taken_for_the_longer_one() -> None:
    papers = [["cross-entropy loss", "cross-entropy"], ["cross-entropy loss"], ["Cross Entropy"]]
    (found,) = resolved(methods(*papers)).concepts
    assert found.id == BASE_IRI + "method/cross-entropy-loss"
    assert ("last word left out", ("Cross Entropy",)) in [(m.rule, m.forms) for m in found.merges]
    assert concept(resolved(methods(*papers, ["cross-entropy"], ["cross-entropy"])), "method/cross-entropy")


@given(st.lists(st.text(min_size=1, max_size=12).filter(str.strip), min_size=1, max_size=6))
def test_any_text_can_be_a_name(names: list[str]) -> None:
    resolution = resolved(methods(*[[name] for name in names]))
    assert {form for found in resolution.concepts for form in found.forms} == set(names)
    assert len({found.id for found in resolution.concepts}) == len(resolution.concepts)
