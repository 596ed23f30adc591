"""The graph as RDF: RDF 1.1 in Turtle, N-Triples, JSON-LD, RDF/XML or TriG, streamed.

What is written, in this order: the terms of the ontology with their labels and super-terms; the classes of
types of another field, under the base IRI; each paper with its direct edges and, beside them, the assertions
that carry the evidence; concepts; links; and last the description of the file itself (VoID, PROV), whose
counts are known only then. Subjects come in sorted order and every resource has an IRI, so equal graphs give
equal bytes.

TriG puts each paper and its assertions into a named graph of its own and all else into the default
graph; the union of its graphs equals the other formats. RDF/XML cannot hold most control characters, so
literals leave them out in every format; in abstracts, whose offsets count, a space takes their place.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote

import pyoxigraph as ox

from kg.errors import InputError
from kg.export.terms import (
    address,
    assertion_iri,
    decimal,
    local_name,
    node_iri,
    offset,
    term,
    text,
    texts,
    year,
)
from kg.graph import attributes as a
from kg.graph.rows import Attributes, Node, PaperRow, Rows, as_rows
from kg.version import __version__
from kg.vocabulary import (
    NODE_TYPES,
    ONTOLOGY,
    PAPER,
    PREFIXES,
    RELATION_IRIS,
    concept_types,
    ontology_folder,
    type_iri,
    type_segment,
)

if TYPE_CHECKING:
    import networkx as nx

FORMATS: dict[str, ox.RdfFormat] = {
    "turtle": ox.RdfFormat.TURTLE,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdfxml": ox.RdfFormat.RDF_XML,
    "trig": ox.RdfFormat.TRIG,
}
"""Name of a format -> what writes it."""

SUFFIXES: dict[str, ox.RdfFormat] = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".nq": ox.RdfFormat.N_QUADS,
    ".trig": ox.RdfFormat.TRIG,
    ".jsonld": ox.RdfFormat.JSON_LD,
    ".rdf": ox.RdfFormat.RDF_XML,
    ".xml": ox.RdfFormat.RDF_XML,
}
"""Ending of an RDF file -> its format, for readers."""

Statement = tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode | ox.Literal, ox.NamedNode | None]
"""Subject, predicate, object, and the named graph it belongs to (None: the default graph)."""

Property = tuple[ox.NamedNode, ox.NamedNode | ox.Literal]

_TYPE = term("rdf:type")
_LABEL = term("rdfs:label")
_SELECTORS = (term("oa:TextPositionSelector"), term("oa:TextQuoteSelector"))
_PREDICATES = {name: ox.NamedNode(iri) for name, iri in RELATION_IRIS.items()}
_ORDER = {relation: place for place, relation in enumerate(_PREDICATES)}


def write_rdf(
    graph: nx.MultiDiGraph | Rows, path: Path, *, format: str = "turtle", evidence: bool = True
) -> int:
    """Write `graph` (see `kg.graph.attributes`) to `path` and return the number of triples.

    `format` is a key of `FORMATS`; without `evidence` there are no assertions and no selectors, only the
    direct edges. Raises `InputError` for an unknown format or a base IRI that is none.
    """
    if format not in FORMATS:
        raise InputError(f"unknown RDF format {format!r}: use one of {', '.join(FORMATS)}")
    rows = as_rows(graph)
    check_base(rows.base)
    written = 0

    def items() -> Iterator[Any]:
        nonlocal written
        for subject, predicate, value, name in statements(rows, evidence=evidence):
            written += 1
            if format == "trig":
                yield ox.Quad(subject, predicate, value, name or ox.DefaultGraph())
            else:
                yield ox.Triple(subject, predicate, value)

    # Slugs of concepts make plain local names; ids of papers need escapes, one of which rdflib cannot read.
    segments = map(type_segment, concept_types(rows.counts))
    prefixes = PREFIXES | {segment: f"{rows.base}{segment}/" for segment in segments}
    with path.open("wb") as file:
        output: Any = _EscapedReturns(file) if format == "rdfxml" else file
        ox.serialize(items(), output, FORMATS[format], prefixes=prefixes)
    return written


class _EscapedReturns(io.BufferedIOBase):
    """Writes each CR of an XML document as a character reference: a bare one would be read back as LF."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, data: Any) -> int:
        self._file.write(bytes(data).replace(b"\r", b"&#13;"))
        return len(data)


