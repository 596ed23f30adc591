"""The ontology against the code that uses it, and its documentation against both."""

from __future__ import annotations

import re

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, SKOS

from kg.export.rdf import statements
from kg.graph import attributes as a
from kg.query import questions
from kg.vocabulary import (
    CONCEPT_TYPES,
    LINK_ROLES,
    NODE_TYPES,
    ONTOLOGY,
    OTHER_ROLES,
    PREFIXES,
    RELATION_IRIS,
    RELATIONS,
    ROLES,
    ontology_folder,
)

KG = rdflib.Namespace(ONTOLOGY)
SH = rdflib.SH
SHAPES = rdflib.Namespace("https://w3id.org/paperkg/shapes#")
README = (ontology_folder() / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    return rdflib.Graph().parse(ontology_folder() / "kg.ttl")


@pytest.fixture(scope="module")
def shapes() -> rdflib.Graph:
    return rdflib.Graph().parse(ontology_folder() / "shapes.ttl")


def defined(ontology: rdflib.Graph) -> set[str]:
    """The terms that the ontology declares, without their namespace."""
    kinds = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty)
    named = {str(term) for kind in kinds for term in ontology.subjects(RDF.type, kind)}
    return {term.removeprefix(ONTOLOGY) for term in named if term.startswith(ONTOLOGY)}


def used(graph: nx.MultiDiGraph) -> set[str]:
    """The terms of ours that the code knows: those of the vocabulary, and those that an export is made of."""
    vocabulary = {
        *NODE_TYPES,
        *(iri.removeprefix(ONTOLOGY) for iri in RELATION_IRIS.values() if iri.startswith(ONTOLOGY)),
    }
    written = set()
    for subject, predicate, value, _ in statements(graph):
        if not subject.value.startswith(ONTOLOGY):  # the declarations would prove themselves
            terms = (predicate, value) if isinstance(value, ox.NamedNode) else (predicate,)
            written |= {
                term.value.removeprefix(ONTOLOGY) for term in terms if term.value.startswith(ONTOLOGY)
            }
    return (vocabulary | written) - {""}


def test_ontology_defines_every_term_that_is_used_and_no_other(
    ontology: rdflib.Graph, graph: nx.MultiDiGraph
) -> None:
    super_terms = {"Concept", "about"}
    next(data for _, data in graph.nodes(data=True) if data[a.TYPE] == "Method")[a.AMBIGUOUS] = True
    assert defined(ontology) == used(graph) | super_terms


def test_every_term_has_one_label_and_one_definition(ontology: rdflib.Graph) -> None:
    for name in defined(ontology):
        labels, definitions = (list(ontology.objects(KG[name], key)) for key in (RDFS.label, SKOS.definition))
        assert [label.language for label in labels] == ["en"], name
        assert [definition.language for definition in definitions] == ["en"], name
        assert re.fullmatch(r"[A-Z].*\.", definitions[0]), name


def test_concept_types_are_disjoint_concepts(ontology: rdflib.Graph) -> None:
    for name in CONCEPT_TYPES:
        assert (KG[name], RDFS.subClassOf, KG.Concept) in ontology
    disjoint = ontology.value(predicate=RDF.type, object=OWL.AllDisjointClasses)
    members = ontology.value(disjoint, OWL.members)
    assert {str(item) for item in ontology.items(members)} == {ONTOLOGY + name for name in CONCEPT_TYPES}
    # The four are not all: an export may declare more.
    assert ontology.value(KG.Concept, OWL.disjointUnionOf) is None


def allowed_types(ontology: rdflib.Graph, range_: rdflib.term.Node) -> set[str]:
    """Which of the four types a range lets in: one, all concepts, or all but some."""
    if range_ == KG.Concept:
        return set(CONCEPT_TYPES)
    if not (parts := ontology.value(range_, OWL.intersectionOf)):
        return {str(range_).removeprefix(ONTOLOGY)}
    concept, others = ontology.items(parts)
    assert concept == KG.Concept
    complement = ontology.value(others, OWL.complementOf)
    union = ontology.value(complement, OWL.unionOf)
    excluded = ontology.items(union) if union else [complement]
    return set(CONCEPT_TYPES) - {str(kind).removeprefix(ONTOLOGY) for kind in excluded}


def test_relations_to_concepts_are_kinds_of_about_with_the_ranges_of_their_roles(
    ontology: rdflib.Graph,
) -> None:
    roles = {role for kinds in ROLES.values() for role in kinds}
    for role in roles:
        relation = KG[RELATIONS[role]]
        assert (relation, RDFS.subPropertyOf, KG.about) in ontology
        assert (relation, RDFS.domain, KG.Paper) in ontology
        wanted = {kind for kind, allowed in ROLES.items() if role in allowed}
        assert allowed_types(ontology, ontology.value(relation, RDFS.range)) == wanted, role
        in_another_field = ontology.value(relation, RDFS.range) != KG.Task
        assert in_another_field == (role in OTHER_ROLES), role


