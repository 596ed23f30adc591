"""What a file must keep so that Gephi draws all of it: rules that hold for GraphML and GEXF alike.

They are read off Gephi's importers (modules/ImportPlugin of https://github.com/gephi/gephi) and hold for any
file, whoever wrote it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from kg.export.gephi import RESERVED_EDGE_NAMES, RESERVED_NODE_NAMES

SHOWN = 3
"""Examples named for each breach; more of the same are counted."""

_SINGLE = frozenset(
    ("boolean", "int", "integer", "long", "float", "double", "string", "byte", "short", "char")
)
_TYPES = _SINGLE | {"bigdecimal", "biginteger", *(f"list{kind}" for kind in _SINGLE)}
_TYPES |= {"listbigdecimal", "listbiginteger", "anyuri"}
_WHOLE = {"byte": 8, "short": 16, "int": 32, "integer": 32, "long": 64}
_INTEGER = re.compile(r"[+-]?[0-9]{1,20}")
_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}|[A-Za-z]+")


class Findings:
    """Breaches in the order in which they were found, each with some examples of where."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}

    def add(self, breach: str, where: str = "") -> None:
        """Note that a file does what `breach` says, at `where`."""
        self._places.setdefault(breach, []).append(where)

    def messages(self) -> list[str]:
        """One line for each breach: `repeated node id: a (line 4), b (line 9)`."""
        return [
            _message(breach, [place for place in places if place]) for breach, places in self._places.items()
        ]


def _message(breach: str, places: list[str]) -> str:
    more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    return f"{breach}: {', '.join(places[:SHOWN])}{more}" if places else breach


class GephiRules:
    """Holds nodes, edges and columns against the rules, one after the other as a reader meets them.

    `drawn` are the properties by Gephi's names (label, x, y, size, r, g, b, color, weight) with their texts;
    `where` says in a message which element is meant.
    """

    def __init__(self, findings: Findings) -> None:
        self._add = findings.add
        self._types: dict[tuple[str, str], str] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._nodes: set[str] = set()
        self._edges: set[str] = set()
        self._parallel: set[tuple[str, str, str]] = set()
        self._ends: dict[str, str] = {}
        self._positions: set[tuple[float, ...]] = set()

    def column(self, domain: str, identifier: str, name: str, kind: str, where: str) -> None:
        """A column of nodes or edges (`domain`) is declared."""
        reserved = RESERVED_NODE_NAMES if domain == "node" else RESERVED_EDGE_NAMES
        if not identifier or not name:
            self._add("a column without an id or a name", where)
            return
        if (domain, identifier.lower()) in self._types:
            self._add("column ids that are equal but for case; Gephi keeps the first", where)
        elif (domain, name.lower()) in self._names:
            self._add("columns of one name but for case; readers keep one of them", where)
        if identifier.lower() in reserved or name.lower() in reserved:
            self._add("a column with a name that Gephi keeps for itself; rename it", where)
        if kind.lower() not in _TYPES:
            self._add("a column of a type that Gephi does not know and drops", f"{where}, type {kind!r}")
        self._types[domain, identifier.lower()] = kind.lower()
        self._names[domain, name.lower()] = identifier

    def value(self, domain: str, identifier: str, text: str, where: str) -> None:
        """An element has `text` in a column."""
        kind = self._types.get((domain, identifier.lower()))
        place = f"{where}, {identifier!r}"
        if kind is None:
            self._add("a value of a column that is not declared for it", place)
        elif not text.strip():
            self._add("an empty value, which Gephi skips; leave it out", place)
        elif not fits(kind, text):
            self._add("a value that is not of its column's type", f"{place}: {text[:40]!r} is no {kind}")

    def node(self, identifier: str, drawn: Mapping[str, str], where: str) -> None:
        """A node has ended."""
        if not identifier:
            self._add("a node without an id, which Gephi skips", where)
            return
        if identifier in self._nodes:
            self._add("repeated node ids; Gephi merges the nodes", where)
        self._nodes.add(identifier)
        if not drawn.get("label", "").strip():
            self._add("nodes without a label", where)
        if "x" not in drawn or "y" not in drawn:
            self._add("nodes without a position; Gephi places them at random", where)
        if "size" not in drawn:
            self._add("nodes without a size", where)
        if "color" not in drawn and not {"r", "g", "b"} <= drawn.keys():
            self._add("nodes without a colour", where)
        for name in ("x", "y", "z", "size"):
            if name in drawn and not fits("double", drawn[name]):
                self._add("a position or size that is not a number", f"{where}, {name}={drawn[name]!r}")
        if fits("double", drawn.get("size", "")) and float(drawn["size"]) <= 0:
            self._add("a size that is not above zero; Gephi takes 10 for it", where)
        self._color(drawn, where)
        position = [drawn[name] for name in ("x", "y") if fits("double", drawn.get(name, ""))]
        self._positions.add(tuple(float(text) for text in position))

    def edge(
        self,
        identifier: str,
        ends: tuple[str, str],
        kind: str,
        drawn: Mapping[str, str],
        where: str,
        *,
        directed: bool,
    ) -> None:
        """An edge has ended."""
        if not identifier:
            self._add("an edge without an id", where)
        elif identifier in self._edges:
            self._add("repeated edge ids; Gephi drops all edges but the first", where)
        self._edges.add(identifier)
        first, second = ends if directed else sorted(ends)
        if (first, second, kind) in self._parallel:
            self._add("parallel edges of one kind; Gephi merges them", where)
        self._parallel.add((first, second, kind))
        for end in ends:
            if end not in self._nodes:
                self._ends.setdefault(end, where)
        weight = drawn.get("weight")
        if weight is None:
            self._add("edges without a weight", where)
        elif not fits("double", weight):
            self._add("a weight that is not a number", f"{where}: {weight[:40]!r}")
        elif float(weight) <= 0:
            self._add("a weight that is not above zero; Gephi drops the edge or warns", f"{where}: {weight}")
        self._color(drawn, where)

    def finish(self) -> None:
        """The file has ended: what can be said only of the whole."""
        for end, where in self._ends.items():
            if end not in self._nodes:
                self._add("an end of an edge that is no node; Gephi makes one", f"{where}: {end!r}")
        if len(self._nodes) > 1 and self._positions == {(0.0, 0.0)}:
            self._add("all nodes at 0, 0; Gephi places them at random")

    def _color(self, drawn: Mapping[str, str], where: str) -> None:
        for name in "rgb":
            if name in drawn and not (fits("int", drawn[name]) and 0 <= int(drawn[name]) <= 255):
                self._add("a colour that is not made of whole numbers from 0 to 255", f"{where}, {name}")
        if "color" in drawn and not _COLOR.fullmatch(drawn["color"]):
            self._add("a colour that is neither #RRGGBB nor a name", f"{where}: {drawn['color'][:40]!r}")


def fits(kind: str, text: str) -> bool:
    """Whether `text` can be read as a value of a type of GraphML or GEXF."""
    if kind == "boolean":
        return text.lower() in ("true", "false")
    if kind in _WHOLE:
        limit = 2 ** (_WHOLE[kind] - 1)
        return _INTEGER.fullmatch(text) is not None and -limit <= int(text) < limit
    if kind in ("float", "double"):
        return _REAL.fullmatch(text) is not None and math.isfinite(float(text))
    return True
