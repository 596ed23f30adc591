"""Parts and projections of the examples in the files of other programs: schema, rules and three readers."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest
from conftest import EXPORTS, SHARED, Export, needs_shared
from graph_readers import Reading, graphology, igraph_graphml, networkx_gexf, networkx_graphml
from lxml import etree

from kg.built import read_build
from kg.graph import attributes as a
from kg.graph.assemble import graph_of
from kg.graph.cut import Cut, cut
from kg.graph.projection import project
from kg.validate import validate

CALLS = {
    "part": ("--min-support", "2", "--type", "Method", "--type", "Dataset"),
    "about": ("--concepts", "imagenet", "--relation", "uses", "--relation", "addresses", "--top", "3"),
    "concepts": ("--project", "concepts", "--relation", "uses"),
    "papers": ("--project", "papers", "--significance", "0.2"),
}


@pytest.fixture(scope="module")
def expected() -> dict[str, nx.Graph]:
    graph = graph_of(read_build(EXPORTS).rows)
    return {
        "part": cut(graph, Cut(min_support=2, types=["Method", "Dataset"])),
        "about": cut(graph, Cut(concepts=["imagenet"], relations=["uses", "addresses"], top=3)),
        "concepts": project(cut(graph, Cut(relations=["uses"])), "concepts"),
        "papers": project(graph, "papers", significance=0.2),
    }


def ties(found: Reading) -> dict[frozenset[str], tuple[float, str]]:
    """Ends of each edge, whichever comes first, with weight and relation, of which a pair has one at most."""
    return {
        frozenset((u, v, kind)): (float(data["weight"]), data["relation"])
        for (u, v, kind, _), data in found.edges.items()
    }


@pytest.mark.parametrize("name", CALLS)
def test_every_reader_sees_the_part(
    export: Export, expected: dict[str, nx.Graph], tmp_path: Path, name: str
) -> None:
    gexf, graphml = tmp_path / "graph.gexf", tmp_path / "graph.graphml"
    graph = expected[name]
    said = f"kg: {len(graph):,} nodes and {graph.number_of_edges():,} edges\n"
    for path in (gexf, graphml):
        assert export("--out", path, *CALLS[name]) == (0, said)
        assert validate(path) == []
    wanted = {
        frozenset((u, v, data[a.RELATION])): (float(data[a.WEIGHT]), data[a.RELATION])
        for u, v, data in graph.edges(data=True)
    }
    assert len(wanted) == graph.number_of_edges() > 10
    labels = {node: data[a.LABEL] for node, data in graph.nodes(data=True)}
    for found in (
        networkx_gexf(gexf),
        networkx_graphml(graphml),
        igraph_graphml(graphml),
        graphology("gexf", gexf),
        graphology("graphml", graphml),
    ):
        assert {node: data["label"] for node, data in found.nodes.items()} == labels
        assert ties(found) == wanted


@needs_shared
@pytest.mark.parametrize("name", CALLS)
def test_the_official_schema_is_kept(export: Export, tmp_path: Path, name: str) -> None:
    export("--out", tmp_path / "graph.gexf", *CALLS[name])
    schema = etree.RelaxNG(etree.parse(str(SHARED / "schemas" / "gexf-1.3" / "gexf.rng")))
    assert schema.validate(etree.parse(str(tmp_path / "graph.gexf"))), schema.error_log


def test_the_rdf_of_a_part_conforms_and_its_page_is_written(export: Export, tmp_path: Path) -> None:
    for name in ("part", "about"):
        assert export("--out", tmp_path / "graph.ttl", *CALLS[name])[0] == 0
        assert validate(tmp_path / "graph.ttl") == []
    assert export("--out", tmp_path / "graph.html", *CALLS["about"])[0] == 0
    assert export("--out", tmp_path / "tables", "--format", "csv", *CALLS["about"])[0] == 0


def test_shared_names_and_probabilities_are_columns(export: Export, tmp_path: Path) -> None:
    export("--out", tmp_path / "graph.gexf", *CALLS["papers"])
    for data in networkx_gexf(tmp_path / "graph.gexf").edges.values():
        assert len(data["shared"].split(" | ")) == data["weight"]
        assert 0 <= data["p_value"] < 0.2
        assert data["strength"] > 0
        assert data["label"] == data["relation"] == "sharesConcepts"


@pytest.mark.parametrize("name", ["concepts", "papers"])
def test_a_projection_is_coloured_by_its_named_communities(export: Export, tmp_path: Path, name: str) -> None:
    export("--out", tmp_path / "graph.gexf", *CALLS[name])
    nodes = networkx_gexf(tmp_path / "graph.gexf").nodes.values()
    assert {(data["community"], data["color"]) for data in nodes} == {
        (number, a.TOPIC_COLORS[number % len(a.TOPIC_COLORS)])
        for number in range(1 + max(data["community"] for data in nodes))
    }
    assert all(data["cluster"] for data in nodes)


def test_names_come_from_files(export: Export, tmp_path: Path) -> None:
    names, empty = tmp_path / "names.txt", tmp_path / "empty.txt"
    names.write_text("ImageNet\n\n CIFAR-10 \r\n", encoding="utf-8")
    empty.write_text("\n", encoding="utf-8")
    both = export("--out", tmp_path / "a.gexf", "--concepts", "ImageNet", "--concepts", "CIFAR-10")
    assert both[0] == 0
    assert both == export("--out", tmp_path / "b.gexf", "--concepts", f"@{names}")
    assert (tmp_path / "a.gexf").read_bytes() == (tmp_path / "b.gexf").read_bytes()
    for wrong, message in (
        (empty, "there is no name in it, one a line"),
        (tmp_path, "cannot read the names"),
    ):
        code, said = export("--out", tmp_path / "c.gexf", "--papers", f"@{wrong}")
        assert (code, message in said) == (2, True)
        assert not (tmp_path / "c.gexf").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--out", "x.ttl", "--project", "papers"), "turtle has no terms for it; write graphml or gexf"),
        (("--out", "x.gexf", "--project", "authors"), "name what to tie, concepts or papers"),
        (("--out", "x.gexf", "--significance", "0.1"), "--significance is for --project concepts or papers"),
        (("--out", "x.gexf", "--project", "papers", "--significance", "0"), "give one above 0, at most 1"),
        (("--out", "x.gexf", "--min-support", "0"), "min-support"),
        (("--out", "x.gexf", "--top", "0"), "top"),
        (
            ("--out", "x.gexf", "--min-support", "65"),
            "nothing with 65 papers at the least is left of the graph",
        ),
    ],
)
def test_what_cannot_be_done_is_said(
    export: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = export(*arguments)
    assert code == 2
    assert message in said
    assert list(tmp_path.iterdir()) == []
