"""Measurements of the page at the size of a conference: its file, and how long a person waits for what it does.

Run by `make bench`, or `python -m tests.bench_page [EXTRACTIONS.jsonl]`; without a file of extractions, 5,000 papers
are made up. Nothing here passes or fails. A time is from the event until the frame that shows its outcome; in brackets
stands the busy time of the page's main thread, which other work on the machine does not lengthen.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import networkx as nx
from selenium import webdriver

# Where pytest finds what tests share.
sys.path.insert(0, str(Path(__file__).parent))

from browser.conftest import DESKTOP, Page, start_browser
from made_up import made_up

from kg.built import load_rows
from kg.export.html import write_html
from kg.graph import attributes as a
from kg.graph.assemble import assemble, graph_of
from kg.graph.layout import lay_out
from kg.resolve import resolve

PAPERS = 5_000
PYVIS_PAPERS = 300
AFTER_NEXT_FRAME = "requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))"
RECORD_FRAMES = (
    "window.frames_ = []; let last = null;"
    "const next = (now) => { if (last !== null) frames_.push(now - last); last = now; requestAnimationFrame(next); };"
    "requestAnimationFrame(next)"
)


class Bench(Page):
    """A page whose answers are timed."""

    def busy(self) -> float:
        """Seconds that the main thread has worked so far."""
        metrics = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return float(next(row["value"] for row in metrics if row["name"] == "TaskDuration"))

    def after(self, script: str, *arguments: object) -> tuple[float, float]:
        """Milliseconds until the frame after `script` is drawn, and those that the main thread was busy."""
        busy = self.busy()
        timed = f"const done = arguments[arguments.length - 1], start = performance.now(); {script}; {AFTER_NEXT_FRAME}"
        wall = float(self.driver.execute_async_script(timed, *arguments))
        return wall, 1000 * (self.busy() - busy)

    def frames(self, move: Callable[[], None]) -> list[float]:
        """Milliseconds of each frame while `move` goes on."""
        self.run("frames_.length = 0")
        move()
        found: list[float] = self.run("return frames_")
        return found


def conference(extractions: Path | None) -> nx.MultiDiGraph:
    """The graph of the papers, laid out."""
    if extractions:
        graph = graph_of(load_rows(extractions)[1])
    else:
        rows = list(made_up(PAPERS))
        graph = assemble(rows, resolve(lambda: iter(rows)))
    started = time.process_time()
    lay_out(graph)
    papers = sum(kind == "Paper" for _, kind in graph.nodes(data=a.TYPE))
    print(f"page of {papers:,} papers, {len(graph):,} nodes, {graph.number_of_edges():,} edges")
    print(f"  {'layout, CPU seconds':40}{time.process_time() - started:8.1f}")
    return graph


def against_pyvis() -> None:
    """CPU seconds to write a graph, ours and pyvis's own way; pyvis's grows with the square of the edges."""
    from pyvis.network import Network

    rows = list(made_up(PYVIS_PAPERS))
    graph = assemble(rows, resolve(lambda: iter(rows)))
    lay_out(graph)
    plain = nx.Graph()
    plain.add_nodes_from((node, {"label": data[a.LABEL]}) for node, data in graph.nodes(data=True))
    plain.add_edges_from(graph.edges())
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        write_html(graph, Path(folder, "own.html"))
        own = time.process_time() - started
        started = time.process_time()
        network = Network(cdn_resources="in_line")
        network.from_nx(plain)
        Path(folder, "pyvis.html").write_text(network.generate_html(), encoding="utf-8")
        theirs = time.process_time() - started
    print(
        f"  {f'writing {PYVIS_PAPERS} papers, CPU seconds':40}{own:8.2f}  pyvis {theirs:.2f}, ratio {theirs / own:.1f}"
    )


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """A browser of its own."""
    with tempfile.TemporaryDirectory() as profile:
        chrome = start_browser(Path(profile))
        chrome.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        try:
            yield chrome
        finally:
            chrome.quit()


def show(name: str, times: list[tuple[float, float]]) -> None:
    """One line: the longest of the times."""
    print(f"  {name:40}{max(wall for wall, _ in times):8.0f} ms (busy {max(busy for _, busy in times):.0f})")


def opening(page: Bench) -> None:
    """From the address to the first frame of the map, three times."""
    times = []
    for _ in range(3):
        page.driver.get("about:blank")
        started = page.busy()
        page.driver.get(page.path.as_uri())
        wall = page.driver.execute_async_script(
            "const done = arguments[0];requestAnimationFrame(() => setTimeout(() => done(performance.now())))"
        )
        times.append((float(wall), 1000 * (page.busy() - started)))
    show("open and draw", times)


def answers(page: Bench, graph: nx.MultiDiGraph) -> None:
    """Search, selection, filters, list and download."""
    counts = {iri: data[a.PAPERS] for iri, data in graph.nodes(data=True) if a.PAPERS in data}
    common = sorted(counts, key=lambda iri: (-counts[iri], iri))[:5]
    name = graph.nodes[common[0]][a.LABEL]
    type_ = (
        "const box = document.getElementById('query'); box.value = arguments[0];"
        "box.dispatchEvent(new Event('input'))"
    )
    show(
        "search, warm or not",
        [page.after(type_, text) for text in ("a", name[:3], name, "careful", "zzzzq", name[1:])],
    )
    page.run("document.getElementById('query').value = ''; document.getElementById('query').blur()")
    select = "location.hash = Graph.key(Graph.nodes.iri.indexOf(arguments[0]))"
    papers = [iri for iri, kind in graph.nodes(data=a.TYPE) if kind == "Paper"][:5]
    show("select a common concept", [page.after(select, iri) for iri in common])
    show("select a paper", [page.after(select, iri) for iri in papers])
    show("close the details", [page.after("location.hash = ''")])
    show("filter", [page.after(f"State.set({{ support: {n} }})") for n in (3, 2, 1)])
    show("list", [page.after("State.set({ asList: true })")])
    show("map", [page.after("State.set({ asList: false })")])


def moving(page: Bench) -> None:
    """Frames while the map is dragged and zoomed."""

    def drag() -> None:
        page.mouse("mousePressed", 700, 400)
        for step in range(60):
            page.mouse("mouseMoved", 700 + 4 * step, 400 + 2 * step)
        page.mouse("mouseReleased", 940, 520)

    def wheel() -> None:
        for step in range(30):
            event = {
                "type": "mouseWheel",
                "x": 800,
                "y": 400,
                "deltaX": 0,
                "deltaY": -100 if step < 15 else 100,
            }
            page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    page.run(RECORD_FRAMES)
    for name, move in (("pan", drag), ("zoom", wheel)):
        page.frames(lambda: time.sleep(0.5))
        busy = page.busy()
        frames = page.frames(move)
        each = 1000 * (page.busy() - busy) / max(1, len(frames))
        print(
            f"  {f'{name}, longest of {len(frames)} frames':40}{max(frames):8.0f} ms (busy {each:.0f} each)"
        )


def main() -> None:
    """Print all measurements."""
    if not (which("chromium") and which("chromedriver")):
        print("page: no measurement without chromium and chromedriver (Debian: chromium, chromium-driver)")
        return
    graph = conference(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    with tempfile.TemporaryDirectory() as folder, browser() as chrome:
        path = Path(folder, "graph.html")
        started = time.process_time()
        write_html(graph, path)
        print(f"  {'writing, CPU seconds':40}{time.process_time() - started:8.1f}")
        print(f"  {'file':40}{path.stat().st_size / 1e6:8.1f} MB")
        page = Bench(chrome, path)
        page.resize(DESKTOP)
        opening(page)
        moving(page)
        answers(page, graph)
        drawn: dict[str, Any] = json.loads(page.run("return JSON.stringify(Drawing.visible())"))
        print(f"  {'drawn at the end':40}{len(drawn['nodes']):8,} nodes, {len(drawn['edges']):,} edges")
    against_pyvis()


if __name__ == "__main__":
    main()
