"""GraphML as networkx, igraph and graphology read it, and what no reader must meet."""

from __future__ import annotations

import datetime
import logging
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from graph_readers import as_it_should_be_read, graphology, igraph_graphml, networkx_graphml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import KgError
from kg.export.gephi_checks import graphml_problems
from kg.export.graphml import write_graphml
from kg.graph import attributes as a
from kg.graph.layout import lay_out

NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"


def keys(path: Path) -> dict[tuple[str, str], str]:
    """The type of each attribute, by what it is for and its name."""
    found = [
        ((key.get("for", ""), key.get("attr.name", "")), key.get("attr.type", ""))
        for key in ET.parse(path).iter(f"{NAMESPACE}key")
    ]
    assert len(dict(found)) == len(found)
    return dict(found)


def multigraph(*edges: tuple[str, str], **attributes: Any) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    for source, target in edges:
        graph.add_edge(source, target, **attributes)
    return graph


@pytest.fixture
def laid_out(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    lay_out(graph)
    return graph


def test_three_readers_see_the_same_graph(laid_out: nx.MultiDiGraph, tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    write_graphml(laid_out, path)
    expected = as_it_should_be_read(laid_out)
    assert len(expected.nodes) == 10
    assert len(expected.edges) == 11
    assert networkx_graphml(path) == expected
    assert igraph_graphml(path) == expected
    assert graphology("graphml", path) == expected
    assert graphml_problems(path) == []


def test_gml_import_empty_a_thousand_nodes_arrive_everywhere(tmp_path: Path) -> None:
    """gml-import-empty: three independent readers give the same node and edge counts."""
    graph = nx.MultiDiGraph()
    for paper in range(200):
        graph.add_node(f"https://x.org/paper/{paper}", **{a.TYPE: "Paper", a.LABEL: f"Paper {paper}"})
        for step in range(10):
            concept = f"https://x.org/method/{(paper * 7 + step * step) % 800}"
            graph.add_node(concept, **{a.TYPE: "Method", a.LABEL: concept, a.PAPERS: 1})
            graph.add_edge(f"https://x.org/paper/{paper}", concept, key="uses", **{a.RELATION: "uses"})
    lay_out(graph)
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    counts = (graph.number_of_nodes(), graph.number_of_edges())
    for seen in (networkx_graphml(path), igraph_graphml(path), graphology("graphml", path)):
        assert (len(seen.nodes), len(seen.edges)) == counts
        assert {attributes["color"] for attributes in seen.nodes.values()} == {"#4c566a", "#2563eb"}


def test_types_are_those_that_every_reader_knows(laid_out: nx.MultiDiGraph, tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    write_graphml(laid_out, path)
    types = keys(path)
    assert types["node", "year"] == types["node", "papers"] == types["node", "community"] == "int"
    assert types["node", "x"] == types["node", "size"] == types["edge", "weight"] == "double"
    assert types["edge", "confidence"] == "double"
    assert types["node", "label"] == types["node", "text"] == types["edge", "evidence"] == "string"


def test_parallel_edges_bear_their_kind(laid_out: nx.MultiDiGraph, tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    write_graphml(laid_out, path)
    edges = list(ET.parse(path).iter(f"{NAMESPACE}edge"))
    task = "https://w3id.org/paperkg/task/image-classification"
    kinds = [edge.get("label") for edge in edges if edge.get("target") == task]
    assert sorted(kinds) == ["addresses", "addresses", "mentions"]
    assert len({(edge.get("source"), edge.get("target"), edge.get("label")) for edge in edges}) == 11


def test_gml_multi_edge_id_is_unique_over_the_file(tmp_path: Path) -> None:
    """gml-multi-edge-id: the key USES of two papers' edges is no id."""
    graph = nx.MultiDiGraph()
    graph.add_edge("paper/1", "method/1", key="USES")
    graph.add_edge("paper/2", "method/1", key="USES")
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    ids = [edge.get("id") for edge in ET.parse(path).iter(f"{NAMESPACE}edge")]
    assert len(set(ids)) == 2
    assert len(networkx_graphml(path).edges) == len(graphology("graphml", path).edges) == 2


def test_gml_multi_edge_yed_default_keys_do_no_harm(tmp_path: Path) -> None:
    """gml-multi-edge-yed: networkx's default keys, 0 for both edges, load in graphology."""
    path = tmp_path / "graph.graphml"
    write_graphml(multigraph(("a", "b"), ("c", "b")), path)
    assert len(graphology("graphml", path).edges) == 2


def test_gml_list_dict_0byte_lists_are_joined_and_failures_leave_the_old_file(tmp_path: Path) -> None:
    """gml-list-dict-0byte: a list or mapping becomes text; when writing fails, the old file is untouched."""
    graph = nx.MultiDiGraph()
    graph.add_node("m", aliases=["A", "B", "A"], sense={"b": 1, "a": ["x"]}, tags={"z", "y"}, empty=[])
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    assert networkx_graphml(path).nodes["m"] == {
        "label": "m",
        "color": "#9ca3af",
        "aliases": "A | B",
        "sense": '{"a": ["x"], "b": 1}',
        "tags": "y | z",
    }
    before = path.read_bytes()

    class Failing:
        def __str__(self) -> str:
            raise RuntimeError

    graph.add_node("n", value=Failing())
    with pytest.raises(RuntimeError):
        write_graphml(graph, path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_gml_numpy_scalars_and_dates_are_values(tmp_path: Path) -> None:
    """gml-numpy: numpy's scalars and dates are written as what they mean."""
    graph = nx.MultiDiGraph()
    date = datetime.date(2020, 1, 1)
    values = {"flag": np.bool_(True), "d": date, "n": np.int64(7), "s": np.str_("t"), "f": np.float32(0.5)}
    graph.add_node("m", **values, x=np.float64(1.5), y=np.int32(2))
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    node = networkx_graphml(path).nodes["m"]
    assert node["flag"] is True
    assert (node["d"], node["n"], node["s"], node["f"]) == ("2020-01-01", 7, "t", 0.5)
    assert (node["x"], node["y"]) == (1.5, 2.0)
    assert '<data key="flag">true</data>' in path.read_text("utf-8")


def test_gml_control_char_lib_one_warning_names_the_paper(
    laid_out: nx.MultiDiGraph, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """gml-control-char-lib: one U+0001 is left out, and one warning names the paper."""
    path = tmp_path / "graph.graphml"
    with caplog.at_level(logging.WARNING):
        write_graphml(laid_out, path)
    (record,) = caplog.records
    assert record.getMessage() == (
        "graph.graphml: left out characters that XML cannot hold, from 1 nodes: odd/id 2"
    )
    assert len(networkx_graphml(path).nodes) == 10


def test_gml_gephi_esc_is_removed(tmp_path: Path) -> None:
    """gml-gephi-esc: character 27 of a label is left out."""
    graph = nx.MultiDiGraph()
    graph.add_node("m", label="\x1b[31mred", note="a\x85b\ud800c\uffffd")
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    node = networkx_graphml(path).nodes["m"]
    assert (node["label"], node["note"]) == ("[31mred", "ab\ufffdcd")


def test_gml_zero_weight_is_written_as_one(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """gml-zero-weight: no weight of 0, and the other relation keeps its own edge and weight."""
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", **{a.RELATION: "uses", a.WEIGHT: 0})
    graph.add_edge("a", "b", **{a.RELATION: "mentions", a.WEIGHT: 2})
    graph.add_edge("b", "a", **{a.RELATION: "uses", a.WEIGHT: float("nan")})
    graph.add_edge("c", "a", **{a.RELATION: "uses"})
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    weights = {ends[:3]: data["weight"] for ends, data in networkx_graphml(path).edges.items()}
    assert weights == {
        ("a", "b", "uses"): 1.0,
        ("a", "b", "mentions"): 2.0,
        ("b", "a", "uses"): 1.0,
        ("c", "a", "uses"): 1.0,
    }
    assert "2 edges had no weight above zero" in caplog.text


def test_gml_mixed_type_makes_one_key(tmp_path: Path) -> None:
    """gml-mixed-type: an attribute with numbers and texts is one column of text; numbers alone widen."""
    graph = nx.MultiDiGraph()
    graph.add_node("n1", year=2020, score=1, big=2**40, flag=True)
    graph.add_node("n2", year="2021", score=0.5, big=1, flag=2)
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    types = keys(path)
    assert (types["node", "year"], types["node", "score"]) == ("string", "double")
    assert (types["node", "big"], types["node", "flag"]) == ("long", "string")
    assert [data["year"] for data in networkx_graphml(path).nodes.values()] == ["2020", "2021"]


def test_names_that_gephi_keeps_or_confuses_are_changed(tmp_path: Path) -> None:
    graph = multigraph(("a", "b"), label="own", kind="k", evidence="e", note="n", edge_note="m")
    graph.add_node("a", color="red", year=2020, Year=1, NOTE="p", note="o", **{"my name": "x"})
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    node = networkx_graphml(path).nodes["a"]
    assert (node["color_2"], node["year"], node["Year_2"], node["my_name"]) == ("red", 2020, 1, "x")
    assert (node["NOTE"], node["note_2"]) == ("p", "o")
    (edge,) = networkx_graphml(path).edges.values()
    assert (edge["label"], edge["label_2"], edge["kind_2"]) == ("0", "own", "k")
    assert (edge["note"], edge["edge_note"]) == ("n", "m")
    others = [problem for problem in graphml_problems(path) if not problem.startswith("nodes without")]
    assert others == []


def test_projections_without_direction_or_keys_are_written_too(tmp_path: Path) -> None:
    graph = nx.Graph()
    graph.add_edge("b", "a", weight=0.25)
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    assert ET.parse(path).getroot().find(f"{NAMESPACE}graph").get("edgedefault") == "undirected"
    assert networkx_graphml(path).edges == {("a", "b", "", 0): {"weight": 0.25}}


def test_ids_must_differ_in_the_file(tmp_path: Path) -> None:
    for nodes in (["1", 1], ["a\x01", "a"], ["\x02"]):
        graph = nx.MultiDiGraph()
        graph.add_nodes_from(nodes)
        with pytest.raises(KgError, match="rename"):
            write_graphml(graph, tmp_path / "graph.graphml")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_graph_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    write_graphml(nx.MultiDiGraph(), path)
    assert networkx_graphml(path).nodes == graphology("graphml", path).nodes == {}
    assert igraph_graphml(path).nodes == {}
    assert graphml_problems(path) == []


def test_order_of_nodes_and_edges_does_not_show(laid_out: nx.MultiDiGraph, tmp_path: Path) -> None:
    other = nx.MultiDiGraph(**laid_out.graph)
    other.add_nodes_from(reversed(list(laid_out.nodes(data=True))))
    other.add_edges_from(reversed(list(laid_out.edges(keys=True, data=True))))
    write_graphml(laid_out, tmp_path / "1")
    write_graphml(other, tmp_path / "2")
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert b"\r" not in (tmp_path / "1").read_bytes()


HOSTILE = (
    "</data></node><node id='x'/>",
    "]]>",
    "&amp; &lt;tag&gt; &#0;",
    "<!-- comment --> <![CDATA[x]]> <?pi?>",
    "\"quotes\" 'single'",
    "a\r\nb\rc\td",
    "\u202eright to left \u2028 深度学习 🧠",
    "INF",
    " spaces  kept ",
)


def test_hostile_texts_reach_three_readers(laid_out: nx.MultiDiGraph, tmp_path: Path) -> None:
    for node, text in zip(sorted(laid_out), HOSTILE, strict=False):
        laid_out.nodes[node].update({a.LABEL: text, a.TITLE: text})
    path = tmp_path / "graph.graphml"
    write_graphml(laid_out, path)
    expected = as_it_should_be_read(laid_out)
    assert networkx_graphml(path) == igraph_graphml(path) == graphology("graphml", path) == expected


TEXTS = st.text(st.characters(exclude_categories=()), max_size=30)
"""Every code point: quotes, markup, control characters, noncharacters, lone surrogates."""
FORBIDDEN = {*range(9), 11, 12, *range(14, 32), *range(0x7F, 0xA0), 0xFFFE, 0xFFFF}


def kept(text: str) -> str:
    characters = ("\ufffd" if 0xD800 <= ord(c) <= 0xDFFF else c for c in text if ord(c) not in FORBIDDEN)
    return "".join(characters)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=5))
def test_any_text_comes_back_from_two_readers(texts: list[tuple[str, str, str]], tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    for i, (label, title, role) in enumerate(texts):
        graph.add_node(f"n{i}", **{a.LABEL: label, a.TITLE: title})
        graph.add_edge("n0", f"n{i}", key="uses", **{a.RELATION: "uses", a.ROLE: role})
    path = tmp_path / "graph.graphml"
    write_graphml(graph, path)
    for seen in (networkx_graphml(path), igraph_graphml(path)):
        for i, (label, title, role) in enumerate(texts):
            node, edge = seen.nodes[f"n{i}"], seen.edges["n0", f"n{i}", "uses", 0]
            assert node["label"] == (kept(label) if kept(label).strip() else f"n{i}")
            assert node.get("title", "") == (kept(title) if kept(title).strip() else "")
            assert edge.get("role", "") == (kept(role) if kept(role).strip() else "")
    assert all(problem.startswith("nodes without") for problem in graphml_problems(path))
