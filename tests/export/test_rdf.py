"""RDF as other programs read it: the same triples in every format, by three readers, and the same bytes each time."""

from __future__ import annotations

import itertools
import os
import random
import re
import subprocess
import sys
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib
from conftest import tool
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.export.rdf import FORMATS, statements, write_rdf
from kg.export.terms import decimal, node_iri, text, year
from kg.graph import attributes as a
from kg.records import Mention
from kg.vocabulary import (
    BASE_IRI,
    ONTOLOGY,
    PREFIXES,
    RELATION_IRIS,
    RELATIONS,
    concept_iri,
    link_iri,
    paper_iri,
)

RDFLIB_NAMES = {"turtle": "turtle", "ntriples": "nt", "jsonld": "json-ld", "rdfxml": "xml"}
RAPPER_NAMES = {"turtle": "turtle", "ntriples": "ntriples", "rdfxml": "rdfxml", "trig": "trig"}
SEED = f"{BASE_IRI}paper/seed-01"
DEEPNET = f"{BASE_IRI}method/deepnet"

Triples = set[ox.Triple]


def triples_of(graph: nx.MultiDiGraph, **options: Any) -> Triples:
    return {ox.Triple(*statement[:3]) for statement in statements(graph, **options)}


def by_pyoxigraph(path: Path, format: str) -> Triples:
    return {quad.triple for quad in ox.parse(path=path, format=FORMATS[format])}


def by_rdflib(path: Path, format: str) -> Triples:
    rdflib.NORMALIZE_LITERALS = False
    if format == "trig":
        dataset = rdflib.Dataset()
        dataset.parse(path, format="trig")
        graph = rdflib.Graph()
        for subject, predicate, value, _ in dataset.quads():
            graph.add((subject, predicate, value))
    else:
        graph = rdflib.Graph().parse(path, format=RDFLIB_NAMES[format])
    data = graph.serialize(format="nt", encoding="utf-8")
    return {quad.triple for quad in ox.parse(data, format=ox.RdfFormat.N_TRIPLES)}


def by_rapper(path: Path, format: str) -> Triples:
    command = [
        tool("rapper", "raptor2-utils"),
        "-q",
        "-i",
        RAPPER_NAMES[format],
        "-o",
        "ntriples",
        str(path),
        "http://unused.example/",
    ]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stderr == b""
    return {quad.triple for quad in ox.parse(done.stdout, format=ox.RdfFormat.N_TRIPLES)}


def iri(name: str) -> ox.NamedNode:
    prefix, _, local = name.partition(":")
    return ox.NamedNode(PREFIXES[prefix] + local)


def values(triples: Triples, subject: str, predicate: str) -> list[str]:
    wanted = iri(predicate)
    return sorted(t.object.value for t in triples if t.subject.value == subject and t.predicate == wanted)


# What is written


def test_paper(graph: nx.MultiDiGraph) -> None:
    triples = triples_of(graph)
    for predicate, wanted in {
        "rdf:type": [ONTOLOGY + "Paper"],
        "rdfs:label": ["Deep Networks"],
        "dcterms:title": ["Deep Networks"],
        "dcterms:identifier": ["seed-01"],
        "kg:venue": ["Test & Co"],
        "schema:keywords": ["deep learning"],
        "kg:introduces": [DEEPNET],
        "kg:uses": [f"{BASE_IRI}dataset/imagenet", f"{BASE_IRI}method/residual-network"],
        "kg:comparesWith": [f"{BASE_IRI}method/vgg"],
        "kg:addresses": [f"{BASE_IRI}task/image-classification"],
        "schema:codeRepository": ["https://github.com/example/deepnet"],
        "dcterms:abstract": [graph.nodes[SEED][a.TEXT]],
    }.items():
        assert values(triples, SEED, predicate) == wanted, predicate
    issued = ox.Literal("2020", datatype=iri("xsd:gYear"))
    assert ox.Triple(ox.NamedNode(SEED), iri("dcterms:issued"), issued) in triples


