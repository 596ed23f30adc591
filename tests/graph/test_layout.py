"""Positions, sizes and communities: what a viewer relies on, and that they depend on the graph alone."""

from __future__ import annotations

import itertools
import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from kg.graph import attributes as a
from kg.graph.forces import _close, _Mesh
from kg.graph.layout import SPACING, lay_out


def papers_and_concepts(groups: int = 6, seed: int = 0) -> nx.MultiDiGraph:
    """Groups of papers that share concepts within the group, and one concept that all papers share."""
    chance = random.Random(seed)
    graph = nx.MultiDiGraph()
    for group, paper in itertools.product(range(groups), range(8)):
        node = f"paper/{group}-{paper}"
        graph.add_node(node, **{a.TYPE: "Paper", a.LABEL: node})
        shared = [f"method/{group}-{c}" for c in chance.sample(range(5), 3)]
        own = [f"task/{group}-{paper}-{c}" for c in range(3)]
        for concept in [f"method/{group}", "metric/all", *shared, *own]:
            graph.add_node(concept, **{a.TYPE: concept.split("/")[0].capitalize(), a.LABEL: concept})
            graph.add_edge(node, concept, key="uses")
    for node in graph:
        if graph.in_degree(node):
            graph.nodes[node][a.PAPERS] = graph.in_degree(node)
    return graph


def points(graph: nx.MultiDiGraph) -> dict[str, tuple[float, float]]:
    return {node: (data[a.X], data[a.Y]) for node, data in graph.nodes(data=True)}


def result(graph: nx.MultiDiGraph) -> str:
    keys = (a.X, a.Y, a.SIZE, a.COMMUNITY)
    nodes = sorted((node, [data[key] for key in keys]) for node, data in graph.nodes(data=True))
    return json.dumps([nodes, graph.graph[a.CLUSTERS]])


def test_size_grows_with_the_root_of_papers_and_concepts(graph: nx.MultiDiGraph) -> None:
    lay_out(graph)
    size = {data[a.LABEL]: data[a.SIZE] for _, data in graph.nodes(data=True)}
    assert size["VGG"] == 10.0
    assert size["ImageNet"] == size["image classification"] == round(6 + 4 * math.sqrt(2), 2)
    assert size["Deep Networks"] == round(6 + 4 * math.sqrt(6), 2)


def test_a_paper_of_two_relations_to_one_concept_counts_it_once(graph: nx.MultiDiGraph) -> None:
    lay_out(graph)
    node = next(n for n, data in graph.nodes(data=True) if data.get(a.IDENTIFIER) == "odd/id 2")
    assert graph.out_degree(node) == 5
    assert graph.nodes[node][a.SIZE] == 14.0


def test_order_of_nodes_and_edges_does_not_matter() -> None:
    graph = papers_and_concepts()
    nodes, edges = list(graph.nodes(data=True)), list(graph.edges(keys=True))
    random.Random(5).shuffle(nodes)
    random.Random(5).shuffle(edges)
    other = nx.MultiDiGraph()
    other.add_edges_from(edges)
    other.add_nodes_from(nodes)
    lay_out(graph)
    lay_out(other)
    assert result(graph) == result(other)


def test_hash_seed_does_not_matter() -> None:
    code = "import test_layout as t; g = t.papers_and_concepts(); t.lay_out(g); print(t.result(g))"
    outputs = []
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)}
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1]
    graph = papers_and_concepts()
    lay_out(graph)
    assert outputs[0].decode().strip() == result(graph)


def test_nodes_do_not_overlap() -> None:
    graph = papers_and_concepts()
    lay_out(graph)
    place = points(graph)
    for u, v in itertools.combinations(graph, 2):
        rims = (graph.nodes[u][a.SIZE] + graph.nodes[v][a.SIZE]) / 2
        assert math.dist(place[u], place[v]) > rims, (u, v)


@pytest.mark.parametrize("n", [1, 2, 3, 700])
def test_nodes_without_an_edge_each_have_a_point_in_one_disc(n: int) -> None:
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(f"paper/{i}" for i in range(n))
    lay_out(graph)
    place = points(graph)
    assert len(set(place.values())) == n
    assert max(math.hypot(x, y) for x, y in place.values()) < SPACING * math.sqrt(n)


