"""A build's files against what they promise, each alone and all together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pyoxigraph as ox

from kg.errors import InputError
from kg.export.gephi_checks import gexf_problems, graphml_problems
from kg.export.page_checks import drawn_on_page, page_problems
from kg.export.rdf import SUFFIXES
from kg.export.rdf_checks import Problem, rdf_problems
from kg.extractions import parse_json
from kg.files import BUILD_FILES, CONCEPTS, EXTRACTIONS, RDF_FILE, REPORT
from kg.vocabulary import LINK, ONTOLOGY, PAPER, PREFIXES, RELATION_IRIS, is_concept_type

__all__ = ["FILE_CHECKS", "Problem", "validate"]

_RDF_TYPE = ox.NamedNode(PREFIXES["rdf"] + "type")
_SUBCLASS = ox.NamedNode(PREFIXES["rdfs"] + "subClassOf")
_CONCEPT = ox.NamedNode(ONTOLOGY + "Concept")
DRAWN_FILES = ("graph.graphml", "graph.gexf", "graph.html")


def _named(rules: str, problems: Callable[[Path], Iterable[str]]) -> Callable[[Path], list[Problem]]:
    return lambda path: [Problem(str(path), rules, message) for message in problems(path)]


FILE_CHECKS: dict[str, Callable[[Path], Iterable[Problem]]] = {
    **dict.fromkeys(SUFFIXES, rdf_problems),
    ".graphml": _named("gephi", graphml_problems),
    ".gexf": _named("gephi", gexf_problems),
    ".html": _named("page", page_problems),
}
"""Ending of a file -> what checks it."""


def validate(path: Path) -> list[Problem]:
    """The problems of an export, sorted; none means that it conforms.

    `path` is a file of a format in `FILE_CHECKS` or a build's folder. Raises `InputError` when it is not
    there, or is neither.
    """
    if path.is_dir():
        return sorted(set(_folder(path)))
    if not path.is_file():
        raise InputError(f"{path}: no such file or folder")
    if path.suffix.lower() not in FILE_CHECKS:
        raise InputError(f"{path}: cannot check {path.suffix!r} files: known are {', '.join(FILE_CHECKS)}")
    return sorted(set(FILE_CHECKS[path.suffix.lower()](path)))


def _folder(folder: Path) -> Iterator[Problem]:
    """Each file alone; then, when all are there and sound, all together."""
    present = [folder / name for name in BUILD_FILES if (folder / name).is_file()]
    if not present:
        raise InputError(f"{folder}: holds none of a build's files; give a folder that kg build made")
    found = [
        Problem(str(folder / name), "files", "the file is missing; build the folder anew")
        for name in BUILD_FILES
        if folder / name not in present
    ]
    for file in present:
        if not file.stat().st_size and file.name != CONCEPTS:  # a corpus may have no concept at all
            found.append(Problem(str(file), "files", "the file is empty; build the folder anew"))
        elif file.suffix in FILE_CHECKS:
            found += FILE_CHECKS[file.suffix](file)
    yield from found
    if not found:
        yield from _together(folder)


def _together(folder: Path) -> Iterator[Problem]:
    """The RDF has the concepts and papers that the tables and the report count, and what the drawn files show."""
    graph = _graph(folder / RDF_FILE)
    listed = set()
    try:
        for number, line in enumerate((folder / CONCEPTS).read_bytes().splitlines(), 1):
            where = f"{folder / CONCEPTS}:{number}"
            row = parse_json(line)
            listed.add((row["id"], row["type"]))
        with (folder / EXTRACTIONS).open("rb") as lines:
            papers = sum(1 for line in lines if line.strip())
        where = str(folder / REPORT)
        report = parse_json((folder / REPORT).read_bytes())
        counted = report["counts"]["papers"], report["counts"]["concepts"]
    except (ValueError, KeyError, TypeError) as error:
        message = f"is damaged ({type(error).__name__}); build the folder anew"
        yield Problem(where, "files", message)
        return
    concepts = {(node, kind) for node, kind in graph.types if is_concept_type(kind)}
    for node, kind in listed - concepts:
        yield Problem(node, "concepts", f"is a {kind} in {CONCEPTS}, but not in {RDF_FILE}")
    for node, kind in concepts - listed:
        yield Problem(node, "concepts", f"is a {kind} in {RDF_FILE}, but not in {CONCEPTS}")
    count = sum(1 for _, kind in graph.types if kind == PAPER)
    if count != papers:
        message = f"has {count} papers, but {EXTRACTIONS} has {papers}"
        yield Problem(str(folder / RDF_FILE), "papers", message)
    if counted != (count, len(concepts)):
        yield Problem(str(folder / REPORT), "counts", f"counts other papers or concepts than {RDF_FILE} has")
    for name in DRAWN_FILES:
        drawing = drawn_on_page if name.endswith(".html") else _drawn_in_xml
        yield from _as_drawn(graph, drawing(folder / name), name, in_part="drawn" in report)


Edge = tuple[str, str, str]
"""Source, relation, target."""


class _Graph(NamedTuple):
    """What an RDF file has: papers, concepts and links with the names of their types, and edges between them."""

    types: set[tuple[str, str]]
    edges: set[Edge]


def _as_drawn(
    graph: _Graph, drawing: tuple[set[str], set[Edge]], name: str, *, in_part: bool
) -> Iterator[Problem]:
    """Nodes that either the RDF file or the file called `name` has alone, and edges between those of both.

    Of a large graph only a part is drawn (`in_part`), as its report says.
    """
    drawn, drawn_edges = drawing
    nodes = {node for node, _ in graph.types}
    for node in drawn - nodes:
        yield Problem(node, "nodes", f"is a node of {name}, but not of {RDF_FILE}")
    for node in () if in_part else nodes - drawn:
        yield Problem(node, "nodes", f"is a node of {RDF_FILE}, but not of {name}")
    both = nodes & drawn
    for edge in drawn_edges ^ graph.edges:
        source, relation, target = edge
        if source in both and target in both:
            has, lacks = (name, RDF_FILE) if edge in drawn_edges else (RDF_FILE, name)
            yield Problem(source, "edges", f"{relation} {target} is an edge of {has}, but not of {lacks}")


def _drawn_in_xml(file: Path) -> tuple[set[str], set[Edge]]:
    """The ids of the nodes, and the edges, of a GraphML or GEXF file, one that its check has found sound."""
    nodes, edges = set(), set()
    for _, element in ElementTree.iterparse(file):
        name = element.tag.rpartition("}")[2]
        if name == "node":
            nodes.add(element.get("id", ""))
        elif name == "edge":
            edges.add((element.get("source", ""), element.get("label", ""), element.get("target", "")))
        if name in ("node", "edge"):
            element.clear()
    return nodes, edges


def _graph(file: Path) -> _Graph:
    typed: list[tuple[str, str]] = []
    concept_types: list[str] = []
    related: list[Edge] = []
    relations = {iri: name for name, iri in RELATION_IRIS.items()}
    for quad in ox.parse(path=file, format=SUFFIXES[file.suffix.lower()]):
        if not (isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode)):
            continue
        if quad.predicate == _RDF_TYPE:
            typed.append((quad.subject.value, quad.object.value))
        elif quad.predicate == _SUBCLASS and quad.object == _CONCEPT:
            concept_types.append(quad.subject.value)
        elif quad.predicate.value in relations:
            related.append((quad.subject.value, relations[quad.predicate.value], quad.object.value))
    names = {ONTOLOGY + kind: kind for kind in (PAPER, LINK)}
    names |= {iri: re.split("[/#]", iri)[-1] for iri in concept_types}
    types = {(node, names[kind]) for node, kind in typed if kind in names}
    papers = {node for node, kind in types if kind == PAPER}
    return _Graph(types, {edge for edge in related if edge[0] in papers})
