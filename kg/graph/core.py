"""What is drawn of a graph that is too large to be looked at: its core.

The core number of a node is the largest k for which it is in the k-core: the part of the graph in which every node has
at least k neighbours (Seidman, 1983, https://doi.org/10.1016/0378-8733(83)90028-X). Papers and concepts with the
highest ones are drawn, those with most neighbours first where numbers are equal: common concepts, and the papers that
have several of them. The links of these papers come with them.
"""

from __future__ import annotations

from array import array
from collections.abc import Set
from typing import TYPE_CHECKING

import networkx as nx

from kg.graph import attributes as a
from kg.graph.assemble import graph_of
from kg.graph.rows import Rows
from kg.vocabulary import LINK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

MOST_DRAWN = 50_000
"""Papers and concepts that are drawn; layout takes half a minute for so many, and browsers still hold their page."""


def drawn(rows: Rows, *, most: int | None = None) -> nx.MultiDiGraph:
    """The graph, or its core with the `most` papers and concepts (MOST_DRAWN), which says of itself that it is cut."""
    most = MOST_DRAWN if most is None else most
    nodes = sum(rows.counts.values())
    if nodes - rows.counts[LINK] <= most:
        return graph_of(rows)
    graph = graph_of(rows, kept=core(rows, most))
    graph.graph[a.CUT] = f"{graph.number_of_nodes():,} of {nodes:,} nodes, the core of the graph"
    return graph


def core(rows: Rows, most: int) -> Set[str]:
    """The IRIs of the `most` papers and concepts with the highest core numbers."""
    import numpy as np

    names = [node.iri for kind in rows.counts for node in rows.concepts(kind)]
    numbers = {iri: number for number, iri in enumerate(names)}
    papers, concepts = array("q"), array("q")
    for paper in rows.papers():
        for number in {numbers[edge.target] for edge in paper.edges if edge.type != LINK}:
            papers.append(len(names))
            concepts.append(number)
        names.append(paper.iri)
    ends = np.array([papers, concepts])
    degree = np.bincount(ends.ravel(), minlength=len(names))
    order = np.lexsort((-degree, -_core_numbers(len(names), ends)))
    return {names[number] for number in order[:most].tolist()}


def _core_numbers(n: int, ends: Ints) -> Ints:
    """The core number of each of the nodes 0 to n - 1; `ends` are the two nodes of each edge."""
    import numpy as np

    numbers = np.zeros(n, dtype=np.int64)
    left = np.ones(n, dtype=bool)
    k = 0
    while left.any():
        degree = np.bincount(ends.ravel(), minlength=n)
        weak = left & (degree <= k)
        if weak.any():
            numbers[weak] = k
            left &= ~weak
            ends = ends[:, left[ends].all(axis=0)]
        else:
            k = int(degree[left].min())
    return numbers
