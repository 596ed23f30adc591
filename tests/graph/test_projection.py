"""Projections against those of networkx, and the significance filter against its formula."""

from __future__ import annotations

import networkx as nx
import pytest
from made_up import made_up
from networkx.algorithms import bipartite

from kg.errors import InputError
from kg.graph import attributes as a
from kg.graph.assemble import assemble
from kg.graph.layout import lay_out
from kg.graph.projection import SIDES, project
from kg.resolve import resolve
from kg.vocabulary import LINK, PAPER


@pytest.fixture(scope="module")
def corpus() -> nx.MultiDiGraph:
    rows = list(made_up(150))
    return assemble(rows, resolve(lambda: iter(rows)))


def two_sided(graph: nx.MultiDiGraph, side: str) -> tuple[nx.Graph, list[str]]:
    """Papers and concepts without parallel edges, and the nodes of a side."""
    plain = nx.Graph(graph)
    plain.remove_nodes_from([node for node, kind in graph.nodes(data=a.TYPE) if kind == LINK])
    return plain, [node for node in plain if (graph.nodes[node][a.TYPE] == PAPER) == (side == "papers")]


@pytest.mark.parametrize("side", SIDES)
def test_all_ties_are_those_that_networkx_finds(corpus: nx.MultiDiGraph, side: str) -> None:
    plain, nodes = two_sided(corpus, side)
    counted = bipartite.weighted_projected_graph(plain, nodes)
    strong = bipartite.collaboration_weighted_projected_graph(plain, nodes)
    found = project(corpus, side, significance=1)
    assert not found.is_directed()
    assert {frozenset(pair) for pair in found.edges} == {frozenset(pair) for pair in counted.edges}
    name = a.IDENTIFIER if side == "concepts" else a.LABEL
    for u, v, data in found.edges(data=True):
        assert data[a.WEIGHT] == counted[u][v]["weight"]
        assert data[a.STRENGTH] == pytest.approx(strong[u][v]["weight"], rel=1e-3)
        assert data[a.RELATION] == SIDES[side]
        assert data[a.SHARED] == tuple(sorted(corpus.nodes[n][name] for n in set(plain[u]) & set(plain[v])))
    assert all(found.nodes[node] == corpus.nodes[node] for node in found)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("significance", [0.05, 0.2])
def test_the_disparity_filter_is_that_of_its_paper(
    corpus: nx.MultiDiGraph, side: str, significance: float
) -> None:
    strong = bipartite.collaboration_weighted_projected_graph(*two_sided(corpus, side))
    total = dict(strong.degree(weight="weight"))
    expected = {}
    for u, v, weight in strong.edges(data="weight"):
        chance = min((1 - weight / total[end]) ** (strong.degree(end) - 1) for end in (u, v))
        if chance < significance:
            expected[frozenset((u, v))] = chance
    edges = project(corpus, side, significance=significance).edges(data=a.P_VALUE)
    found = {frozenset((u, v)): p_value for u, v, p_value in edges}
    assert 0 < len(expected) < strong.number_of_edges()
    assert found == pytest.approx(expected, rel=1e-3, abs=1e-11)


def test_a_tie_to_a_single_neighbour_says_nothing(graph: nx.MultiDiGraph) -> None:
    """The two papers of the small graph have each other alone."""
    with pytest.raises(InputError, match="no two papers share anything of significance; keep more, or every"):
        project(graph, "papers")
    (edge,) = project(graph, "papers", significance=1).edges(data=True)
    assert edge[2][a.SHARED] == ("ImageNet", "image classification")
    assert (edge[2][a.WEIGHT], edge[2][a.STRENGTH], edge[2][a.P_VALUE]) == (2, 2.0, 1.0)


def test_a_graph_without_anything_shared(graph: nx.MultiDiGraph) -> None:
    shared = ("dataset/imagenet", "task/image-classification")
    graph.remove_nodes_from([f"https://w3id.org/paperkg/{name}" for name in shared])
    with pytest.raises(InputError, match="no two papers"):
        project(graph, "papers", significance=1)
    with pytest.raises(InputError, match="no two concepts"):
        project(nx.MultiDiGraph(), "concepts")


def test_the_order_of_the_graph_does_not_matter(corpus: nx.MultiDiGraph) -> None:
    other = nx.MultiDiGraph()
    other.add_nodes_from(reversed(list(corpus.nodes(data=True))))
    other.add_edges_from(reversed(list(corpus.edges(keys=True, data=True))))
    for side in SIDES:
        first, second = project(corpus, side), project(other, side)
        assert list(first.nodes) == list(second.nodes)
        assert list(first.edges(data=True)) == list(second.edges(data=True))


def test_communities_of_papers_bear_the_name_of_what_ties_them() -> None:
    """Two groups of papers: one shares robots, the other proteins, and all share learning."""
    graph = nx.MultiDiGraph()
    for label in ("robots", "proteins", "learning"):
        graph.add_node(label, **{a.TYPE: "Task", a.LABEL: label, a.PAPERS: 4})
    for number in range(8):
        paper = f"paper {number}"
        graph.add_node(paper, **{a.TYPE: PAPER, a.LABEL: paper, a.IDENTIFIER: paper})
        graph.add_edge(paper, "robots" if number < 4 else "proteins", key="addresses")
        if number in (3, 4):
            graph.add_edge(paper, "learning", key="addresses")
    ties = project(graph, "papers", significance=1)
    lay_out(ties)
    clusters = {ties.graph[a.CLUSTERS][data[a.COMMUNITY]]: set() for data in ties.nodes.values()}
    for node, data in ties.nodes.items():
        clusters[ties.graph[a.CLUSTERS][data[a.COMMUNITY]]].add(int(node[-1]))
    assert clusters == {"robots": {0, 1, 2, 3}, "proteins": {4, 5, 6, 7}}
