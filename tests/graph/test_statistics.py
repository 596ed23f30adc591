"""The numbers of small graphs, counted by hand."""

from __future__ import annotations

import json

import networkx as nx

from kg.graph import attributes as a
from kg.graph.statistics import statistics


def test_counts_of_the_small_graph(graph: nx.MultiDiGraph) -> None:
    found = statistics(graph)
    assert found["papers"] == 2
    assert found["concepts"] == 7
    assert found["concepts_by_type"] == {"Method": 4, "Dataset": 1, "Task": 1, "Metric": 1}
    assert found["links"] == 1
    assert found["edges"] == 11
    assert {k: v for k, v in found["edges_by_relation"].items() if v} == {
        "introduces": 1,
        "uses": 4,
        "comparesWith": 1,
        "addresses": 2,
        "mentions": 2,
        "hasCode": 1,
    }
    assert found["edges_by_type_and_role"] == {
        "Method": {"introduced": 1, "used": 1, "compared": 1, "mentioned": 1},
        "Dataset": {"introduced": 0, "used": 2, "mentioned": 0},
        "Task": {"addressed": 2, "mentioned": 1},
        "Metric": {"introduced": 0, "used": 1, "mentioned": 0},
    }
    assert found["links_by_role"]["code"] == 1
    assert sum(found["links_by_role"].values()) == 1
    assert (found["components"], found["largest_component"]) == (1, 10)


def test_types_of_another_field_come_after_the_four(graph_of_another_field: nx.MultiDiGraph) -> None:
    found = statistics(graph_of_another_field)
    assert list(found["concepts_by_type"].items())[3:] == [("Metric", 1), ("Gene", 2), ("KG", 1)]
    assert found["concepts"] == 10
    roles = {"introduced": 1, "used": 0, "compared": 1, "mentioned": 0}
    assert found["edges_by_type_and_role"]["Gene"] == roles
    assert [concept["label"] for concept in found["top_concepts"]["Gene"]] == ["brca1", "tp53"]
    assert found["concepts_per_paper"] == 6.0


def test_years_code_and_means(graph: nx.MultiDiGraph) -> None:
    graph.add_node("paper/3", **{a.TYPE: "Paper", a.LABEL: "Alone", a.YEAR: 2020})
    graph.add_node("paper/4", **{a.TYPE: "Paper", a.LABEL: "Alone too", a.YEAR: 1999})
    found = statistics(graph)
    assert list(found["papers_by_year"].items()) == [("1999", 1), ("2020", 2)]
    assert found["papers_without_year"] == 1
    assert found["papers_with_code_share"] == 0.25
    # Five concepts of the first paper and four of the second, whose task has two roles there.
    assert found["concepts_per_paper"] == 2.25
    assert found["isolated_papers"] == 2
    assert found["components"] == 3


def test_top_concepts_are_ranked_by_papers_then_label(graph: nx.MultiDiGraph) -> None:
    graph.nodes["https://w3id.org/paperkg/method/vgg"][a.PAPERS] = 9
    top = statistics(graph, top=3)["top_concepts"]
    assert [(concept["label"], concept["papers"]) for concept in top["Method"]] == [
        ("VGG", 9),
        ("DeepNet", 1),
        ("residual network", 1),
    ]
    assert top["Task"] == [
        {
            "label": "image classification",
            "papers": 2,
            "id": "https://w3id.org/paperkg/task/image-classification",
        }
    ]


def test_the_order_of_nodes_does_not_show(graph: nx.MultiDiGraph) -> None:
    other = nx.MultiDiGraph()
    other.add_nodes_from(reversed(list(graph.nodes(data=True))))
    other.add_edges_from(reversed(list(graph.edges(keys=True, data=True))))
    assert json.dumps(statistics(other)) == json.dumps(statistics(graph))


def test_an_empty_graph_is_all_zeros() -> None:
    found = statistics(nx.MultiDiGraph())
    assert found["papers"] == found["edges"] == found["components"] == found["largest_component"] == 0
    assert found["papers_with_code_share"] == found["concepts_per_paper"] == 0.0
    assert found["top_concepts"] == {"Method": [], "Dataset": [], "Task": [], "Metric": []}
