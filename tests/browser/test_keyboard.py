"""The page without a mouse."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import pytest
from selenium.webdriver.common.keys import Keys

from browser.conftest import PHONE, Page
from kg.graph import attributes as a

pytestmark = pytest.mark.browser

OpenGraph = Callable[..., Page]


@pytest.fixture
def page(open_graph: OpenGraph, examples: nx.MultiDiGraph) -> Page:
    return open_graph(examples)


def pointed(page: Page) -> str:
    """The name of the node that has the ring."""
    return str(page.run("return Graph.label(Drawing.pointed())"))


def place(page: Page, graph: nx.MultiDiGraph) -> tuple[float, float]:
    iri = page.run("return Graph.nodes.iri[Drawing.pointed()]")
    return graph.nodes[iri][a.X], graph.nodes[iri][a.Y]


def focus_map(page: Page) -> None:
    page.run("document.getElementById('map').focus()")


def test_arrows_go_from_node_to_node(page: Page, examples: nx.MultiDiGraph) -> None:
    focus_map(page)
    page.press(Keys.ARROW_RIGHT)
    start = place(page, examples)
    page.press(Keys.ARROW_RIGHT)
    right = place(page, examples)
    assert right[0] > start[0]
    page.press(Keys.ARROW_DOWN)
    assert place(page, examples)[1] > right[1]
    page.wait_for(lambda: page.texts("#announcement")[0].endswith(pointed(page)))
    page.press(Keys.ENTER)
    page.wait_for_heading(pointed(page))
    assert page.run("return document.activeElement.tagName") == "H2"


def test_the_map_follows_the_ring_to_its_edge(page: Page) -> None:
    focus_map(page)
    page.press("+", "+", "+", "+")
    page.press(*[Keys.ARROW_LEFT] * 30)
    at = page.run("return Drawing.position(Drawing.pointed())")
    box = page.run(
        "const b = document.getElementById('map').getBoundingClientRect(); return [b.width, b.height]"
    )
    assert 0 <= at["x"] <= box[0]
    assert 0 <= at["y"] <= box[1]
    page.press("0")
    page.press(*[Keys.ARROW_LEFT] * 60)
    assert pointed(page), "at the last node the ring stays"


def test_plus_and_minus_zoom(page: Page) -> None:
    focus_map(page)
    spread = "const [p, q] = [0, 1].map(Drawing.position); return Math.hypot(p.x - q.x, p.y - q.y)"
    before = page.run(spread)
    page.press("+")
    assert page.run(spread) == pytest.approx(1.5 * before, rel=0.01)
    page.press("-")
    assert page.run(spread) == pytest.approx(before, rel=0.01)
    page.press("+", "+", "0")
    assert page.run(spread) == pytest.approx(before, rel=0.01)


def test_single_keys_and_their_help(page: Page) -> None:
    page.press("l")
    assert page.one("#list").is_displayed()
    page.press("l")
    assert page.one("#map").is_displayed()
    page.press("?")
    assert page.one("#help").is_displayed()
    assert "search" in page.texts("#help dd")
    page.press(Keys.ESCAPE)
    assert not page.one("#help").is_displayed()
    page.press("/")
    page.press("l/?")
    assert page.one("#query").get_property("value") == "l/?"
    assert not page.one("#help").is_displayed()


def test_single_keys_can_be_turned_off(page: Page) -> None:
    page.one("#show-help").click()
    page.one("#single-keys").click()
    page.one("#help form button").click()
    page.press("l", "?", "/")
    assert page.one("#map").is_displayed()
    assert not page.one("#help").is_displayed()
    assert page.run("return document.activeElement.id") != "query"


def test_escape_in_a_dialog_leaves_the_details(page: Page) -> None:
    page.open("dataset/imagenet")
    page.wait_for_heading("ImageNet")
    page.press("?")
    page.press(Keys.ESCAPE)
    page.one("#download summary").click()
    page.press(Keys.ESCAPE)
    assert not page.all("#download[open]")
    assert page.texts("#panel .heading h2") == ["ImageNet"]
    page.press(Keys.ESCAPE)
    page.wait_for(lambda: page.texts("#panel .heading h2") == [])


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_tab_reaches_everything_and_focus_shows(
    open_graph: OpenGraph, graph: nx.MultiDiGraph, size: tuple[int, int]
) -> None:
    page = open_graph(graph, key="dataset/imagenet", size=size)
    page.wait_for_heading("ImageNet")
    reached: list[str] = []
    describe = (
        "const at = document.activeElement; if (!at || at === document.body) return null;"
        "const style = getComputedStyle(at);"
        "const seen = style.outlineStyle !== 'none' || style.boxShadow !== 'none';"
        "return [at.id || at.getAttribute('href') || at.value || at.textContent.trim(), seen]"
    )
    page.run("document.activeElement.blur()")
    for _ in range(120):
        page.press(Keys.TAB)
        found = page.run(describe)
        if found is None:
            break
        name, seen = found
        if name in reached:
            break
        assert seen, f"focus on {name} does not show"
        reached.append(name)
    assert {"query", "map", "as-map", "as-list", "zoom-in", "zoom-fit", "show-help", "#paper/seed-01"} <= set(
        reached
    )
    assert "Download" in reached
