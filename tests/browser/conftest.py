"""A headless Chromium without a network, and pages of graphs opened in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from conftest import tool
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from kg.export.html import write_html
from kg.graph.layout import lay_out

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
]
DESKTOP = (1280, 800)
PHONE = (360, 740)


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """The browser; without one the tests that drive it are skipped."""
    chromium, chromedriver = tool("chromium", "chromium"), tool("chromedriver", "chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    chrome.execute_cdp_cmd("Network.enable", {})
    chrome.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["http://*", "https://*", "ws://*", "wss://*"]})
    yield chrome
    chrome.quit()


class Page:
    """One open page, driven as a person would: by what is to be seen, keys and clicks."""

    def __init__(self, driver: webdriver.Chrome, path: Path) -> None:
        self.driver = driver
        self.path = path

    def open(self, key: str = "") -> None:
        """Load the page anew, with `key` behind # in its address."""
        self.driver.get("about:blank")
        self.driver.get(self.path.as_uri() + (f"#{key}" if key else ""))

    def resize(self, size: tuple[int, int], *, scheme: str = "light") -> None:
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def one(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def texts(self, css: str) -> list[str]:
        """The texts of all elements that match, read at one moment: the page may be about to change them."""
        found = "return Array.from(document.querySelectorAll(arguments[0]), (element) => element.textContent)"
        return [str(text) for text in self.run(found, css)]

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def search(self, text: str) -> None:
        box = self.one("#query")
        box.click()
        box.send_keys(text)

    def wait_for(self, condition: Callable[[], object]) -> None:
        WebDriverWait(self.driver, 10).until(lambda _: condition())

    def wait_for_heading(self, text: str) -> None:
        self.wait_for(lambda: self.texts("#panel .heading h2") == [text])

    def address(self) -> str:
        """What stands behind # in the address."""
        return str(self.run("return location.hash.slice(1)"))

    def listed(self) -> list[str]:
        """Names in the list view: what the filters let through."""
        return self.texts("#list li a")

    def drawn(self) -> set[str]:
        """Names of the nodes on the map."""
        return set(self.run("return Drawing.visible().nodes.map(Graph.label)"))

    def click_on_map(self, label: str) -> None:
        """Click on the map where the node of that name is drawn."""
        script = (
            "const node = Drawing.visible().nodes.find((node) => Graph.label(node) === arguments[0]);"
            "const { x, y } = Drawing.position(node);"
            "const box = document.getElementById('map').getBoundingClientRect();"
            "return [Math.round(x - box.width / 2), Math.round(y - box.height / 2)]"
        )
        right, down = self.run(script, label)
        actions = webdriver.ActionChains(self.driver)
        actions.move_to_element_with_offset(self.one("#map"), right, down).click().perform()


def _requests(driver: webdriver.Chrome) -> list[str]:
    """Addresses outside the page that anything asked for since the last call."""
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    sent = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    return [url for url in sent if not url.startswith(("file:", "data:", "blob:", "about:"))]


@pytest.fixture
def open_graph(driver: webdriver.Chrome, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Lays a graph out, writes its page and opens it; a console error or a request fails the test."""

    def open_(
        graph: nx.MultiDiGraph, *, key: str = "", size: tuple[int, int] = DESKTOP, scheme: str = "light"
    ) -> Page:
        lay_out(graph)
        path = tmp_path / "graph.html"
        write_html(graph, path, title="Test graph")
        page = Page(driver, path)
        page.resize(size, scheme=scheme)
        page.open(key)
        return page

    driver.get("about:blank")
    driver.get_log("browser")
    _requests(driver)
    yield open_
    assert [entry["message"] for entry in driver.get_log("browser")] == []
    assert _requests(driver) == []


@pytest.fixture
def page(open_graph: Callable[..., Page], graph: nx.MultiDiGraph) -> Page:
    """The page of the shared small graph."""
    return open_graph(graph)