def test_disconnected_parts_stay_together_and_fill_the_disc() -> None:
    graph = nx.MultiDiGraph()
    for star in range(30):
        graph.add_edges_from((f"paper/{star}", f"method/{star}-{leaf}") for leaf in range(9))
    lay_out(graph)
    radii = sorted(math.hypot(x, y) for x, y in points(graph).values())
    radius = SPACING * math.sqrt(len(graph) / math.pi)
    assert 0.6 * radius < radii[-1] < 1.5 * radius
    assert radii[len(radii) // 2] == pytest.approx(radius / math.sqrt(2), rel=0.2)


def test_neighbours_are_near_and_communities_apart() -> None:
    graph = papers_and_concepts()
    lay_out(graph)
    place = points(graph)
    edges = [math.dist(place[u], place[v]) for u, v in graph.edges() if v != "metric/all"]
    pairs = [math.dist(place[u], place[v]) for u, v in itertools.combinations(graph, 2)]
    assert np.mean(edges) < 0.5 * np.mean(pairs)


def test_communities_are_the_groups_and_bear_the_name_of_their_central_concept() -> None:
    graph = nx.MultiDiGraph()
    for name, papers in (("vision", 4), ("speech", 7), ("theory", 5)):
        for paper in range(papers):
            concepts = [name, f"{name} {paper % 3}", f"{name} {(paper + 1) % 3}"]
            graph.add_edges_from((f"paper/{name}-{paper}", concept) for concept in concepts)
            graph.add_nodes_from(concepts, **{a.TYPE: "Task"})
    for node, data in graph.nodes(data=True):
        data.update({a.LABEL: node.title(), a.PAPERS: graph.in_degree(node)})
    lay_out(graph)
    groups = {i: {n for n, c in graph.nodes(data=a.COMMUNITY) if c == i} for i in range(3)}
    assert [len(group) for group in groups.values()] == [11, 9, 8]
    assert all("speech" in node for node in groups[0])
    assert graph.graph[a.CLUSTERS] == ("Speech", "Theory", "Vision")


def test_a_metric_names_a_community_only_where_there_is_nothing_else() -> None:
    graph = nx.MultiDiGraph()
    for paper in range(3):
        graph.add_edges_from((f"paper/{paper}", node) for node in ("metric/accuracy", "task/parsing"))
    graph.add_edge("paper/3", "metric/accuracy")
    for paper in range(4, 8):
        graph.add_edge(f"paper/{paper}", "metric/loss")
    for node in graph:
        kind = node.split("/")[0].capitalize()
        graph.nodes[node].update({a.TYPE: kind, a.LABEL: node, a.PAPERS: graph.in_degree(node)})
    lay_out(graph)
    assert graph.graph[a.CLUSTERS] == ("task/parsing", "metric/loss")


def test_a_community_without_a_concept_has_no_name() -> None:
    graph = nx.MultiDiGraph()
    graph.add_node("paper/1", **{a.TYPE: "Paper", a.LABEL: "A title"})
    lay_out(graph)
    assert graph.graph[a.CLUSTERS] == ("",)


def test_a_graph_without_direction_is_laid_out_too() -> None:
    graph = nx.Graph()
    graph.add_edges_from(itertools.combinations(("a", "b", "c", "d"), 2))
    graph.add_nodes_from("abcd", **{a.TYPE: "Method", a.LABEL: "name"})
    lay_out(graph)
    assert {data[a.SIZE] for _, data in graph.nodes(data=True)} == {round(6 + 4 * math.sqrt(3), 2)}
    assert graph.graph[a.CLUSTERS] == ("name",)
    assert len(set(points(graph).values())) == 4


def test_an_empty_graph_stays_empty() -> None:
    graph = nx.MultiDiGraph()
    lay_out(graph)
    assert not graph
    assert graph.graph[a.CLUSTERS] == ()


def test_the_mesh_gives_the_field_of_the_direct_sum() -> None:
    chance = np.random.default_rng(0)
    position, mass = chance.normal(size=(2, 400)) * 500, chance.uniform(1, 9, 400)
    apart = position[:, :, None] - position[:, None, :]
    square = (apart**2).sum(axis=0) + np.eye(400)
    direct = (mass * apart / square).sum(axis=2)
    error = np.linalg.norm(_Mesh(400).field(position, mass) - direct, axis=0)
    assert np.median(error / np.linalg.norm(direct, axis=0)) < 0.03


def test_close_pairs_are_found_once_each() -> None:
    position = np.random.default_rng(1).uniform(-300, 300, size=(2, 150))
    found = list(zip(*(array.tolist() for array in _close(position, 50.0)), strict=True))
    unordered = {frozenset(pair) for pair in found}
    assert len(unordered) == len(found)
    near = {
        frozenset((i, j))
        for i, j in itertools.combinations(range(150), 2)
        if math.dist(position[:, i], position[:, j]) < 50
    }
    assert len(near) > 50
    assert near <= unordered
