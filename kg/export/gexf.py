"""GEXF 1.3 (https://gexf.net/schema.html), written the way Gephi reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import networkx as nx

from kg.export.columns import Column, spelled
from kg.export.gephi import GephiEdge, GephiGraph, GephiNode
from kg.export.xml import content, quoted

NAMESPACE = "http://gexf.net/1.3"
VIZ = "http://gexf.net/1.3/viz"
"""Namespace of colours, positions and sizes, by the specification, its RELAX NG schema and its examples.

The XML Schema published beside them, generated from the RELAX NG one, lost it: it wants these elements in
`NAMESPACE`, and refuses every file that Gephi writes. No file can please both.
"""

_TYPES = {"int": "integer"}
"""Where GEXF's name of a type is not GraphML's."""


def write_gexf(graph: nx.Graph, path: Path) -> None:
    """Write `graph`, laid out by `kg.graph.layout`, to `path`.

    Nodes bear their IRIs as ids, a label, `viz:color`, `viz:position`, `viz:size` and the columns of
    `kg.export.gephi`; edges an id that is unique in the file, their weight, their kind as `label` and as
    `kind`, by which Gephi keeps parallel edges apart, and columns. No date of writing is put in, so that
    equal graphs give equal bytes.

    What the format cannot hold: lists, which become text joined by " | " (its own lists have no way to
    write the separator); the offsets of mentions; control characters, which are left out with a warning.

    Raises KgError when two nodes would have one id.
    """
    drawn = GephiGraph(graph)
    drawn.warn(path)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in _lines(drawn))


def _lines(graph: GephiGraph) -> Iterator[str]:
    nodes, edges = graph.counts
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<gexf xmlns="{NAMESPACE}" xmlns:viz="{VIZ}" version="1.3">'
    about = "Papers and what they are about" + (f": {graph.cut}" if graph.cut else "")
    yield f"<meta><creator>kg</creator><description>{content(about)}</description></meta>"
    direction = "directed" if graph.directed else "undirected"
    yield f'<graph defaultedgetype="{direction}" idtype="string" mode="static">'
    yield from _attributes("node", graph.node_columns)
    yield from _attributes("edge", graph.edge_columns)
    yield f'<nodes count="{nodes}">'
    openings = _openings(graph.node_columns)
    for node in graph.nodes():
        yield _node(node, openings)
    yield "</nodes>"
    yield f'<edges count="{edges}">'
    openings = _openings(graph.edge_columns)
    for edge in graph.edges():
        yield _edge(edge, openings)
    yield "</edges>"
    yield "</graph>"
    yield "</gexf>"


def _attributes(domain: str, columns: Iterable[Column]) -> Iterator[str]:
    yield f'<attributes class="{domain}" mode="static">'
    for column in columns:
        name = quoted(column.name)
        yield f'<attribute id={name} title={name} type="{_TYPES.get(column.type, column.type)}"/>'
    yield "</attributes>"


def _node(node: GephiNode, openings: Mapping[str, str]) -> str:
    r, g, b = node.color
    drawn = [f'<viz:color r="{r}" g="{g}" b="{b}"/>']
    if node.x is not None and node.y is not None:
        drawn.append(f'<viz:position x="{spelled(node.x)}" y="{spelled(node.y)}"/>')
    if node.size is not None and node.size >= 0:
        drawn.append(f'<viz:size value="{spelled(node.size)}"/>')
    name = f"id={quoted(node.id)} label={quoted(node.label)}"
    return f"<node {name}>{_values(node.values, openings)}{''.join(drawn)}</node>"


def _edge(edge: GephiEdge, openings: Mapping[str, str]) -> str:
    kind = f" label={quoted(edge.kind)} kind={quoted(edge.kind)}" if edge.kind else ""
    ends = f"source={quoted(edge.source)} target={quoted(edge.target)}"
    weight = f'weight="{spelled(edge.weight)}"'
    return f'<edge id="{edge.id}" {ends}{kind} {weight}>{_values(edge.values, openings)}</edge>'


def _openings(columns: Iterable[Column]) -> dict[str, str]:
    return {column.name: f"<attvalue for={quoted(column.name)} value=" for column in columns}


def _values(values: Mapping[str, str], openings: Mapping[str, str]) -> str:
    if not values:
        return ""
    attvalues = (f"{openings[name]}{quoted(value)}/>" for name, value in values.items())
    return f"<attvalues>{''.join(attvalues)}</attvalues>"
