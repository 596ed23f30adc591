"""Rows as a networkx graph; what its attributes mean stands in `kg.graph.attributes`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

import networkx as nx

from kg.graph import attributes as a
from kg.graph.rows import Rows, corpus_rows
from kg.records import Extraction
from kg.resolve import Resolution
from kg.vocabulary import BASE_IRI


def assemble(
    extractions: Iterable[Extraction],
    resolution: Resolution,
    *,
    base_iri: str = BASE_IRI,
    sources: Sequence[tuple[str, str]] = (),
) -> nx.MultiDiGraph:
    """The graph of a corpus that fits into memory. `sources` names the inputs and their SHA-256."""
    held = sorted(extractions, key=lambda found: found.paper.id)
    return graph_of(corpus_rows(lambda: held, resolution, base_iri=base_iri, sources=sources))


def graph_of(rows: Rows, *, kept: Container[str] | None = None) -> nx.MultiDiGraph:
    """Rows as a graph, nodes and edges in their order; of papers and concepts only those `kept`, if it is given.

    Links are kept with their papers.
    """
    graph = nx.MultiDiGraph(**{a.BASE: rows.base, a.SOURCES: rows.sources})
    for kind in rows.counts:
        for node in rows.concepts(kind):
            if kept is None or node.iri in kept:
                graph.add_node(node.iri, **node.data)
    links = {node.iri: node.data for node in rows.links()}
    for paper in rows.papers():
        if kept is not None and paper.iri not in kept:
            continue
        graph.add_node(paper.iri, **paper.data)
        for edge in paper.edges:
            if edge.target not in graph:
                if edge.target not in links:
                    continue
                graph.add_node(edge.target, **links[edge.target])
            graph.add_edge(paper.iri, edge.target, key=edge.data[a.RELATION], **edge.data)
    graph.graph[a.PIPELINE] = rows.pipeline
    return graph
