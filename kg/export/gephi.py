"""A graph as Gephi's importers take it: what the writers of GraphML and GEXF share.

Gephi (https://gephi.org; the importers are in modules/ImportPlugin of its sources) draws a node from its
label, position, size and colour and an edge from its weight, and puts all else into columns.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import networkx as nx

from kg.errors import KgError
from kg.export.characters import clean, is_clean
from kg.export.columns import columns, filled, plain, spelled
from kg.graph import attributes as a
from kg.vocabulary import node_types

logger = logging.getLogger(__name__)

_RESERVED = frozenset(("id", "label", "size", "r", "g", "b", "color", "timeset", "interval"))
RESERVED_NODE_NAMES = _RESERVED | {"nodelabel", "x", "y", "z", "xpos", "ypos", "zpos", "d3"}
RESERVED_EDGE_NAMES = _RESERVED | {
    *("edgeid", "edgelabel", "weight", "edge weight", "source", "target", "type", "kind", "d7"),
}
"""Names, in lower case, that Gephi takes for properties or for its own columns; data never bears them."""

CLUSTER = "cluster"
"""Column with the name of a node's community."""
EVIDENCE = "evidence"
"""Column with the mentions of an edge."""
NODE_COLUMNS = (
    *(a.TYPE, a.IDENTIFIER, a.TITLE, a.TEXT, a.YEAR, a.VENUE, a.URL, a.KEYWORDS),
    *(a.AUTHORS, a.DOI),
    *(a.ALIASES, a.BROADER, a.RELATED, a.AMBIGUOUS, a.REPLACES, a.PAPERS, a.COMMUNITY, CLUSTER),
)
EDGE_COLUMNS = (a.RELATION, a.ROLE, a.CONFIDENCE, EVIDENCE, a.STRENGTH, a.P_VALUE, a.SHARED)
OTHER_COLOR = "#9ca3af"
"""Colour of a node that has no type."""

_DRAWN = frozenset((a.LABEL, a.X, a.Y, a.SIZE))


@dataclass(frozen=True, slots=True)
class GephiNode:
    """A node with what it is drawn from, and its values by the names of their columns."""

    id: str
    label: str
    color: tuple[int, int, int]
    x: float | None
    y: float | None
    size: float | None
    values: dict[str, str]


@dataclass(frozen=True, slots=True)
class GephiEdge:
    """An edge; `kind` keeps it apart from others between the same nodes, which Gephi would merge."""

    id: str
    source: str
    target: str
    kind: str
    weight: float
    values: dict[str, str]


