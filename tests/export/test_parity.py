"""Every format has the same papers, concepts, links and edges: ids, types, labels, confidences and weights."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import networkx as nx
import pyarrow.parquet as pq
import pyoxigraph as ox
import pytest
from graph_readers import Reading, networkx_gexf, networkx_graphml
from made_graph import made_graph

from kg.export import FOLDER_FORMATS, WRITERS, write
from kg.export.rdf import FORMATS as RDF_FORMATS
from kg.graph import attributes as a
from kg.graph.layout import lay_out
from kg.query import run
from kg.vocabulary import ONTOLOGY, RELATION_IRIS

Edge = tuple[str, str, str]


class Facts(NamedTuple):
    """Nodes by id: type and label; edges by paper, relation and target: confidence and weight."""

    nodes: dict[str, tuple[str, str]]
    edges: dict[Edge, tuple[float, int]]


def facts(nodes: Mapping[str, tuple[str, str]], edges: Mapping[Edge, tuple[float, int]]) -> Facts:
    """Texts without control characters and runs of blanks, which formats treat differently; three decimals."""
    return Facts(
        {node: (kind, re.sub(r"[\x00-\x1f ]+", " ", label)) for node, (kind, label) in nodes.items()},
        {edge: (round(float(confidence), 3), int(weight)) for edge, (confidence, weight) in edges.items()},
    )


def of_graph(graph: nx.MultiDiGraph) -> Facts:
    return facts(
        {node: (data[a.TYPE], data[a.LABEL]) for node, data in graph.nodes(data=True)},
        {
            (paper, relation, target): (data[a.CONFIDENCE], data[a.WEIGHT])
            for paper, target, relation, data in graph.edges(keys=True, data=True)
        },
    )


def of_rdf(path: Path, format: str) -> Facts:
    store = ox.Store()
    store.load(path=path, format=RDF_FORMATS[format])
    names = {iri: name for name, iri in RELATION_IRIS.items()}

    def rows(query: str) -> list[tuple[str, ...]]:
        found = ox.parse_query_results(run(store, query).content, format=ox.QueryResultsFormat.TSV)
        return [tuple(term.value for term in row) for row in found]

    nodes = rows(
        f"""SELECT ?node ?type ?label {{
            {{ VALUES ?type {{ <{ONTOLOGY}Paper> <{ONTOLOGY}Link> }} }} UNION {{ ?type rdfs:subClassOf kg:Concept }}
            ?node a ?type ; rdfs:label ?label }}"""
    )
    edges = rows(
        """SELECT ?paper ?relation ?target ?confidence ?weight {
            ?a rdf:subject ?paper ; rdf:predicate ?relation ; rdf:object ?target ; kg:confidence ?confidence ;
               kg:weight ?weight . ?paper ?relation ?target }"""
    )
    return facts(
        {node: (re.split("[/#]", kind)[-1], label) for node, kind, label in nodes},
        {(paper, names[relation], target): (float(c), int(w)) for paper, relation, target, c, w in edges},
    )


def of_reading(found: Reading) -> Facts:
    return facts(
        {node: (data["type"], data["label"]) for node, data in found.nodes.items()},
        {(u, kind, v): (data["confidence"], data["weight"]) for (u, v, kind, _), data in found.edges.items()},
    )


def of_html(path: Path) -> Facts:
    """The data of the page; its weights are its numbers of mentions."""
    page = path.read_text(encoding="utf-8")
    island = json.loads(re.findall(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S)[0])
    nodes, edges = island["nodes"], island["edges"]
    columns = zip(
        *(edges[name] for name in ("from", "to", "relation", "confidence", "mentions")), strict=True
    )
    return facts(
        {
            iri: (island["types"][kind]["name"], label)
            for iri, kind, label in zip(nodes["iri"], nodes["type"], nodes["label"], strict=True)
        },
        {
            (nodes["iri"][u], island["relations"][relation], nodes["iri"][v]): (c, max(1, len(offsets) // 2))
            for u, v, relation, c, offsets in columns
        },
    )


def of_tables(folder: Path, format: str) -> Facts:
    def rows(name: str) -> list[dict]:
        if format == "parquet":
            return pq.read_table(folder / f"{name}.parquet").to_pylist()
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    nodes = {row["id"]: ("Paper", row["label"]) for row in rows("papers")}
    nodes |= {row["id"]: (row["type"], row["label"]) for row in rows("concepts")}
    nodes |= {row["id"]: ("Link", row["label"]) for row in rows("links")}
    edges = {
        (row["paper"], row["relation"], row["target"]): (float(row["confidence"]), int(row["weight"]))
        for row in rows("assertions")
    }
    return facts(nodes, edges)


READERS: dict[str, Callable[[Path], Facts]] = {
    **{name: (lambda path, name=name: of_rdf(path, name)) for name in RDF_FORMATS},
    **{name: (lambda path, name=name: of_tables(path, name)) for name in FOLDER_FORMATS},
    "graphml": lambda path: of_reading(networkx_graphml(path)),
    "gexf": lambda path: of_reading(networkx_gexf(path)),
    "html": of_html,
}


@pytest.mark.parametrize("size", [None, 40], ids=["hard names", "made up"])
@pytest.mark.parametrize("format", WRITERS)
def test_every_format_has_the_facts_of_the_graph(
    graph_of_another_field: nx.MultiDiGraph, tmp_path: Path, format: str, size: int | None
) -> None:
    graph = made_graph(size) if size else graph_of_another_field
    lay_out(graph)
    path = tmp_path / "out"
    if format in FOLDER_FORMATS:
        path.mkdir()
    write(graph, path, format)
    found, wanted = READERS[format](path), of_graph(graph)
    assert found.nodes == wanted.nodes
    assert found.edges == wanted.edges
