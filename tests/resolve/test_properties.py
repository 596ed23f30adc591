"""What holds of resolution whatever the papers are: the order does not count, and IRIs last."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from made_papers import extraction, resolved

from kg.records import Extraction
from kg.text.segmentation import readable
from kg.vocabulary import BASE_IRI

FORMS = st.sampled_from(
    [
        *(
            "LLM",
            "LLMs",
            "large language model",
            "Large Language Models",
            "LLM agents",
            "large language model agents",
        ),
        *(
            "LM",
            "language model",
            "lexical matching",
            "RL",
            "reinforcement learning",
            "offline RL",
            "rank learning",
        ),
        *(
            "offline reinforcement learning",
            "MAS",
            "multi-agent system",
            "multi-agent systems",
            "SMAC",
            "SMACv2",
        ),
        *(
            "causal graphical model",
            "graphical causal model",
            "cross-entropy",
            "cross-entropy loss",
            "C++",
            "$k$-means",
        ),
        *(
            "uncertainty quantification",
            "quantifying uncertainty",
            "KL divergence",
            "Kullback-Leibler divergence",
        ),
    ]
)
CONCEPTS = st.tuples(
    st.sampled_from([("Method", "used"), ("Method", "introduced"), ("Task", "addressed")]),
    st.lists(FORMS, min_size=1, max_size=3, unique=True),
)
TEXTS = st.sampled_from(
    ["", "We use multi-agent systems (MAS).", "Rank learning (RL) helps.", "RL (reinforcement learning)"]
)
PAPERS = st.lists(st.tuples(st.lists(CONCEPTS, max_size=3), TEXTS), min_size=1, max_size=8)
Drawn = list[tuple[list[tuple[tuple[str, str], list[str]]], str]]


def papers(drawn: Drawn, prefix: str = "p") -> list[Extraction]:
    return [
        extraction(f"{prefix}{i}", *((*kind, forms) for kind, forms in concepts), text=text)
        for i, (concepts, text) in enumerate(drawn)
    ]


@given(PAPERS, st.randoms(use_true_random=False))
def test_the_order_of_papers_does_not_count(drawn: Drawn, chance: random.Random) -> None:
    made = papers(drawn)
    shuffled = list(made)
    chance.shuffle(shuffled)
    one, other = resolved(made), resolved(shuffled)
    assert one.concepts == other.concepts
    assert [one.assertions(paper) for paper in made] == [other.assertions(paper) for paper in made]


@given(PAPERS)
def test_every_form_is_put_to_one_concept_of_its_type(drawn: Drawn) -> None:
    made = papers(drawn)
    found = resolved(made)
    assert len({concept.id for concept in found.concepts}) == len(found.concepts)
    known = {concept.id: concept for concept in found.concepts}
    for paper in made:
        edges = found.assertions(paper)
        forms = {mention.text for edge in edges for mention in edge.mentions}
        assert forms == {mention.text for concept in paper.concepts for mention in concept.mentions}
        for edge in edges:
            assert all(paper.paper.id in known[edge.concept].forms[mention.text] for mention in edge.mentions)


@given(PAPERS, PAPERS)
@settings(max_examples=200)
def test_adding_papers_takes_no_iri_away_without_saying_what_replaces_it(first: Drawn, more: Drawn) -> None:
    made = papers(first)
    before = resolved(made)
    after = resolved([*made, *papers(more, "q")])
    known = {concept.id for concept in after.concepts} | {old for c in after.concepts for old in c.replaces}
    assert {concept.id for concept in before.concepts} <= known


@given(PAPERS)
def test_resolving_what_was_resolved_changes_nothing(drawn: Drawn) -> None:
    """Papers that know each concept by the name in its IRI alone have the same concepts."""
    made = papers(drawn)
    found = resolved(made)
    types = {concept.id: concept.type for concept in found.concepts}
    again = []
    for paper in made:
        nodes = sorted({(edge.concept, edge.role) for edge in found.assertions(paper)})
        named = [(types[iri], role, [_name(iri)]) for iri, role in nodes]
        again.append(extraction(paper.paper.id, *named))
    second = resolved(again)
    assert {concept.id for concept in second.concepts} == {concept.id for concept in found.concepts}
    assert [{e.concept for e in second.assertions(p)} for p in again] == [
        {e.concept for e in found.assertions(p)} for p in made
    ]


def _name(iri: str) -> str:
    words = iri.removeprefix(BASE_IRI).partition("/")[2].replace("c-plus-plus", "C++").split("-")
    return " ".join(
        word.upper() if word in ("llm", "lm", "rl", "mas", "smac", "kl") else word for word in words
    )


@given(PAPERS)
def test_there_is_no_circle_of_broader_concepts_and_none_is_related_too(drawn: Drawn) -> None:
    found = resolved(papers(drawn))
    wider = {concept.id: set(concept.broader) for concept in found.concepts}
    for concept in found.concepts:
        above: set[str] = set()
        waiting = set(concept.broader)
        while waiting:
            above |= waiting
            waiting = {iri for one in waiting for iri in wider[one]} - above
        assert concept.id not in above
        assert above.isdisjoint(concept.related)


def test_words_of_iris_have_the_key_again() -> None:
    for name in ("supervised learning", "convergence rate", "GPT-4o", "Llama 3.1 8B", "3D object detection"):
        from kg.text.names import key

        assert key(" ".join(readable(key(name, "Method"))[0]), "Method") == key(name, "Method")
