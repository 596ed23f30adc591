"""What is drawn of a graph that is too large: its core, as networkx finds it, and every output says so."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from kg.build import build
from kg.built import load_rows
from kg.export import laid_out, write
from kg.graph import attributes as a
from kg.graph.assemble import graph_of
from kg.graph.core import core, drawn
from kg.graph.rows import Rows
from kg.validate import validate
from kg.vocabulary import LINK

EXTRACTIONS = Path(__file__).parents[2] / "exports" / "extractions.jsonl"


@cache
def example() -> Rows:
    return load_rows(EXTRACTIONS)[1]


@pytest.mark.parametrize("most", [10, 100, 300, 700])
def test_the_nodes_with_the_highest_core_numbers_are_drawn(most: int) -> None:
    rows = example()
    whole = graph_of(rows)
    whole.remove_nodes_from([node for node, kind in whole.nodes(data=a.TYPE) if kind == LINK])
    numbers = nx.core_number(nx.Graph(whole))
    kept = core(rows, most)
    assert len(kept) == most
    assert min(numbers[node] for node in kept) >= max(numbers[node] for node in whole if node not in kept)


def test_a_graph_that_is_not_too_large_is_drawn_whole() -> None:
    graph = drawn(example())
    assert a.CUT not in graph.graph
    assert graph.number_of_nodes() == sum(example().counts.values())


def test_papers_keep_their_links_and_the_kept_concepts() -> None:
    rows = example()
    cut, whole = drawn(rows, most=150), graph_of(rows)
    assert any(kind == LINK for _, kind in cut.nodes(data=a.TYPE))
    kept = {(u, v, key) for u, v, key in whole.edges(keys=True) if u in cut and v in cut}
    assert set(cut.edges(keys=True)) == kept


def test_what_is_drawn_says_that_it_is_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.graph.core.MOST_DRAWN", 150)
    build([], tmp_path, extractions=EXTRACTIONS)
    graph = laid_out(example())
    said = graph.graph[a.CUT]
    assert said.endswith(f"of {sum(example().counts.values())} nodes, the core of the graph")
    for name in ("graph.graphml", "graph.gexf", "graph.html"):
        assert said in (tmp_path / name).read_text(encoding="utf-8"), name
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["drawn"] == said
    assert validate(tmp_path) == []
    assert nx.read_graphml(tmp_path / "graph.graphml").number_of_nodes() == graph.number_of_nodes()
    assert nx.read_gexf(tmp_path / "graph.gexf").number_of_nodes() == graph.number_of_nodes()


def test_tables_and_rdf_are_the_same_from_rows_and_from_their_graph(tmp_path: Path) -> None:
    rows = example()
    for name, format in (("a.nt", "ntriples"), ("a.trig", "trig")):
        write(rows, tmp_path / name, format)
        written = (tmp_path / name).read_bytes()
        write(graph_of(rows), tmp_path / name, format)
        assert (tmp_path / name).read_bytes() == written
    for folder, graph in (("rows", rows), ("graph", graph_of(rows))):
        (tmp_path / folder).mkdir()
        write(graph, tmp_path / folder, "csv")
    for file in (tmp_path / "rows").iterdir():
        assert (tmp_path / "graph" / file.name).read_bytes() == file.read_bytes()
