from __future__ import annotations

import pytest
from made_papers import MadeConcept, concept, extraction, methods, node_of, nodes, resolved

from kg.vocabulary import BASE_IRI

LDA_TOPICS = ("Method", "used", ["latent Dirichlet allocation", "LDA"])
LDA_CLASSES = ("Method", "used", ["linear discriminant analysis", "LDA"])
TOPICS = ("Task", "addressed", ["topic modelling"])
CLASSES = ("Task", "addressed", ["face recognition"])


def test_a_paper_that_defines_an_acronym_decides_for_itself() -> None:
    papers = [extraction("a", LDA_TOPICS), extraction("b", LDA_CLASSES)]
    found = resolved(papers)
    assert node_of(found, "a", "LDA") == "method/latent-dirichlet-allocation"
    assert node_of(found, "b", "LDA") == "method/linear-discriminant-analysis"


def test_a_definition_in_the_text_counts() -> None:
    papers = [
        extraction("a", ("Method", "used", ["LDA"]), text="We use linear discriminant analysis (LDA) here."),
        *(extraction(f"b{i}", LDA_TOPICS) for i in range(9)),
    ]
    assert node_of(resolved(papers), "a", "LDA") == "method/linear-discriminant-analysis"


def test_an_undefined_acronym_without_a_dominant_sense_is_ambiguous() -> None:
    papers = [
        extraction("a", LDA_TOPICS),
        extraction("b", LDA_CLASSES),
        extraction("c", ("Method", "used", ["LDA"])),
    ]
    found = concept(resolved(papers), "method/lda")
    assert found.ambiguous
    assert found.papers == ("c",)
    senses = {"method/latent-dirichlet-allocation", "method/linear-discriminant-analysis"}
    assert {iri.removeprefix(BASE_IRI) for iri in found.related} == senses
    assert {tie.rule for tie in found.ties} == {"possible sense"}


@pytest.mark.parametrize(
    ("beside", "expected"),
    [(TOPICS, "method/latent-dirichlet-allocation"), (CLASSES, "method/linear-discriminant-analysis")],
)
def test_papers_of_like_concepts_decide(beside: MadeConcept, expected: str) -> None:
    papers = [
        extraction("a", LDA_TOPICS, TOPICS),
        extraction("b", LDA_CLASSES, CLASSES),
        extraction("c", ("Method", "used", ["LDA"]), beside),
    ]
    found = resolved(papers)
    assert node_of(found, "c", "LDA") == expected
    assert "sense of like papers" in {m.rule for m in concept(found, expected).merges}


def test_what_half_of_all_papers_name_does_not_make_them_alike() -> None:
    everyone = ("Method", "used", ["neural networks"])
    papers = [extraction(f"x{i}", everyone) for i in range(30)]
    papers += [extraction("a", LDA_TOPICS, everyone), extraction("b", LDA_CLASSES)]
    papers.append(extraction("c", ("Method", "used", ["LDA"]), everyone))
    assert concept(resolved(papers), "method/lda").ambiguous


def test_nearly_all_definitions_make_a_sense_dominant_and_the_old_iri_points_to_it() -> None:
    papers = [*(extraction(f"a{i}", LDA_TOPICS) for i in range(4)), extraction("b", LDA_CLASSES)]
    papers.append(extraction("c", ("Method", "used", ["LDA"])))
    found = concept(resolved(papers), "method/latent-dirichlet-allocation")
    assert "c" in found.papers
    assert found.replaces == (BASE_IRI + "method/lda",)
    (merge,) = [m for m in found.merges if m.rule == "dominant sense"]
    assert (merge.forms, merge.papers) == (("LDA",), ("c",))
    assert merge.why == "4 of the 5 papers that define it mean this"


def test_an_acronym_coined_elsewhere_is_taken_only_by_a_paper_that_shares_something() -> None:
    coined = ("Method", "introduced", ["residual regression transformer", "RRT"])
    planner, beside = ("Method", "used", ["RRT"]), ("Task", "addressed", ["time series imputation"])
    apart = resolved([extraction("a", coined, beside), extraction("b", planner)])
    assert concept(apart, "method/rrt").ambiguous
    shared = resolved([extraction("a", coined, beside), extraction("b", planner, beside)])
    assert node_of(shared, "b", "RRT") == "method/residual-regression-transformer"


