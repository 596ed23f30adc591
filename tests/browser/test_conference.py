"""The page of 5,000 papers: a backbone first, everything within reach, and the file no larger than it may be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from made_up import made_up
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser.conftest import PHONE, Page
from kg.export.html import write_html
from kg.graph import attributes as a
from kg.graph.assemble import assemble
from kg.graph.layout import lay_out
from kg.resolve import resolve

pytestmark = pytest.mark.browser

OpenFile = Callable[..., Page]
PAPERS = 5_000
MOST_BYTES = 15_000_000
BACKBONE = 800


@pytest.fixture(scope="module")
def conference() -> nx.MultiDiGraph:
    extractions = list(made_up(PAPERS))
    graph = assemble(extractions, resolve(lambda: iter(extractions)))
    lay_out(graph)
    return graph


@pytest.fixture(scope="module")
def file(conference: nx.MultiDiGraph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("conference") / "graph.html"
    write_html(conference, path, title="Conference")
    return path


def support(graph: nx.MultiDiGraph) -> dict[str, int]:
    return {data[a.LABEL]: data[a.PAPERS] for data in graph.nodes.values() if a.PAPERS in data}


def test_a_backbone_is_drawn_first(open_file: OpenFile, file: Path, conference: nx.MultiDiGraph) -> None:
    assert file.stat().st_size <= MOST_BYTES
    page = open_file(file)
    drawn = page.drawn()
    assert len(page.run("return Drawing.visible().nodes")) == BACKBONE
    counts = support(conference)
    assert set(sorted(counts, key=lambda label: -counts[label])[:100]) <= drawn
    assert page.notice().startswith(f"Showing {BACKBONE} of {len(conference):,} · ")
    names = set(conference.graph[a.CLUSTERS])
    assert len(names & set(page.written())) >= 8


def test_neighbours_unfold_and_fold_back(
    open_file: OpenFile, file: Path, conference: nx.MultiDiGraph
) -> None:
    page = open_file(file)
    before = page.drawn()
    page.search("made-04321")
    assert page.texts("#suggestions .hint") == ["identifier"]
    page.press(Keys.ENTER)
    paper = "https://w3id.org/paperkg/paper/made-04321"
    page.wait_for_heading(conference.nodes[paper][a.LABEL])
    neighbours = {conference.nodes[node][a.LABEL] for node in conference[paper]}
    assert neighbours <= page.drawn()
    page.press(Keys.ESCAPE)
    page.wait_for(lambda: page.texts("#panel .heading h2") == [])
    assert neighbours <= page.drawn()
    page.one("#fold").click()
    assert page.drawn() == before
    assert not page.one("#fold").is_displayed()


def test_the_most_common_concept_opens_with_its_papers(
    open_file: OpenFile, file: Path, conference: nx.MultiDiGraph
) -> None:
    counts = support(conference)
    hub = max(counts, key=lambda label: (counts[label], label))
    page = open_file(file)
    page.search(hub)
    page.press(Keys.ENTER)
    page.wait_for_heading(hub)
    assert page.texts("#panel > .meta") == [f"in {counts[hub]:,} papers"]
    shown = sum(int(count.replace(",", "")) for count in page.texts("#panel h3 .count"))
    assert shown >= counts[hub]
    assert page.one("#panel .chart").is_displayed()
    assert len(page.run("return Drawing.visible().nodes")) <= BACKBONE + 151


def test_many_unfolded_neighbourhoods_stay_bounded(
    open_file: OpenFile, file: Path, conference: nx.MultiDiGraph
) -> None:
    counts = support(conference)
    page = open_file(file)
    common = sorted(counts, key=lambda label: (-counts[label], label))[:12]
    keys = page.run(
        "return arguments[0].map((label) => Graph.key(Graph.conceptNodes().find((n) => Graph.label(n) === label)))",
        common,
    )
    for label, key in zip(common, keys, strict=True):
        page.run("location.hash = arguments[0]", key)
        page.wait_for_heading(label)
    assert BACKBONE < len(page.run("return Drawing.visible().nodes")) <= BACKBONE + 1201


def test_filters_narrow_the_whole_graph(open_file: OpenFile, file: Path, conference: nx.MultiDiGraph) -> None:
    page = open_file(file)
    Select(page.one("#topic")).select_by_index(1)
    of_topic = {n for n, group in conference.nodes(data=a.COMMUNITY) if group == 0}
    assert page.run("return Drawing.visible().nodes.every((node) => Graph.topic(node) === 0)")
    Select(page.one("#topic")).select_by_index(0)
    assert len(page.run("return Drawing.visible().nodes")) == BACKBONE
    assert len(of_topic) > BACKBONE
    page.one("#filter-types input[value=Paper]").click()
    page.one("#support").send_keys(Keys.END)
    most = int(page.one("#support").get_attribute("value") or 0)
    links = {data[a.LABEL] for data in conference.nodes.values() if data[a.TYPE] == "Link"}
    assert page.drawn() - links == {label for label, n in support(conference).items() if n >= most} - links
    page.one("#reset").click()
    Select(page.one("#year-from")).select_by_value("2024")
    page.one("#as-list").click()
    papers = [data for data in conference.nodes.values() if data[a.TYPE] == "Paper" and data[a.YEAR] == 2024]
    assert page.texts("#list section:first-child .count") == [f"{len(papers):,}"]


def test_the_map_moves_under_the_mouse(open_file: OpenFile, file: Path) -> None:
    page = open_file(file)
    before = page.run("return Drawing.position(0)")
    page.mouse("mousePressed", 700, 500)
    for step in range(10):
        page.mouse("mouseMoved", 700 - 8 * step, 500 - 5 * step)
    page.mouse("mouseReleased", 628, 455)
    after = page.run("return Drawing.position(0)")
    assert after["x"] - before["x"] == pytest.approx(-72, abs=9)
    assert after["y"] - before["y"] == pytest.approx(-45, abs=6)
    assert page.texts("#panel .heading h2") == [], "a drag is no click"


def test_search_answers_in_the_order_of_its_kinds(
    open_file: OpenFile, file: Path, conference: nx.MultiDiGraph
) -> None:
    page = open_file(file)
    counts = support(conference)
    common = sorted(counts, key=lambda label: (-counts[label], label))[0]
    page.search(common[:-2])
    found = page.texts("#suggestions .found bdi")
    assert found[0] == common
    page.one("#query").clear()
    page.search("careful ablation")
    assert set(page.texts("#suggestions .hint")) == {"in the abstract"}
    page.one("#query").clear()
    page.search(f"{common[:3]}x{common[4:]}")
    assert "similar name" in page.texts("#suggestions .hint")


def test_a_phone_shows_it_too(open_file: OpenFile, file: Path) -> None:
    page = open_file(file, size=PHONE, scheme="dark")
    assert len(page.run("return Drawing.visible().nodes")) == BACKBONE
    assert page.run("return document.documentElement.scrollWidth") <= PHONE[0]
    page.one("#download summary").click()
    page.wait_for(lambda: page.all("#download button"))
    assert (
        page.run("return document.querySelector('#download div').getBoundingClientRect().right") <= PHONE[0]
    )
    assert "search or select to unfold them" in page.one("#notice").text
    page.run("location.hash = 'paper/made-04321'")
    page.wait_for(lambda: page.one("#fold").is_displayed())
    assert "search or select" not in page.one("#notice").text, "the map is small now"
    assert page.notice().endswith("with less support folded: search or select to unfold them")


def test_what_is_seen_is_saved(open_file: OpenFile, file: Path, tmp_path: Path) -> None:
    page = open_file(file)
    page.save_downloads(tmp_path)
    saved = page.download("GraphML", tmp_path)
    graph = nx.read_graphml(saved, force_multigraph=True)
    seen = page.run("const { nodes, edges } = Drawing.visible(); return [nodes.length, edges.length]")
    assert [len(graph), graph.number_of_edges()] == seen
