"""GEXF against its schemas, and as networkx and graphology read it."""

from __future__ import annotations

import copy
import logging
from pathlib import Path

import networkx as nx
import pytest
from conftest import SHARED, needs_shared
from graph_readers import as_it_should_be_read, graphology, networkx_gexf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from kg.export.gephi_checks import gexf_problems
from kg.export.gexf import NAMESPACE, VIZ, write_gexf
from kg.graph import attributes as a
from kg.graph.layout import lay_out

SCHEMAS = SHARED / "schemas" / "gexf-1.3"


@pytest.fixture
def laid_out(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    lay_out(graph)
    return graph


@pytest.fixture
def written(laid_out: nx.MultiDiGraph, tmp_path: Path) -> Path:
    write_gexf(laid_out, tmp_path / "graph.gexf")
    return tmp_path / "graph.gexf"


def relax_ng() -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(str(SCHEMAS / "gexf.rng")))


def test_readers_see_the_same_graph(laid_out: nx.MultiDiGraph, written: Path) -> None:
    expected = as_it_should_be_read(laid_out)
    assert networkx_gexf(written) == expected
    assert graphology("gexf", written) == expected
    assert gexf_problems(written) == []


@needs_shared
def test_the_official_relax_ng_schema_is_kept(written: Path) -> None:
    schema = relax_ng()
    assert schema.validate(etree.parse(str(written))), schema.error_log


@needs_shared
def test_the_official_xml_schema_is_kept_but_for_the_namespace_of_viz(written: Path) -> None:
    """It was generated from the RELAX NG schema and lost that namespace; see `kg.export.gexf.VIZ`."""
    schema = etree.XMLSchema(etree.parse(str(SCHEMAS / "gexf.xsd")))
    tree = etree.parse(str(written))
    drawn = [element for element in tree.iter() if element.tag.startswith(f"{{{VIZ}}}")]
    assert len(drawn) == 3 * 10
    for element in drawn:
        element.tag = element.tag.replace(VIZ, NAMESPACE)
    assert schema.validate(tree), schema.error_log


@needs_shared
def test_every_type_of_column_keeps_the_schema(tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    graph.add_node("a", flag=True, whole=1, big=2**40, huge=2**70, real=1e-9, x=-0.5, y=1e300, size=0)
    graph.add_edge("a", "a", key="k", flag=False, text=" two\nlines\t")
    path = tmp_path / "graph.gexf"
    write_gexf(graph, path)
    schema = relax_ng()
    assert schema.validate(etree.parse(str(path))), schema.error_log
    (edge,) = networkx_gexf(path).edges.values()
    assert (edge["flag"], edge["text"]) == (False, " two\nlines\t")
    node = networkx_gexf(path).nodes["a"]
    assert (node["flag"], node["whole"], node["big"], node["huge"]) == (True, 1, 2**40, str(2**70))
    assert (node["real"], node["x"], node["y"]) == (1e-9, -0.5, 1e300)


@needs_shared
def test_an_empty_graph_keeps_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "graph.gexf"
    write_gexf(nx.MultiDiGraph(), path)
    assert relax_ng().validate(etree.parse(str(path)))
    assert graphology("gexf", path).nodes == {}
    assert gexf_problems(path) == []


def test_parallel_edges_bear_their_kind_and_ids_are_unique(written: Path) -> None:
    edges = list(etree.parse(str(written)).iter(f"{{{NAMESPACE}}}edge"))
    assert len({(edge.get("source"), edge.get("target"), edge.get("kind")) for edge in edges}) == 11
    assert len({edge.get("id") for edge in edges}) == 11
    assert all(edge.get("kind") == edge.get("label") for edge in edges)


def test_edges_of_one_relation_under_two_keys_stay_apart(tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    for key in ("first", "second"):
        graph.add_edge("a", "b", key=key, **{a.RELATION: "uses"})
    graph.add_edge("a", "c", key="first", **{a.RELATION: "uses"})
    path = tmp_path / "graph.gexf"
    write_gexf(graph, path)
    kinds = [edge.get("kind") for edge in etree.parse(str(path)).iter(f"{{{NAMESPACE}}}edge")]
    assert kinds == ["uses", "uses 2", "uses"]
    assert len(graphology("gexf", path).edges) == 3


def test_counts_stand_in_the_file_and_no_time_does(written: Path) -> None:
    text = written.read_text("utf-8")
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n')
    assert '<nodes count="10">' in text
    assert '<edges count="11">' in text
    assert "lastmodifieddate" not in text


def test_a_graph_without_layout_is_written_without_positions(
    graph: nx.MultiDiGraph, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "graph.gexf"
    with caplog.at_level(logging.WARNING):
        write_gexf(graph, path)
    assert "position" not in path.read_text("utf-8")
    assert len(caplog.records) == 1
    assert gexf_problems(path) == [
        "nodes without a position; Gephi places them at random: "
        + ", ".join(f"node '{node}' (line {line})" for line, node in nodes_by_line(path)[:3])
        + " and 7 more",
        "nodes without a size: "
        + ", ".join(f"node '{node}' (line {line})" for line, node in nodes_by_line(path)[:3])
        + " and 7 more",
    ]


def nodes_by_line(path: Path) -> list[tuple[int, str]]:
    nodes = etree.parse(str(path)).iter(f"{{{NAMESPACE}}}node")
    return [(node.sourceline, node.get("id")) for node in nodes]


def test_equal_graphs_give_equal_bytes(laid_out: nx.MultiDiGraph, written: Path, tmp_path: Path) -> None:
    other = nx.MultiDiGraph(**laid_out.graph)
    other.add_nodes_from(reversed(list(copy.deepcopy(laid_out).nodes(data=True))))
    other.add_edges_from(reversed(list(laid_out.edges(keys=True, data=True))))
    write_gexf(other, tmp_path / "other")
    assert (tmp_path / "other").read_bytes() == written.read_bytes()


TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff"), min_size=1)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.tuples(TEXTS, TEXTS | st.just("a\r\n\tb")), min_size=1, max_size=5))
def test_any_text_comes_back(texts: list[tuple[str, str]], tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    for i, (label, title) in enumerate(texts):
        graph.add_node(f"n{i}", **{a.LABEL: label, a.TITLE: title})
    path = tmp_path / "graph.gexf"
    write_gexf(graph, path)
    for i, (label, title) in enumerate(texts):
        node = networkx_gexf(path).nodes[f"n{i}"]
        assert node["label"] == (label if label.strip() else f"n{i}")
        assert node.get("title", "") == (title if title.strip() else "")
