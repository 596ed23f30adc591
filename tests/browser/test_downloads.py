"""What the page saves: the same nodes and edges as it shows, in files that others read."""

from __future__ import annotations

import csv
import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest

from browser.conftest import Page
from kg.export.characters import clean
from kg.export.gephi_checks import graphml_problems
from kg.export.graphml import write_graphml
from kg.graph import attributes as a
from kg.vocabulary import BASE_IRI, concept_iri

pytestmark = pytest.mark.browser

OpenGraph = Callable[..., Page]
FORMULAS = [
    "=1+1",
    "+49",
    "-2",
    "@SUM(A1)",
    "\t=2",
    "＝1",
    "a\";=cmd|' /C calc'!A0",
    '=HYPERLINK("http://x")',
    "'quoted",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "saved"
    found.mkdir()
    return found


def rows(path: Path) -> list[dict[str, str]]:
    text = path.read_bytes().decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def drawn(page: Page) -> set[str]:
    return set(page.run("return Drawing.visible().nodes.map((node) => Graph.nodes.iri[node])"))


def test_graphml_is_that_of_the_export(
    open_graph: OpenGraph, examples: nx.MultiDiGraph, tmp_path: Path, folder: Path
) -> None:
    page = open_graph(examples, key="?color=type")
    page.save_downloads(folder)
    saved = page.download("GraphML", folder)
    assert saved.name == "test-graph.graphml"
    assert graphml_problems(saved) == []
    write_graphml(examples, tmp_path / "export.graphml")
    own, export = (
        nx.read_graphml(path, force_multigraph=True) for path in (saved, tmp_path / "export.graphml")
    )
    assert set(own) == set(export) == set(examples)
    for node, data in export.nodes(data=True):
        mine = own.nodes[node]
        assert mine.keys() == data.keys() - {"title", "replaces"}
        for key, value in mine.items():
            assert value == (pytest.approx(data[key], abs=0.06) if isinstance(value, float) else data[key])
    assert sorted((u, v, sorted(d.items())) for u, v, d in own.edges(data=True)) == sorted(
        (u, v, sorted((d | {"confidence": round(d["confidence"], 3)}).items()))
        for u, v, d in export.edges(data=True)
    )


def test_csv_is_what_is_drawn(open_graph: OpenGraph, examples: nx.MultiDiGraph, folder: Path) -> None:
    page = open_graph(examples, key="?type=Paper,Dataset&year=2015-2024")
    page.save_downloads(folder)
    nodes = rows(page.download("CSV of nodes", folder))
    edges = rows(page.download("CSV of edges", folder))
    assert {row["id"] for row in nodes} == drawn(page)
    assert {row["type"] for row in nodes} == {"Paper", "Dataset"}
    for row in nodes:
        data = examples.nodes[row["id"]]
        assert row["label"] == data[a.LABEL]
        assert row["year"] == str(data.get(a.YEAR, ""))
        assert row["text"] == data.get(a.TEXT, "")
        assert row["aliases"] == " | ".join(data.get(a.ALIASES, ()))
    seen = {(row["source"], row["target"], row["relation"]) for row in edges}
    inside = examples.subgraph(drawn(page))
    assert seen == {(u, v, key) for u, v, key in inside.edges(keys=True)}
    for row in edges:
        data = examples.edges[row["source"], row["target"], row["relation"]]
        assert row["evidence"] == " | ".join(dict.fromkeys(m.text for m in data[a.MENTIONS]))
        assert row["weight"] == str(data[a.WEIGHT])
        assert float(row["confidence"]) == pytest.approx(data[a.CONFIDENCE], abs=0.001)


def test_the_list_is_saved_as_it_stands(
    open_graph: OpenGraph, examples: nx.MultiDiGraph, folder: Path
) -> None:
    page = open_graph(examples, key="?type=Metric&view=list")
    page.save_downloads(folder)
    nodes = rows(page.download("CSV of nodes", folder))
    assert sorted(row["label"] for row in nodes) == sorted(page.listed())
    page.one("#download summary").click()
    assert not any(button.text.startswith("PNG") for button in page.all("#download button"))


@pytest.mark.parametrize("label", FORMULAS)
def test_no_cell_is_a_formula(
    open_graph: OpenGraph, graph: nx.MultiDiGraph, folder: Path, label: str
) -> None:
    iri = concept_iri(BASE_IRI, "Method", "deepnet")
    graph.nodes[iri].update({a.LABEL: label, a.ALIASES: (label,)})
    page = open_graph(graph)
    page.save_downloads(folder)
    path = page.download("CSV of nodes", folder)
    cells = {cell for row in rows(path) for cell in row.values()}
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r＝＋－＠") and cell]
    shown = label.replace("\t", "\t")
    assert {shown, f"'{shown}"} & cells
    assert f'"{label}' not in path.read_text(encoding="utf-8") or label.startswith("a")


def test_hostile_names_are_content_of_xml(
    open_graph: OpenGraph, graph: nx.MultiDiGraph, folder: Path
) -> None:
    label = ']]>&lt;</data><node id="x"/>\r\n\t\u2028\ufffe\x1b\ud800𝔸 \'"'
    iri = concept_iri(BASE_IRI, "Method", "deepnet")
    graph.nodes[iri][a.LABEL] = label
    page = open_graph(graph)
    page.save_downloads(folder)
    saved = page.download("GraphML", folder)
    assert graphml_problems(saved) == []
    assert nx.read_graphml(saved, force_multigraph=True).nodes[iri]["label"] == clean(label, " ")


def pixels(path: Path) -> tuple[int, int, bytes]:
    """Width, height and unfiltered-as-they-are lines of a PNG."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    body, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            body += data[at + 8 : at + 8 + length]
        at += 12 + length
    return width, height, zlib.decompress(body)


def test_png_is_the_map(open_graph: OpenGraph, examples: nx.MultiDiGraph, folder: Path) -> None:
    page = open_graph(examples)
    page.save_downloads(folder)
    width, height, lines = pixels(page.download("PNG", folder))
    assert [width, height] == page.run(
        "const c = document.querySelector('#map canvas'); return [c.width, c.height]"
    )
    assert len(lines) >= height * (width * 3 + 1)
    assert len(set(lines)) > 100