def check_base(base: str) -> None:
    """Raise InputError unless the base IRI is one."""
    try:
        ox.NamedNode(base)
    except ValueError as error:
        raise InputError(f"the base IRI {base!r} is not an IRI: {error}") from error


def statements(graph: nx.MultiDiGraph | Rows, *, evidence: bool = True) -> Iterator[Statement]:
    """The triples of `graph`, each once, grouped by subject, without holding them."""
    rows = as_rows(graph)
    edges: Counter[str] = Counter()
    triples = 0
    for statement in chain(
        about_terms(rows),
        papers(rows.papers(), rows.base, evidence=evidence, edges=edges),
        concepts(rows),
        links(rows),
    ):
        triples += 1
        yield statement
    yield from about_export(rows, edges, triples)


def about_terms(rows: Rows) -> Iterator[Statement]:
    """The terms of the ontology, and the classes of types of another field."""
    yield from _ontology()
    yield from _other_types(rows.counts, rows.base)


def papers(
    found: Iterable[PaperRow], base: str, *, evidence: bool, edges: Counter[str]
) -> Iterator[Statement]:
    """What is said of papers; counts their edges by relation in `edges`."""
    return chain.from_iterable(_paper(paper, base, evidence, edges) for paper in found)


def concepts(rows: Rows) -> Iterator[Statement]:
    """What is said of concepts."""
    return chain.from_iterable(
        _concept(node, rows.base) for kind in concept_types(rows.counts) for node in rows.concepts(kind)
    )


def links(rows: Rows) -> Iterator[Statement]:
    """What is said of links."""
    return chain.from_iterable(_link(node, rows.base) for node in rows.links())


def about_export(rows: Rows, edges: Mapping[str, int], triples: int) -> Iterator[Statement]:
    """What the export says of itself, whose other statements are so many `triples`, and its edges by relation."""
    triples += sum(1 for _ in _description(rows, edges, triples))
    yield from _description(rows, edges, triples)


def _paper(row: PaperRow, base: str, evidence: bool, edges: Counter[str]) -> Iterator[Statement]:
    """The paper's own statements, in a named graph of its own; counts its edges in `edges`."""
    paper = node_iri(row.iri, base)
    name = local_name(row.iri, base).removeprefix("paper/")
    named_graph = ox.NamedNode(f"{base}graph/{name}")
    for predicate, value in _paper_properties(row.data):
        yield paper, predicate, value, named_graph
    for target, _, data in row.edges:
        edges[data[a.RELATION]] += 1
        yield paper, _PREDICATES[data[a.RELATION]], node_iri(target, base), named_graph
    if not evidence:
        return
    mentions: dict[tuple[int, int], str] = {}
    for target, _, data in row.edges:
        assertion = assertion_iri(row.iri, data[a.RELATION], target, base)
        for predicate, value in _assertion(paper, node_iri(target, base), data):
            yield assertion, predicate, value, named_graph
        mentions |= {(mention.start, mention.end): mention.text for mention in data[a.MENTIONS]}
    for (start, end), exact in sorted(mentions.items()):
        selector = _selector_iri(paper, start, end)
        for kind in _SELECTORS:
            yield selector, _TYPE, kind, named_graph
        yield selector, term("oa:start"), offset(start), named_graph
        yield selector, term("oa:end"), offset(end), named_graph
        yield selector, term("oa:exact"), text(exact, keep_offsets=True), named_graph


