"""Each shape and each check fails on the fault that it is for, and only then."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import networkx as nx
import pytest
import rdflib

from kg.errors import InputError
from kg.export.gexf import write_gexf
from kg.export.graphml import write_graphml
from kg.export.html import write_html
from kg.export.rdf import write_rdf
from kg.files import BUILD_FILES
from kg.graph import attributes as a
from kg.graph.layout import lay_out
from kg.validate import DRAWN_FILES, Problem, validate
from kg.vocabulary import BASE_IRI, PREFIXES, ontology_folder

SEED = f"{BASE_IRI}paper/seed-01"
ASSERTION = f"{BASE_IRI}assertion/seed-01/introduces/method/deepnet"
SELECTOR = f"{SEED}#char=13,20"
DEEPNET = f"{BASE_IRI}method/deepnet"
IMAGENET = f"{BASE_IRI}dataset/imagenet"
TASK = f"{BASE_IRI}task/image-classification"
METRIC = f"{BASE_IRI}metric/ε-accuracy-x-b-8b48a257"
LINK = "https://github.com/example/deepnet"
EXPORT = f"{BASE_IRI}export"


def without(node: str, predicate: str) -> str:
    return f"DELETE WHERE {{ <{node}> {predicate} ?any }}"


def having(node: str, predicate: str, value: str) -> str:
    return f"INSERT DATA {{ <{node}> {predicate} {value} }}"


def changed(node: str, predicate: str, value: str) -> str:
    return f"{without(node, predicate)} ; {having(node, predicate, value)}"


FAULTS: list[tuple[str, str, str]] = [
    # update, shape, node
    (without(SEED, "dcterms:title"), "PaperTitle", SEED),
    (having(SEED, "dcterms:title", '"another"'), "PaperTitle", SEED),
    (changed(SEED, "dcterms:title", '""'), "PaperTitle", SEED),
    (without(SEED, "rdfs:label"), "PaperLabel", SEED),
    (changed(SEED, "rdfs:label", '""'), "PaperLabel", SEED),
    (without(SEED, "dcterms:identifier"), "PaperIdentifier", SEED),
    (having(SEED, "dcterms:identifier", '"second"'), "PaperIdentifier", SEED),
    (changed(SEED, "dcterms:identifier", "5"), "PaperIdentifier", SEED),
    (having(SEED, "dcterms:abstract", '"another"'), "PaperAbstract", SEED),
    (changed(SEED, "dcterms:issued", '"2020"'), "PaperYear", SEED),
    (changed(SEED, "dcterms:issued", '"soon"^^xsd:gYear'), "PaperYear", SEED),
    (having(SEED, "dcterms:issued", '"2021"^^xsd:gYear'), "PaperYear", SEED),
    (having(SEED, "kg:venue", '"another"'), "PaperVenue", SEED),
    (having(SEED, "dcterms:creator", '""'), "PaperAuthor", SEED),
    (having(SEED, "bibo:doi", '"doi:10.5555/x"'), "PaperDoi", SEED),
    (without(DEEPNET, "skos:prefLabel"), "ConceptLabel", DEEPNET),
    (changed(DEEPNET, "skos:prefLabel", '""'), "ConceptLabel", DEEPNET),
    (having(DEEPNET, "skos:prefLabel", '"another"'), "ConceptLabel", DEEPNET),
    (changed(DEEPNET, "rdfs:label", '"another"'), "ConceptName", DEEPNET),
    (without(DEEPNET, "rdfs:label"), "ConceptName", DEEPNET),
    (having(DEEPNET, "skos:altLabel", '"DeepNet"'), "ConceptAlias", DEEPNET),
    (having(DEEPNET, "skos:altLabel", "<x:y>"), "ConceptAlias", DEEPNET),
    (having(DEEPNET, "kg:ambiguous", '"perhaps"'), "ConceptAmbiguous", DEEPNET),
    (having(DEEPNET, "skos:related", f"<{SEED}>"), "RelatedConcept", DEEPNET),
    (
        having(f"{BASE_IRI}method/dn", "dcterms:isReplacedBy", f"<{SEED}>"),
        "ReplacedBy",
        f"{BASE_IRI}method/dn",
    ),
    (without(LINK, "rdfs:label"), "LinkLabel", LINK),
    (having(LINK, "rdfs:label", '"another"'), "LinkLabel", LINK),
    (having(IMAGENET, "a", "kg:Method"), "Dataset", IMAGENET),
    (having(TASK, "a", "kg:Dataset"), "Task", TASK),
    (having(METRIC, "a", "kg:Task"), "Metric", METRIC),
    (having(DEEPNET, "skos:broader", f"<{TASK}>"), "MethodBroader", DEEPNET),
    (having(IMAGENET, "skos:broader", f"<{DEEPNET}>"), "DatasetBroader", IMAGENET),
    (having(TASK, "skos:broader", f"<{IMAGENET}>"), "TaskBroader", TASK),
    (having(METRIC, "skos:broader", f"<{TASK}>"), "MetricBroader", METRIC),
    (having(DEEPNET, "skos:broader", "<x:gone>"), "MethodBroader", DEEPNET),
    (having(DEEPNET, "kg:uses", f"<{IMAGENET}>"), "EdgeSubject", DEEPNET),
    (having(SEED, "kg:introduces", f"<{TASK}>"), "Introduces", TASK),
    (having(SEED, "kg:uses", f"<{TASK}>"), "Uses", TASK),
    (having(SEED, "kg:comparesWith", f"<{IMAGENET}>"), "ComparesWith", IMAGENET),
    (having(SEED, "kg:addresses", f"<{METRIC}>"), "Addresses", METRIC),
    (having(SEED, "kg:addresses", '"a text"'), "Addresses", "a text"),
    (having(SEED, "kg:mentions", f"<{LINK}>"), "Mentions", LINK),
    (having(SEED, "kg:hasData", f"<{IMAGENET}>"), "Linked", IMAGENET),
    (having(SEED, "schema:codeRepository", "<x:gone>"), "Linked", "x:gone"),
    (without(ASSERTION, "rdf:subject"), "AssertionSubject", ASSERTION),
    (changed(ASSERTION, "rdf:subject", '"DeepNet"'), "AssertionSubject", ASSERTION),
    (changed(ASSERTION, "rdf:subject", f"<{DEEPNET}>"), "AssertedSubject", DEEPNET),
    (without(ASSERTION, "rdf:predicate"), "AssertionPredicate", ASSERTION),
    (changed(ASSERTION, "rdf:predicate", "kg:about"), "AssertionPredicate", ASSERTION),
    (without(ASSERTION, "rdf:object"), "AssertionObject", ASSERTION),
    (changed(ASSERTION, "rdf:object", '"DeepNet"'), "AssertionObject", ASSERTION),
    (changed(ASSERTION, "rdf:object", f"<{SEED}>"), "AssertedObject", SEED),
    (without(ASSERTION, "kg:confidence"), "AssertionConfidence", ASSERTION),
    (changed(ASSERTION, "kg:confidence", "1.01"), "AssertionConfidence", ASSERTION),
    (changed(ASSERTION, "kg:confidence", '"-0.1"^^xsd:decimal'), "AssertionConfidence", ASSERTION),
    (changed(ASSERTION, "kg:confidence", '"high"'), "AssertionConfidence", ASSERTION),
    (having(ASSERTION, "kg:confidence", "0.5"), "AssertionConfidence", ASSERTION),
    (without(ASSERTION, "kg:role"), "AssertionRole", ASSERTION),
    (changed(ASSERTION, "kg:role", '"invented"'), "AssertionRole", ASSERTION),
    (without(ASSERTION, "kg:weight"), "AssertionWeight", ASSERTION),
    (changed(ASSERTION, "kg:weight", "0"), "AssertionWeight", ASSERTION),
    (without(ASSERTION, "prov:wasDerivedFrom"), "AssertionSource", ASSERTION),
    (changed(ASSERTION, "prov:wasDerivedFrom", f"<{DEEPNET}>"), "AssertionSource", ASSERTION),
    (having(ASSERTION, "kg:evidence", f"<{DEEPNET}>"), "Evidence", DEEPNET),
    (without(SELECTOR, "oa:start"), "SelectorStart", SELECTOR),
    (changed(SELECTOR, "oa:start", '"-1"^^xsd:nonNegativeInteger'), "SelectorStart", SELECTOR),
    (changed(SELECTOR, "oa:start", '"20"^^xsd:nonNegativeInteger'), "SelectorStart", SELECTOR),
    (changed(SELECTOR, "oa:end", '"12"^^xsd:nonNegativeInteger'), "SelectorStart", SELECTOR),
    (without(SELECTOR, "oa:end"), "SelectorEnd", SELECTOR),
    (without(SELECTOR, "oa:exact"), "SelectorExact", SELECTOR),
    (changed(SELECTOR, "oa:exact", '"DeepNets"'), "SelectorExact", SELECTOR),
    (changed(SELECTOR, "oa:end", '"21"^^xsd:nonNegativeInteger'), "SelectorExact", SELECTOR),
    (without(EXPORT, "void:triples"), "ExportTriples", EXPORT),
    (changed(EXPORT, "void:triples", "1000"), "ExportTriples", EXPORT),
    (without(EXPORT, "void:entities"), "ExportEntities", EXPORT),
    (without(EXPORT, "prov:wasGeneratedBy"), "ExportActivity", EXPORT),
    (changed(f"{EXPORT}#Method", "void:entities", "5"), "ExportPartition", f"{EXPORT}#Method"),
    (changed(f"{EXPORT}#uses", "void:triples", "5"), "ExportPartition", f"{EXPORT}#uses"),
    (f"DELETE DATA {{ <{SEED}> kg:introduces <{DEEPNET}> }}", "AssertionEdge", ASSERTION),
]


def faulty(graph: nx.MultiDiGraph, path: Path, update: str, *, recount: bool = True) -> None:
    """Write `graph` with a fault to `path`, its count of triples true again unless the fault is there."""
    write_rdf(graph, path)
    data = rdflib.Graph().parse(path)
    prefixes = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
    data.update(prefixes + update)
    if recount:
        data.set((rdflib.URIRef(EXPORT), rdflib.VOID.triples, rdflib.Literal(len(data))))
    data.serialize(path, format="nt", encoding="utf-8")


@pytest.mark.parametrize(
    ("update", "shape", "node"), FAULTS, ids=[f"{n}-{s}" for n, (_, s, _) in enumerate(FAULTS)]
)
def test_fault_is_found(graph: nx.MultiDiGraph, tmp_path: Path, update: str, shape: str, node: str) -> None:
    path = tmp_path / "graph.ttl"
    faulty(graph, path, update, recount="void:triples" not in update)
    problems = validate(path)
    assert (node, shape) in {(problem.node, problem.shape) for problem in problems}
    assert not any("odd%2Fid" in problem.node for problem in problems), "the other paper conforms"
    assert all("\n" not in str(problem) and problem.message for problem in problems)


def test_every_shape_has_a_fault() -> None:
    shapes = rdflib.Graph().parse(ontology_folder() / "shapes.ttl")
    named = {shape for shape in shapes.subjects(rdflib.SH.message) if isinstance(shape, rdflib.URIRef)}
    names = {str(shape).rpartition("#")[2] for shape in named}
    # That concepts and links have IRIs is asked of blank nodes, in the next test.
    assert names - {"Concept", "Link"} == {shape for _, shape, _ in FAULTS} - {
        "ExportPartition",
        "AssertionEdge",
    }


@pytest.mark.parametrize("kind", ["Method", "Dataset", "Task", "Metric", "Link"])
def test_blank_nodes_are_no_nodes(graph: nx.MultiDiGraph, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "graph.ttl"
    faulty(graph, path, f'INSERT DATA {{ [] a kg:{kind} ; rdfs:label "x" ; skos:prefLabel "x" }}')
    wanted = "Link" if kind == "Link" else "Concept"
    assert wanted in {problem.shape for problem in validate(path)}


@pytest.mark.parametrize("evidence", [True, False])
@pytest.mark.parametrize(
    ("format", "ending"),
    [("turtle", ".ttl"), ("ntriples", ".nt"), ("jsonld", ".jsonld"), ("rdfxml", ".rdf"), ("trig", ".trig")],
)
def test_exports_conform(
    graph: nx.MultiDiGraph, tmp_path: Path, format: str, ending: str, evidence: bool
) -> None:
    path = tmp_path / f"graph{ending}"
    write_rdf(graph, path, format=format, evidence=evidence)
    assert validate(path) == []


def test_types_of_another_field_conform(graph_of_another_field: nx.MultiDiGraph, tmp_path: Path) -> None:
    for format, ending in (("turtle", ".ttl"), ("rdfxml", ".rdf"), ("trig", ".trig")):
        path = tmp_path / f"graph{ending}"
        write_rdf(graph_of_another_field, path, format=format)
        assert validate(path) == []


@pytest.mark.parametrize(
    ("update", "shape", "node"),
    [
        (without(f"{BASE_IRI}Gene/tp53", "skos:prefLabel"), "ConceptLabel", f"{BASE_IRI}Gene/tp53"),
        (without(f"{BASE_IRI}type/Gene", "rdfs:subClassOf"), "Introduces", f"{BASE_IRI}Gene/brca1"),
        (without(f"{BASE_IRI}type/Gene", "rdfs:subClassOf"), "ComparesWith", f"{BASE_IRI}Gene/tp53"),
        (having(SEED, "kg:addresses", f"<{BASE_IRI}Gene/tp53>"), "Addresses", f"{BASE_IRI}Gene/tp53"),
    ],
)
def test_faults_of_types_of_another_field_are_found(
    graph_of_another_field: nx.MultiDiGraph, tmp_path: Path, update: str, shape: str, node: str
) -> None:
    faulty(graph_of_another_field, tmp_path / "graph.ttl", update)
    assert (node, shape) in {(problem.node, problem.shape) for problem in validate(tmp_path / "graph.ttl")}


def test_empty_graph_conforms(tmp_path: Path) -> None:
    write_rdf(nx.MultiDiGraph(), tmp_path / "graph.ttl")
    assert validate(tmp_path / "graph.ttl") == []


def test_problem_is_one_line_with_node_shape_and_value(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    faulty(graph, tmp_path / "graph.ttl", changed(ASSERTION, "kg:confidence", "1.5"))
    assert [str(problem) for problem in validate(tmp_path / "graph.ttl")] == [
        f"{ASSERTION}: an assertion has one confidence (kg:confidence), an xsd:decimal from 0 to 1; it has 1.5 "
        "[AssertionConfidence]"
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.ttl", b"<a:b> <a:b>"),
        ("a.ttl", b"\x00\xff"),
        ("a.rdf", b"<rdf"),
        ("a.jsonld", b"["),
        ("a.nt", b"nonsense\n"),
    ],
)
def test_file_that_cannot_be_read_is_a_problem(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    (problem,) = validate(tmp_path / name)
    assert (problem.node, problem.shape) == (str(tmp_path / name), "syntax")


def test_file_of_something_else_does_not_conform(tmp_path: Path) -> None:
    (tmp_path / "a.ttl").write_text("<a:b> <a:b> <a:b> .", "utf-8")
    (problem,) = validate(tmp_path / "a.ttl")
    assert problem.message == "the file does not describe itself (no void:Dataset)"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.ttl", "no such file or folder"),
        ("a.docx", "cannot check '.docx' files: known are .ttl"),
        ("empty/", "holds none of"),
    ],
)
def test_wrong_paths(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "a.docx").write_bytes(b"")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=message):
        validate(tmp_path / name)


# A build's folder


@pytest.fixture
def folder(graph: nx.MultiDiGraph, tmp_path: Path) -> Path:
    write_rdf(graph, tmp_path / "graph.ttl")
    concepts = [
        {"id": node, "type": data[a.TYPE]}
        for node, data in graph.nodes(data=True)
        if data[a.TYPE] not in ("Paper", "Link")
    ]
    lines(tmp_path / "concepts.jsonl", concepts)
    lines(tmp_path / "extractions.jsonl", [{"paper": {"id": "seed-01"}}, {"paper": {"id": "odd/id 2"}}])
    lay_out(graph)
    write_graphml(graph, tmp_path / "graph.graphml")
    write_gexf(graph, tmp_path / "graph.gexf")
    write_html(graph, tmp_path / "graph.html")
    (tmp_path / "report.json").write_text(json.dumps({"counts": {"papers": 2, "concepts": len(concepts)}}))
    return tmp_path


def lines(path: Path, rows: Iterable[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_folder_conforms(folder: Path) -> None:
    assert validate(folder) == []


@pytest.mark.parametrize("name", BUILD_FILES)
def test_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert validate(folder) == [
        Problem(str(folder / name), "files", "the file is missing; build the folder anew")
    ]


@pytest.mark.parametrize("name", [name for name in BUILD_FILES if name != "concepts.jsonl"])
def test_empty_file_is_named(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"")
    assert validate(folder) == [
        Problem(str(folder / name), "files", "the file is empty; build the folder anew")
    ]


def test_a_report_that_counts_otherwise_is_named(folder: Path) -> None:
    (folder / "report.json").write_text(json.dumps({"counts": {"papers": 3, "concepts": 7}}))
    (problem,) = validate(folder)
    assert problem.shape == "counts"


def test_concepts_that_only_one_file_has(folder: Path) -> None:
    rows = [json.loads(line) for line in (folder / "concepts.jsonl").read_text("utf-8").splitlines()]
    lines(folder / "concepts.jsonl", [*rows[1:], {"id": "x:new", "type": "Task"}])
    assert [str(problem) for problem in validate(folder)] == [
        f"{DEEPNET}: is a Method in graph.ttl, but not in concepts.jsonl [concepts]",
        "x:new: is a Task in concepts.jsonl, but not in graph.ttl [concepts]",
    ]


def test_number_of_papers(folder: Path) -> None:
    lines(folder / "extractions.jsonl", [{"paper": {"id": "seed-01"}}])
    (problem,) = validate(folder)
    assert problem.message == "has 2 papers, but extractions.jsonl has 1"


@pytest.mark.parametrize("content", ["not json", "[1]", '{"id": "x"}', "[" * 100_000], ids=range(4))
def test_damaged_concepts(folder: Path, content: str) -> None:
    (folder / "concepts.jsonl").write_text('{"id": "x", "type": "Task"}\n' + content + "\n", "utf-8")
    (problem,) = validate(folder)
    assert (problem.node, problem.shape) == (f"{folder / 'concepts.jsonl'}:2", "files")


@pytest.mark.parametrize("content", ["{", "[]", "{}"])
def test_damaged_report(folder: Path, content: str) -> None:
    (folder / "report.json").write_text(content, "utf-8")
    (problem,) = validate(folder)
    assert (problem.node, problem.shape) == (str(folder / "report.json"), "files")
    assert "build the folder anew" in problem.message


@pytest.mark.parametrize(
    ("name", "old", "new"), [("graph.gexf", "1.3", "1.1"), ("graph.graphml", "edgedefault", "x")]
)
def test_breaches_of_gephi_s_rules_are_problems(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / name
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    problems = validate(folder)
    assert problems
    assert {(problem.node, problem.shape) for problem in problems} == {(str(file), "gephi")}
    assert validate(file) == problems


@pytest.mark.parametrize("name", DRAWN_FILES)
def test_nodes_that_only_one_file_has(folder: Path, name: str) -> None:
    file = folder / name
    file.write_text(file.read_text("utf-8").replace(f'"{DEEPNET}"', '"x:new"'), "utf-8")
    assert [str(problem) for problem in validate(folder)] == [
        f"{DEEPNET}: is a node of graph.ttl, but not of {name} [nodes]",
        f"x:new: is a node of {name}, but not of graph.ttl [nodes]",
    ]


def test_a_graph_that_is_drawn_in_part_conforms_where_the_report_says_so(
    graph: nx.MultiDiGraph, folder: Path
) -> None:
    graph.remove_node(METRIC)
    lay_out(graph)
    write_gexf(graph, folder / "graph.gexf")
    write_graphml(graph, folder / "graph.graphml")
    write_html(graph, folder / "graph.html")
    assert {problem.node for problem in validate(folder)} == {METRIC}
    report = json.loads((folder / "report.json").read_text("utf-8"))
    (folder / "report.json").write_text(json.dumps({**report, "drawn": "9 of 10 nodes"}), "utf-8")
    assert validate(folder) == []
    graph.remove_edge(SEED, DEEPNET)
    write_gexf(graph, folder / "graph.gexf")
    assert [(problem.node, problem.shape) for problem in validate(folder)] == [(SEED, "edges")]


@pytest.mark.parametrize("name", ["graph.gexf", "graph.graphml"])
def test_edges_that_only_one_file_has(folder: Path, name: str) -> None:
    file = folder / name
    text = file.read_text("utf-8")
    edge = f'source="{SEED}" target="{DEEPNET}"'
    assert text.count(edge) == 1
    file.write_text(text.replace(edge, f'source="{SEED}" target="{METRIC}"'), "utf-8")
    assert [str(problem) for problem in validate(folder)] == [
        f"{SEED}: introduces {DEEPNET} is an edge of graph.ttl, but not of {name} [edges]",
        f"{SEED}: introduces {METRIC} is an edge of {name}, but not of graph.ttl [edges]",
    ]


def test_an_edge_that_only_the_page_has(folder: Path) -> None:
    file = folder / "graph.html"
    text = file.read_text("utf-8")
    data = text.partition('id="data">')[2].partition("</script>")[0]
    island = json.loads(data)
    nodes = island["nodes"]["iri"]
    pairs = zip(island["edges"]["from"], island["edges"]["to"], strict=True)
    island["edges"]["to"][list(pairs).index((nodes.index(SEED), nodes.index(DEEPNET)))] = nodes.index(METRIC)
    file.write_text(text.replace(data, json.dumps(island).replace("<", "\\u003c")), "utf-8")
    assert [str(problem) for problem in validate(folder)] == [
        f"{SEED}: introduces {DEEPNET} is an edge of graph.ttl, but not of graph.html [edges]",
        f"{SEED}: introduces {METRIC} is an edge of graph.html, but not of graph.ttl [edges]",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("default-src &#39;none&#39;", "default-src *", "has no Content Security Policy"),
        ("</body>", "<script>alert(1)</script></body>", "has other scripts than"),
        ('"relations":[', '"relations":', "has data that cannot be read (JSONDecodeError)"),
        ('"edges":{', '"edgez":{', "has data that cannot be read (KeyError)"),
    ],
)
def test_faults_of_the_page_are_problems(folder: Path, old: str, new: str, message: str) -> None:
    file = folder / "graph.html"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    (problem,) = validate(folder)
    assert problem.shape == "page"
    assert message in problem.message
    assert validate(file) == [problem]


def test_start_up_loads_no_validator() -> None:
    script = "import sys, kg.validate; print([name for name in ('pyshacl', 'rdflib') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
