"""`kg serve`, the real server, asked by clients that people use."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
import SPARQLWrapper
from conftest import tool
from SPARQLWrapper import SPARQLExceptions

from kg.cli.app import main
from kg.export.html import write_html
from kg.export.rdf import write_rdf
from kg.graph.layout import lay_out

KG = (sys.executable, "-m", "kg.cli.app")
NODE_FOLDER = Path(__file__).parents[1] / "node"
LABELS = "SELECT ?label { ?c a kg:Method ; skos:prefLabel ?label } ORDER BY ?label"
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(?a != ?d && ?g != ?j) }"
PREFIXES = """PREFIX kg: <https://w3id.org/paperkg/ontology#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX dcterms: <http://purl.org/dc/terms/>
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, subprocess.Popen[str]]]:
    """A server of the small graph: its address, its folder, its process."""
    from conftest import small_graph

    folder = tmp_path_factory.mktemp("served")
    graph = small_graph()
    lay_out(graph)
    write_rdf(graph, folder / "graph.ttl")
    write_html(graph, folder / "graph.html")
    command = [*KG, "serve", str(folder), "--port", "0", "--timeout", "5", "--limit", "500"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        line = process.stderr.readline()
        found = re.search(
            r"the page at (http://127\.0\.0\.1:\d+/) and SPARQL at \1sparql; stop with Ctrl-C", line
        )
        assert found, line
        yield found[1], folder, process
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()


def wrapper(address: str, query: str, format: str) -> Any:
    client = SPARQLWrapper.SPARQLWrapper(f"{address}sparql")
    client.setQuery(query)
    client.setReturnFormat(format)
    return client


def test_clients_that_say_nothing_do_not_stop_the_others(server: tuple[str, Path, Any]) -> None:
    address, _, _ = server
    port = int(address.rstrip("/").rpartition(":")[2])
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(12)]
    try:
        with urllib.request.urlopen(address, timeout=40) as answer:  # without a limit, silence holds for 65 s
            assert answer.status == 200
    finally:
        for connection in idle:
            connection.close()


def test_sparqlwrapper(server: tuple[str, Path, Any]) -> None:
    address, _, _ = server
    rows = wrapper(address, LABELS, SPARQLWrapper.JSON).queryAndConvert()["results"]["bindings"]
    assert [row["label"]["value"] for row in rows] == ["DeepNet", "VGG", "residual network", "深度学习"]
    client = wrapper(address, LABELS, SPARQLWrapper.XML)
    client.setMethod(SPARQLWrapper.POST)
    assert len(client.queryAndConvert().getElementsByTagName("literal")) == 4
    assert wrapper(address, "ASK { ?x a kg:Task }", SPARQLWrapper.JSON).queryAndConvert()["boolean"] is True
    described = wrapper(address, "DESCRIBE ?c { ?c a kg:Dataset }", SPARQLWrapper.TURTLE).queryAndConvert()
    assert b"ILSVRC" in described
    graph = wrapper(
        address, "CONSTRUCT WHERE { ?c skos:prefLabel ?l }", SPARQLWrapper.RDFXML
    ).queryAndConvert()
    assert len(graph) == 7


def test_sparqlwrapper_gets_the_reasons(server: tuple[str, Path, Any]) -> None:
    address, _, _ = server
    with pytest.raises(SPARQLExceptions.QueryBadFormed, match="SERVICE is refused"):
        wrapper(address, "SELECT * { SERVICE <x:y> {} }", SPARQLWrapper.JSON).query()
    with pytest.raises(SPARQLExceptions.EndPointInternalError, match="more than 500 rows"):
        wrapper(address, "SELECT * { ?a ?b ?c . ?d ?e ?f }", SPARQLWrapper.JSON).query()


def comunica(address: str, form: str, query: str) -> Any:
    node = tool("node", "nodejs")
    assert (NODE_FOLDER / "node_modules").is_dir(), f"run `npm ci` in {NODE_FOLDER}, or `make test`"
    command = [node, NODE_FOLDER / "sparql.cjs", f"{address}sparql", form, PREFIXES + query]
    run = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert (run.returncode, run.stderr) == (0, "")
    return json.loads(run.stdout)


def test_comunica(server: tuple[str, Path, Any]) -> None:
    address, _, _ = server
    rows = comunica(
        address,
        "bindings",
        """SELECT ?title ?name { ?p kg:uses ?c ; dcterms:title ?title . ?c a kg:Dataset ; skos:prefLabel ?name
           FILTER(STRSTARTS(?title, "Deep")) }""",
    )
    assert rows == [{"title": "Deep Networks", "name": "ImageNet"}]
    assert comunica(address, "boolean", "ASK { ?c skos:altLabel 'ILSVRC' }") is True
    triples = comunica(address, "quads", "CONSTRUCT WHERE { ?c a kg:Task ; skos:prefLabel ?l }")
    assert [value for _, name, value in triples if name.endswith("prefLabel")] == ["image classification"]


def test_the_page_is_served(server: tuple[str, Path, Any]) -> None:
    address, folder, _ = server
    with urllib.request.urlopen(address) as response:
        assert response.headers.get_content_type() == "text/html"
        assert response.read() == (folder / "graph.html").read_bytes()


def test_it_goes_on_after_queries_without_end(server: tuple[str, Path, Any]) -> None:
    address, _, process = server
    for _ in range(6):  # more than there are workers
        with pytest.raises(SPARQLExceptions.EndPointInternalError, match="the query took longer than 5 s"):
            wrapper(address, ENDLESS, SPARQLWrapper.JSON).query()
    assert wrapper(address, "ASK {}", SPARQLWrapper.JSON).queryAndConvert()["boolean"] is True
    assert process.poll() is None


def test_no_proxy_has_a_say(server: tuple[str, Path, Any]) -> None:
    address, _, _ = server
    headers = {"SCRIPT_NAME": "/sparql", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "x.example"}
    with urllib.request.urlopen(urllib.request.Request(f"{address}sparql", headers=headers)) as response:
        assert f"<{address}sparql>" in response.read().decode()


def test_a_line_or_a_body_that_is_too_long(server: tuple[str, Path, Any]) -> None:
    address, _, _ = server
    for url, data, status in (
        (f"{address}sparql?query=" + "x" * 9000, None, 414),
        (f"{address}sparql", b"query=ASK%7B%7D%23" + b"x" * 1_000_000, 413),
    ):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(url, data)
        assert caught.value.code in (status, 400)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none"], "none: no such file or folder"),
        (["."], "holds no graph.ttl"),
        (["graph.ttl", "--timeout", "0"], "leaves no time"),
        (["graph.ttl", "--limit", "0"], "leaves nothing"),
        (["graph.ttl", "--port", "70000"], "--port"),
    ],
)
def test_wrong_calls(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["kg", "serve", *arguments])
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err


def test_a_port_that_is_taken(
    graph: nx.MultiDiGraph,
    server: tuple[str, Path, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, folder, _ = server
    port = address.rstrip("/").rpartition(":")[2]
    monkeypatch.setattr(sys, "argv", ["kg", "serve", str(folder), "--port", port])
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 2
    assert f"cannot listen on port {port}: Address already in use" in capsys.readouterr().err