def _paper_properties(data: Attributes) -> Iterator[Property]:
    yield _TYPE, term("kg:Paper")
    yield _LABEL, text(data[a.LABEL])
    # Without a title of its own, a paper has the one that people see.
    yield term("dcterms:title"), text(data.get(a.TITLE) or data[a.LABEL])
    yield term("dcterms:identifier"), text(data[a.IDENTIFIER])
    if data.get(a.YEAR) is not None:
        yield term("dcterms:issued"), year(data[a.YEAR])
    if data.get(a.VENUE):
        yield term("kg:venue"), text(data[a.VENUE])
    for keyword in texts(data.get(a.KEYWORDS, ())):
        yield term("schema:keywords"), keyword
    for author in texts(data.get(a.AUTHORS, ())):
        yield term("dcterms:creator"), author
    if data.get(a.DOI):
        yield term("bibo:doi"), text(data[a.DOI])
    if data.get(a.URL):
        yield term("schema:url"), address(data[a.URL])
    if data.get(a.TEXT):
        yield term("dcterms:abstract"), text(data[a.TEXT], keep_offsets=True)


def _assertion(paper: ox.NamedNode, target: ox.NamedNode, data: Attributes) -> Iterator[Property]:
    yield _TYPE, term("kg:Assertion")
    yield term("rdf:subject"), paper
    yield term("rdf:predicate"), _PREDICATES[data[a.RELATION]]
    yield term("rdf:object"), target
    yield term("kg:role"), text(data[a.ROLE])
    yield term("kg:confidence"), decimal(data[a.CONFIDENCE])
    yield term("kg:weight"), ox.Literal(int(data[a.WEIGHT]))
    yield term("prov:wasDerivedFrom"), paper
    for start, end in sorted({(mention.start, mention.end) for mention in data[a.MENTIONS]}):
        yield term("kg:evidence"), _selector_iri(paper, start, end)


def _selector_iri(paper: ox.NamedNode, start: int, end: int) -> ox.NamedNode:
    # RFC 5147 counts positions between characters, as our offsets do; there, too, the end is excluded.
    return ox.NamedNode(f"{paper.value}#char={start},{end}")


def _link(node: Node, base: str) -> Iterator[Statement]:
    iri = node_iri(node.iri, base)
    yield iri, _TYPE, term("kg:Link"), None
    yield iri, _LABEL, text(node.data[a.LABEL]), None


def _concept(node: Node, base: str) -> Iterator[Statement]:
    data = node.data
    iri = node_iri(node.iri, base)
    label = text(data[a.LABEL])
    yield iri, _TYPE, _class(data[a.TYPE], base), None
    yield iri, _LABEL, label, None
    yield iri, term("skos:prefLabel"), label, None
    for alias in texts(data[a.ALIASES]):
        if alias != label:  # SKOS S13: no label is both preferred and alternative
            yield iri, term("skos:altLabel"), alias, None
    for broader in sorted(set(data[a.BROADER])):
        yield iri, term("skos:broader"), node_iri(broader, base), None
    for related in sorted(set(data.get(a.RELATED, ()))):
        yield iri, term("skos:related"), node_iri(related, base), None
    if data.get(a.AMBIGUOUS):
        yield iri, term("kg:ambiguous"), ox.Literal(True), None
    for old in sorted(set(data.get(a.REPLACES, ()))):
        yield node_iri(old, base), term("dcterms:isReplacedBy"), iri, None


def _ontology() -> Iterator[Statement]:
    """Our terms with type, label and super-terms: enough to read the file, and to query by super-class."""
    wanted = {_TYPE, _LABEL, term("rdfs:subClassOf"), term("rdfs:subPropertyOf")}
    kept = []
    for quad in ox.parse(path=ontology_folder() / "kg.ttl"):
        subject, value = quad.subject, quad.object
        if (
            isinstance(subject, ox.NamedNode)
            and subject.value.startswith(ONTOLOGY)
            and quad.predicate in wanted
            and isinstance(value, (ox.NamedNode, ox.Literal))
        ):
            kept.append((subject, quad.predicate, value, None))
    yield from sorted(kept, key=lambda s: (s[0].value, s[1].value, s[2].value))