def test_paper_without_title_has_the_label_that_people_see(graph: nx.MultiDiGraph) -> None:
    graph.nodes[SEED].update({a.TITLE: "", a.LABEL: "DeepNet"})
    assert values(triples_of(graph), SEED, "dcterms:title") == ["DeepNet"]


def test_concept(graph: nx.MultiDiGraph) -> None:
    graph.nodes[DEEPNET][a.BROADER] = (f"{BASE_IRI}method/residual-network", f"{BASE_IRI}method/cut-away")
    graph.nodes[DEEPNET][a.ALIASES] = ("deep net", "DN", "DeepNet", "D\x01N")
    triples = triples_of(graph)
    assert values(triples, DEEPNET, "rdf:type") == [ONTOLOGY + "Method"]
    assert values(triples, DEEPNET, "skos:prefLabel") == ["DeepNet"] == values(triples, DEEPNET, "rdfs:label")
    assert values(triples, DEEPNET, "skos:altLabel") == ["DN", "deep net"]
    assert values(triples, DEEPNET, "skos:broader") == [f"{BASE_IRI}method/residual-network"]


def test_link(graph: nx.MultiDiGraph) -> None:
    triples = triples_of(graph)
    link = "https://github.com/example/deepnet"
    assert values(triples, link, "rdf:type") == [ONTOLOGY + "Link"]
    assert values(triples, link, "rdfs:label") == [link]


def test_assertion_carries_its_evidence(graph: nx.MultiDiGraph) -> None:
    triples = triples_of(graph)
    assertion = f"{BASE_IRI}assertion/seed-01/introduces/method/deepnet"
    assert (
        values(triples, assertion, "rdf:subject")
        == [SEED]
        == values(triples, assertion, "prov:wasDerivedFrom")
    )
    assert values(triples, assertion, "rdf:predicate") == [ONTOLOGY + "introduces"]
    assert values(triples, assertion, "rdf:object") == [DEEPNET]
    assert values(triples, assertion, "kg:role") == ["introduced"]
    assert values(triples, assertion, "kg:confidence") == ["0.9"]
    assert values(triples, assertion, "kg:weight") == ["1"]
    (selector,) = values(triples, assertion, "kg:evidence")
    assert selector == f"{SEED}#char=13,20"
    assert values(triples, selector, "rdf:type") == [
        PREFIXES["oa"] + "TextPositionSelector",
        PREFIXES["oa"] + "TextQuoteSelector",
    ]
    start, end, exact = (values(triples, selector, key)[0] for key in ("oa:start", "oa:end", "oa:exact"))
    assert graph.nodes[SEED][a.TEXT][int(start) : int(end)] == exact == "DeepNet"


def test_without_evidence_only_assertions_and_selectors_go(graph: nx.MultiDiGraph) -> None:
    bare, full = triples_of(graph, evidence=False), triples_of(graph)
    gone = {t.subject.value for t in full - bare} - {f"{BASE_IRI}export"}
    assert gone
    assert all(subject.startswith(f"{BASE_IRI}assertion/") or "#char=" in subject for subject in gone)
    assert {t.subject.value for t in bare - full} == {f"{BASE_IRI}export"}  # its count of triples


def test_every_relation_is_written_as_its_property(graph: nx.MultiDiGraph) -> None:
    link = "https://github.com/example/deepnet"
    edge = dict(graph.edges[SEED, link, "hasCode"])
    for role, relation in RELATIONS.items():
        target = link if relation.startswith(("has", "refers", "see")) else DEEPNET
        graph.add_edge(SEED, target, key=relation, **(edge | {a.RELATION: relation, a.ROLE: role}))
    triples = triples_of(graph)
    for relation, predicate in RELATION_IRIS.items():
        found = [t for t in triples if t.subject.value == SEED and t.predicate.value == predicate]
        assert found, relation


