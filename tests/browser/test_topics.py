"""Topics: the communities of the layout, coloured, named, and chosen."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import pytest
from selenium.webdriver.support.ui import Select

from browser.conftest import Page
from kg.export.html import dark
from kg.graph import attributes as a
from kg.vocabulary import LINK

pytestmark = pytest.mark.browser

OpenGraph = Callable[..., Page]


@pytest.fixture
def page(open_graph: OpenGraph, examples: nx.MultiDiGraph) -> Page:
    return open_graph(examples)


def members(graph: nx.MultiDiGraph, topic: int) -> set[str]:
    return {data[a.LABEL] for data in graph.nodes.values() if data[a.COMMUNITY] == topic}


def test_the_map_has_the_colours_and_the_names_of_topics(page: Page, examples: nx.MultiDiGraph) -> None:
    assert set(a.TOPIC_COLORS) <= page.colors()
    names = examples.graph[a.CLUSTERS]
    written = page.written()
    assert written.count(names[0]) == 1, "it stands in place of its concept's"
    assert len(set(names[:8]) & set(written)) >= 6


def test_colours_by_type_come_back(page: Page) -> None:
    Select(page.one("#coloring")).select_by_value("type")
    assert set(a.COLORS.values()) <= page.colors()
    assert not {a.TOPIC_COLORS[1], a.TOPIC_COLORS[5]} & page.colors()
    page.wait_for(lambda: page.address() == "?color=type")


def test_topics_are_dark_in_the_dark(open_graph: OpenGraph, examples: nx.MultiDiGraph) -> None:
    page = open_graph(examples, scheme="dark")
    assert {dark(color) for color in a.TOPIC_COLORS} <= page.colors()


def test_a_topic_narrows_the_map(page: Page, examples: nx.MultiDiGraph) -> None:
    name = examples.graph[a.CLUSTERS][1]
    size = [group for _, group in examples.nodes(data=a.COMMUNITY)].count(1)
    chip = next(chip for chip in page.all("#panel button.chip") if chip.text.startswith(name))
    chip.click()
    assert page.drawn() == members(examples, 1)
    assert page.texts("#panel .heading h2") == [name]
    assert page.texts("#panel .badge") == ["Topic"]
    assert Select(page.one("#topic")).first_selected_option.text == f"{name} ({size})"
    page.wait_for(lambda: page.address() == f"?topic={name.replace(' ', '%20')}")
    page.one("#panel .close").click()
    assert len(page.drawn()) == len({data[a.LABEL] for data in examples.nodes.values()})


def test_a_topic_is_chosen_among_all(page: Page, examples: nx.MultiDiGraph) -> None:
    Select(page.one("#topic")).select_by_index(3)
    assert page.drawn() == members(examples, 2)
    page.one("#as-list").click()
    assert sorted(page.listed()) == sorted(
        data[a.LABEL] for data in examples.nodes.values() if data[a.COMMUNITY] == 2
    )


def test_a_node_says_its_topic(page: Page, examples: nx.MultiDiGraph) -> None:
    page.open("dataset/imagenet")
    page.wait_for_heading("ImageNet")
    name = examples.graph[a.CLUSTERS][
        examples.nodes["https://w3id.org/paperkg/dataset/imagenet"][a.COMMUNITY]
    ]
    assert page.texts("#panel .identifier button bdi") == [name]
    page.one("#panel .identifier button").click()
    page.wait_for_heading(name)
    page.wait_for(lambda: page.address() == f"?topic={name.replace(' ', '%20')}")
    page.driver.back()
    page.wait_for_heading("ImageNet")


def test_a_topic_of_the_same_name_gets_a_number(open_graph: OpenGraph, examples: nx.MultiDiGraph) -> None:
    graph = examples.copy()
    graph.graph[a.CLUSTERS] = ("same",) * len(examples.graph[a.CLUSTERS])
    page = open_graph(graph, key="?topic=same%20(2)")
    page.wait_for(lambda: page.texts("#panel .heading h2") == ["same (2)"])
    assert page.drawn() == members(graph, 1)


def test_few_nodes_have_no_topics(open_graph: OpenGraph, graph: nx.MultiDiGraph) -> None:
    page = open_graph(graph)
    assert not page.one("#filter-topics").is_displayed()
    assert "Topics" not in page.texts("#panel h3")
    assert a.COLORS[LINK] in page.colors()


def test_further_topics_are_unfolded_and_get_the_focus(page: Page) -> None:
    more = page.one("#panel button.more")
    words = more.text.split()
    assert (words[0], words[-1]) == ("Show", "more")
    before = page.all("#panel .chip")
    more.click()
    after = page.all("#panel .chip")
    added = [chip for chip in after if chip not in before]
    assert len(added) == int(words[1])
    assert added[0] == page.driver.switch_to.active_element
    assert more.text == "" or more.text.startswith("Show ")
