"""Every format leaves out the same characters: parity of labels includes hostile ones."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
from graph_readers import networkx_gexf, networkx_graphml

from kg.export import write
from kg.export.characters import clean, is_clean
from kg.graph import attributes as a
from kg.graph.layout import lay_out

CONTROLS = "".join(map(chr, [*range(9), 0xB, 0xC, *range(0xE, 0x20), *range(0x7F, 0xA0), 0xFFFE, 0xFFFF]))
HARD = f"a{CONTROLS}b\ud800 é\u2028\U0001f600"
LEFT = "ab\ufffd é\u2028\U0001f600"


def test_offsets_can_be_kept() -> None:
    assert clean(HARD) == LEFT
    assert len(clean(HARD, " ")) == len(HARD)
    assert (is_clean(LEFT), is_clean(HARD), is_clean(("a", HARD)), is_clean(5)) == (True, False, False, True)


@pytest.fixture
def hard(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    graph.nodes["https://w3id.org/paperkg/method/vgg"][a.LABEL] = HARD
    lay_out(graph)
    return graph


def label(path: Path, format: str) -> str:
    vgg = "https://w3id.org/paperkg/method/vgg"
    if format == "csv":
        with (path / "concepts.csv").open(encoding="utf-8", newline="") as file:
            return next(row["label"] for row in csv.DictReader(file) if row["id"] == vgg)
    if format == "turtle":
        name = ox.NamedNode("http://www.w3.org/2004/02/skos/core#prefLabel")
        quads = ox.parse(path=path, format=ox.RdfFormat.TURTLE)
        return next(
            quad.object.value for quad in quads if quad.subject.value == vgg and quad.predicate == name
        )
    if format == "html":
        island = re.findall(r'type="application/json"[^>]*>(.*?)</script>', path.read_text("utf-8"), re.S)[0]
        nodes = json.loads(island)["nodes"]
        return re.sub(" +(?=b)", "", nodes["label"][nodes["iri"].index(vgg)])
    return {"gexf": networkx_gexf, "graphml": networkx_graphml}[format](path).nodes[vgg]["label"]


@pytest.mark.parametrize("format", ["turtle", "graphml", "gexf", "csv", "html"])
def test_a_label_is_the_same_in_every_format(hard: nx.MultiDiGraph, tmp_path: Path, format: str) -> None:
    path = tmp_path / "out"
    if format == "csv":
        path.mkdir()
    write(hard, path, format)
    assert label(path, format) == LEFT
