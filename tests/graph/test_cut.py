"""Parts of a graph: what stays, in which order the options count, and what is said where nothing stays."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from made_up import made_up

from kg.errors import InputError
from kg.graph import attributes as a
from kg.graph.assemble import assemble
from kg.graph.cut import Cut, cut
from kg.graph.layout import lay_out
from kg.resolve import resolve
from kg.vocabulary import PAPER

BASE = "https://w3id.org/paperkg/"


def names(graph: nx.MultiDiGraph) -> set[str]:
    """Papers by their ids, the others by their labels."""
    return {data[a.IDENTIFIER] if data[a.TYPE] == PAPER else data[a.LABEL] for data in graph.nodes.values()}


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        ({"papers": ["odd/id 2"], "types": ["Dataset"]}, {"odd/id 2", "ImageNet"}),
        ({"papers": [f"{BASE}paper/seed-01"], "types": ["task"]}, {"seed-01", "image classification"}),
        ({"papers": ["deep networks"], "relations": ["comparesWith"]}, {"seed-01", "VGG"}),
        ({"concepts": ["VGG"], "types": ["Dataset", "Metric"]}, {"seed-01", "ImageNet"}),
        ({"concepts": ["vgg", "深度学习"], "types": ["Dataset"]}, {"seed-01", "odd/id 2", "ImageNet"}),
        ({"concepts": ["Deep-Nets"], "types": ["Link"]}, {"seed-01", "https://github.com/example/deepnet"}),
        (
            {"concepts": [f"{BASE}method/vgg"], "relations": ["introduces", "comparesWith"]},
            {"seed-01", "DeepNet", "VGG"},
        ),
        (
            {"concepts": ["image classification"], "relations": ["mentions"]},
            {"odd/id 2", "image classification", "深度学习"},
        ),
        ({"relations": ["HASCODE"]}, {"seed-01", "https://github.com/example/deepnet"}),
        ({"min_support": 2}, {"seed-01", "odd/id 2", "ImageNet", "image classification"}),
        ({"top": 1, "types": ["Method", "Task"]}, {"seed-01", "DeepNet", "odd/id 2", "image classification"}),
        ({"papers": ["seed-01"], "top": 1, "types": ["Method"]}, {"seed-01", "DeepNet"}),
    ],
)
def test_what_stays(graph: nx.MultiDiGraph, wanted: dict[str, Any], left: set[str]) -> None:
    assert names(cut(graph, Cut(**wanted))) == left


def test_one_option_counts_within_the_others(graph: nx.MultiDiGraph) -> None:
    """Two papers have ImageNet; of one paper's, none has two."""
    with pytest.raises(
        InputError, match="nothing with 2 papers at the least is left of the graph; ask for more"
    ):
        cut(graph, Cut(papers=["seed-01"], min_support=2))


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"papers": ["seed-1"]}, "no paper is called 'seed-1'; near it: 'seed-01'"),
        ({"concepts": ["VGG", "Imagnet"]}, "no concept is called 'Imagnet'; near it: 'ImageNet'"),
        ({"concepts": ["zzz"]}, "no concept is called 'zzz'; the names are in the build's concepts.jsonl$"),
        ({"concepts": [""]}, "no concept is called ''"),
        ({"types": ["Model"]}, "no type is called 'Model'; known here: Method, Dataset, Task, Metric, Link"),
        ({"types": ["Paper"]}, "no type is called 'Paper'"),
        ({"relations": ["use"]}, "no relation is called 'use'; known here: introduces, uses, "),
    ],
)
def test_a_name_that_is_not_there(graph: nx.MultiDiGraph, wanted: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        cut(graph, Cut(**wanted))


def test_what_is_left_is_true_of_the_part(graph: nx.MultiDiGraph) -> None:
    image, deep, vgg = (f"{BASE}method/{name}" for name in ("x", "deepnet", "vgg"))
    graph.nodes[deep].update({a.BROADER: (vgg, image), a.RELATED: (image, vgg)})
    lay_out(graph)
    part = cut(graph, Cut(papers=["seed-01"]))
    imagenet = f"{BASE}dataset/imagenet"
    assert (graph.nodes[imagenet][a.PAPERS], part.nodes[imagenet][a.PAPERS]) == (2, 1)
    assert (part.nodes[deep][a.BROADER], part.nodes[deep][a.RELATED]) == ((vgg,), (vgg,))
    assert a.CLUSTERS not in part.graph
    assert not any(key in data for data in part.nodes.values() for key in (a.X, a.Y, a.SIZE, a.COMMUNITY))
    assert part.graph[a.BASE] == graph.graph[a.BASE]
    assert graph.nodes[deep][a.BROADER] == (vgg, image), "the whole stays as it was"


def test_a_type_of_another_field(graph_of_another_field: nx.MultiDiGraph) -> None:
    assert names(cut(graph_of_another_field, Cut(types=["gene"]))) == {"seed-01", "brca1", "tp53"}


def test_the_part_of_a_larger_graph_is_what_a_count_by_hand_gives() -> None:
    rows = list(made_up(120))
    graph = assemble(rows, resolve(lambda: iter(rows)))
    part = cut(graph, Cut(relations=["uses", "addresses"], types=["Method", "Task"], min_support=3, top=3))
    support: dict[str, set[str]] = {}
    for paper, node, key in graph.edges(keys=True):
        if key in ("uses", "addresses") and graph.nodes[node][a.TYPE] in ("Method", "Task"):
            support.setdefault(node, set()).add(paper)
    kept = set()
    for kind in ("Method", "Task"):
        ranked = sorted(
            (-len(papers), graph.nodes[node][a.LABEL], node)
            for node, papers in support.items()
            if len(papers) >= 3 and graph.nodes[node][a.TYPE] == kind
        )
        assert len(ranked) > 3
        kept |= {node for *_, node in ranked[:3]}
    assert {node for node, data in part.nodes.items() if data[a.TYPE] != PAPER} == kept
    assert all(part.nodes[node][a.PAPERS] == len(support[node]) for node in kept)
    assert set(part) - kept == set().union(*(support[node] for node in kept))
    assert list(part) == [node for node in graph if node in part]