def _other_types(kinds: Iterable[str], base: str) -> Iterator[Statement]:
    """The classes of the types that the ontology does not define, as kinds of concepts."""
    for kind in kinds:
        if kind not in NODE_TYPES:
            about = (("rdf:type", term("owl:Class")), ("rdfs:label", text(kind)))
            yield from _about(_class(kind, base), *about, ("rdfs:subClassOf", term("kg:Concept")))


@cache
def _class(kind: str, base: str) -> ox.NamedNode:
    return ox.NamedNode(type_iri(base, kind))


def _description(rows: Rows, edges: Mapping[str, int], triples: int) -> Iterator[Statement]:
    """The file about itself: counts, what made it, and out of what; `triples` counts these statements too."""
    base, sizes = rows.base, rows.counts
    export, build, tool = (ox.NamedNode(base + name) for name in ("export", "export#build", "export#kg"))
    kinds = {kind: ox.NamedNode(f"{base}export#{kind}") for kind, size in sizes.items() if size}
    relations = {name: ox.NamedNode(f"{base}export#{name}") for name in _PREDICATES if edges.get(name)}
    sources = sorted(set(rows.sources))
    inputs = {
        digest: ox.NamedNode(f"{base}source/{quote(digest, safe='', errors='replace')}")
        for _, digest in sources
    }
    pipelines = sorted({name for name in rows.pipeline.split(", ") if name})
    agents = {
        name: ox.NamedNode(f"{base}pipeline/{quote(name, safe='', errors='replace')}") for name in pipelines
    }
    software = term("prov:SoftwareAgent")

    yield from _about(
        export,
        ("rdf:type", term("void:Dataset"), term("prov:Entity")),
        ("rdfs:label", ox.Literal(f"Knowledge graph of {sizes[PAPER]} papers")),
        ("void:vocabulary", ox.NamedNode(ONTOLOGY)),
        ("void:uriSpace", ox.Literal(base)),
        ("void:triples", ox.Literal(triples)),
        ("void:entities", ox.Literal(sum(sizes.values()))),
        ("void:classPartition", *kinds.values()),
        ("void:propertyPartition", *relations.values()),
        ("prov:wasGeneratedBy", build),
        ("prov:wasDerivedFrom", *inputs.values()),
    )
    for kind, part in kinds.items():
        yield from _about(
            part, ("void:class", _class(kind, base)), ("void:entities", ox.Literal(sizes[kind]))
        )
    for name, part in relations.items():
        yield from _about(
            part, ("void:property", _PREDICATES[name]), ("void:triples", ox.Literal(edges[name]))
        )
    yield from _about(
        build,
        ("rdf:type", term("prov:Activity")),
        ("prov:wasAssociatedWith", tool, *agents.values()),
        ("prov:used", *inputs.values()),
    )
    version = ("schema:softwareVersion", ox.Literal(__version__))
    yield from _about(tool, ("rdf:type", software), ("rdfs:label", ox.Literal("kg")), version)
    for name, agent in agents.items():
        yield from _about(agent, ("rdf:type", software), ("rdfs:label", text(name)))
    for digest, source in inputs.items():
        names = texts(name for name, other in sources if other == digest)
        about = (("rdf:type", term("prov:Entity")), ("rdfs:label", *names), ("kg:sha256", text(digest)))
        yield from _about(source, *about)


def _about(subject: ox.NamedNode, *properties: tuple[Any, ...]) -> Iterator[Statement]:
    for name, *values in properties:
        for value in values:
            yield subject, term(name), value, None
