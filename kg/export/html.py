"""The graph as one HTML page that opens offline: search, filters, a map, and the evidence in the abstracts.

The drawing is vis-network's, as pyvis ships it: a `pyvis.network.Network` holds nodes, edges and options, and
its vis-network is inlined; the page hands it the nodes to draw, move and zoom, and lays the edges below them
(`page/edges.js` says why). The page around it is our own, in `page/`: pyvis's template loads Bootstrap from a
CDN even with `cdn_resources="in_line"`, and its `add_node`, `add_edge` and `from_nx` take quadratic time.
vis-network's style sheet stays out: it dresses buttons and dialogs that the page does not use.

The page's Content Security Policy allows its own scripts and style, by their hashes, and nothing else: no
request leaves it, and no text from a paper can run.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kg.export.characters import clean
from kg.graph import attributes as a
from kg.vocabulary import BASE_IRI, LINK, PAPER, RELATIONS, node_types

if TYPE_CHECKING:
    import networkx as nx
    from pyvis.network import Network

PAGE = Path(__file__).parent / "page"

SCRIPTS = (
    "dom.js",
    "graph.js",
    "topics.js",
    "prose.js",
    "search.js",
    "state.js",
    "address.js",
    "view.js",
    "colors.js",
    "edges.js",
    "regions.js",
    "labels.js",
    "drawing.js",
    "suggestions.js",
    "filters.js",
    "chart.js",
    "evidence.js",
    "parts.js",
    "start.js",
    "panel.js",
    "list.js",
    "csv.js",
    "graphml.js",
    "download.js",
    "keys.js",
    "main.js",
)
"""The page's own scripts, each built upon those before it."""

SHAPES = {
    "Paper": "square",
    "Method": "dot",
    "Dataset": "diamond",
    "Task": "triangle",
    "Metric": "hexagon",
    "Link": "star",
}
"""Shape of a node by its type, so that types differ by more than their colour."""
OTHER_SHAPES = ("dot", "diamond", "triangle", "hexagon")
"""Shapes of the types of another field, in their order; they go on in another order each time the colours recur."""

OPTIONS: dict[str, Any] = {
    "physics": False,
    "layout": {"improvedLayout": False},
    "interaction": {"dragNodes": False, "selectable": False},
}
"""vis-network's options: nodes stay where the layout put them; the page finds the node under the pointer."""

_WHITE_IN_DARK = 0.5


class _Node(NamedTuple):
    iri: str
    data: dict[str, Any]


class _Edge(NamedTuple):
    source: int
    target: int
    data: dict[str, Any]


def write_html(graph: nx.MultiDiGraph, path: Path, *, title: str = "Knowledge graph") -> None:
    """Write `graph`, laid out by `kg.graph.layout.lay_out`, as one self-contained page.

    The page is HTML (WHATWG) in UTF-8 and holds all of the graph; what is too much to draw at once stays
    folded until it is searched or selected. Control characters are shown as blanks.

    Args:
        graph: a graph as `kg.graph.attributes` describes it, with x, y and size on each node.
        path: the file to write.
        title: the page's heading; what the graph is a part of is added.
    """
    if cut := graph.graph.get(a.CUT):
        title = f"{title}: {cut}"
    types = node_types({kind for _, kind in graph.nodes(data=a.TYPE)})
    shapes = _shapes(types)
    nodes, edges = _in_order(graph, types)
    network = _network(nodes, edges, shapes)
    island = {
        "base": graph.graph.get(a.BASE, BASE_IRI),
        "title": _plain(title),
        "types": [{"name": name, "shape": shapes[name]} for name in types],
        "relations": list(RELATIONS.values()),
        "roles": list(RELATIONS),
        "topics": {
            "names": [_plain(name) for name in graph.graph.get(a.CLUSTERS, ())],
            "colors": len(a.TOPIC_COLORS),
        },
        "options": network.options,
        "nodes": _drawn(network, nodes, types),
        "papers": _papers(nodes),
        "concepts": _concepts(nodes),
        "links": _links(nodes),
        "edges": _evidence(network, edges),
    }
    path.write_text(_render(island, types), encoding="utf-8", newline="\n")


def dark(color: str) -> str:
    """`color` (`#rrggbb`) lightened for a dark background."""
    channels = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(c + (255 - c) * _WHITE_IN_DARK):02x}" for c in channels)


