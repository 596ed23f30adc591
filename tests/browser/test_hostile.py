"""Hostile names of the collected reports, shown as text wherever a name can stand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from conftest import SHARED, needs_shared

from browser.conftest import Page
from kg.graph import attributes as a

pytestmark = [pytest.mark.browser, needs_shared]

REPORTS = SHARED / "cases" / "reports.jsonl"
INPUTS = {
    row["id"]: row["input"]
    for row in map(json.loads, REPORTS.read_text("utf-8").splitlines() if REPORTS.is_file() else [])
    if row["area"].startswith("html-") and isinstance(row["input"], str)
}


@pytest.mark.parametrize("report", INPUTS)
def test_a_hostile_name_is_text(
    open_graph: Callable[..., Page], examples: nx.MultiDiGraph, tmp_path: Path, report: str
) -> None:
    name = INPUTS[report]
    graph = examples.copy()
    graph.graph[a.CLUSTERS] = (name,) * len(examples.graph[a.CLUSTERS])
    paper, concept = "https://w3id.org/paperkg/paper/devlin2019", "https://w3id.org/paperkg/dataset/imagenet"
    graph.nodes[paper].update({a.LABEL: name, a.TEXT: name, a.VENUE: name, a.KEYWORDS: (name,)})
    graph.nodes[concept].update({a.LABEL: name, a.ALIASES: (name,), a.BROADER: (name,)})
    for _, _, data in graph.out_edges(paper, data=True):
        data[a.MENTIONS] = ()
    page = open_graph(graph)
    elements = set(page.run("return [...document.querySelectorAll('*')].map((one) => one.localName)"))
    shown = " ".join(name.split())
    assert shown in [" ".join(text.split()) for text in page.texts("#panel button.chip bdi")]
    assert any(shown in " ".join(text.split()) for text in page.texts("#topic option"))
    for key in ("paper/devlin2019", "dataset/imagenet"):
        page.open(key)
        page.wait_for(lambda: page.texts("#panel .heading h2"))
        assert page.run("return Graph.label(State.state.selected)") == name
        assert " ".join(page.one("#panel .heading h2").text.split()) == shown
        found = page.run("return [...document.querySelectorAll('img, iframe, [onerror], [onfocus]')].length")
        assert found == 0
    elements |= {"mark", "a", "ul", "li", "bdi", "g", "rect", "text", "path", "title", "section", "div", "h3"}
    assert set(page.run("return [...document.querySelectorAll('*')].map((one) => one.localName)")) <= elements
    page.save_downloads(tmp_path)
    saved = nx.read_graphml(page.download("GraphML", tmp_path), force_multigraph=True)
    assert saved.nodes[concept]["label"] == name
    assert saved.nodes[paper]["text"] == name
