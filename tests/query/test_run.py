"""Loading, answering, limits, and formats, with the real engine."""

from __future__ import annotations

import csv
import http.server
import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib

from kg.errors import InputError, KgError
from kg.export.rdf import FORMATS as RDF_FORMATS
from kg.export.rdf import write_rdf
from kg.query import FORMATS, format_result, load, run

ENDINGS = {"turtle": ".ttl", "ntriples": ".nt", "jsonld": ".jsonld", "rdfxml": ".rdf", "trig": ".trig"}
LABELS = "SELECT ?label { ?c a kg:Method ; skos:prefLabel ?label } ORDER BY ?label"
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(?a != ?d && ?g != ?j) }"


@pytest.fixture
def store(graph: nx.MultiDiGraph, tmp_path: Path) -> ox.Store:
    write_rdf(graph, tmp_path / "graph.ttl")
    return load(tmp_path)


def rows(store: ox.Store, query: str) -> list[list[str]]:
    text = format_result(run(store, query), "csv")
    return list(csv.reader(io.StringIO(text, newline="")))[1:]


# Loading


@pytest.mark.parametrize("format", RDF_FORMATS)
def test_every_rdf_format_is_loaded_and_seen_as_one_graph(
    graph: nx.MultiDiGraph, tmp_path: Path, format: str
) -> None:
    path = tmp_path / f"graph{ENDINGS[format]}"
    count = write_rdf(graph, path, format=format)
    store = load(path)
    assert rows(store, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }") == [[str(count)]]
    assert rows(store, LABELS) == [["DeepNet"], ["VGG"], ["residual network"], ["深度学习"]]


