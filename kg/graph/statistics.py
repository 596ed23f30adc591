"""What a graph holds, in numbers."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable
from typing import Any

import networkx as nx

from kg.graph import attributes as a
from kg.graph.rows import Node, Rows, as_rows
from kg.vocabulary import LINK, LINK_ROLES, PAPER, RELATIONS, concept_types, roles_of


def statistics(graph: nx.MultiDiGraph | Rows, *, top: int = 10) -> dict[str, Any]:
    """Counts, shares and rankings of `graph`, in plain JSON types and always in the same order.

    Types, relations and roles come in the vocabulary's order and with their zeros, types of another field that
    the graph has after the four; `top_concepts` are the `top` concepts of each type with most papers, equal ones
    by label. `concepts_per_paper` counts a concept once for each paper, whatever its roles there;
    `isolated_papers` have neither a concept nor a link; `components` are the parts of the graph that no edge
    connects, `largest_component` the number of nodes of the largest. Shares and means are rounded to four
    decimals, and are 0 without papers.
    """
    rows = as_rows(graph)
    kinds = concept_types(rows.counts)
    nodes = _Nodes()
    relations: Counter[str] = Counter()
    roles: Counter[tuple[str, str]] = Counter()
    years: Counter[int | None] = Counter()
    pairs = with_code = isolated = 0
    for kind in (*kinds, LINK):
        for node in rows.concepts(kind) if kind != LINK else rows.links():
            nodes.add(node.iri)
    for paper in rows.papers():
        years[paper.data.get(a.YEAR)] += 1
        relations.update(edge.data.get(a.RELATION, "") for edge in paper.edges)
        roles.update((edge.type, edge.data.get(a.ROLE, "")) for edge in paper.edges)
        pairs += len({edge.target for edge in paper.edges if edge.type in kinds})
        with_code += any(edge.data.get(a.ROLE) == "code" for edge in paper.edges)
        isolated += not paper.edges
        nodes.connect(edge.target for edge in paper.edges)
    components = nodes.components()
    papers = rows.counts[PAPER]
    by_type = {kind: rows.counts.get(kind, 0) for kind in kinds}
    return {
        "papers": papers,
        "concepts": sum(by_type.values()),
        "concepts_by_type": by_type,
        "links": rows.counts[LINK],
        "edges": relations.total(),
        "edges_by_relation": {name: relations[name] for name in RELATIONS.values()},
        "edges_by_type_and_role": {
            kind: {role: roles[kind, role] for role in roles_of(kind)} for kind in kinds
        },
        "links_by_role": {role: roles[LINK, role] for role in LINK_ROLES},
        "papers_by_year": {
            str(year): years[year] for year in sorted(year for year in years if year is not None)
        },
        "papers_without_year": years[None],
        "papers_with_code_share": _ratio(with_code, papers),
        "concepts_per_paper": _ratio(pairs, papers),
        "isolated_papers": isolated,
        "components": len(components),
        "largest_component": max(components, default=0),
        "top_concepts": {kind: _top(rows.concepts(kind), top) for kind in kinds},
    }


class _Nodes:
    """The nodes that papers connect, as disjoint sets (Tarjan, 1975, https://doi.org/10.1145/321879.321884)."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}
        self._papers: Counter[str] = Counter()
        self._alone = 0

    def add(self, node: str) -> None:
        self._above[node] = node

    def connect(self, nodes: Iterable[str]) -> None:
        """Take in a paper and what it connects."""
        first, *others = [self._top(node) for node in nodes] or [""]
        if not first:
            self._alone += 1
            return
        self._papers[first] += 1
        for other in others:
            self._above[self._top(other)] = self._top(first)

    def _top(self, node: str) -> str:
        above = self._above
        while above[node] != node:
            above[node] = node = above[above[node]]
        return node

    def components(self) -> list[int]:
        """The number of nodes of each part that is connected."""
        sizes = Counter(map(self._top, self._above))
        for node, papers in self._papers.items():
            sizes[self._top(node)] += papers
        return [*sizes.values(), *[1] * self._alone]


def _ratio(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _top(concepts: Iterable[Node], top: int) -> list[dict[str, str | int]]:
    ranked = (
        (-int(node.data.get(a.PAPERS, 0)), str(node.data.get(a.LABEL, "")), node.iri) for node in concepts
    )
    best = heapq.nsmallest(top, ranked)
    return [{"label": label, "papers": -papers, "id": node} for papers, label, node in best]