def test_link_properties_are_kinds_of_page(ontology: rdflib.Graph) -> None:
    for name in ("hasData", "hasModel", "hasDemo", "hasVideo"):
        assert (KG[name], RDFS.subPropertyOf, rdflib.FOAF.page) in ontology
        assert (KG[name], RDFS.range, KG.Link) in ontology


@pytest.mark.parametrize(
    ("term", "relation", "other"),
    [
        ("Paper", RDFS.subClassOf, PREFIXES["fabio"] + "ResearchPaper"),
        ("Paper", RDFS.subClassOf, PREFIXES["schema"] + "ScholarlyArticle"),
        ("Concept", RDFS.subClassOf, str(SKOS.Concept)),
        ("Dataset", RDFS.subClassOf, PREFIXES["dcat"] + "Dataset"),
        ("Dataset", RDFS.subClassOf, PREFIXES["schema"] + "Dataset"),
        ("Assertion", RDFS.subClassOf, str(RDF.Statement)),
        ("Method", SKOS.closeMatch, "https://w3id.org/cskg/ontology#Method"),
        ("Task", SKOS.closeMatch, "https://w3id.org/cskg/ontology#Task"),
        ("Metric", SKOS.closeMatch, "https://w3id.org/cskg/ontology#Metric"),
        ("Dataset", SKOS.broadMatch, "https://w3id.org/cskg/ontology#Material"),
        ("Method", SKOS.closeMatch, "https://linkedpaperswithcode.com/class/method"),
        ("Paper", SKOS.closeMatch, "https://linkedpaperswithcode.com/class/paper"),
        ("Metric", SKOS.closeMatch, "http://www.w3.org/ns/mls#EvaluationMeasure"),
        ("Task", SKOS.closeMatch, "http://www.w3.org/ns/mls#Task"),
    ],
)
def test_mappings(ontology: rdflib.Graph, term: str, relation: rdflib.URIRef, other: str) -> None:
    assert (KG[term], relation, rdflib.URIRef(other)) in ontology


def test_shapes_know_the_relations_and_roles_of_the_vocabulary(shapes: rdflib.Graph) -> None:
    def members(shape: str) -> set[str]:
        return {str(item) for item in shapes.items(shapes.value(SHAPES[shape], SH["in"]))}

    assert members("AssertionPredicate") == set(RELATION_IRIS.values())
    assert (
        members("AssertionRole")
        == {*RELATIONS}
        == {*LINK_ROLES, *(r for kinds in ROLES.values() for r in kinds)}
    )


def test_every_shape_with_a_target_or_path_has_a_message(shapes: rdflib.Graph) -> None:
    for shape in set(shapes.subjects(SH.path)):
        assert shapes.value(shape, SH.message), shape
    assert not list(shapes.subjects(SH.sparql)), "SPARQL constraints are slow over large exports"


def test_readme_lists_every_term_and_no_other(ontology: rdflib.Graph) -> None:
    table = README.partition("## Terms")[2].partition("From elsewhere")[0]
    listed = {
        name
        for row in table.splitlines()
        for name in re.findall(r"`kg:(\w+)`", row.partition("|")[2].partition("|")[0])
    }
    assert listed == defined(ontology)


def test_readme_lists_every_question_with_its_description() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", README.partition("## Asking")[2], re.MULTILINE)
    assert listed == [(question.name, question.description) for question in questions()]


def test_readme_shows_what_the_code_writes(graph: nx.MultiDiGraph) -> None:
    snippet = README.partition("```turtle\n")[2].partition("```")[0]
    prefixes = PREFIXES | {"method": "https://w3id.org/paperkg/method/"}
    head = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in prefixes.items())
    shown = {quad.triple for quad in ox.parse(head + snippet, format=ox.RdfFormat.TURTLE)}
    written = {ox.Triple(*statement[:3]) for statement in statements(graph)}
    assert len(shown) == 15
    assert shown <= written


def test_readme_python_example_runs(graph: nx.MultiDiGraph, tmp_path, monkeypatch, capsys) -> None:
    from kg.export.rdf import write_rdf

    (tmp_path / "out").mkdir()
    write_rdf(graph, tmp_path / "out" / "graph.ttl")
    (tmp_path / "ontology").symlink_to(ontology_folder())
    monkeypatch.chdir(tmp_path)
    exec(README.partition("```python\n")[2].partition("```")[0], {})
    assert capsys.readouterr().out == "residual network 1\n"
