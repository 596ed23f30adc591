"""A graph of made-up papers, of any size and shaped like a conference: few concepts in many papers, many in few."""

from __future__ import annotations

import random
from itertools import accumulate

import networkx as nx

from kg.graph import attributes as a
from kg.records import Mention
from kg.vocabulary import (
    BASE_IRI,
    CONCEPT_TYPES,
    LINK,
    PAPER,
    RELATIONS,
    ROLES,
    concept_iri,
    link_iri,
    paper_iri,
)

EDGES = 16
"""Concepts of a paper; the examples have as many."""
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "xu", "zen")


def _words(order: random.Random, count: int) -> str:
    return " ".join("".join(order.choices(SYLLABLES, k=order.randint(1, 4))) for _ in range(count))


def made_graph(papers: int, *, seed: int = 0) -> nx.MultiDiGraph:
    """`papers` papers with about 330 triples each; 3,000 of them make a million. The same graph for the same seed."""
    order = random.Random(seed)
    graph = nx.MultiDiGraph(
        **{a.BASE: BASE_IRI, a.PIPELINE: "made up 1", a.SOURCES: (("made.txt", "0" * 64),)}
    )
    names = list(dict.fromkeys(_words(order, order.randint(1, 3)) for _ in range(8 * papers + 40)))
    kinds = order.choices(CONCEPT_TYPES, (60, 15, 20, 5), k=len(names))
    concepts = [concept_iri(BASE_IRI, kind, name) for kind, name in zip(kinds, names, strict=True)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(names))))
    found: dict[str, set[str]] = {}
    edges = []
    for number in range(papers):
        paper = f"paper-{number:06}"
        chosen = sorted(set(order.choices(range(len(names)), cum_weights=weights, k=EDGES)))
        text, mentions = "", []
        for place in chosen:
            spans = []
            for _ in range(order.choice((1, 1, 2))):
                text += _words(order, 4) + " "
                spans.append(Mention(len(text), len(text) + len(names[place]), names[place]))
                text += names[place] + ". "
            mentions.append(tuple(spans))
        graph.add_node(
            paper_iri(BASE_IRI, paper),
            **{a.TYPE: PAPER, a.LABEL: f"Title {number}", a.IDENTIFIER: paper, a.TITLE: f"Title {number}"},
            **{
                a.TEXT: text,
                a.YEAR: 2010 + number % 16,
                a.VENUE: "Made Up",
                a.URL: "",
                a.KEYWORDS: ("made",),
            },
        )
        for place, spans in zip(chosen, mentions, strict=True):
            role = order.choice(ROLES[kinds[place]])
            edges.append((paper, concepts[place], role, round(order.uniform(0.3, 1), 4), spans))
            found.setdefault(concepts[place], set()).add(paper)
        if number % 2:
            link = link_iri(f"https://code.example/{number}")
            graph.add_node(link, **{a.TYPE: LINK, a.LABEL: link, a.URL: link, a.PAPERS: 1})
            edges.append((paper, link, "code", 1.0, ()))
    for name, kind, concept in zip(names, kinds, concepts, strict=True):
        if concept in found:
            named = {a.TYPE: kind, a.LABEL: name, a.ALIASES: (name[:2] + "-" + name[-2:],), a.BROADER: ()}
            graph.add_node(concept, **named, **{a.PAPERS: len(found[concept])})
    for paper, node, role, confidence, spans in edges:
        relation = RELATIONS[role]
        graph.add_edge(
            paper_iri(BASE_IRI, paper),
            node,
            key=relation,
            **{a.RELATION: relation, a.ROLE: role, a.CONFIDENCE: confidence, a.WEIGHT: max(1, len(spans))},
            **{a.MENTIONS: spans},
        )
    return graph