def test_each_statement_once_and_no_blank_nodes(graph: nx.MultiDiGraph) -> None:
    counted = Counter(statements(graph))
    assert set(counted.values()) == {1}
    assert all(
        isinstance(subject, ox.NamedNode) and not isinstance(value, ox.BlankNode)
        for subject, _, value, _ in counted
    )


def test_turtle_groups_subjects(graph: nx.MultiDiGraph) -> None:
    subjects = [subject for subject, _ in itertools.groupby(statements(graph), key=lambda s: s[0])]
    assert len(subjects) == len(set(subjects))


# What the file says about itself


@pytest.mark.parametrize("evidence", [True, False])
@pytest.mark.parametrize("format", FORMATS)
def test_counts_are_true(graph: nx.MultiDiGraph, tmp_path: Path, format: str, evidence: bool) -> None:
    count = write_rdf(graph, tmp_path / "graph", format=format, evidence=evidence)
    triples = by_pyoxigraph(tmp_path / "graph", format)
    export = f"{BASE_IRI}export"
    assert count == len(triples)
    assert values(triples, export, "void:triples") == [str(count)]
    assert values(triples, export, "void:entities") == [str(graph.number_of_nodes())]
    for part in values(triples, export, "void:classPartition"):
        kind, size = values(triples, part, "void:class")[0], values(triples, part, "void:entities")[0]
        assert int(size) == sum(t.predicate == iri("rdf:type") and t.object.value == kind for t in triples)
    edges = 0
    for part in values(triples, export, "void:propertyPartition"):
        relation, size = values(triples, part, "void:property")[0], values(triples, part, "void:triples")[0]
        assert int(size) == sum(t.predicate.value == relation for t in triples)
        edges += int(size)
    assert edges == graph.number_of_edges()


def test_provenance_names_tool_pipelines_and_inputs(graph: nx.MultiDiGraph) -> None:
    graph.graph |= {a.PIPELINE: "model 2, model 1", a.SOURCES: (("b.txt", "1" * 64), ("a.txt", "0" * 64))}
    triples = triples_of(graph)
    build = f"{BASE_IRI}export#build"
    assert values(triples, f"{BASE_IRI}export", "prov:wasGeneratedBy") == [build]
    agents = values(triples, build, "prov:wasAssociatedWith")
    assert [values(triples, agent, "rdfs:label")[0] for agent in agents] == ["kg", "model 1", "model 2"]
    inputs = values(triples, build, "prov:used")
    hashes = {values(triples, i, "rdfs:label")[0]: values(triples, i, "kg:sha256")[0] for i in inputs}
    assert hashes == {"a.txt": "0" * 64, "b.txt": "1" * 64}


def test_ontology_terms_come_along(graph: nx.MultiDiGraph) -> None:
    triples = triples_of(graph)
    assert values(triples, ONTOLOGY + "Method", "rdfs:subClassOf") == [ONTOLOGY + "Concept"]
    assert values(triples, ONTOLOGY + "uses", "rdfs:subPropertyOf") == [ONTOLOGY + "about"]


def test_types_of_another_field_are_declared_under_the_base(
    graph_of_another_field: nx.MultiDiGraph, tmp_path: Path
) -> None:
    triples = triples_of(graph_of_another_field)
    gene = f"{BASE_IRI}type/Gene"
    assert values(triples, gene, "rdf:type") == [PREFIXES["owl"] + "Class"]
    assert values(triples, gene, "rdfs:subClassOf") == [ONTOLOGY + "Concept"]
    assert values(triples, gene, "rdfs:label") == ["Gene"]
    assert values(triples, f"{BASE_IRI}Gene/brca1", "rdf:type") == [gene]
    assert values(triples, f"{BASE_IRI}KG/deepnet", "rdf:type") == [f"{BASE_IRI}type/KG"]
    assert values(triples, f"{BASE_IRI}export#Gene", "void:entities") == ["2"]
    write_rdf(graph_of_another_field, tmp_path / "graph.ttl")
    turtle = (tmp_path / "graph.ttl").read_text("utf-8")
    assert f"@prefix Gene: <{BASE_IRI}Gene/> ." in turtle
    assert "\nGene:brca1 a " in turtle
    assert f"@prefix kg: <{ONTOLOGY}> ." in turtle