class GephiGraph:
    """Nodes, edges and columns of `graph`, ready to be written, in an order that depends on the ids alone.

    Every attribute becomes a column of one type. The kind of an edge is its relation, else its key; edges
    are numbered over the whole graph. A weight that is not above zero, for which Gephi drops the edge, is
    taken as 1, the least number of mentions. `cut` says in words what the graph is a part of. Raises KgError
    when a node would have no id of its own.
    """

    def __init__(self, graph: nx.Graph) -> None:
        self.directed: bool = graph.is_directed()
        self._graph = graph
        self.cut: str = graph.graph.get(a.CUT, "")
        self._clusters: tuple[str, ...] = graph.graph.get(a.CLUSTERS, ())
        types = {kind for _, kind in graph.nodes(data=a.TYPE) if isinstance(kind, str)}
        self._colors = a.colors(node_types(types))
        self._ids = _ids(graph)
        self._nodes = sorted(graph, key=self._ids.__getitem__)
        self._edges = sorted(self._named_edges(), key=lambda edge: edge[:4])
        node_rows = (self._node_row(node) for node in self._nodes)
        self.node_columns = columns(node_rows, NODE_COLUMNS, RESERVED_NODE_NAMES)
        edge_rows = (_edge_row(data) for *_, data in self._edges)
        self.edge_columns = columns(edge_rows, EDGE_COLUMNS, RESERVED_EDGE_NAMES)

    @property
    def counts(self) -> tuple[int, int]:
        """How many nodes and edges there are."""
        return len(self._nodes), len(self._edges)

    def nodes(self) -> Iterator[GephiNode]:
        """The nodes, by their ids."""
        for node in self._nodes:
            data = self._graph.nodes[node]
            color = bytes.fromhex(self._color(data).removeprefix("#"))
            yield GephiNode(
                id=self._ids[node],
                label=_spelled(data.get(a.LABEL)) or self._ids[node],
                color=(color[0], color[1], color[2]),
                x=_number(data.get(a.X)),
                y=_number(data.get(a.Y)),
                size=_number(data.get(a.SIZE)),
                values=filled(self.node_columns, self._node_row(node)),
            )

    def edges(self) -> Iterator[GephiEdge]:
        """The edges, by their ends and kind."""
        kinds: Counter[str] = Counter()
        ends = None
        for number, (source, target, kind, _, data) in enumerate(self._edges):
            if (source, target) != ends:
                ends = (source, target)
                kinds.clear()
            kinds[kind] += 1
            yield GephiEdge(
                id=f"e{number}",
                source=source,
                target=target,
                kind=kind if kinds[kind] == 1 else f"{kind} {kinds[kind]}".strip(),
                weight=_weight(data) or 1.0,
                values=filled(self.edge_columns, _edge_row(data)),
            )

    def warn(self, path: Path) -> None:
        """Log what the file at `path` holds otherwise than the graph: characters and weights."""
        nodes = self._graph.nodes
        unclean = [node for node in self._nodes if not all(map(is_clean, nodes[node].values()))]
        if unclean:
            names = [clean(str(nodes[node].get(a.IDENTIFIER, node))) for node in unclean[:3]]
            more = ", …" if len(unclean) > len(names) else ""
            message = "%s: left out characters that XML cannot hold, from %d nodes: %s%s"
            logger.warning(message, path.name, len(unclean), ", ".join(names), more)
        weightless = sum(_weight(data) is None for *_, data in self._edges)
        if weightless:
            logger.warning("%s: %d edges had no weight above zero and got 1", path.name, weightless)

    def _color(self, data: Mapping[str, Any]) -> str:
        """By type; by community where all that is drawn may be of one type."""
        if a.TIED in self._graph.graph and a.COMMUNITY in data:
            return a.TOPIC_COLORS[data[a.COMMUNITY] % len(a.TOPIC_COLORS)]
        return self._colors.get(data.get(a.TYPE, ""), OTHER_COLOR)

    def _named_edges(self) -> Iterator[tuple[str, str, str, str, dict[str, Any]]]:
        with_key = {"keys": True} if self._graph.is_multigraph() else {}
        for source, target, *keys, data in self._graph.edges(data=True, **with_key):
            ends = (self._ids[source], self._ids[target])
            first, second = ends if self.directed else sorted(ends)
            key = clean(str(keys[0])) if keys else ""
            yield first, second, _spelled(data.get(a.RELATION)) or key, key, data

    def _node_row(self, node: Any) -> dict[str, Any]:
        row = {key: value for key, value in self._graph.nodes[node].items() if key not in _DRAWN}
        community = row.get(a.COMMUNITY)
        if isinstance(community, int) and 0 <= community < len(self._clusters):
            row[CLUSTER] = self._clusters[community]
        return row


def _ids(graph: nx.Graph) -> dict[Any, str]:
    ids: dict[Any, str] = {}
    nodes: dict[str, Any] = {}
    for node in graph:
        ids[node] = clean(str(node))
        if not ids[node].strip():
            raise KgError(f"node {node!r}: an id without a visible character; rename the node")
        if ids[node] in nodes:
            raise KgError(f"nodes {nodes[ids[node]]!r} and {node!r}: one id in the file; rename one of them")
        nodes[ids[node]] = node
    return ids


def _edge_row(data: Mapping[str, Any]) -> dict[str, Any]:
    row = {key: value for key, value in data.items() if key not in (a.WEIGHT, a.MENTIONS)}
    return {**row, EVIDENCE: data[a.MENTIONS]} if a.MENTIONS in data else row


def _weight(data: Mapping[str, Any]) -> float | None:
    """The weight of an edge, 1 if it has none; None for one that Gephi would drop the edge for."""
    weight = _number(data.get(a.WEIGHT, 1.0))
    return weight if weight is not None and weight > 0 else None


def _number(value: Any) -> float | None:
    number = plain(value)
    return None if number is None or isinstance(number, str) else float(number)


def _spelled(value: Any) -> str:
    kept = plain(value)
    return "" if kept is None else spelled(kept)
