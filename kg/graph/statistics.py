"""What a graph holds, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx

from kg.graph import attributes as a
from kg.vocabulary import LINK, LINK_ROLES, PAPER, RELATIONS, concept_types, roles_of


def statistics(graph: nx.MultiDiGraph, *, top: int = 10) -> dict[str, Any]:
    """Counts, shares and rankings of `graph`, in plain JSON types and always in the same order.

    Types, relations and roles come in the vocabulary's order and with their zeros, types of another field that
    the graph has after the four; `top_concepts` are the `top` concepts of each type with most papers, equal ones
    by label. `concepts_per_paper` counts a concept once for each paper, whatever its roles there;
    `isolated_papers` have neither a concept nor a link; `components` are the parts of the graph that no edge
    connects, `largest_component` the number of nodes of the largest. Shares and means are rounded to four
    decimals, and are 0 without papers.
    """
    nodes = dict(graph.nodes(data=True))
    types = {node: data.get(a.TYPE, "") for node, data in nodes.items()}
    papers = [node for node, kind in types.items() if kind == PAPER]
    kinds = concept_types(types.values())
    edges = [(u, v, data) for u, v, data in graph.edges(data=True) if types[u] == PAPER]
    concept_pairs = {(u, v) for u, v, _ in edges if types[v] in kinds}
    with_code = {u for u, _, data in edges if data.get(a.ROLE) == "code"}
    components = [len(part) for part in nx.weakly_connected_components(graph)]
    by_type = _counts(types.values(), kinds)
    by_role = Counter((types[v], data.get(a.ROLE, "")) for _, v, data in edges)
    return {
        "papers": len(papers),
        "concepts": sum(by_type.values()),
        "concepts_by_type": by_type,
        "links": sum(kind == LINK for kind in types.values()),
        "edges": graph.number_of_edges(),
        "edges_by_relation": _counts((data.get(a.RELATION, "") for _, _, data in edges), RELATIONS.values()),
        "edges_by_type_and_role": {
            kind: {role: by_role[kind, role] for role in roles_of(kind)} for kind in kinds
        },
        "links_by_role": {role: by_role[LINK, role] for role in LINK_ROLES},
        "papers_by_year": _years(nodes[paper] for paper in papers),
        "papers_without_year": sum(nodes[paper].get(a.YEAR) is None for paper in papers),
        "papers_with_code_share": _ratio(len(with_code), len(papers)),
        "concepts_per_paper": _ratio(len(concept_pairs), len(papers)),
        "isolated_papers": sum(graph.degree(paper) == 0 for paper in papers),
        "components": len(components),
        "largest_component": max(components, default=0),
        "top_concepts": {kind: _top(nodes, kind, top) for kind in kinds},
    }


def _counts(found: Iterable[str], names: Iterable[str]) -> dict[str, int]:
    counter = Counter(found)
    return {name: counter[name] for name in names}


def _years(papers: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Papers by year, as strings since keys of JSON objects are; every year that occurs."""
    counter = Counter(paper[a.YEAR] for paper in papers if paper.get(a.YEAR) is not None)
    return {str(year): counter[year] for year in sorted(counter)}


def _ratio(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _top(nodes: Mapping[str, Mapping[str, Any]], kind: str, top: int) -> list[dict[str, str | int]]:
    concepts = (
        (-int(data.get(a.PAPERS, 0)), str(data.get(a.LABEL, "")), node)
        for node, data in nodes.items()
        if data.get(a.TYPE) == kind
    )
    return [{"label": label, "papers": -papers, "id": node} for papers, label, node in sorted(concepts)[:top]]
