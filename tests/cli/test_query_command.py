"""`kg query` as people meet it: an empty answer is never silent."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest

from kg.cli.app import main
from kg.export.rdf import write_rdf

Query = Callable[..., tuple[int, str, str]]


@pytest.fixture
def query(
    graph: nx.MultiDiGraph,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Query:
    """Run `kg query` on the small graph: exit code, standard output, standard error."""
    write_rdf(graph, tmp_path / "graph.ttl")

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["kg", "query", str(tmp_path), *arguments])
        with pytest.raises(SystemExit) as exit_:
            main()
        out, err = capsys.readouterr()
        return int(exit_.value.code or 0), out, err

    return call


def test_a_name_that_is_not_there(query: Query) -> None:
    code, out, err = query("-q", "methods-for-task", "--param", "task=image clasification")
    assert (code, out) == (2, "")
    assert "no task called 'image clasification'; near it: 'image classification'" in err


def test_a_parameter_that_is_not_there(query: Query) -> None:
    code, out, err = query("-q", "methods-for-task", "--param", "tasks=parsing")
    assert (code, out) == (2, "")
    assert "the query has no parameter 'tasks'; it has task (did you mean task?)" in err


@pytest.mark.parametrize(("format", "header"), [("table", "x\n─\n"), ("csv", "x\r\n"), ("tsv", "?x\n")])
def test_an_empty_answer_says_so(query: Query, format: str, header: str) -> None:
    code, out, err = query("SELECT ?x { ?x a <x:none> }", "--format", format)
    assert (code, out, err) == (0, header, "kg: nothing in the graph answers this\n")


@pytest.mark.parametrize(
    ("sparql", "format", "answer"),
    [
        ("ASK { ?x a kg:Paper }", "table", "true\n"),
        ("SELECT (COUNT(?x) AS ?n) { ?x a kg:Paper }", "csv", "n\r\n2\r\n"),
        ("DESCRIBE <https://github.com/example/deepnet>", "ttl", "<https://github.com/example/deepnet>"),
        ("CONSTRUCT { ?x kg:venue ?n } WHERE { ?x skos:prefLabel ?n }", "csv", "subject,predicate,object"),
    ],
)
def test_every_form_of_query(query: Query, sparql: str, format: str, answer: str) -> None:
    code, out, err = query(sparql, "--format", format)
    assert (code, err) == (0, "")
    assert answer in out
