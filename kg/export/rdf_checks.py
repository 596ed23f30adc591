"""Checks of an export in RDF: the shapes of ontology/shapes.ttl (SHACL), its own counts, and its evidence."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg.export.doctype import refuse_document_type
from kg.export.rdf import SUFFIXES
from kg.vocabulary import ONTOLOGY, PREFIXES, ontology_folder

if TYPE_CHECKING:
    import rdflib


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One breach: the node (an IRI, or a file), the shape or check that it fails, and what is wrong."""

    node: str
    shape: str
    message: str

    def __str__(self) -> str:
        return " ".join(f"{self.node}: {self.message} [{self.shape}]".split())


def rdf_problems(path: Path) -> Iterator[Problem]:
    """The breaches of an RDF file: of the shapes, then of its counts, its edges and its evidence.

    A file that cannot be parsed has that one problem.
    """
    try:
        data = _read(path)
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else error
        yield Problem(
            str(path), "syntax", f"cannot be read as {SUFFIXES[path.suffix.lower()].name}: {reason}"
        )
        return
    yield from _shapes(data)
    yield from _counts(data, path)
    yield from _edges(data)
    yield from _evidence(data)


def _read(path: Path) -> rdflib.Graph:
    """The file as one rdflib graph, the named graphs of a dataset together; read by pyoxigraph, which is faster."""
    import rdflib

    def node(term: Any) -> rdflib.URIRef | rdflib.BNode | rdflib.Literal:
        if isinstance(term, ox.NamedNode):
            return rdflib.URIRef(term.value)
        if isinstance(term, ox.BlankNode):
            return rdflib.BNode(term.value)
        if term.language:
            return rdflib.Literal(term.value, lang=term.language)
        datatype = rdflib.URIRef(term.datatype.value)
        return rdflib.Literal(
            term.value, datatype=None if datatype == rdflib.XSD.string else datatype, normalize=False
        )

    graph = rdflib.Graph()
    refuse_document_type(path, SUFFIXES[path.suffix.lower()])
    for quad in ox.parse(path=path, format=SUFFIXES[path.suffix.lower()]):
        graph.add((node(quad.subject), node(quad.predicate), node(quad.object)))
    return graph


def _shapes(data: rdflib.Graph) -> Iterator[Problem]:
    import pyshacl
    import rdflib

    sh = rdflib.SH
    shapes = rdflib.Graph().parse(ontology_folder() / "shapes.ttl")
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes, inference="none", inplace=True)
    for result in report.subjects(rdflib.RDF.type, sh.ValidationResult):
        node, shape, value = (report.value(result, key) for key in (sh.focusNode, sh.sourceShape, sh.value))
        message = report.value(result, sh.resultMessage)
        found = f"; it has {_short(value)}" if value is not None and value != node else ""
        yield Problem(str(node), _name(shape), f"{message}{found}")


def _short(value: object) -> str:
    return textwrap.shorten(str(value), 80, placeholder=" …")


def _name(shape: Any) -> str:
    return str(shape).rpartition("#")[2]


def _counts(data: rdflib.Graph, path: Path) -> Iterator[Problem]:
    """Of what the file says about itself, VoID's counts."""
    import rdflib

    void = rdflib.Namespace(PREFIXES["void"])
    export = data.value(predicate=rdflib.RDF.type, object=void.Dataset)
    if export is None:
        yield Problem(str(path), "Export", "the file does not describe itself (no void:Dataset)")
        return
    said = data.value(export, void.triples)
    if said is not None and str(said) != str(len(data)):
        yield Problem(
            str(export), "ExportTriples", f"void:triples is {said}, but there are {len(data)} triples"
        )
    for part in data.objects(export, void.classPartition):
        kind, said = data.value(part, void["class"]), data.value(part, void.entities)
        count = sum(1 for _ in data.subjects(rdflib.RDF.type, kind))
        if str(said) != str(count):
            yield Problem(
                str(part), "ExportPartition", f"void:entities is {said}, but there are {count} of {kind}"
            )
    for part in data.objects(export, void.propertyPartition):
        relation, said = data.value(part, void.property), data.value(part, void.triples)
        count = sum(1 for _ in data.subject_objects(relation))
        if str(said) != str(count):
            yield Problem(
                str(part), "ExportPartition", f"void:triples is {said}, but there are {count} of {relation}"
            )


def _edges(data: rdflib.Graph) -> Iterator[Problem]:
    """Every assertion stands beside the edge that it asserts."""
    import rdflib

    keys = (rdflib.RDF.subject, rdflib.RDF.predicate, rdflib.RDF.object)
    for assertion in data.subjects(rdflib.RDF.type, rdflib.URIRef(ONTOLOGY + "Assertion")):
        subject, predicate, value = (data.value(assertion, key) for key in keys)
        if subject and predicate and value and (subject, predicate, value) not in data:
            yield Problem(
                str(assertion), "AssertionEdge", "the graph lacks the edge that this assertion asserts"
            )


def _evidence(data: rdflib.Graph) -> Iterator[Problem]:
    """Every selector selects its words from the abstract."""
    import rdflib

    oa, kg = rdflib.Namespace(PREFIXES["oa"]), rdflib.Namespace(ONTOLOGY)
    for assertion, selector in data.subject_objects(kg.evidence):
        abstract = data.value(data.value(assertion, rdflib.RDF.subject), rdflib.DCTERMS.abstract)
        start, end, exact = (data.value(selector, key) for key in (oa.start, oa.end, oa.exact))
        if None in (abstract, start, end, exact):
            continue  # the shapes have said so
        try:
            selected = str(abstract)[int(str(start)) : int(str(end))]
        except ValueError:
            continue
        if selected != str(exact):
            yield Problem(
                str(selector),
                "SelectorExact",
                f"oa:exact is {_short(exact)!r}, but the abstract has {_short(selected)!r} there",
            )
