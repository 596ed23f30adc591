"""A graph as rows: its nodes with their attributes, and each paper with its edges, in the order of the exports.

What is written row by row takes `Rows`, so that a corpus never has to be in memory as a whole: `corpus_rows` makes
them of extractions that are read again each time, `graph_rows` of a networkx graph. Attributes are those that
`kg.graph.attributes` names. Papers come by their ids in the source, concepts and links by their IRIs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import networkx as nx

from kg.graph import attributes as a
from kg.records import Concept, Extraction, Mention
from kg.resolve import Resolution
from kg.text import clean
from kg.vocabulary import BASE_IRI, LINK, PAPER, RELATIONS, link_iri, node_types, paper_iri

LABEL_WORDS = 8
_ORDER = {relation: place for place, relation in enumerate(RELATIONS.values())}

Attributes = Mapping[str, Any]


class Node(NamedTuple):
    """A concept or a link: its IRI and attributes."""

    iri: str
    data: Attributes


class Edge(NamedTuple):
    """An edge of a paper: the IRI and the type of its other end, and its attributes."""

    target: str
    type: str
    data: Attributes


class PaperRow(NamedTuple):
    """A paper: its IRI, its attributes, and its edges by relation, in the vocabulary's order, and target."""

    iri: str
    data: Attributes
    edges: Sequence[Edge]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """A graph to be read any number of times; `counts` are the nodes by type, in the order of the exports.

    `concepts` gives those of one type.
    """

    base: str
    sources: Sequence[tuple[str, str]]
    pipeline: str
    counts: Mapping[str, int]
    papers: Callable[[], Iterator[PaperRow]]
    concepts: Callable[[str], Iterator[Node]]
    links: Callable[[], Iterator[Node]]


def as_rows(graph: nx.MultiDiGraph | Rows) -> Rows:
    """Rows as they are, or those of a networkx graph."""
    return graph if isinstance(graph, Rows) else graph_rows(graph)


def graph_rows(graph: nx.MultiDiGraph) -> Rows:
    """The rows of a networkx graph; concepts are not broader or related that the graph does not have."""
    types = dict(graph.nodes(data=a.TYPE))
    nodes: dict[str, list[str]] = {kind: [] for kind in node_types(set(types.values()))}
    for node, kind in types.items():
        nodes[kind].append(node)

    def papers() -> Iterator[PaperRow]:
        for node in sorted(nodes[PAPER], key=lambda node: (graph.nodes[node].get(a.IDENTIFIER, ""), node)):
            out = (Edge(target, types[target], data) for _, target, data in graph.out_edges(node, data=True))
            yield PaperRow(node, graph.nodes[node], _in_order(out))

    def concepts(kind: str) -> Iterator[Node]:
        for node in sorted(nodes[kind]):
            data = graph.nodes[node]
            known = {
                key: tuple(other for other in data[key] if other in graph)
                for key in (a.BROADER, a.RELATED)
                if key in data
            }
            yield Node(node, {**data, **known})

    return Rows(
        base=str(graph.graph.get(a.BASE, BASE_IRI)),
        sources=graph.graph.get(a.SOURCES, ()),
        pipeline=graph.graph.get(a.PIPELINE, ""),
        counts={kind: len(members) for kind, members in nodes.items()},
        papers=papers,
        concepts=concepts,
        links=lambda: (Node(node, graph.nodes[node]) for node in sorted(nodes[LINK])),
    )


def corpus_rows(
    extractions: Callable[[], Iterable[Extraction]],
    resolution: Resolution,
    *,
    base_iri: str = BASE_IRI,
    sources: Sequence[tuple[str, str]] = (),
) -> Rows:
    """The rows of a corpus. `extractions` come in the order of the papers' ids, and are read again each time.

    `sources` names the inputs and their SHA-256.
    """
    links: dict[str, tuple[str, int]] = {}
    pipelines: set[str] = set()
    papers_read = 0
    for extraction in extractions():
        papers_read += 1
        pipelines.add(extraction.pipeline)
        addresses = {link_iri(link.url, base_iri): link.url for link in reversed(extraction.links)}
        for iri, url in addresses.items():
            first, count = links.get(iri, (url, 0))
            links[iri] = first, count + 1
    concepts: dict[str, list[Concept]] = defaultdict(list)
    types = {}
    for concept in resolution.concepts:
        concepts[concept.type].append(concept)
        types[concept.id] = concept.type
    counts = {kind: len(concepts.get(kind, ())) for kind in node_types(concepts)}

    def papers() -> Iterator[PaperRow]:
        for extraction in extractions():
            asserted = resolution.assertions(extraction)
            edges = [
                Edge(edge.concept, types[edge.concept], _edge(edge.role, edge.confidence, edge.mentions))
                for edge in asserted
            ]
            edges += _link_edges(extraction, base_iri)
            yield PaperRow(paper_iri(base_iri, extraction.paper.id), _paper(extraction), _in_order(edges))

    return Rows(
        base=base_iri,
        sources=tuple(sources),
        pipeline=", ".join(sorted(pipelines - {""})),
        counts=counts | {PAPER: papers_read, LINK: len(links)},
        papers=papers,
        concepts=lambda kind: (Node(concept.id, _concept(concept)) for concept in concepts.get(kind, ())),
        links=lambda: (Node(iri, _link(*found)) for iri, found in sorted(links.items())),
    )


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


def _in_order(edges: Iterable[Edge]) -> list[Edge]:
    return sorted(edges, key=lambda edge: (_ORDER[edge.data[a.RELATION]], edge.target))


def _paper(extraction: Extraction) -> Attributes:
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
    return values


def _concept(concept: Concept) -> Attributes:
    values = {
        a.TYPE: concept.type,
        a.LABEL: concept.label,
        a.ALIASES: concept.aliases,
        a.BROADER: concept.broader,
        a.RELATED: concept.related,
        a.REPLACES: concept.replaces,
        a.PAPERS: len(concept.papers),
    }
    return values | ({a.AMBIGUOUS: True} if concept.ambiguous else {})


def _link(url: str, papers: int) -> Attributes:
    return {a.TYPE: LINK, a.LABEL: url, a.URL: url, a.PAPERS: papers}


def _edge(role: str, confidence: float, mentions: Sequence[Mention]) -> Attributes:
    return {
        a.RELATION: RELATIONS[role],
        a.ROLE: role,
        a.CONFIDENCE: confidence,
        a.WEIGHT: max(1, len(mentions)),
        a.MENTIONS: tuple(mentions),
    }


def _link_edges(extraction: Extraction, base_iri: str) -> Iterator[Edge]:
    mentions: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for link in extraction.links:
        mentions[link_iri(link.url, base_iri), link.role].append(link.mention)
    for (iri, role), found in mentions.items():
        yield Edge(iri, LINK, _edge(role, 1.0, found))
