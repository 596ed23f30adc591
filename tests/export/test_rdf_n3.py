"""RDF as N3.js reads it, a parser that shares no code with those that Python has."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
from conftest import tool
from graph_readers import NODE_FOLDER
from made_graph import made_graph

from kg.export.rdf import statements, write_rdf

MEDIA_TYPES = {"turtle": "text/turtle", "ntriples": "application/n-triples", "trig": "application/trig"}


def spelled(term: ox.NamedNode | ox.Literal | None) -> str:
    if isinstance(term, ox.Literal):
        return f"{json.dumps(term.value, ensure_ascii=False)}@{term.language or ''}^^{term.datatype.value}"
    return term.value if term else ""


def by_n3(path: Path, format: str) -> list[list[str]]:
    node = tool("node", "nodejs")
    assert (NODE_FOLDER / "node_modules").is_dir(), f"run `npm ci` in {NODE_FOLDER}, or `make test`"
    command = [node, NODE_FOLDER / "triples.cjs", MEDIA_TYPES[format], path]
    run = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert (run.returncode, run.stderr) == (0, "")
    return [json.loads(line) for line in run.stdout.split("\n") if line]


@pytest.mark.parametrize("size", [None, 30], ids=["hard names", "made up"])
@pytest.mark.parametrize("format", MEDIA_TYPES)
def test_n3_reads_every_statement(
    graph_of_another_field: nx.MultiDiGraph, tmp_path: Path, format: str, size: int | None
) -> None:
    graph = made_graph(size) if size else graph_of_another_field
    count = write_rdf(graph, tmp_path / "graph", format=format)
    found = by_n3(tmp_path / "graph", format)
    wanted = [
        [spelled(subject), spelled(predicate), spelled(value), spelled(name) if format == "trig" else ""]
        for subject, predicate, value, name in statements(graph)
    ]
    assert len(found) == count
    assert sorted(found) == sorted(wanted)
