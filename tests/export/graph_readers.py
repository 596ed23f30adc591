"""Graph files as other programs read them, in one form: nodes by id, and edges by their ends and kind."""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import igraph
import networkx as nx
from conftest import tool

from kg.graph.attributes import COLORS

NODE_FOLDER = Path(__file__).parents[1] / "node"

Attributes = dict[str, Any]


class Reading(NamedTuple):
    """What a reader saw; drawn properties bear the names label, x, y, size, color (`#rrggbb`) and weight."""

    nodes: dict[str, Attributes]
    edges: dict[tuple[str, str, str, int], Attributes]
    """By source, target, relation, and a number that tells apart edges that are equal in these."""


def reading(nodes: dict[str, Attributes], edges: list[tuple[str, str, Attributes]]) -> Reading:
    seen: Counter[tuple[str, str, str]] = Counter()
    named = {}
    for source, target, attributes in edges:
        ends = (source, target, str(attributes.get("relation", "")))
        named[*ends, seen[ends]] = attributes
        seen[ends] += 1
    return Reading(nodes, named)


def hex_color(attributes: Attributes) -> Attributes:
    r, g, b = (int(attributes.pop(name)) for name in "rgb")
    return {**attributes, "color": f"#{r:02x}{g:02x}{b:02x}"}


def networkx_graphml(path: Path) -> Reading:
    graph = nx.read_graphml(path)
    nodes = {node: hex_color(dict(data)) for node, data in graph.nodes(data=True)}
    return reading(nodes, [(u, v, without(data, "id")) for u, v, data in graph.edges(data=True)])


def networkx_gexf(path: Path) -> Reading:
    graph = nx.read_gexf(path)
    nodes = {}
    for node, data in graph.nodes(data=True):
        viz = data["viz"]
        drawn = {name: viz["position"][name] for name in "xy" if "position" in viz}
        drawn |= {"size": viz["size"]} if "size" in viz else {}
        nodes[node] = hex_color({**without(data, "viz"), **drawn, **without(viz["color"], "a")})
    return reading(nodes, [(u, v, without(data, "id")) for u, v, data in graph.edges(data=True)])


def igraph_graphml(path: Path) -> Reading:
    """igraph fills what is missing with an empty text or NaN, and reads numbers as reals."""
    graph = igraph.Graph.Read_GraphML(str(path))
    names = graph.vs["id"] if len(graph.vs) else []
    nodes = {v["id"]: hex_color(without(present(v.attributes()), "id")) for v in graph.vs}
    edges = [(names[e.source], names[e.target], without(present(e.attributes()), "id")) for e in graph.es]
    return reading(nodes, edges)


def graphology(format_name: str, path: Path) -> Reading:
    """The reader of Gephi Lite, under node."""
    node = tool("node", "nodejs")
    assert (NODE_FOLDER / "node_modules").is_dir(), f"run `npm ci` in {NODE_FOLDER}, or `make test`"
    command = [node, NODE_FOLDER / "read.cjs", format_name, path]
    run = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert (run.returncode, run.stderr) == (0, "")
    graph = json.loads(run.stdout)
    edges = [(e["source"], e["target"], without(e["attributes"], "kind")) for e in graph["edges"]]
    for attributes in graph["nodes"].values():
        if str(attributes["color"]).startswith("rgb("):
            channels = attributes["color"][4:-1].split(",")
            attributes["color"] = "#" + bytes(map(int, channels)).hex()
    return reading(graph["nodes"], edges)


def without(attributes: Attributes, name: str) -> Attributes:
    return {key: value for key, value in attributes.items() if key != name}


def present(attributes: Attributes) -> Attributes:
    def is_missing(value: Any) -> bool:
        return value == "" or (isinstance(value, float) and math.isnan(value))

    return {key: value for key, value in attributes.items() if not is_missing(value)}


def as_it_should_be_read(graph: nx.MultiDiGraph) -> Reading:
    """What every reader should see of a graph of papers, concepts and links."""
    nodes = {}
    for node, data in graph.nodes(data=True):
        values = {key: value for key, value in data.items() if key not in ("keywords", "aliases", "broader")}
        for key in ("keywords", "aliases", "broader"):
            values[key] = " | ".join(data.get(key, ()))
        values["cluster"] = graph.graph["clusters"][data["community"]]
        values["color"] = COLORS[data["type"]]
        nodes[node] = {key: visible(value) for key, value in values.items() if visible(value) != ""}
    edges = []
    for source, target, data in graph.edges(data=True):
        evidence = " | ".join(mention.text for mention in data["mentions"])
        kept = {key: value for key, value in data.items() if key != "mentions"}
        edges.append((source, target, {**kept, "label": data["relation"], "evidence": visible(evidence)}))
    return reading(nodes, edges)


def visible(value: Any) -> Any:
    """A text without control characters; other values as they are."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", value) if isinstance(value, str) else value
