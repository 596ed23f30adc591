"""A part of a graph, by papers, concepts, types, relations and support."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx

from kg.errors import InputError
from kg.files import CONCEPTS, EXTRACTIONS
from kg.graph import attributes as a
from kg.text.names import spelling_key
from kg.text.near import near_names
from kg.vocabulary import PAPER, RELATIONS, is_concept_type, node_types

Edge = tuple[str, str, str]
"""Paper, node and key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """What a part of a graph holds; an empty tuple, a support of 1 and no `top` leave nothing out.

    First, papers: those of `papers` (ids, IRIs or titles), and of these the ones about any of `concepts` (names or
    IRIs). Then what they are about: nodes of `types`, by edges of `relations`. Of these, nodes with `min_support`
    papers at the least, and of each type the `top` ones with most papers.
    """

    papers: Sequence[str] = ()
    concepts: Sequence[str] = ()
    types: Sequence[str] = ()
    relations: Sequence[str] = ()
    min_support: int = 1
    top: int | None = None


def cut(graph: nx.MultiDiGraph, wanted: Cut) -> nx.MultiDiGraph:
    """The part of `graph` that `wanted` describes, as a graph of its own, not laid out.

    Support is counted within the papers, types and relations that are wanted, and `papers` of each node counts
    what is left; a node that has no edge left is left out, and no concept is broader than or related to one that
    is. Nodes and edges stay in their order.

    Raises InputError for names that the graph does not have, and when nothing is left.
    """
    relations = _known(wanted.relations, RELATIONS.values(), "relation")
    kinds = {node: str(kind) for node, kind in graph.nodes(data=a.TYPE)}
    types = _known(wanted.types, [kind for kind in node_types(kinds.values()) if kind != PAPER], "type")
    edges = [edge for edge in graph.edges(keys=True) if not relations or edge[2] in relations]
    _check_left(edges, "of these relations")
    papers = _papers(graph, edges, wanted)
    edges = [edge for edge in edges if edge[0] in papers]
    _check_left(edges, "of these papers and concepts")
    edges = [edge for edge in edges if not types or kinds[edge[1]] in types]
    _check_left(edges, "of these types")
    kept = _supported(graph, _support(edges), wanted)
    edges = [edge for edge in edges if edge[1] in kept]
    _check_left(edges, f"with {wanted.min_support} papers at the least")
    return _part(graph, edges)


def _check_left(edges: Sequence[Edge], what: str) -> None:
    if not edges:
        raise InputError(f"nothing {what} is left of the graph; ask for more")


def _known(names: Sequence[str], known: Iterable[str], what: str) -> frozenset[str]:
    """The names, as they are known whatever their case."""
    spelled = {name.casefold(): name for name in known}
    for name in names:
        if name.casefold() not in spelled:
            raise InputError(f"no {what} is called {name!r}; known here: {', '.join(spelled.values())}")
    return frozenset(spelled[name.casefold()] for name in names)


def _papers(graph: nx.MultiDiGraph, edges: Iterable[Edge], wanted: Cut) -> frozenset[str]:
    papers = frozenset(node for node, kind in graph.nodes(data=a.TYPE) if kind == PAPER)
    if wanted.papers:
        papers = _named(wanted.papers, _paper_names(graph), "paper", EXTRACTIONS)
    if wanted.concepts:
        concepts = _named(wanted.concepts, _concept_names(graph), "concept", CONCEPTS)
        papers &= {paper for paper, node, _ in edges if node in concepts}
    return papers


def _paper_names(graph: nx.MultiDiGraph) -> Iterator[tuple[str, str]]:
    for node, data in graph.nodes(data=True):
        if data[a.TYPE] == PAPER:
            yield from ((name, node) for name in (data[a.IDENTIFIER], data.get(a.TITLE, ""), node) if name)


def _concept_names(graph: nx.MultiDiGraph) -> Iterator[tuple[str, str]]:
    for node, data in graph.nodes(data=True):
        if is_concept_type(data[a.TYPE]):
            yield from ((name, node) for name in (data[a.LABEL], *data.get(a.ALIASES, ()), node))


def _named(wanted: Sequence[str], names: Iterable[tuple[str, str]], what: str, file: str) -> frozenset[str]:
    """The nodes that bear the names: as they are written, else in another case, else in another spelling.

    `file` of the build is where people find names.
    """
    known = list(names)
    found: set[str] = set()
    unknown = wanted
    for spelled in (str, str.casefold, spelling_key):
        if not unknown:
            break
        bearers: dict[str, set[str]] = defaultdict(set)
        for name, node in known:
            bearers[spelled(name)].add(node)
        found.update(*(bearers.get(spelled(name), ()) for name in unknown))
        unknown = [name for name in unknown if not spelled(name) or spelled(name) not in bearers]
    if unknown:
        near = ", ".join(map(repr, near_names(unknown[0], (name for name, _ in known))))
        hint = f"near it: {near}" if near else f"the names are in the build's {file}"
        raise InputError(f"no {what} is called {unknown[0]!r}; {hint}")
    return frozenset(found)


def _support(edges: Iterable[Edge]) -> dict[str, int]:
    """For each node, how many papers have an edge to it."""
    papers: dict[str, set[str]] = defaultdict(set)
    for paper, node, _ in edges:
        papers[node].add(paper)
    return {node: len(found) for node, found in papers.items()}


def _supported(graph: nx.MultiDiGraph, support: Mapping[str, int], wanted: Cut) -> frozenset[str]:
    """The nodes with enough papers; of equally supported ones at the border of `top`, the first by label, then IRI."""
    by_type: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for node, papers in support.items():
        data = graph.nodes[node]
        if papers >= wanted.min_support:
            by_type[data[a.TYPE]].append((-papers, str(data[a.LABEL]), node))
    return frozenset(node for ranked in by_type.values() for *_, node in sorted(ranked)[: wanted.top])


def _part(graph: nx.MultiDiGraph, edges: Sequence[Edge]) -> nx.MultiDiGraph:
    support = _support(edges)
    kept = support.keys() | {paper for paper, *_ in edges}
    part = nx.MultiDiGraph(**{key: value for key, value in graph.graph.items() if key != a.CLUSTERS})
    for node, data in graph.nodes(data=True):
        if node in kept:
            part.add_node(node, **_narrowed(data, kept, support.get(node)))
    for paper, node, key in edges:
        part.add_edge(paper, node, key=key, **graph.edges[paper, node, key])
    return part


def _narrowed(data: Mapping[str, Any], kept: Iterable[str], papers: int | None) -> dict[str, Any]:
    """What is known of a node, as far as it is true of the part."""
    narrowed = {key: value for key, value in data.items() if key not in (a.X, a.Y, a.SIZE, a.COMMUNITY)}
    for key in (a.BROADER, a.RELATED):
        if key in narrowed:
            narrowed[key] = tuple(iri for iri in narrowed[key] if iri in kept)
    if papers is not None:
        narrowed[a.PAPERS] = papers
    return narrowed
