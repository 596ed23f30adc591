"""The SPARQL 1.1 protocol, request by request: forms, formats, refusals and limits."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib
from werkzeug.test import Client, TestResponse, create_environ, run_wsgi_app

from kg.export.rdf import write_rdf
from kg.query import load
from kg.query.endpoint import ROWS, TRIPLES, Endpoint

LABELS = "SELECT ?label { ?c a kg:Method ; skos:prefLabel ?label } ORDER BY ?label"
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(?a != ?d && ?g != ?j) }"
NAMES = ["DeepNet", "VGG", "residual network", "深度学习"]


@pytest.fixture
def folder(graph: nx.MultiDiGraph, tmp_path: Path) -> Path:
    write_rdf(graph, tmp_path / "graph.ttl")
    (tmp_path / "graph.html").write_text("<p>page</p>")
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Client:
    return Client(Endpoint(load(folder), folder, timeout=60, limit=1000, size=5000))


def ask(client: Client, query: str, accept: str = "*/*") -> TestResponse:
    return client.get("/sparql", query_string={"query": query}, headers={"Accept": accept})


@pytest.mark.parametrize(
    "request_",
    [
        {"method": "GET", "query_string": {"query": LABELS}},
        {"method": "POST", "data": {"query": LABELS}},
        {"method": "POST", "data": LABELS.encode(), "content_type": "application/sparql-query"},
    ],
    ids=["get", "form", "body"],
)
def test_a_query_comes_in_three_ways(client: Client, request_: dict) -> None:
    response = client.open("/sparql", **request_)
    assert (response.status_code, response.mimetype) == (200, "application/sparql-results+json")
    assert [row["label"]["value"] for row in response.json["results"]["bindings"]] == NAMES


@pytest.mark.parametrize("media_type", ROWS)
def test_every_format_of_rows(client: Client, media_type: str) -> None:
    response = ask(client, LABELS, media_type)
    assert (response.status_code, response.mimetype) == (200, media_type)
    if media_type == "text/csv":
        assert [row[0] for row in csv.reader(io.StringIO(response.text))][1:] == NAMES
    elif media_type == "text/tab-separated-values":
        assert response.text.splitlines()[1:] == [f'"{name}"' for name in NAMES]
    else:
        result = rdflib.query.Result.parse(
            io.BytesIO(response.data), format="xml" if "xml" in media_type else "json"
        )
        assert [str(row[0]) for row in result] == NAMES
    truth = ask(client, "ASK { ?x a kg:Task }", media_type)
    assert (truth.status_code, truth.mimetype) == (200, media_type)
    assert "true" in truth.text


@pytest.mark.parametrize("media_type", TRIPLES)
def test_every_format_of_triples(client: Client, media_type: str) -> None:
    response = ask(client, "CONSTRUCT { ?c skos:prefLabel ?l } WHERE { ?c skos:prefLabel ?l }", media_type)
    assert (response.status_code, response.mimetype) == (200, media_type)
    name = {"application/n-triples": "nt", "application/ld+json": "json-ld", "application/rdf+xml": "xml"}
    parsed = rdflib.Graph().parse(data=response.data, format=name.get(media_type, "turtle"))
    assert {str(label) for label in parsed.objects()} >= set(NAMES)
    assert len(parsed) == 7


@pytest.mark.parametrize(
    ("query", "accept", "media_type"),
    [
        (LABELS, "", "application/sparql-results+json"),
        (LABELS, "text/csv;q=0.5, application/sparql-results+xml", "application/sparql-results+xml"),
        (LABELS, "text/html, */*;q=0.1", "application/sparql-results+json"),
        ("DESCRIBE ?c { ?c a kg:Task }", "text/html, */*;q=0.1", "text/turtle"),
        ("DESCRIBE ?c { ?c a kg:Task }", "application/n-triples, text/turtle;q=0.9", "application/n-triples"),
    ],
)
def test_the_client_chooses(client: Client, query: str, accept: str, media_type: str) -> None:
    assert ask(client, query, accept).mimetype == media_type


def test_what_no_format_satisfies(client: Client) -> None:
    response = ask(client, LABELS, "image/png")
    assert response.status_code == 406
    assert response.text.startswith("the answer can be application/sparql-results+json, ")


def test_it_describes_itself(client: Client, folder: Path) -> None:
    described = rdflib.Graph().parse(data=client.get("/sparql").data, format="turtle")
    sd = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")
    (service,) = described.subjects(rdflib.RDF.type, sd.Service)
    assert str(described.value(service, sd.endpoint)) == "http://localhost/sparql"
    assert described.value(service, sd.supportedLanguage) == sd.SPARQL11Query
    (count,) = described.objects(None, rdflib.VOID.triples)
    assert int(count) == sum(1 for _ in ox.parse(path=folder / "graph.ttl"))


@pytest.mark.parametrize(
    ("request_", "status", "message"),
    [
        ({"query_string": {"query": "SELECT * { ?a ?b }"}}, 400, "SPARQL syntax error at line 1"),
        (
            {"query_string": {"query": "SELECT * { SERVICE <http://127.0.0.1:1/> { } }"}},
            400,
            "SERVICE is refused",
        ),
        ({"query_string": {"query": "SELECT * FROM <x:y> { ?a ?b ?c }"}}, 400, "FROM is refused"),
        ({"query_string": {"query": "LOAD <http://127.0.0.1:1/>"}}, 400, "LOAD is refused"),
        (
            {"query_string": {"query": "ASK {}", "default-graph-uri": "x:y"}},
            400,
            "a query sees all that is loaded",
        ),
        ({"query_string": "query=ASK%7B%7D&query=ASK%7B%7D"}, 400, "a request asks one query, not 2"),
        ({"query_string": {"query": "SELECT (<x:f>(1) AS ?x) {}"}}, 500, "the query failed"),
        ({"method": "POST", "data": {"update": "DROP ALL"}}, 403, "updates are refused"),
        ({"method": "POST", "data": {"other": "1"}}, 400, "a request asks one query, not 0"),
        (
            {"method": "POST", "data": b"DROP ALL", "content_type": "application/sparql-update"},
            403,
            "updates are refused",
        ),
        ({"method": "POST", "data": b"ASK {}", "content_type": "text/plain"}, 415, "post a query as"),
        ({"method": "POST", "data": b"\xff", "content_type": "application/sparql-query"}, 400, "not UTF-8"),
        ({"method": "PUT"}, 405, "ask by GET or POST"),
        ({"method": "POST", "data": {"query": "ASK {} #" + "x" * 6000}}, 413, ""),
        (
            {"method": "POST", "data": b"#" * 6000, "content_type": "application/sparql-query"},
            413,
            "",
        ),
    ],
)
def test_what_is_refused_says_why(client: Client, request_: dict, status: int, message: str) -> None:
    response = client.open("/sparql", **request_)
    assert (response.status_code, response.mimetype) == (status, "text/plain")
    assert message in response.text
    assert len(response.text.splitlines()) == 1


@pytest.mark.parametrize("form", [True, False])
@pytest.mark.parametrize(
    ("length", "sent", "status", "message"),
    [
        (6, b"ASK {}", 200, ""),
        (None, b"ASK {}", 200, ""),
        (9, b"ASK {}", 400, "bytes; send it again"),
        (None, b"ASK {} #" + b"x" * 6000, 413, ""),
    ],
)
def test_a_body_is_answered_whole_or_not_at_all(
    client: Client, form: bool, length: int | None, sent: bytes, status: int, message: str
) -> None:
    """As a server passes bodies on that end by themselves, or with the connection."""
    body = b"query=" + sent.replace(b"#", b"%23") if form else sent
    environ = create_environ("/sparql", method="POST", input_stream=io.BytesIO(body))
    environ["CONTENT_TYPE"] = "application/x-www-form-urlencoded" if form else "application/sparql-query"
    environ["wsgi.input_terminated"] = True
    if length is None:
        environ["HTTP_TRANSFER_ENCODING"] = "chunked"
        environ.pop("CONTENT_LENGTH", None)
    else:
        environ["CONTENT_LENGTH"] = str(length + len(body) - len(sent))
    answer, said, _ = run_wsgi_app(client.application, environ)
    assert said.startswith(str(status))
    assert message in b"".join(answer).decode()


def test_a_query_that_takes_too_long_says_so_and_is_given_up(folder: Path) -> None:
    given_up = []
    client = Client(
        Endpoint(
            load(folder), folder, timeout=0.3, limit=9, size=900, on_unfinished=lambda: given_up.append(1)
        )
    )
    response = ask(client, ENDLESS)
    assert (response.status_code, response.mimetype) == (500, "text/plain")
    assert response.text.startswith("the query took longer than 0.3 s")
    response.close()
    assert given_up == [1]
    assert ask(client, "ASK {}").status_code == 200


@pytest.mark.parametrize(
    ("query", "unit"), [("SELECT * { ?a ?b ?c }", "rows"), ("CONSTRUCT WHERE { ?a ?b ?c }", "triples")]
)
def test_an_answer_is_never_cut_short(folder: Path, query: str, unit: str) -> None:
    client = Client(Endpoint(load(folder), folder, timeout=60, limit=10, size=900))
    response = ask(client, query)
    assert response.status_code == 500
    assert response.text.startswith(f"the answer has more than 10 {unit}: narrow the query")
    assert len(ask(client, f"{query} LIMIT 10").data) > 100


# Files


def test_the_page_and_the_files_of_the_build(client: Client, folder: Path) -> None:
    for path, media_type in {
        "/": "text/html",
        "/graph.html": "text/html",
        "/graph.ttl": "text/turtle",
    }.items():
        response = client.get(path)
        assert (response.status_code, response.mimetype) == (200, media_type)
        assert response.data == (folder / (path[1:] or "graph.html")).read_bytes()
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    ["/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/graph.gexf", "//etc/passwd", "/graph.ttl/"],
)
def test_no_other_file_is_shown(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert "the SPARQL endpoint is /sparql" in response.text


def test_files_cannot_be_written(client: Client) -> None:
    response = client.post("/graph.ttl", data=b"")
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")


def test_an_rdf_file_alone_has_no_page(folder: Path) -> None:
    client = Client(Endpoint(load(folder / "graph.ttl"), None, timeout=60, limit=10, size=900))
    assert client.get("/").status_code == 404
    assert json.loads(ask(client, "ASK {}").data)["boolean"] is True


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1:8000", 200), ("localhost", 200), ("evil.example", 400), ("127.0.0.1.evil.example", 400)],
)
def test_only_names_of_this_machine_are_answered(client: Client, host: str, status: int) -> None:
    """A page of a foreign site may have its name point here (DNS rebinding)."""
    assert client.get("/", headers={"Host": host}).status_code == status