def _shapes(types: Sequence[str]) -> dict[str, str]:
    others = [name for name in types if name not in SHAPES]
    turns = ((n + n // len(a.OTHER_COLORS)) % len(OTHER_SHAPES) for n in range(len(others)))
    return SHAPES | {name: OTHER_SHAPES[turn] for name, turn in zip(others, turns, strict=True)}


def _in_order(graph: nx.MultiDiGraph, types: Sequence[str]) -> tuple[list[_Node], list[_Edge]]:
    """Nodes by type (papers first), then IRI; edges between their positions, by source, target and relation."""
    type_order = {name: position for position, name in enumerate(types)}
    relation_order = {name: position for position, name in enumerate(RELATIONS.values())}
    nodes = [_Node(iri, data) for iri, data in graph.nodes(data=True)]
    nodes.sort(key=lambda node: (type_order[node.data[a.TYPE]], node.iri))
    position = {node.iri: n for n, node in enumerate(nodes)}
    edges = [
        _Edge(position[source], position[target], data) for source, target, data in graph.edges(data=True)
    ]
    edges.sort(key=lambda edge: (edge.source, edge.target, relation_order[edge.data[a.RELATION]]))
    return nodes, edges


def _network(nodes: list[_Node], edges: list[_Edge], shapes: Mapping[str, str]) -> Network:
    """What is drawn, as pyvis holds it: appended to its lists, since its `add_…` search them each time."""
    from pyvis.edge import Edge
    from pyvis.network import Network
    from pyvis.node import Node

    network = Network(directed=True)
    network.set_options(json.dumps(OPTIONS))
    for n, (_, data) in enumerate(nodes):
        place = {key: round(float(data[key]), 1) for key in (a.X, a.Y, a.SIZE)}
        node = Node(n, shapes[data[a.TYPE]], _plain(data[a.LABEL]), group=data[a.TYPE], **place)
        network.nodes.append(node.options)
        network.node_ids.append(n)
        network.node_map[n] = node.options
    for source, target, data in edges:
        network.edges.append(Edge(source, target, True, label=data[a.RELATION]).options)
    return network


def _drawn(network: Network, nodes: list[_Node], types: Sequence[str]) -> dict[str, list[Any]]:
    """The network's nodes in columns, which take half the room of objects."""
    return {
        "iri": [node.iri for node in nodes],
        "type": [types.index(node["group"]) for node in network.nodes],
        "label": [node["label"] for node in network.nodes],
        "topic": [int(node.data.get(a.COMMUNITY, 0)) for node in nodes],
        **{key: [node[key] for node in network.nodes] for key in (a.X, a.Y, a.SIZE)},
    }


def _papers(nodes: list[_Node]) -> dict[str, list[Any]]:
    papers = [data for _, data in nodes if data[a.TYPE] == PAPER]
    return {
        **{
            key: [_plain(data.get(key, "")) for data in papers]
            for key in (a.IDENTIFIER, a.TEXT, a.VENUE, a.URL, a.DOI)
        },
        a.YEAR: [None if data.get(a.YEAR) is None else int(data[a.YEAR]) for data in papers],
        **{
            key: [[_plain(word) for word in data.get(key, ())] for data in papers]
            for key in (a.KEYWORDS, a.AUTHORS)
        },
    }


def _concepts(nodes: list[_Node]) -> dict[str, list[Any]]:
    concepts = [data for _, data in nodes if data[a.TYPE] not in (PAPER, LINK)]
    return {
        a.ALIASES: [[_plain(alias) for alias in data.get(a.ALIASES, ())] for data in concepts],
        a.BROADER: [list(data.get(a.BROADER, ())) for data in concepts],
        a.RELATED: [list(data.get(a.RELATED, ())) for data in concepts],
        a.AMBIGUOUS: [n for n, data in enumerate(concepts) if data.get(a.AMBIGUOUS)],
    }


def _links(nodes: list[_Node]) -> dict[str, list[Any]]:
    return {a.URL: [_plain(data.get(a.URL, "")) for _, data in nodes if data[a.TYPE] == LINK]}


def _evidence(network: Network, edges: list[_Edge]) -> dict[str, list[Any]]:
    """The network's edges in columns; mentions as flat start, end, start, end … in code points."""
    names = list(RELATIONS.values())
    return {
        "from": [edge["from"] for edge in network.edges],
        "to": [edge["to"] for edge in network.edges],
        a.RELATION: [names.index(edge["label"]) for edge in network.edges],
        a.CONFIDENCE: [round(float(data[a.CONFIDENCE]), 3) for _, _, data in edges],
        a.MENTIONS: [[int(at) for m in data[a.MENTIONS] for at in (m.start, m.end)] for _, _, data in edges],
    }


def _plain(text: str) -> str:
    """`text` without what no page can show, character for character, so that offsets stay right."""
    return clean(text, " ")


def _render(island: dict[str, Any], types: Sequence[str]) -> str:
    from jinja2 import Environment, FileSystemLoader

    scripts = [_vis_network(), *((PAGE / name).read_text(encoding="utf-8") for name in SCRIPTS)]
    style = _palette(types) + (PAGE / "page.css").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; script-src {' '.join(map(content_hash, scripts))}; style-src {content_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    data = json.dumps(island, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    page = Environment(loader=FileSystemLoader(PAGE), autoescape=True).get_template("template.html")
    return page.render(
        title=island["title"], policy=policy, style=style, scripts=scripts, data=data.replace("<", "\\u003c")
    )


def _palette(types: Sequence[str]) -> str:
    """The colours of types and topics as CSS variables, for both colour schemes, and who bears which."""
    topics = {f"topic-{n}": color for n, color in enumerate(a.TOPIC_COLORS)}
    colors = a.colors(types) | topics
    light = "".join(f"--{name}:{color};" for name, color in colors.items())
    night = "".join(f"--{name}:{dark(color)};" for name, color in colors.items())
    tones = [f'[data-type="{name}"] {{ --tone: var(--{name}); }}\n' for name in types]
    tones += [f'[data-tone="{name}"] {{ --tone: var(--{name}); }}\n' for name in topics]
    return f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{night}}}}}\n{''.join(tones)}"


def _vis_network() -> str:
    """vis-network's script out of the installed pyvis, the newest where it ships several."""
    folders = [
        folder for folder in (resources.files("pyvis") / "lib").iterdir() if folder.name.startswith("vis-")
    ]
    newest = max(folders, key=lambda folder: [int(part) for part in re.findall(r"\d+", folder.name)])
    return (newest / "vis-network.min.js").read_text(encoding="utf-8").replace("\r\n", "\n")


def content_hash(content: str) -> str:
    """The source expression that allows an inline script or style (CSP Level 3)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"