def test_trig_has_a_named_graph_a_paper(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    write_rdf(graph, tmp_path / "graph.trig", format="trig")
    quads = list(ox.parse(path=tmp_path / "graph.trig", format=ox.RdfFormat.TRIG))
    named = {quad.graph_name.value for quad in quads if quad.graph_name != ox.DefaultGraph()}
    assert named == {f"{BASE_IRI}graph/seed-01", f"{BASE_IRI}graph/odd%2Fid%202"}
    for quad in quads:
        own = quad.subject.value.startswith((f"{BASE_IRI}paper/seed-01", f"{BASE_IRI}assertion/seed-01/"))
        assert own == (quad.graph_name == ox.NamedNode(f"{BASE_IRI}graph/seed-01"))


# Every reader, every format


@pytest.mark.parametrize("format", FORMATS)
def test_readers_agree(graph: nx.MultiDiGraph, tmp_path: Path, format: str) -> None:
    path = tmp_path / "graph"
    write_rdf(graph, path, format=format)
    wanted = triples_of(graph)
    assert by_pyoxigraph(path, format) == wanted
    assert by_rdflib(path, format) == wanted
    if format in RAPPER_NAMES:
        assert by_rapper(path, format) == wanted


HOSTILE = (
    'a\rb\r\n\tc "q" \\ </kg:role> ]]> &amp; <!-- \u2028 \U0001f600 e\u0301 \ufeff 深 @prefix . } \\u0041'
)


def hostile_graph(identifier: str, words: str, url: str) -> nx.MultiDiGraph:
    """One paper whose every text is `words`, with a concept and a link of hostile names."""
    graph = nx.MultiDiGraph(**{a.BASE: BASE_IRI, a.PIPELINE: words, a.SOURCES: ((words, "0" * 64),)})
    paper, concept, link = (
        paper_iri(BASE_IRI, identifier),
        concept_iri(BASE_IRI, "Method", words),
        link_iri(url),
    )
    graph.add_node(
        paper,
        **{a.TYPE: "Paper", a.LABEL: words, a.IDENTIFIER: identifier, a.TITLE: words, a.TEXT: words + "x"},
        **{a.YEAR: 987, a.VENUE: words, a.URL: url, a.KEYWORDS: (words, words + ".")},
    )
    graph.add_node(
        concept, **{a.TYPE: "Method", a.LABEL: words, a.ALIASES: (words, identifier), a.BROADER: ()}
    )
    graph.add_node(link, **{a.TYPE: "Link", a.LABEL: url, a.URL: url})
    for target, relation, role in ((concept, "uses", "used"), (link, "hasCode", "code")):
        mention = Mention(0, len(words) + 1, words + "x")
        edge = {a.RELATION: relation, a.ROLE: role, a.CONFIDENCE: 0.125, a.WEIGHT: 1, a.MENTIONS: (mention,)}
        graph.add_edge(paper, target, key=relation, **edge)
    return graph


@pytest.mark.parametrize("format", FORMATS)
def test_hostile_texts_come_back_as_they_were(tmp_path: Path, format: str) -> None:
    graph = hostile_graph('"> .\n<x:y>/v1.', HOSTILE, "https://x.example/a[1]?q=50%zz&r='()\"<>{}|^`\\#é深")
    write_rdf(graph, tmp_path / "graph", format=format)
    paper = paper_iri(BASE_IRI, '"> .\n<x:y>/v1.')
    readers = [by_pyoxigraph, by_rdflib] + ([by_rapper] if format in RAPPER_NAMES else [])
    for reader in readers:
        triples = reader(tmp_path / "graph", format)
        assert triples == triples_of(graph), reader
        assert values(triples, paper, "dcterms:title") == [HOSTILE]
        assert values(triples, paper, "dcterms:identifier") == ['"> .\n<x:y>/v1.']
        assert values(triples, paper, "schema:codeRepository") == [
            "https://x.example/a%5B1%5D?q=50%25zz&r='()%22%3C%3E%7B%7D%7C%5E%60%5C#é深"
        ]


@pytest.mark.parametrize(
    ("identifier", "words", "url", "wanted"),
    [
        pytest.param(
            "1", 'John "J" Net', "x.example", f"{BASE_IRI}method/john-j-net-d62e04ab", id="rdf-iri-quote"
        ),
        pytest.param(
            "1",
            "n",
            "https://x.example/a[1]?q=50%zz",
            "https://x.example/a%5B1%5D?q=50%25zz",
            id="rdf-iri-bracket",
        ),
        pytest.param("v1.", "v1.", "https://x.example/v1.", f"{BASE_IRI}paper/v1.", id="rdf-dot-local"),
        pytest.param(
            "spouse(s)_",
            "spouse(s)_",
            "x.example/(s)_",
            f"{BASE_IRI}paper/spouse%28s%29_",
            id="rdf-paren-local",
        ),
    ],
)
def test_reported_names(tmp_path: Path, identifier: str, words: str, url: str, wanted: str) -> None:
    graph = hostile_graph(identifier, words, url)
    for format in ("turtle", "rdfxml"):
        write_rdf(graph, tmp_path / "graph", format=format)
        for reader in (by_pyoxigraph, by_rdflib, by_rapper):
            triples = reader(tmp_path / "graph", format)
            assert triples == triples_of(graph)
            assert wanted in {triple.subject.value for triple in triples}


def test_predicates_have_names_that_xml_takes(graph: nx.MultiDiGraph) -> None:
    """Report rdf-xml-numeric-predicate: an element's name cannot begin with a digit."""
    for _, predicate, _, _ in statements(graph):
        namespace = next(iri for iri in PREFIXES.values() if predicate.value.startswith(iri))
        assert re.fullmatch(r"[A-Za-z]\w*", predicate.value.removeprefix(namespace))


texts = st.text(
    st.one_of(st.characters(), st.sampled_from('"\\<>{}[]\x00\x1f\r\n\t\ufffe\ud800#%/.:;@^`|&')), max_size=12
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(identifier=texts, words=texts, url=texts)
def test_any_text_round_trips_in_every_format(tmp_path: Path, identifier: str, words: str, url: str) -> None:
    graph = hostile_graph(identifier, words, url)
    wanted = triples_of(graph)
    for format in FORMATS:
        count = write_rdf(graph, tmp_path / "graph", format=format)
        assert by_pyoxigraph(tmp_path / "graph", format) == wanted
        assert count == len(wanted)
    for format in ("turtle", "rdfxml"):
        write_rdf(graph, tmp_path / "graph", format=format)
        assert by_rdflib(tmp_path / "graph", format) == wanted


@given(value=texts)
def test_literals_lose_only_control_characters(value: str) -> None:
    gone = {chr(c) for c in (*range(0x20), *range(0x7F, 0xA0))} - set("\t\n\r") | {"\ufffe", "\uffff"}
    kept = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in value if c not in gone)
    assert text(value).value == kept
    assert len(text(value, keep_offsets=True).value) == len(value)


def test_offsets_hold_when_the_abstract_has_control_characters(tmp_path: Path) -> None:
    graph = hostile_graph("p", "a\x0cb\x00", "x.example")
    triples = triples_of(graph)
    paper = paper_iri(BASE_IRI, "p")
    assert (
        values(triples, paper, "dcterms:abstract")
        == ["a b x"]
        == values(triples, f"{paper}#char=0,5", "oa:exact")
    )
    assert values(triples, paper, "dcterms:title") == ["ab"]


@pytest.mark.parametrize(
    ("node", "wanted"),
    [
        (f"{BASE_IRI}method/ok", f"{BASE_IRI}method/ok"),
        ("https://x.example/a b", "https://x.example/a%20b"),
        ("https://x.example/\ue000", "https://x.example/%EE%80%80"),
        ("https://x.example:port/é", f"{BASE_IRI}link/https%3A%2F%2Fx.example%3Aport%2F%C3%A9"),
    ],
)
def test_ids_become_iris_that_parsers_take(node: str, wanted: str) -> None:
    assert node_iri(node, BASE_IRI).value == wanted


@pytest.mark.parametrize(
    ("number", "wanted"), [(0.93, "0.93"), (1.0, "1.0"), (1, "1.0"), (1e-7, "0.0000001")]
)
def test_decimals_have_no_exponent(number: float, wanted: str) -> None:
    assert decimal(number).value == wanted


def test_years_have_four_digits() -> None:
    assert [year(number).value for number in (987, 2025)] == ["0987", "2025"]


# The same bytes, whole and streamed


def shuffled(graph: nx.MultiDiGraph, seed: int) -> nx.MultiDiGraph:
    order = random.Random(seed)
    nodes, edges = list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))
    order.shuffle(nodes)
    order.shuffle(edges)
    other = nx.MultiDiGraph(**graph.graph)
    other.add_nodes_from(nodes)
    other.add_edges_from(edges)
    return other


