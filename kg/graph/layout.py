"""Positions, sizes and communities of the nodes, so that the first look at a graph is already laid out."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import networkx as nx

from kg.graph import attributes as a
from kg.graph.forces import settle, sunflower
from kg.vocabulary import is_concept_type

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kg.graph.forces import Floats, Ints


SPACING = 60.0
"""Side of the square that a node has to itself on average, in the units of x, y and size."""
BETWEEN = 0.25
"""Strength of a spring between two communities; within one it is 1, which sets the communities apart."""


def lay_out(graph: nx.Graph, *, seed: int = 0) -> None:
    """Set x, y, size and community on each node of `graph`, and the names of the communities on the graph.

    Communities are those of the Louvain method (Blondel et al., 2008, https://arxiv.org/abs/0803.0476), and
    positions those of `kg.graph.forces`: the communities first, each as one heavy node, then their members
    around them. x and y are centred on 0, in a disc that leaves a node `SPACING`² on average; no two nodes
    share a point.

    The size is a diameter, 6 + 4·sqrt(k): k is the number of papers of a concept or link, and the number of
    concepts and links of a paper (of neighbours, for any other node), so that areas compare.

    The same graph and seed give the same result, whatever the order in which nodes and edges were added.
    """
    nodes = sorted(graph)
    graph.graph[a.CLUSTERS] = ()
    if not nodes:
        return
    number = {node: i for i, node in enumerate(nodes)}
    edges = ((number[u], number[v]) for u, v in graph.edges())
    pairs = sorted({(min(u, v), max(u, v)) for u, v in edges if u != v})
    degree = Counter(end for pair in pairs for end in pair)
    counts = [graph.nodes[node].get(a.PAPERS, degree[i]) for i, node in enumerate(nodes)]
    sizes = [round(6 + 4 * math.sqrt(count), 2) for count in counts]
    community = _communities(len(nodes), pairs, seed)
    positions = _positions(community, pairs, sizes)
    for node, size, group, (x, y) in zip(nodes, sizes, community, positions, strict=True):
        graph.nodes[node].update({a.X: x, a.Y: y, a.SIZE: size, a.COMMUNITY: group})
    if graph.graph.get(a.TIED) == "papers":
        graph.graph[a.CLUSTERS] = _shared_names(graph, max(community) + 1)
    else:
        graph.graph[a.CLUSTERS] = _names([graph.nodes[node] for node in nodes], community, pairs)


def _communities(n: int, pairs: Sequence[tuple[int, int]], seed: int) -> list[int]:
    """The community of each node, numbered from the largest, equal ones by their first node."""
    # Numbers, not names: networkx walks sets of nodes, whose order for strings hangs on the hash seed.
    simple = nx.Graph()
    simple.add_nodes_from(range(n))
    simple.add_edges_from(pairs)
    groups = nx.community.louvain_communities(simple, seed=seed)
    community = [0] * n
    for i, group in enumerate(sorted(groups, key=lambda group: (-len(group), min(group)))):
        for node in group:
            community[node] = i
    return community


def _names(
    nodes: Sequence[Mapping[str, Any]], community: Sequence[int], pairs: Sequence[tuple[int, int]]
) -> tuple[str, ...]:
    """For each community, the label of the concept with most papers within it; empty without a concept.

    A metric names one only where there is nothing else: many fields share "accuracy", which says little of any.
    """
    within = Counter(end for u, v in pairs if community[u] == community[v] for end in (u, v))
    best: dict[int, tuple[bool, int, str]] = {}
    for i, (node, group) in enumerate(zip(nodes, community, strict=True)):
        if is_concept_type(node.get(a.TYPE, "")):
            rank = (node[a.TYPE] == "Metric", -within[i], str(node.get(a.LABEL, "")))
            best[group] = min(best.get(group, rank), rank)
    return tuple(best[group][-1] if group in best else "" for group in range(max(community) + 1))


def _shared_names(graph: nx.Graph, communities: int) -> tuple[str, ...]:
    """For each community of papers, the concept that ties most of them and few of others; empty where none does."""
    ties: Counter[str] = Counter()
    within: list[Counter[str]] = [Counter() for _ in range(communities)]
    for u, v, labels in graph.edges(data=a.SHARED):
        ties.update(labels)
        if (group := graph.nodes[u][a.COMMUNITY]) == graph.nodes[v][a.COMMUNITY]:
            within[group].update(labels)
    best = (
        min(found, key=lambda label: (-(found[label] ** 2) / ties[label], label), default="")
        for found in within
    )
    return tuple(best)


def _positions(
    community: Sequence[int], pairs: Sequence[tuple[int, int]], sizes: Sequence[float]
) -> list[tuple[float, float]]:
    import numpy as np

    group = np.array(community)
    # Without an edge, a spring from a node to itself stands in: it pulls nothing.
    source, target = np.array(pairs or [(0, 0)]).T
    degree = np.bincount(np.array(pairs, dtype=np.int64).ravel(), minlength=len(group))
    mass: Floats = (degree + 1).astype(np.float64)
    density = float(mass.sum()) / (len(group) * SPACING**2)
    centres = _centres(group, source, target, mass, density)
    members: dict[int, list[int]] = defaultdict(list)
    for i in np.argsort(-mass, kind="stable").tolist():
        members[community[i]].append(i)
    start = np.empty((2, len(group)))
    for i, nodes in members.items():
        start[:, nodes] = centres[:, [i]] + sunflower(mass[nodes], density)
    springs = np.where(group[source] == group[target], 1.0, BETWEEN)
    settled = settle(start, mass, (source, target), springs, density, np.array(sizes))
    return _distinct(settled.round(2).T.tolist())


def _centres(group: Ints, source: Ints, target: Ints, mass: Floats, density: float) -> Floats:
    """Where the communities settle, each as one node with the mass and the edges of its members."""
    import numpy as np

    ends = zip(group[source].tolist(), group[target].tolist(), strict=True)
    edges = Counter((min(u, v), max(u, v)) for u, v in ends)
    pairs = sorted(edges)
    first, second = np.array(pairs).T
    springs = np.array([edges[pair] * BETWEEN for pair in pairs])
    weight: Floats = np.bincount(group, weights=mass).astype(np.float64)
    return settle(sunflower(weight, density), weight, (first, second), springs, density)


def _distinct(points: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """The points; one that an earlier node has already taken moves to the right by hundredths."""
    taken: dict[tuple[float, float], None] = {}
    for x, y in points:
        point = (x + 0.0, y + 0.0)  # no -0.0
        while point in taken:
            point = (round(point[0] + 0.01, 2), point[1])
        taken[point] = None
    return list(taken)
