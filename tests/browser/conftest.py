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

from kg.built import load_rows
from kg.export.html import write_html
from kg.graph import attributes as a
from kg.graph.assemble import graph_of
from kg.graph.layout import lay_out

ROOT = Path(__file__).parents[2]

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
BLOCKED = ["http://*", "https://*", "ws://*", "wss://*"]
DESKTOP = (1280, 800)
BUTTONS_DOWN = {"mousePressed": 1, "mouseMoved": 1, "mouseReleased": 0}
PHONE = (360, 740)
PATIENCE = 90
"""Seconds after which something does not come, however busy the machine is; what comes is not waited for longer."""


def start_browser(profile: Path) -> webdriver.Chrome:
    """A headless Chromium with its data in `profile`, which reaches no network; without one a test is skipped."""
    chromium, chromedriver = tool("chromium", "chromium"), tool("chromedriver", "chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    chrome.set_script_timeout(PATIENCE)
    chrome.execute_cdp_cmd("Network.enable", {})
    chrome.execute_cdp_cmd("Network.setBlockedURLs", {"urls": BLOCKED})
    return chrome


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """The browser of all tests."""
    chrome = start_browser(tmp_path_factory.mktemp("chromium"))
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
        WebDriverWait(self.driver, PATIENCE).until(lambda _: condition())

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

    def notice(self) -> str:
        """What the map says of what it hides."""
        return self.texts("#notice")[0]

    def colors(self) -> set[str]:
        """The colours of the pixels of the map, `#rrggbb`."""
        script = (
            "const canvas = document.querySelector('#map canvas');"
            "const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });"
            "Object.assign(copy.canvas, { width: canvas.width, height: canvas.height });"
            "copy.drawImage(canvas, 0, 0);"
            "const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);"
            "const seen = new Set();"
            "for (let i = 0; i < data.length; i += 4)"
            "  seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);"
            "return [...seen]"
        )
        return {f"#{color:06x}" for color in self.run(script)}

    def written(self) -> list[str]:
        """The texts that the map writes when it is drawn once more."""
        script = (
            "const [done, write] = [arguments[0], CanvasRenderingContext2D.prototype.fillText];"
            "const texts = [];"
            "CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {"
            "  texts.push(text); return write.call(this, text, ...rest); };"
            "Drawing.redraw();"
            "requestAnimationFrame(() => requestAnimationFrame(() => {"
            "  CanvasRenderingContext2D.prototype.fillText = write; done(texts); }));"
        )
        texts: list[str] = self.driver.execute_async_script(script)
        return texts

    def mouse(self, what: str, x: float, y: float) -> None:
        """Send `mousePressed`, `mouseMoved` or `mouseReleased` at a point of the window."""
        event = {
            "type": what,
            "x": x,
            "y": y,
            "button": "left",
            "buttons": BUTTONS_DOWN[what],
            "clickCount": 1,
        }
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def save_downloads(self, folder: Path) -> None:
        """Let the browser save what the page makes in `folder`."""
        self.driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)}
        )

    def download(self, name: str, folder: Path) -> Path:
        """Choose `name` in the menu of downloads; the file that it saves."""
        before = set(folder.iterdir())
        self.one("#download summary").click()
        self.wait_for(lambda: self.all("#download button"))
        next(button for button in self.all("#download button") if button.text.startswith(name)).click()

        def finished() -> list[Path]:
            return [path for path in sorted(set(folder.iterdir()) - before) if path.suffix != ".crdownload"]

        self.wait_for(finished)
        return finished()[0]

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
    """Addresses outside the page that anything asked for since the last call, past the page's own policy."""
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    refused = {m["params"]["requestId"] for m in messages if m["params"].get("blockedReason") == "csp"}
    sent = {
        m["params"]["requestId"]: m["params"]["request"]["url"]
        for m in messages
        if m["method"] == "Network.requestWillBeSent"
    }
    urls = [url for request, url in sent.items() if request not in refused]
    return [url for url in urls if not url.startswith(("file:", "data:", "blob:", "about:"))]


@pytest.fixture
def open_file(driver: webdriver.Chrome) -> Iterator[Callable[..., Page]]:
    """Opens a page; a console error or a request fails the test."""

    def open_(path: Path, *, key: str = "", size: tuple[int, int] = DESKTOP, scheme: str = "light") -> Page:
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
def open_graph(open_file: Callable[..., Page], tmp_path: Path) -> Callable[..., Page]:
    """Lays a graph out, writes its page and opens it."""

    def open_(graph: nx.MultiDiGraph, **options: Any) -> Page:
        if a.CLUSTERS not in graph.graph:
            lay_out(graph)
        path = tmp_path / "graph.html"
        write_html(graph, path, title="Test graph")
        return open_file(path, **options)

    return open_


@pytest.fixture(scope="session")
def examples() -> nx.MultiDiGraph:
    """The graph of the committed example corpus, laid out; not to be changed."""
    graph = graph_of(load_rows(ROOT / "exports" / "extractions.jsonl")[1])
    lay_out(graph)
    return graph


@pytest.fixture
def page(open_graph: Callable[..., Page], graph: nx.MultiDiGraph) -> Page:
    """The page of the shared small graph."""
    return open_graph(graph)
