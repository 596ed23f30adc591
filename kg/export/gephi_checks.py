"""Checks of GraphML and GEXF files, whoever wrote them: what Gephi would drop, change or draw without form.

A file is read as a stream, its size is no matter. A document type is refused, and with it every entity that
could load another file or grow beyond measure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.parsers import expat

from kg.errors import InputError
from kg.export import gexf, graphml
from kg.export.gephi_rules import Findings, GephiRules

_NODE_PROPERTIES = {
    **{name: name for name in ("label", "x", "y", "z", "size", "r", "g", "b", "color")},
    **{"nodelabel": "label", "xpos": "x", "ypos": "y", "zpos": "z"},
}
_EDGE_PROPERTIES = {
    **{name: name for name in ("label", "weight", "r", "g", "b", "color")},
    **{"edgelabel": "label", "Edge Weight": "weight"},
}
_GRAPHML_ELEMENTS = frozenset(("graphml", "key", "default", "desc", "graph", "node", "edge", "data"))
_GEXF_CHILDREN = {
    "gexf": {"meta", "graph"},
    "meta": {"creator", "keywords", "description"},
    "graph": {"attributes", "nodes", "edges"},
    "attributes": {"attribute"},
    "attribute": {"default", "options"},
    "nodes": {"node"},
    "edges": {"edge"},
    "node": {"attvalues", "spells", "parents", "color", "position", "size", "shape"},
    "edge": {"attvalues", "spells", "color", "thickness", "shape"},
    "attvalues": {"attvalue"},
    "spells": {"spell"},
    "parents": {"parent"},
}
_VIZ = frozenset(("color", "position", "size", "shape", "thickness"))


def graphml_problems(path: Path) -> list[str]:
    """What Gephi would drop, change or draw without form in the GraphML file at `path`, a line for each breach.

    Raises InputError when the file cannot be read.
    """
    findings = Findings()
    _parse(path, _GraphML(findings), findings)
    return findings.messages()


def gexf_problems(path: Path) -> list[str]:
    """What Gephi would drop, change or draw without form in the GEXF file at `path`, a line for each breach.

    The order and the nesting of elements are checked as far as Gephi heeds them; for the rest there is the
    schema. Raises InputError when the file cannot be read.
    """
    findings = Findings()
    _parse(path, _Gexf(findings), findings)
    return findings.messages()


class _UnreadableError(Exception):
    """Reading on makes no sense."""


class _Reader(ABC):
    """Elements by their local names, with their parents; the subclasses know what they mean."""

    def __init__(self, findings: Findings) -> None:
        self.add = findings.add
        self.rules = GephiRules(findings)
        self.line: Callable[[], int] = lambda: 0
        self.path: list[str] = []

    @abstractmethod
    def start(self, namespace: str, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    @abstractmethod
    def end(self, name: str, text: str) -> None:
        """An element ends; `text` is what stood in it."""

    def where(self, name: str, identifier: str) -> str:
        return f"{name} {identifier[:80]!r} (line {self.line()})"


def _parse(path: Path, reader: _Reader, findings: Findings) -> None:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    reader.line = lambda: parser.CurrentLineNumber
    text: list[str] = []
    declared = False

    def declaration(version: str, encoding: str | None, standalone: int) -> None:
        nonlocal declared
        declared = True

    def doctype(*_: object) -> None:
        findings.add("a document type (DOCTYPE), which can load other files; not read further")
        raise _UnreadableError

    def start(name: str, attributes: dict[str, str]) -> None:
        text.clear()
        namespace, _, local = name.rpartition(" ")
        reader.start(namespace, local, {key.rpartition(" ")[2]: value for key, value in attributes.items()})
        reader.path.append(local)

    def end(name: str) -> None:
        reader.path.pop()
        reader.end(name.rpartition(" ")[2], "".join(text))
        text.clear()

    parser.XmlDeclHandler = declaration
    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text.append
    try:
        with path.open("rb") as file:
            parser.ParseFile(file)
        reader.rules.finish()
    except OSError as error:
        raise InputError(f"{path}: cannot read: {error.strerror or error}") from error
    except expat.ExpatError as error:
        findings.add(f"not well-formed XML, no reader goes on: {error}")
    except _UnreadableError:
        pass
    if not declared:
        findings.add("no XML declaration; Gephi guesses the encoding")


class _GraphML(_Reader):
    def __init__(self, findings: Findings) -> None:
        super().__init__(findings)
        self.graphs = 0
        self.directed = True
        self.keys: dict[str, tuple[str, str]] = {}
        """Id of a key -> what it is for, and the property that Gephi takes it for, if any."""
        self.properties: dict[tuple[str, str], str] = {}
        self.element: dict[str, str] = {}
        self.data_key = ""
        self.drawn: dict[str, str] = {}

    def start(self, namespace: str, name: str, attributes: Mapping[str, str]) -> None:
        if not self.path and (name != "graphml" or namespace != graphml.NAMESPACE):
            self.add(f"not GraphML: the root is {name!r} and not graphml in {graphml.NAMESPACE}")
            raise _UnreadableError
        if name not in _GRAPHML_ELEMENTS:
            self.add(f"elements that Gephi does not read: {name}", f"line {self.line()}")
        elif name == "key":
            self.key(attributes)
        elif name == "graph":
            self.graph(attributes)
        elif name in ("node", "edge"):
            self.element = {**attributes, "where": self.where(name, attributes.get("id", ""))}
            self.drawn = {}
        elif name == "data":
            self.data_key = attributes.get("key", "")

    def end(self, name: str, text: str) -> None:
        if name == "data":
            self.data(text)
        elif name == "node":
            self.rules.node(self.element.get("id", ""), self.drawn, self.element.get("where", ""))
        elif name == "edge":
            element = self.element
            directed = element.get("directed", "true" if self.directed else "false")
            if directed not in ("true", "false"):
                self.add("a direction that is neither true nor false", element["where"])
            ends = (element.get("source", ""), element.get("target", ""))
            kind = element.get("label", "")
            self.rules.edge(
                element.get("id", ""), ends, kind, self.drawn, element["where"], directed=directed != "false"
            )

    def graph(self, attributes: Mapping[str, str]) -> None:
        self.graphs += 1
        if self.graphs > 1:
            self.add("a second or a nested graph, which Gephi merges into the first", f"line {self.line()}")
        if attributes.get("edgedefault") not in ("directed", "undirected"):
            self.add("no edgedefault, directed or undirected", f"line {self.line()}")
        self.directed = attributes.get("edgedefault") != "undirected"

    def key(self, attributes: Mapping[str, str]) -> None:
        identifier, domain = attributes.get("id", ""), attributes.get("for", "all")
        name, where = attributes.get("attr.name", identifier), self.where("key", identifier)
        if identifier in self.keys:
            self.add("repeated ids of keys", where)
        if domain == "graph":
            self.add("attributes of the graph, which Gephi leaves out", where)
        elif domain not in ("node", "edge", "all"):
            self.add("a key for something else than node, edge or all, which Gephi drops", where)
        properties = {"node": _NODE_PROPERTIES, "edge": _EDGE_PROPERTIES}.get(domain, {})
        found = properties.get(identifier) or properties.get(name) or ""
        self.keys[identifier] = (domain, found)
        if found:
            other = self.properties.setdefault((domain, found), identifier)
            if other != identifier:
                self.add(f"several keys that Gephi takes for the {found} of a {domain}", where)
        elif domain != "graph":
            for each in ("node", "edge") if domain == "all" else (domain,):
                self.rules.column(each, identifier, name, attributes.get("attr.type", ""), where)

    def data(self, text: str) -> None:
        owner = self.path[-1]
        if owner not in ("node", "edge"):
            if owner == "graph":
                self.add("attributes of the graph, which Gephi leaves out", f"line {self.line()}")
            return
        domain, found = self.keys.get(self.data_key, ("", ""))
        if found and domain == owner:
            self.drawn[found] = text
        else:
            self.rules.value(owner, self.data_key, text, self.element["where"])


class _Gexf(_Reader):
    def __init__(self, findings: Findings) -> None:
        super().__init__(findings)
        self.directed = False
        self.domain = ""
        self.declared: str | None = None
        """How many nodes, or edges, the element says that it holds."""
        self.held = 0
        self.element: dict[str, str] = {}
        self.drawn: dict[str, str] = {}

    def start(self, namespace: str, name: str, attributes: Mapping[str, str]) -> None:
        if not self.path:
            self.root(namespace, name, attributes)
        elif name not in _GEXF_CHILDREN.get(self.path[-1], ()):
            self.add(f"elements where GEXF has none: {name} in {self.path[-1]}", f"line {self.line()}")
        elif name in _VIZ and namespace != gexf.VIZ:
            self.add(f"viz elements outside the namespace {gexf.VIZ}, which not all readers find", name)
        if name == "graph":
            self.directed = attributes.get("defaultedgetype", "undirected") == "directed"
        elif name == "attributes":
            self.domain = attributes.get("class", "")
            if self.domain not in ("node", "edge"):
                self.add("attributes of neither node nor edge", f"line {self.line()}")
        elif name == "attribute":
            title, kind = attributes.get("title", ""), attributes.get("type", "")
            identifier = attributes.get("id", "")
            self.rules.column(self.domain, identifier, title, kind, self.where("attribute", title))
        elif name in ("nodes", "edges"):
            self.declared, self.held = attributes.get("count"), 0
        elif name in ("node", "edge"):
            self.held += 1
            self.element = {**attributes, "where": self.where(name, attributes.get("id", ""))}
            self.drawn = {key: attributes[key] for key in ("label", "weight") if key in attributes}
        elif name == "attvalue" and self.element:
            owner = "edge" if "source" in self.element else "node"
            column, value = attributes.get("for", ""), attributes.get("value", "")
            self.rules.value(owner, column, value, self.element["where"])
        elif name == "size":
            self.drawn["size"] = attributes.get("value", "")
        elif name in ("color", "position"):
            self.drawn |= {"color" if key == "hex" else key: value for key, value in attributes.items()}

    def end(self, name: str, text: str) -> None:
        element = self.element
        if name in ("nodes", "edges"):
            if self.declared not in (None, str(self.held)):
                self.add(
                    f"a count of {name} that is not theirs", f"{self.declared}, but there are {self.held}"
                )
        elif name == "node":
            self.rules.node(element.get("id", ""), self.drawn, element.get("where", ""))
        elif name == "edge":
            ends = (element.get("source", ""), element.get("target", ""))
            kind = element.get("kind", "")
            directed = self.directed if "type" not in element else element["type"] == "directed"
            self.rules.edge(
                element.get("id", ""), ends, kind, self.drawn, element["where"], directed=directed
            )

    def root(self, namespace: str, name: str, attributes: Mapping[str, str]) -> None:
        if name != "gexf":
            self.add(f"not GEXF: the root is {name!r}")
            raise _UnreadableError
        if namespace != gexf.NAMESPACE or attributes.get("version") != "1.3":
            version = attributes.get("version", "none")
            self.add(f"not GEXF 1.3: version {version} in the namespace {namespace or 'none'}")