@pytest.mark.parametrize("format", FORMATS)
def test_order_of_nodes_and_edges_does_not_show(graph: nx.MultiDiGraph, tmp_path: Path, format: str) -> None:
    write_rdf(graph, tmp_path / "a", format=format)
    for seed in range(3):
        write_rdf(shuffled(graph, seed), tmp_path / "b", format=format)
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_hash_seed_does_not_show(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path; from conftest import small_graph; from kg.export.rdf import FORMATS, write_rdf\n"
        "for name in FORMATS: write_rdf(small_graph(), Path(name), format=name)"
    )
    outputs = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        path = os.pathsep.join([str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path}
        subprocess.run([sys.executable, "-c", script], cwd=folder, env=environment, check=True)
        outputs.append({file.name: file.read_bytes() for file in sorted(folder.iterdir())})
    assert outputs[0].keys() == FORMATS.keys()
    assert outputs[0] == outputs[1]


def test_files_are_utf8_with_unix_lines(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    for format in FORMATS:
        write_rdf(graph, tmp_path / "graph", format=format)
        data = (tmp_path / "graph").read_bytes()
        assert "深度学习" in data.decode("utf-8")
        assert b"\r" not in data


def test_triples_are_not_held_in_memory(tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    for number in range(400):
        node = paper_iri(BASE_IRI, str(number))
        graph.add_node(
            node, **{a.TYPE: "Paper", a.LABEL: "t", a.IDENTIFIER: str(number), a.TEXT: "abstract " * 2000}
        )
    tracemalloc.start()
    write_rdf(graph, tmp_path / "graph.ttl")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (tmp_path / "graph.ttl").stat().st_size > 7_000_000
    assert peak < 1_000_000


# Wrong calls


def test_unknown_format(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"unknown RDF format 'n3': use one of turtle, "):
        write_rdf(graph, tmp_path / "graph", format="n3")
    assert not (tmp_path / "graph").exists()


@pytest.mark.parametrize("base", ["no iri", "", "https://x.example/a b/", "relative/"])
def test_base_that_is_no_iri(graph: nx.MultiDiGraph, tmp_path: Path, base: str) -> None:
    graph.graph[a.BASE] = base
    with pytest.raises(InputError, match="the base IRI"):
        write_rdf(graph, tmp_path / "graph")
    assert not (tmp_path / "graph").exists()