def test_named_graphs_can_be_asked_alone(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    write_rdf(graph, tmp_path / "graph.trig", format="trig")
    query = "SELECT ?title { GRAPH <https://w3id.org/paperkg/graph/seed-01> { ?paper dcterms:title ?title } }"
    assert rows(load(tmp_path / "graph.trig"), query) == [["Deep Networks"]]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing", None, r"missing: no such file or folder; give a folder that kg build made"),
        ("folder/", None, r"folder: holds no graph.ttl"),
        ("graph.html", b"<html>", r"graph.html: no RDF file has the ending '.html': known are .ttl, "),
        ("graph.ttl", b"<a:b> <a:b>", r"graph.ttl: cannot be read as Turtle: .* line"),
        ("graph.ttl", b"\x00\xff\xfe binary", r"graph.ttl: cannot be read as Turtle"),
        ("graph.rdf", b"<rdf", r"graph.rdf: cannot be read as RDF/XML"),
        ("graph.jsonld", b"[{", r"graph.jsonld: cannot be read as JSON-LD"),
    ],
)
def test_what_cannot_be_loaded(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    path = tmp_path / name
    if name.endswith("/"):
        path.mkdir()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        load(path)
    assert "\n" not in str(caught.value)


# Answers


def test_prefixes_need_no_declaration(store: ox.Store) -> None:
    assert rows(store, "SELECT ?y { ?p a kg:Paper ; dcterms:issued ?y }") == [["2020"]]


def test_super_classes_can_be_asked_for(store: ox.Store) -> None:
    assert rows(store, "SELECT (COUNT(?c) AS ?n) { ?c a/rdfs:subClassOf* kg:Concept }") == [["7"]]


def test_parameters_are_bound(store: ox.Store) -> None:
    query = 'ASK { VALUES ?name { "x" } ?c skos:prefLabel ?name }'
    assert run(store, query).content == b"false"
    assert run(store, query, parameters={"name": 'ε-accuracy "[x]" \\ <b>'}).content == b"true"


@pytest.mark.parametrize("limit", [1, 3, 4, 5, None])
def test_limit_of_rows(store: ox.Store, limit: int | None) -> None:
    result = run(store, LABELS, limit=limit)
    lines = result.content.decode().splitlines()
    assert lines[1:] == ['"DeepNet"', '"VGG"', '"residual network"', '"深度学习"'][:limit]
    assert result.limited == (limit in (1, 3))


def test_limit_of_triples(store: ox.Store) -> None:
    query = "CONSTRUCT { ?c skos:prefLabel ?l } WHERE { ?c a kg:Method ; skos:prefLabel ?l }"
    full, cut = run(store, query), run(store, query, limit=2)
    assert (len(full.content.splitlines()), full.limited) == (4, False)
    assert (len(cut.content.splitlines()), cut.limited) == (2, True)
    assert run(store, query, limit=4).limited is False


def test_limit_of_many_rows_stops_the_query_early() -> None:
    store = ox.Store()
    store.extend(ox.Quad(ox.NamedNode(f"x:{n}"), ox.NamedNode("x:p"), ox.Literal(n)) for n in range(3000))
    # Nine million rows: without an early end this would not come back within the time.
    result = run(store, "SELECT ?a ?b { ?a ?p ?x . ?b ?q ?y }", limit=10, timeout=60)
    assert result.limited
    assert len(result.content.splitlines()) == 11


def test_timeout_says_so(store: ox.Store) -> None:
    with pytest.raises(KgError, match=r"the query took longer than 0.2 s: narrow it") as caught:
        run(store, ENDLESS, timeout=0.2)
    assert caught.value.exit_code == 1


def test_a_process_ends_although_its_query_does_not(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    write_rdf(graph, tmp_path / "graph.ttl")
    script = (
        "import sys; from pathlib import Path; from kg.query import load, run\n"
        f"try: run(load(Path('graph.ttl')), {ENDLESS!r}, timeout=0.2)\n"
        "except Exception as error: print(error); sys.exit(error.exit_code)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("the query took longer than 0.2 s")


@pytest.mark.parametrize(
    ("query", "error", "message"),
    [
        ("SELECT * {\n ?a ?b }", InputError, "SPARQL syntax error at line 2"),
        ("SELECT * { SERVICE <http://127.0.0.1:1/x> { ?a ?b ?c } }", InputError, "SERVICE is refused"),
        ("LOAD <http://127.0.0.1:1/x>", InputError, "LOAD is refused"),
        (
            "SELECT (<x:f>(1) AS ?x) {}",
            KgError,
            "the query failed: The custom function <x:f> is not supported",
        ),
    ],
)
def test_queries_that_fail(store: ox.Store, query: str, error: type[KgError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        run(store, query)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("limit", "timeout"), [(0, None), (-1, None), (None, 0), (None, -1), (None, float("nan"))]
)
def test_limits_that_leave_nothing(store: ox.Store, limit: int | None, timeout: float | None) -> None:
    with pytest.raises(InputError, match="leaves no"):
        run(store, LABELS, limit=limit, timeout=timeout)


@pytest.mark.parametrize("timeout", [float("inf"), 1e300, 1e8])
def test_a_timeout_that_no_clock_holds(store: ox.Store, timeout: float) -> None:
    with pytest.raises(InputError, match=r"a timeout of \S+ s is too long: use 10000000 or less"):
        run(store, LABELS, timeout=timeout)


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    """A server that counts who calls it."""
    calls: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            calls.append(self.path)
            self.send_error(404)

        do_POST = do_GET  # noqa: N815 (the name is http.server's)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as httpd:
        thread = threading.Thread(target=httpd.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{httpd.server_port}/x", calls
        httpd.shutdown()
        thread.join()


def test_no_query_calls_a_server(store: ox.Store, server: tuple[str, list[str]]) -> None:
    url, calls = server
    for query in (
        f"SELECT * {{ SERVICE <{url}> {{ ?a ?b ?c }} }}",
        f"SELECT * {{ ?a ?b trueSERVICE <{url}> {{ ?a ?b ?c }} }}",
        f"LOAD <{url}>",
        f"SELECT * FROM <{url}> {{ ?a ?b ?c }}",
    ):
        with pytest.raises(InputError, match="refused"):
            run(store, query)
    assert calls == []
    with pytest.raises(OSError, match="404"):  # the engine itself would have called
        list(store.query(f"SELECT * {{ SERVICE <{url}> {{ ?a ?b ?c }} }}"))
    assert calls


# Formats


@pytest.fixture
def odd() -> ox.Store:
    """Values that are hard on a format."""
    store = ox.Store()
    xsd = "http://www.w3.org/2001/XMLSchema#"
    values = [
        ox.Literal('a,"b"\t\\ c\r\nd'),
        ox.Literal("=1+1"),
        ox.Literal("été", language="fr"),
        ox.Literal("007", datatype=ox.NamedNode(xsd + "integer")),
        ox.Literal("x", datatype=ox.NamedNode("x:type")),
        ox.Literal(True),
        ox.Literal(""),
        ox.NamedNode("x:é"),
        ox.BlankNode("b"),
    ]
    store.extend(ox.Quad(ox.NamedNode(f"x:{i}"), ox.NamedNode("x:p"), v) for i, v in enumerate(values))
    return store


@pytest.mark.parametrize("format", ["csv", "tsv", "json"])
@pytest.mark.parametrize(
    "query", ["SELECT * { ?s ?p ?o } ORDER BY ?s", "SELECT ?o ?none { ?s ?p ?o } ORDER BY ?s", "ASK {}"]
)
def test_results_are_what_the_engine_itself_writes(odd: ox.Store, query: str, format: str) -> None:
    wanted = odd.query(query).serialize(format=getattr(ox.QueryResultsFormat, format.upper()))
    if format == "csv":
        wanted = wanted.replace(b"=1+1", b"'=1+1")  # what a spreadsheet would calculate
    assert format_result(run(odd, query), format).encode() == wanted


def test_csv_cells_are_data(odd: ox.Store) -> None:
    cells = [
        row[0] if row else "" for row in rows(odd, "SELECT ?o { ?s ?p ?o FILTER(isLiteral(?o)) } ORDER BY ?s")
    ]
    assert cells == ['a,"b"\t\\ c\r\nd', "'=1+1", "été", "7", "x", "true", ""]


def test_json_is_read_by_rdflib(odd: ox.Store) -> None:
    text = format_result(run(odd, "SELECT ?o { ?s ?p ?o } ORDER BY ?s"), "json")
    parsed = rdflib.query.Result.parse(io.BytesIO(text.encode()), format="json")
    assert [str(row.o) for row in parsed][:3] == ['a,"b"\t\\ c\r\nd', "=1+1", "été"]


def test_table_is_aligned_and_shortens_iris(store: ox.Store) -> None:
    query = (
        "SELECT ?iri ?label (COUNT(?paper) AS ?papers) { ?paper a kg:Paper ; ?edge ?iri ."
        " ?iri a kg:Method ; skos:prefLabel ?label } GROUP BY ?iri ?label ORDER BY ?label"
    )
    assert format_result(run(store, query)) == (
        "iri                      label             papers\n"
        "───────────────────────  ────────────────  ──────\n"
        "method:deepnet           DeepNet                1\n"
        "method:vgg               VGG                    1\n"
        "method:residual-network  residual network       1\n"
        "method:深度学习          深度学习               1\n"
    )


def test_table_shows_no_control_characters() -> None:
    query = 'SELECT ?x { VALUES ?x { "a\\u001b[31mb\\nc\\u009b" } }'
    assert format_result(run(ox.Store(), query)).splitlines()[2] == "a [31mb c"


def test_table_without_rows_or_columns(store: ox.Store) -> None:
    assert format_result(run(store, "SELECT ?x { ?x a kg:None }")) == "x\n─\n"
    assert format_result(run(store, "SELECT * {}")) == "1 rows without columns\n"
    assert format_result(run(store, "ASK { ?x a kg:Paper }")) == "true\n"


@pytest.mark.parametrize(
    "query", ["CONSTRUCT { ?s rdfs:label ?l } WHERE { ?s a kg:Task ; rdfs:label ?l }", "DESCRIBE task:x"]
)
def test_triples_in_every_format(store: ox.Store, query: str) -> None:
    query = query.replace("task:x", "<https://w3id.org/paperkg/task/image-classification>")
    result = run(store, query)
    turtle = set(rdflib.Graph().parse(data=format_result(result, "ttl"), format="turtle"))
    subject = rdflib.URIRef("https://w3id.org/paperkg/task/image-classification")
    assert (subject, rdflib.RDFS.label, rdflib.Literal("image classification")) in turtle
    count = len(result.content.splitlines())
    assert len(turtle) == count
    assert len(json.loads(format_result(result, "json"))["results"]["bindings"]) == count
    for format in ("csv", "tsv"):
        assert len(format_result(result, format).splitlines()) == count + 1
    assert "task:image-classification  rdfs:label" in format_result(result, "table")


def test_turtle_of_an_answer_is_sorted(store: ox.Store) -> None:
    result = run(store, "CONSTRUCT WHERE { ?s skos:prefLabel ?l }")
    lines = format_result(result, "ttl").splitlines()
    subjects = [line.split()[0] for line in lines if not line.startswith("@prefix")]
    assert subjects == sorted(subjects)
    assert len(subjects) == 7


@pytest.mark.parametrize(
    ("query", "format", "message"),
    [
        (LABELS, "ttl", "ttl holds triples"),
        ("ASK {}", "ttl", "ttl holds triples"),
        (LABELS, "xlsx", "unknown format 'xlsx'"),
    ],
)
def test_formats_that_do_not_fit(store: ox.Store, query: str, format: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        format_result(run(store, query), format)


def test_formats_end_with_a_line_or_are_the_standard_s(store: ox.Store) -> None:
    assert FORMATS == ("table", "csv", "tsv", "json", "ttl")
    assert format_result(run(store, LABELS, limit=1), "tsv") == '?label\n"DeepNet"\n'
    assert format_result(run(store, LABELS, limit=1), "csv") == "label\r\nDeepNet\r\n"


def test_a_csv_cell_of_any_datatype_is_no_formula() -> None:
    query = """SELECT ?cell { VALUES (?row ?cell) { (1 "=1"^^<http://www.w3.org/2001/XMLSchema#anyURI>)
        (2 "=1"^^<http://www.w3.org/2001/XMLSchema#integer>) (3 -1.5) (4 "-1") } } ORDER BY ?row"""
    text = format_result(run(ox.Store(), query), "csv")
    assert text.split("\r\n") == ["cell", "'=1", "'=1", "-1.5", "'-1", ""]