def test_what_a_paper_introduces_by_an_acronym_alone_is_its_own() -> None:
    own = extraction("a", ("Method", "introduced", ["ACE"]))
    other = extraction("b", ("Method", "used", ["anatomically consistent embedding", "ACE"]))
    assert node_of(resolved([own, other]), "a", "ACE") == "method/ace"
    assert not concept(resolved([own, other]), "method/ace").ambiguous


def test_long_forms_of_one_acronym_are_never_one_by_that() -> None:
    papers = methods(["conditional random field", "CRF"], ["CRF", "case report form"])
    assert set(nodes(resolved(papers))) == {"method/case-report-form", "method/conditional-random-field"}


def test_a_name_that_an_acronym_does_not_fit_defines_nothing() -> None:
    papers = methods(["GPT-4", "large language model"], ["GPT-4"], ["large language models"])
    found = nodes(resolved(papers))
    assert set(found) == {"method/gpt-4", "method/large-language-model"}
    assert found["method/large-language-model"] == {"large language models"}


def test_acronyms_inside_longer_names_are_read() -> None:
    papers = [
        *methods(
            ["reinforcement learning", "RL"],
            ["reinforcement learning", "RL"],
            ["LLM", "large language models"],
        ),
        extraction("x", ("Task", "addressed", ["offline RL"])),
        extraction("y", ("Task", "addressed", ["offline reinforcement learning"])),
        extraction("z", ("Method", "used", ["LLM-based agents"])),
        extraction("w", ("Method", "used", ["large language model agent"])),
    ]
    found = resolved(papers)
    offline = concept(found, "task/offline-reinforcement-learning")
    assert offline.papers == ("x", "y")
    assert offline.replaces == (BASE_IRI + "task/offline-rl",)
    assert ("acronym inside", ("offline RL",)) in [(m.rule, m.forms) for m in offline.merges]
    assert concept(found, "method/large-language-model-agent").papers == ("w", "z")


def test_the_paper_says_what_an_acronym_inside_a_name_is() -> None:
    papers = [
        *methods(["contrastive learning", "CL"], ["contrastive learning", "CL"]),
        extraction(
            "x", ("Task", "addressed", ["continual learning", "CL"]), ("Task", "addressed", ["graph CL"])
        ),
    ]
    assert node_of(resolved(papers), "x", "graph CL") == "task/graph-continual-learning"


def test_an_acronym_that_is_a_part_of_a_proper_name_is_left_alone() -> None:
    papers = methods(["neural networks", "NN"], ["neural network", "NN"], ["k-NN"], ["BERT-NN"])
    assert {"method/knn", "method/bert-nn"} <= set(nodes(resolved(papers)))


def test_acronym_and_long_form_may_stand_in_either_order() -> None:
    papers = methods(
        ["IB", "information bottleneck"], ["IB (information bottleneck)"], ["information bottleneck (IB)"]
    )
    assert set(nodes(resolved(papers))) == {"method/information-bottleneck"}


def test_acronyms_with_a_generic_word_are_acronyms() -> None:
    papers = methods(["long short-term memory", "LSTM"], ["LSTM model"], ["LSTMs"])
    assert set(nodes(resolved(papers))) == {"method/long-short-term-memory"}


def test_abbreviations_that_are_no_acronyms_have_senses_too() -> None:
    papers = methods(["FedAvg", "federated averaging"], ["FedAvg"], ["federated averaging"])
    assert set(nodes(resolved(papers))) == {"method/federated-averaging"}


def test_a_name_that_a_paper_coins_is_not_short_for_what_it_is_made_of() -> None:
    papers = [
        extraction("x", ("Method", "introduced", ["MolGen", "molecular generation"])),
        extraction("y", ("Method", "used", ["molecular generation"])),
    ]
    found = resolved(papers)
    assert node_of(found, "x", "MolGen") != node_of(found, "y", "molecular generation")


@pytest.mark.parametrize("name", ["gpt", "Gpt"])
def test_an_acronym_may_be_written_small(name: str) -> None:
    papers = methods(["generative pre-trained transformers", "GPT"], [name])
    assert set(nodes(resolved(papers))) == {"method/generative-pre-trained-transformer"}


def test_an_english_word_is_no_acronym_written_small() -> None:
    papers = methods(
        ["global local unified embeddings", "GLUE"], ["maximum a posteriori", "MAP"], ["glue"], ["map"]
    )
    assert {"method/glue", "method/map"} <= set(nodes(resolved(papers)))
