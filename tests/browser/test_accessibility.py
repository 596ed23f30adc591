"""axe-core finds no breach of WCAG A and AA, nor of its best practices, in any state of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest

from browser.conftest import DESKTOP, PHONE, ROOT, Page

pytestmark = pytest.mark.browser

OpenGraph = Callable[..., Page]
AXE = ROOT / "tests/node/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def search(page: Page) -> None:
    page.search("net")
    page.press("\ue015")


def unknown_search(page: Page) -> None:
    page.search("zzzzqqq")


def list_view(page: Page) -> None:
    page.one("#as-list").click()


def download_menu(page: Page) -> None:
    page.one("#download summary").click()


def help_dialog(page: Page) -> None:
    page.one("#show-help").click()


def nothing_left(page: Page) -> None:
    for box in page.all("#filter-types input"):
        page.run("arguments[0].click()", box)


def filters(page: Page) -> None:
    if not page.all("#filters[open]"):
        page.one("#filters summary").click()


STATES: dict[str, tuple[str, Callable[[Page], None] | None]] = {
    "start": ("", None),
    "filters": ("", filters),
    "paper": ("paper/devlin2019", None),
    "concept": ("dataset/imagenet", None),
    "topic": ("?topic=object%20detection", None),
    "link": ("https://github.com/google-research/bert", None),
    "unknown": ("method/gone", None),
    "search": ("", search),
    "nothing found": ("", unknown_search),
    "list": ("?color=type", list_view),
    "download": ("", download_menu),
    "help": ("", help_dialog),
    "nothing": ("", nothing_left),
}


@pytest.fixture(scope="module")
def axe() -> str:
    assert AXE.is_file(), f"run `npm ci` in {AXE.parents[2]}, or `make test`"
    return AXE.read_text(encoding="utf-8")


def breaches(page: Page, axe: str) -> list[str]:
    """The rules that the page breaks now, each with the elements that do."""
    page.run(axe)
    script = (
        "axe.run(document, {runOnly: {type: 'tag', values: arguments[0]}, resultTypes: ['violations']})"
        ".then(arguments[1], (error) => arguments[1]({error: String(error)}))"
    )
    result: dict[str, Any] = page.driver.execute_async_script(script, TAGS)
    assert "error" not in result, result
    assert len(result["passes"]) > 10
    return [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(
    open_graph: OpenGraph, examples: nx.MultiDiGraph, axe: str, size: tuple[int, int], scheme: str
) -> None:
    page = open_graph(examples, size=size, scheme=scheme)
    found = {}
    for name, (key, prepare) in STATES.items():
        page.open(key)
        page.wait_for(lambda: page.all("#panel h2"))
        if prepare:
            prepare(page)
        found[name] = breaches(page, axe)
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_axe_finds_a_breach_where_there_is_one(page: Page, axe: str) -> None:
    page.run("document.body.append(document.createElement('button'))")
    assert any(breach.startswith("button-name") for breach in breaches(page, axe))
