"""Concepts tied by the papers they share, and papers tied by the concepts they share.

What n nodes share ties each of them to the n - 1 others, with a strength of 1 / (n - 1) each, so that a metric of
every paper counts little and a rare dataset much (Newman, 2001, https://doi.org/10.1103/PhysRevE.64.016132). Of these
ties the disparity filter (Serrano, Boguñá and Vespignani, 2009, https://doi.org/10.1073/pnas.0808904106) keeps those
that stand out from the others of one of their ends: had a node with k ties and strength s in all dealt it out by
chance, a tie of strength w or more would come with the probability (1 - w/s)^(k - 1). docs/gephi.md says why it is
this filter.

Ties are found node by node, from the lists of what each has, so that memory grows with the ties that are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import networkx as nx

from kg.errors import InputError
from kg.graph import attributes as a
from kg.vocabulary import PAPER, is_concept_type

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

SIDES = {"concepts": "sharesPapers", "papers": "sharesConcepts"}
"""What a projection has for nodes -> the relation between them."""
SIGNIFICANCE = 0.05
"""Probability by chance from which on a tie is left out."""


@dataclass(frozen=True, slots=True)
class _Sides:
    """The nodes to tie, and those of the other side that tie them, by numbers.

    `of_node[i]` lists the others that node i has an edge with, `of_other[j]` the nodes, both sorted.
    """

    nodes: Sequence[str]
    others: Sequence[str]
    of_node: Sequence[Ints]
    of_other: Sequence[Ints]


@dataclass(frozen=True, slots=True)
class _Tie:
    """How many others two nodes share, how strong that makes their tie, and its probability by chance."""

    shared: int
    strength: float
    p_value: float


def project(graph: nx.MultiDiGraph, side: str, *, significance: float = SIGNIFICANCE) -> nx.Graph:
    """The nodes of a `side` of `SIDES` that share something of significance, with what they share, not laid out.

    Edges bear `weight`, the number of papers or concepts in common, `shared`, the ids of these papers or the labels
    of these concepts, `strength`, and `p_value`, which is below `significance` (above 0); from 1 on every pair is
    kept that shares anything. Links tie nothing.

    Raises InputError when no edge is left.
    """
    sides = _sides(graph, side)
    ties = _ties(sides, significance)
    if not ties:
        raise InputError(
            f"no two {side} share anything of significance; keep more, or every pair with --significance 1"
        )
    projection = nx.Graph(**{key: value for key, value in graph.graph.items() if key != a.CLUSTERS})
    projection.graph[a.TIED] = side
    for i in sorted({end for pair in ties for end in pair}):
        projection.add_node(sides.nodes[i], **graph.nodes[sides.nodes[i]])
    name = a.IDENTIFIER if side == "concepts" else a.LABEL
    names = [str(graph.nodes[node][name]) for node in sides.others]
    for (i, j), tie in sorted(ties.items()):
        common = set(sides.of_node[i].tolist()).intersection(sides.of_node[j].tolist())
        values = {a.RELATION: SIDES[side], a.WEIGHT: tie.shared, a.STRENGTH: tie.strength}
        values |= {a.P_VALUE: tie.p_value, a.SHARED: tuple(sorted(names[other] for other in common))}
        projection.add_edge(sides.nodes[i], sides.nodes[j], **values)
    return projection


def _sides(graph: nx.MultiDiGraph, side: str) -> _Sides:
    import numpy as np

    kinds = {node: str(kind) for node, kind in graph.nodes(data=a.TYPE)}
    pairs = {(paper, node) for paper, node in graph.edges() if is_concept_type(kinds[node])}
    nodes = sorted(node for node, kind in kinds.items() if kind == PAPER)
    others = sorted(node for node, kind in kinds.items() if is_concept_type(kind))
    if side == "concepts":
        nodes, others = others, nodes
        pairs = {(node, paper) for paper, node in pairs}
    node_number = {node: i for i, node in enumerate(nodes)}
    other_number = {node: j for j, node in enumerate(others)}
    numbers = sorted((node_number[node], other_number[other]) for node, other in pairs)
    i, j = np.array(numbers, dtype=np.int64).reshape(-1, 2).T
    order = np.argsort(j, kind="stable")
    return _Sides(nodes, others, _split(j, i, len(nodes)), _split(i[order], j[order], len(others)))


def _split(values: Ints, keys: Ints, count: int) -> list[Ints]:
    """The values of each key, of which there are `count` from 0 on; `keys` are sorted."""
    import numpy as np

    return np.split(values, np.searchsorted(keys, np.arange(1, count)))


def _ties(sides: _Sides, significance: float) -> dict[tuple[int, int], _Tie]:
    """The ties that stand out at one end or both, by the numbers of their ends; the probability is the smaller one."""
    import numpy as np

    size = np.array([len(nodes) for nodes in sides.of_other])
    ties: dict[tuple[int, int], _Tie] = {}
    for i, others in enumerate(sides.of_node):
        tying = others[size[others] > 1]
        if not len(tying):
            continue
        ends, place = np.unique(np.concatenate([sides.of_other[j] for j in tying]), return_inverse=True)
        strength = np.bincount(place, np.repeat(1 / (size[tying] - 1), size[tying]))
        shared = np.bincount(place)
        strength[ends == i] = 0.0
        # Rounded, so that processors that differ in the last bits keep the same ties.
        p_value = ((1 - strength / strength.sum()) ** (len(ends) - 2)).round(12)
        kept = np.flatnonzero((ends != i) & ((p_value < significance) | (significance >= 1)))
        columns = (column[kept].tolist() for column in (ends, shared, strength, p_value))
        for j, count, weight, probability in zip(*columns, strict=True):
            tie = _Tie(count, float(f"{weight:.4g}"), float(f"{probability:.4g}"))
            pair = (min(i, j), max(i, j))
            ties[pair] = min(tie, ties.get(pair, tie), key=lambda found: found.p_value)
    return ties
