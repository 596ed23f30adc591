from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.resolve import Resolution, resolve
from kg.vocabulary import BASE_IRI

Names = Sequence[tuple[str, str, Sequence[str]]]


def extraction(paper: str, *concepts: tuple[str, str, Sequence[str]]) -> Extraction:
    """One paper whose concepts are given as (type, role, surfaces)."""
    text, made = "", []
    for concept_type, role, surfaces in concepts:
        mentions = []
        for surface in surfaces:
            mentions.append(Mention(len(text), len(text) + len(surface), surface))
            text += surface + ". "
        made.append(PaperConcept(concept_type, surfaces[0], role, 0.5, tuple(mentions)))
    return Extraction(Paper(paper, text), tuple(made), (), "test 1")


def methods(*papers: Sequence[str]) -> list[Extraction]:
    return [extraction(f"p{i}", ("Method", "used", surfaces)) for i, surfaces in enumerate(papers)]


def nodes(resolution: Resolution) -> dict[str, set[str]]:
    return {concept.id.removeprefix(BASE_IRI): set(concept.forms) for concept in resolution.concepts}


@pytest.mark.parametrize(
    ("papers", "expected"),
    [
        ([["Large Language Models"], ["large language model"]], ["method/large-language-model"]),
        ([["fine-tuning"], ["finetuning"], ["Fine Tuning"]], ["method/fine-tuning"]),
        ([["Adam optimizer"], ["Adam"]], ["method/adam"]),
        ([["GPT-4"], ["GPT4"], ["GPT-4o"]], ["method/gpt-4", "method/gpt-4o"]),
        ([["$\\beta$-VAE"], ["β-VAE"]], ["method/β-vae"]),
        ([["large language models", "LLMs"], ["LLM"]], ["method/large-language-model"]),
        (
            [["latent Dirichlet allocation", "LDA"], ["linear discriminant analysis", "LDA"], ["LDA"]],
            ["method/latent-dirichlet-allocation", "method/lda", "method/linear-discriminant-analysis"],
        ),
        (
            [["\\textbf{LLM}s"], ["large language models", "LLMs"], ["\\emph{LLM}"]],
            ["method/large-language-model"],
        ),
        ([["GAN"], ["GAT"]], ["method/gan", "method/gat"]),
        ([["深度学习"], ["Нейросеть"]], ["method/нейросеть", "method/深度学习"]),
    ],
)
def test_what_is_one_node(papers: list[list[str]], expected: list[str]) -> None:
    assert sorted(nodes(resolve(lambda: methods(*papers)))) == expected


def test_types_stay_apart() -> None:
    papers = [extraction("p", ("Method", "used", ["MAE"]), ("Metric", "used", ["MAE"]))]
    assert sorted(nodes(resolve(lambda: papers))) == ["method/mae", "metric/mae"]


def test_the_ledger_names_rule_forms_and_papers() -> None:
    (concept,) = resolve(lambda: methods(["reward models", "RM"], ["Reward Model"], ["RM"])).concepts
    assert [(m.rule, m.forms, m.papers) for m in concept.merges] == [
        ("acronym", ("RM",), ("p0",)),
        ("dominant sense", ("RM",), ("p2",)),
        ("spelling", ("Reward Model", "reward models"), ("p0", "p1")),
    ]


def test_an_edge_carries_its_role_and_its_evidence() -> None:
    paper = extraction("p", ("Dataset", "used", ["ImageNet", "ImageNet"]))
    (edge,) = resolve(lambda: [paper]).assertions(paper)
    assert (edge.relation, edge.concept, edge.confidence) == ("uses", BASE_IRI + "dataset/imagenet", 0.5)
    assert [paper.paper.text[m.start : m.end] for m in edge.mentions] == ["ImageNet", "ImageNet"]


def test_two_concepts_of_a_paper_that_are_one_node_share_an_edge() -> None:
    paper = extraction("p", ("Method", "used", ["fine-tuning"]), ("Method", "used", ["finetuning"]))
    (edge,) = resolve(lambda: [paper]).assertions(paper)
    assert [m.text for m in edge.mentions] == ["fine-tuning", "finetuning"]


def test_names_with_one_slug_have_two_iris() -> None:
    resolution = resolve(lambda: methods(["C++"], ["C plus plus"], ["C#"], ["C"]))
    assert len({concept.id for concept in resolution.concepts}) == 4


SURFACES = st.sampled_from(
    [
        "LLM",
        "LLMs",
        "large language model",
        "Large Language Models",
        "LM",
        "language model",
        "C++",
        "$k$-means",
    ]
)


@given(st.lists(st.lists(SURFACES, min_size=1, max_size=3), min_size=1, max_size=6), st.randoms())
def test_the_order_of_papers_does_not_matter(papers: list[list[str]], random: object) -> None:
    made = methods(*papers)
    shuffled = list(made)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert resolve(lambda: made).concepts == resolve(lambda: shuffled).concepts


@given(st.lists(st.text(min_size=1, max_size=12).filter(str.strip), min_size=1, max_size=6))
def test_any_text_can_be_a_name(names: list[str]) -> None:
    resolution = resolve(lambda: methods(*[[name] for name in names]))
    assert {form for concept in resolution.concepts for form in concept.forms} == set(names)
    assert len({concept.id for concept in resolution.concepts}) == len(resolution.concepts)
