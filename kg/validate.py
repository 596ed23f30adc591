"""A build's files against what they promise, each alone and all together."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyoxigraph as ox

from kg.errors import InputError
from kg.export.gephi_checks import gexf_problems, graphml_problems
from kg.export.rdf import SUFFIXES
from kg.export.rdf_checks import Problem, rdf_problems
from kg.files import BUILD_FILES, CONCEPTS, EXTRACTIONS, RDF_FILE, REPORT
from kg.vocabulary import LINK, ONTOLOGY, PAPER, PREFIXES, is_concept_type

__all__ = ["FILE_CHECKS", "Problem", "validate"]

_RDF_TYPE = ox.NamedNode(PREFIXES["rdf"] + "type")
_SUBCLASS = ox.NamedNode(PREFIXES["rdfs"] + "subClassOf")
_CONCEPT = ox.NamedNode(ONTOLOGY + "Concept")
GEPHI_FILES = ("graph.graphml", "graph.gexf")


def _gephi(problems: Callable[[Path], Iterable[str]]) -> Callable[[Path], list[Problem]]:
    return lambda path: [Problem(str(path), "gephi", message) for message in problems(path)]


FILE_CHECKS: dict[str, Callable[[Path], Iterable[Problem]]] = {
    **dict.fromkeys(SUFFIXES, rdf_problems),
    ".graphml": _gephi(graphml_problems),
    ".gexf": _gephi(gexf_problems),
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
    """The graph has the concepts and papers that the tables and the report count, and the nodes of Gephi's files."""
    types = _types(folder / RDF_FILE)
    try:
        rows = [json.loads(line) for line in (folder / CONCEPTS).read_bytes().splitlines()]
        listed = {(row["id"], row["type"]) for row in rows}
        with (folder / EXTRACTIONS).open("rb") as lines:
            papers = sum(1 for line in lines if line.strip())
        counted = json.loads((folder / REPORT).read_bytes())["counts"]
    except (ValueError, KeyError, TypeError) as error:
        yield Problem(str(folder), "files", f"the files cannot be compared: {type(error).__name__}: {error}")
        return
    drawn = {(node, kind) for node, kind in types if is_concept_type(kind)}
    for node, kind in listed - drawn:
        yield Problem(node, "concepts", f"is a {kind} in {CONCEPTS}, but not in {RDF_FILE}")
    for node, kind in drawn - listed:
        yield Problem(node, "concepts", f"is a {kind} in {RDF_FILE}, but not in {CONCEPTS}")
    count = sum(1 for _, kind in types if kind == PAPER)
    if count != papers:
        message = f"has {count} papers, but {EXTRACTIONS} has {papers}"
        yield Problem(str(folder / RDF_FILE), "papers", message)
    if (counted["papers"], counted["concepts"]) != (count, len(drawn)):
        yield Problem(str(folder / REPORT), "counts", f"counts other papers or concepts than {RDF_FILE} has")
    nodes = {node for node, _ in types}
    for name in GEPHI_FILES:
        ids = _node_ids(folder / name)
        for node in ids - nodes:
            yield Problem(node, "nodes", f"is a node of {name}, but not of {RDF_FILE}")
        for node in nodes - ids:
            yield Problem(node, "nodes", f"is a node of {RDF_FILE}, but not of {name}")


def _node_ids(file: Path) -> set[str]:
    """The ids of the nodes of a GraphML or GEXF file, one that its check has found sound."""
    ids = set()
    for _, element in ElementTree.iterparse(file):
        if element.tag.rpartition("}")[2] == "node":
            ids.add(element.get("id", ""))
        if element.tag.rpartition("}")[2] in ("node", "edge"):
            element.clear()
    return ids


def _types(file: Path) -> set[tuple[str, str]]:
    """The papers, concepts and links of an RDF file, with the names of their types."""
    names = {ONTOLOGY + kind: kind for kind in (PAPER, LINK)}
    for quad in _typing(file, _SUBCLASS):
        if quad.object == _CONCEPT:
            names[quad.subject.value] = re.split("[/#]", quad.subject.value)[-1]
    return {
        (quad.subject.value, names[quad.object.value])
        for quad in _typing(file, _RDF_TYPE)
        if quad.object.value in names
    }


def _typing(file: Path, predicate: ox.NamedNode) -> Iterator[Any]:
    """The statements with this predicate of one IRI about another."""
    for quad in ox.parse(path=file, format=SUFFIXES[file.suffix.lower()]):
        named = isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode)
        if quad.predicate == predicate and named:
            yield quad
