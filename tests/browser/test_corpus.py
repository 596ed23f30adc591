"""The page of 5,000 real papers; names of the examples and words in capitals stand for what a model would find."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import networkx as nx
import pytest
from conftest import SHARED, needs_shared
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser.conftest import PHONE, ROOT, Page
from kg.export.html import write_html
from kg.graph import attributes as a
from kg.graph.assemble import assemble
from kg.graph.layout import lay_out
from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.resolve import resolve
from kg.vocabulary import PAPER

pytestmark = [pytest.mark.browser, needs_shared]

OpenFile = Callable[..., Page]
PAPERS = 5_000
MOST_BYTES = 15_000_000
LONGEST = 4
"""Words of the longest name that is looked for."""
ROLES = {"Method": "used", "Dataset": "used", "Task": "addressed", "Metric": "used"}
_WORD = re.compile(r"\w+(?:-\w+)*")
_CAPITALS = re.compile(r"(?=(?:\w*[A-Z]){2})[\w-]{3,20}")


def types_by_name() -> dict[str, str]:
    rows = (ROOT / "exports" / "concepts.jsonl").read_text("utf-8").splitlines()
    return {row["label"].casefold(): row["type"] for row in map(json.loads, rows)}


def named(text: str, types: dict[str, str]) -> tuple[PaperConcept, ...]:
    found: dict[tuple[str, str], list[Mention]] = {}
    words = [match.span() for match in _WORD.finditer(text)]
    for place, (start, _) in enumerate(words):
        for _, end in reversed(words[place : place + LONGEST]):
            name = text[start:end]
            kind = types.get(name.casefold()) or ("Method" if _CAPITALS.fullmatch(name) else None)
            if kind:
                found.setdefault((kind, name.casefold()), []).append(Mention(start, end, name))
                break
    return tuple(
        PaperConcept(kind, mentions[0].text, ROLES[kind], 0.5, tuple(mentions))
        for (kind, _), mentions in found.items()
    )


def corpus() -> Iterator[Extraction]:
    types = types_by_name()
    with gzip.open(SHARED / "corpus" / "abstracts.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, islice(lines, PAPERS)):
            paper = Paper(id=row["id"], text=row["abstract"], title=row["title"], venue=row["venue"])
            yield Extraction(paper, named(paper.text, types), (), "names 1")


@pytest.fixture(scope="module")
def graph() -> nx.MultiDiGraph:
    extractions = list(corpus())
    graph = assemble(extractions, resolve(lambda: iter(extractions)))
    lay_out(graph)
    return graph


@pytest.fixture(scope="module")
def file(graph: nx.MultiDiGraph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "graph.html"
    write_html(graph, path)
    return path


def test_a_paper_is_found_and_shown_with_its_evidence(
    open_file: OpenFile, file: Path, graph: nx.MultiDiGraph
) -> None:
    assert file.stat().st_size <= MOST_BYTES
    papers = sorted(node for node, kind in graph.nodes(data=a.TYPE) if kind == PAPER)
    assert len(papers) == PAPERS
    page = open_file(file)
    assert page.notice().startswith(f"Showing 800 of {len(graph):,} · ")
    for paper in papers[:: PAPERS // 4]:
        data = graph.nodes[paper]
        page.run("document.getElementById('query').value = ''")
        page.search(data[a.IDENTIFIER])
        page.wait_for(lambda: page.texts("#suggestions .hint")[:1] == ["identifier"])
        page.press(Keys.ENTER)
        page.wait_for_heading(data[a.LABEL])
        mentions = [m.text for _, _, edge in graph.out_edges(paper, data=True) for m in edge[a.MENTIONS]]
        assert sorted(page.texts("#panel .abstract mark")) == sorted(mentions)


def test_a_concept_lists_its_papers_and_filters_narrow_the_map(
    open_file: OpenFile, file: Path, graph: nx.MultiDiGraph
) -> None:
    page = open_file(file)
    counts = {node: data[a.PAPERS] for node, data in graph.nodes(data=True) if a.PAPERS in data}
    hub = max(counts, key=lambda node: (counts[node], node))
    page.search(graph.nodes[hub][a.LABEL])
    page.press(Keys.ENTER)
    page.wait_for_heading(graph.nodes[hub][a.LABEL])
    assert page.texts("#panel > .meta") == [f"in {counts[hub]:,} papers"]
    page.press(Keys.ESCAPE)
    Select(page.one("#topic")).select_by_index(1)
    assert page.run("return Drawing.visible().nodes.every((node) => Graph.topic(node) === 0)")
    page.one("#as-list").click()
    assert page.listed()


def test_what_a_phone_shows_is_saved(
    open_file: OpenFile, file: Path, graph: nx.MultiDiGraph, tmp_path: Path
) -> None:
    page = open_file(file, size=PHONE, scheme="dark")
    assert page.run("return document.documentElement.scrollWidth") <= PHONE[0]
    page.save_downloads(tmp_path)
    saved = nx.read_graphml(page.download("GraphML", tmp_path), force_multigraph=True)
    assert set(saved) <= set(graph)
