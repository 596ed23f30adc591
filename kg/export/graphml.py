"""GraphML (http://graphml.graphdrawing.org/specification.html), written the way Gephi reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import networkx as nx

from kg.export.columns import Column, spelled
from kg.export.gephi import GephiEdge, GephiGraph, GephiNode
from kg.export.xml import content, quoted

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"

_NODE_PROPERTIES = {"label": "string", "x": "double", "y": "double", "size": "double"} | dict.fromkeys(
    "rgb", "int"
)


def write_graphml(graph: nx.Graph, path: Path) -> None:
    """Write `graph`, laid out by `kg.graph.layout`, to `path`.

    Nodes bear their IRIs as ids, and `label`, `x`, `y`, `size`, `r`, `g`, `b` and the columns of
    `kg.export.gephi`; edges an id that is unique in the file, `weight`, their kind as `label`, and columns.
    The kind stands in the XML attribute `label` of `<edge>` too, by which Gephi keeps parallel edges apart;
    GraphML's schema knows neither that attribute nor ids with characters of IRIs, and readers mind neither.

    What the format cannot hold: lists, which become text joined by " | "; the offsets of mentions; control
    characters, which are left out with a warning. What the graph says of itself as a whole is left out,
    since Gephi refuses it. Gephi reads `INF` within a text as `Infinity`, which GEXF is spared.

    Raises KgError when two nodes would have one id.
    """
    drawn = GephiGraph(graph)
    drawn.warn(path)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in _lines(drawn))


def _lines(graph: GephiGraph) -> Iterator[str]:
    node_columns = [Column(name, name, kind) for name, kind in _NODE_PROPERTIES.items()] + graph.node_columns
    edge_columns = [Column("label", "label", "string"), Column("weight", "weight", "double")]
    edge_columns += graph.edge_columns
    node_keys = {column.name: column.name for column in node_columns}
    edge_keys = _edge_keys(edge_columns, set(node_keys))
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    if graph.cut:
        yield f"<!-- {content(graph.cut)} -->"
    yield f'<graphml xmlns="{NAMESPACE}">'
    yield from _keys("node", node_columns, node_keys)
    yield from _keys("edge", edge_columns, edge_keys)
    yield f'<graph edgedefault="{"directed" if graph.directed else "undirected"}">'
    openings = _openings(node_keys)
    for node in graph.nodes():
        yield _node(node, openings)
    openings = _openings(edge_keys)
    for edge in graph.edges():
        yield _edge(edge, openings)
    yield "</graph>"
    yield "</graphml>"


def _edge_keys(columns: Iterable[Column], taken: set[str]) -> dict[str, str]:
    """The ids of the keys of edges by name: they share one space with those of nodes."""
    keys = {}
    for column in columns:
        key = column.name
        while key in taken:
            key = f"edge_{key}"
        taken.add(key)
        keys[column.name] = key
    return keys


def _keys(domain: str, columns: Iterable[Column], keys: Mapping[str, str]) -> Iterator[str]:
    for column in columns:
        names = f'id={quoted(keys[column.name])} for="{domain}" attr.name={quoted(column.name)}'
        yield f'<key {names} attr.type="{column.type}"/>'


def _openings(keys: Mapping[str, str]) -> dict[str, str]:
    return {name: f"<data key={quoted(key)}>" for name, key in keys.items()}


def _node(node: GephiNode, openings: Mapping[str, str]) -> str:
    r, g, b = node.color
    drawn = {"label": node.label, "x": node.x, "y": node.y, "size": node.size, "r": r, "g": g, "b": b}
    values = {name: spelled(value) for name, value in drawn.items() if value is not None} | node.values
    return f"<node id={quoted(node.id)}>{_data(values, openings)}</node>"


def _edge(edge: GephiEdge, openings: Mapping[str, str]) -> str:
    label = f" label={quoted(edge.kind)}" if edge.kind else ""
    ends = f"source={quoted(edge.source)} target={quoted(edge.target)}"
    values = {"label": edge.kind} if edge.kind else {}
    values |= {"weight": spelled(edge.weight)} | edge.values
    return f'<edge id="{edge.id}" {ends}{label}>{_data(values, openings)}</edge>'


def _data(values: Mapping[str, str], openings: Mapping[str, str]) -> str:
    return "".join(f"{openings[name]}{content(value)}</data>" for name, value in values.items())
