"""Papers, concepts and links as one graph; what its attributes mean stands in `kg.graph.attributes`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import networkx as nx

from kg.graph import attributes as a
from kg.records import Concept, Extraction, Mention
from kg.resolve import Resolution
from kg.text import clean
from kg.vocabulary import BASE_IRI, LINK, PAPER, RELATIONS, link_iri, paper_iri

LABEL_WORDS = 8


def paper_label(extraction: Extraction) -> str:
    """What people see of a paper: its title, else what it introduces, else its first words, else its id."""
    paper = extraction.paper
    if title := clean(paper.title).text.strip():
        return title
    introduced = [concept.label for concept in extraction.concepts if concept.role == "introduced"]
    if introduced:
        return ", ".join(clean(label).text for label in introduced[:3])
    words = clean(paper.text).text.split()
    first = " ".join(words[:LABEL_WORDS])
    return first + (" …" if len(words) > LABEL_WORDS else "") or paper.id


def _add_paper(graph: nx.MultiDiGraph, iri: str, extraction: Extraction) -> None:
    paper = extraction.paper
    values: dict[str, Any] = {
        a.TYPE: PAPER,
        a.LABEL: paper_label(extraction),
        a.IDENTIFIER: paper.id,
        a.TITLE: paper.title,
        a.TEXT: paper.text,
        a.VENUE: paper.venue,
        a.URL: paper.url,
        a.KEYWORDS: paper.keywords,
        a.AUTHORS: paper.authors,
        a.DOI: paper.doi,
    }
    if paper.year is not None:
        values[a.YEAR] = paper.year
    graph.add_node(iri, **values)


def _add_concept(graph: nx.MultiDiGraph, concept: Concept) -> None:
    graph.add_node(
        concept.id,
        **{
            a.TYPE: concept.type,
            a.LABEL: concept.label,
            a.ALIASES: concept.aliases,
            a.BROADER: concept.broader,
            a.RELATED: concept.related,
            a.REPLACES: concept.replaces,
            a.PAPERS: len(concept.papers),
        },
        **({a.AMBIGUOUS: True} if concept.ambiguous else {}),
    )


def _add_edge(
    graph: nx.MultiDiGraph, paper: str, node: str, role: str, confidence: float, mentions: Sequence[Mention]
) -> None:
    relation = RELATIONS[role]
    graph.add_edge(
        paper,
        node,
        key=relation,
        **{
            a.RELATION: relation,
            a.ROLE: role,
            a.CONFIDENCE: confidence,
            a.WEIGHT: max(1, len(mentions)),
            a.MENTIONS: tuple(mentions),
        },
    )


def _add_links(graph: nx.MultiDiGraph, paper: str, extraction: Extraction) -> None:
    mentions: dict[tuple[str, str], list[Mention]] = {}
    for link in extraction.links:
        node = link_iri(link.url, graph.graph[a.BASE])
        if node not in graph:
            graph.add_node(node, **{a.TYPE: LINK, a.LABEL: link.url, a.URL: link.url, a.PAPERS: 0})
        mentions.setdefault((node, link.role), []).append(link.mention)
    for node in {node: None for node, _ in mentions}:
        graph.nodes[node][a.PAPERS] += 1
    for (node, role), found in mentions.items():
        _add_edge(graph, paper, node, role, 1.0, found)


def assemble(
    extractions: Iterable[Extraction],
    resolution: Resolution,
    *,
    base_iri: str = BASE_IRI,
    sources: Sequence[tuple[str, str]] = (),
) -> nx.MultiDiGraph:
    """The graph of a corpus, nodes and edges in a fixed order.

    `sources` names the inputs and their SHA-256.
    """
    graph = nx.MultiDiGraph(**{a.BASE: base_iri, a.SOURCES: tuple(sources)})
    for concept in resolution.concepts:
        _add_concept(graph, concept)
    pipelines = set()
    for extraction in sorted(extractions, key=lambda found: found.paper.id):
        iri = paper_iri(base_iri, extraction.paper.id)
        _add_paper(graph, iri, extraction)
        for edge in resolution.assertions(extraction):
            _add_edge(graph, iri, edge.concept, edge.role, edge.confidence, edge.mentions)
        _add_links(graph, iri, extraction)
        pipelines.add(extraction.pipeline)
    graph.graph[a.PIPELINE] = ", ".join(sorted(pipelines - {""}))
    return graph
