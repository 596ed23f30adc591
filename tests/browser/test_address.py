"""The address holds what was chosen, so that it can be kept and sent."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import networkx as nx
import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser.conftest import Page
from kg.graph import attributes as a
from kg.vocabulary import BASE_IRI, link_iri, paper_iri

pytestmark = pytest.mark.browser

OpenGraph = Callable[..., Page]


@pytest.fixture
def page(open_graph: OpenGraph, examples: nx.MultiDiGraph) -> Page:
    return open_graph(examples)


def wait_for_address(page: Page, *parts: str) -> None:
    page.wait_for(lambda: all(part in page.address() for part in parts))


def test_filters_stand_in_the_address_and_come_back(page: Page) -> None:
    page.one("#filter-types input[value=Link]").click()
    page.one("#filter-relations input[value=mentions]").click()
    Select(page.one("#year-from")).select_by_value("2015")
    page.one("#support").send_keys(Keys.ARROW_RIGHT)
    wait_for_address(page, "type=Paper,Method,Dataset,Task,Metric", "year=2015-2024", "support=2")
    assert "mentions" not in page.address()
    drawn, notice, address = page.drawn(), page.notice(), page.address()
    page.open(address)
    assert page.drawn() == drawn
    assert page.notice() == notice
    assert not page.one("#filter-types input[value=Link]").is_selected()
    assert Select(page.one("#year-from")).first_selected_option.text == "2015"
    assert page.texts("#support-value") == ["2 papers"]
    assert page.address() == address


def test_a_selection_keeps_the_settings(page: Page) -> None:
    page.one("#filter-types input[value=Metric]").click()
    page.one("#as-list").click()
    page.search("imagenet")
    page.press(Keys.ENTER)
    page.wait_for_heading("ImageNet")
    wait_for_address(page, "dataset/imagenet?type=", "view=list")
    page.one(".papers li a").click()
    wait_for_address(page, "paper/", "view=list")
    assert page.one("#list").is_displayed()
    page.driver.back()
    page.wait_for_heading("ImageNet")
    assert "Metric" not in page.address()
    page.one("#reset").click()
    page.wait_for(lambda: page.address() == "dataset/imagenet?view=list")


def test_a_shared_address_opens_the_same(open_graph: OpenGraph, examples: nx.MultiDiGraph) -> None:
    page = open_graph(examples, key="dataset/imagenet?type=Paper,Dataset&view=list&color=type")
    page.wait_for_heading("ImageNet")
    kinds = [kind for _, kind in examples.nodes(data=a.TYPE)]
    assert page.texts("#list h2") == [f"Papers {kinds.count('Paper')}", f"Datasets {kinds.count('Dataset')}"]
    assert Select(page.one("#coloring")).first_selected_option.text == "type"


@pytest.mark.parametrize(
    "settings",
    [
        "type=Nothing&topic=unknown&year=1-2-3&support=-4&view=&color=blue&relation=%FF",
        "year=0-99999&support=1e9&<img src=x onerror=alert(1)>&topic=%",
        "__proto__=1&constructor=2&=&&",
    ],
)
def test_settings_that_mean_nothing_do_nothing(
    open_graph: OpenGraph, examples: nx.MultiDiGraph, settings: str
) -> None:
    page = open_graph(examples, key=f"dataset/imagenet?{settings}")
    page.wait_for_heading("ImageNet")
    assert page.all("img") == []
    page.one("#reset").click()
    assert len(page.drawn()) > 700


def test_a_key_with_a_question_mark_is_a_key(open_graph: OpenGraph, graph: nx.MultiDiGraph) -> None:
    url = "https://example.org/page?view=list"
    graph.add_node(link_iri(url), **{a.TYPE: "Link", a.LABEL: url, a.URL: url, a.PAPERS: 1})
    edge = {a.RELATION: "seeAlso", a.ROLE: "other", a.CONFIDENCE: 1.0, a.WEIGHT: 1, a.MENTIONS: ()}
    graph.add_edge(paper_iri(BASE_IRI, "seed-01"), link_iri(url), key="seeAlso", **edge)
    page = open_graph(graph, key=url)
    page.wait_for_heading(url)
    assert not page.one("#list").is_displayed()
    page.one("#as-list").click()
    page.wait_for(lambda: page.address() == f"{url}?view=list")
    page.open(f"{url}?view=list")
    page.wait_for_heading(url)
    assert page.one("#list").is_displayed()


def test_an_unknown_key_stays_to_be_seen(page: Page) -> None:
    page.open("method/gone?view=list")
    page.wait_for(lambda: page.all("#panel .unknown"))
    assert page.texts("#panel .unknown bdi") == ["method/gone"]
    assert page.one("#list").is_displayed()
    assert page.address() == "method/gone?view=list"


def test_names_of_topics_survive_the_address(open_graph: OpenGraph, examples: nx.MultiDiGraph) -> None:
    graph = examples.copy()
    name = 'a,b & "c"=?#%</script>'
    graph.graph[a.CLUSTERS] = (name, *examples.graph[a.CLUSTERS][1:])
    page = open_graph(graph, key=f"?topic={quote(name, safe='')}")
    page.wait_for(lambda: page.texts("#panel .heading h2") == [name])
    address = page.address()
    page.open(address)
    page.wait_for(lambda: page.texts("#panel .heading h2") == [name])


CHOOSE_AS_THE_ADDRESS_IS_DUE = """
const timer = window.setTimeout;
let write;
window.setTimeout = (callback) => { write = callback; };
State.set({});
window.setTimeout = timer;
location.hash = arguments[0];
write();
"""
"""The moment between a choice and its event, in which the address of an earlier change is due."""


def test_a_choice_made_as_the_address_is_written_is_kept(page: Page) -> None:
    page.run(CHOOSE_AS_THE_ADDRESS_IS_DUE, "method/vgg")
    assert page.address() == "method/vgg"
    page.wait_for_heading("VGG")
