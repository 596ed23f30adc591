"""The HTML page in a real browser, with the network blocked and console errors failing each test."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import pytest
from conftest import TEXT_1
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser.conftest import PHONE, Page
from kg.graph import attributes as a
from kg.records import Mention
from kg.vocabulary import BASE_IRI, RELATIONS, concept_iri, paper_iri

pytestmark = pytest.mark.browser

OpenGraph = Callable[..., Page]
COLORS_OF_THE_MAP = (
    "const canvas = document.querySelector('#map canvas');"
    "const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;"
    "const seen = new Set();"
    "for (let i = 0; i < data.length; i += 4)"
    "  seen.add('#' + [0, 1, 2].map((n) => data[i + n].toString(16).padStart(2, '0')).join(''));"
    "return [...seen]"
)
HOSTILE = '</script><img src=x onerror=alert(1)>" onfocus="alert(1)` '


def papers(count: int = 1, **texts: object) -> nx.MultiDiGraph:
    """A graph of papers `Paper 0`, `Paper 1` … that all have `texts`."""
    graph = nx.MultiDiGraph(**{a.BASE: BASE_IRI})
    for n in range(count):
        name = f"Paper {n}"
        own = {
            a.LABEL: name,
            a.TITLE: name,
            a.IDENTIFIER: str(n),
            a.TEXT: "",
            a.VENUE: "",
            a.URL: "",
            a.KEYWORDS: (),
        }
        graph.add_node(paper_iri(BASE_IRI, str(n)), **{a.TYPE: "Paper", **own, **texts})
    return graph


def add_concept(
    graph: nx.MultiDiGraph,
    label: str,
    *,
    kind: str = "Method",
    paper: int = 0,
    surfaces: tuple[tuple[int, int], ...] = (),
) -> str:
    """Paper number `paper` uses the concept `label`, which it names at `surfaces`."""
    iri = concept_iri(BASE_IRI, kind, label.casefold())
    source = paper_iri(BASE_IRI, str(paper))
    text = graph.nodes[source][a.TEXT]
    mentions = tuple(Mention(start, end, text[start:end]) for start, end in surfaces)
    graph.add_node(iri, **{a.TYPE: kind, a.LABEL: label, a.ALIASES: (), a.BROADER: ()})
    edge = {
        a.RELATION: RELATIONS["used"],
        a.ROLE: "used",
        a.CONFIDENCE: 0.9,
        a.WEIGHT: 1,
        a.MENTIONS: mentions,
    }
    graph.add_edge(source, iri, key=edge[a.RELATION], **edge)
    graph.nodes[iri][a.PAPERS] = graph.in_degree(iri)
    return iri


def marks(page: Page, label: str) -> list[str]:
    """The marked texts of a concept in the abstract that is open."""
    script = (
        "return [...document.querySelectorAll('.abstract mark')]"
        ".filter((mark) => Graph.label(Number(mark.dataset.node)) === arguments[0]).map((mark) => mark.textContent)"
    )
    found: list[str] = page.run(script, label)
    return found


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than the window."""
    return int(page.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def labels(graph: nx.MultiDiGraph, *, without: str = "") -> set[str]:
    """The names of a graph's nodes as they are shown, those of one type left out."""
    return {data[a.LABEL].replace("\x01", " ") for data in graph.nodes.values() if data[a.TYPE] != without}


# Search


def test_search_finds_a_concept_by_its_alias_and_opens_it(page: Page) -> None:
    page.search("ilsvrc")
    assert page.texts("#suggestions [role=option] .found") == ["ILSVRCalias of ImageNet"]
    page.one("#suggestions [role=option]").click()
    page.wait_for_heading("ImageNet")
    assert page.address() == "dataset/imagenet"
    assert page.texts("#panel .badge") == ["Dataset"]


def test_search_ignores_case_hyphens_and_accents(open_graph: OpenGraph) -> None:
    graph = papers()
    for label in ("MAIL-BRO", "naïve Bayes", "C++ parser"):
        add_concept(graph, label)
    page = open_graph(graph)
    for typed, found in (
        ("mailbro", "MAIL-BRO"),
        ("mail bro", "MAIL-BRO"),
        ("naive b", "naïve Bayes"),
        ("c++", "C++ parser"),
    ):
        page.one("#query").clear()
        page.search(typed)
        assert page.texts("#suggestions bdi")[:1] == [found]


def test_search_forgives_a_slip(page: Page) -> None:
    page.search("clasification")
    assert page.texts("#suggestions .found bdi") == ["image classification"]
    assert page.texts("#suggestions .found .hint") == ["similar name"]


def test_search_looks_into_abstracts(page: Page) -> None:
    page.search("top-1")
    assert page.texts("#suggestions .found") == ["Deep Networksin the abstract"]


def test_search_says_when_nothing_is_found(page: Page) -> None:
    page.search("zzzzqqq")
    assert page.texts("#suggestions li") == ["Nothing found"]
    page.press(Keys.ENTER)
    assert page.address() == ""


def test_search_by_keyboard(page: Page) -> None:
    page.press("/")
    page.press("net")
    options = page.texts("#suggestions [role=option] .found bdi")
    assert len(options) > 1
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    active = page.one("#query").get_attribute("aria-activedescendant")
    assert page.one(f"#{active}").get_attribute("aria-selected") == "true"
    page.press(Keys.ARROW_UP, Keys.ENTER)
    page.wait_for_heading(options[0])
    assert page.run("return document.activeElement.tagName") == "H2"
    page.press(Keys.ESCAPE)
    page.wait_for(lambda: page.texts("#panel .heading h2") == [])


def test_escape_closes_the_suggestions_then_clears(page: Page) -> None:
    page.search("net")
    assert page.one("#query").get_attribute("aria-expanded") == "true"
    page.press(Keys.ESCAPE)
    assert page.one("#query").get_attribute("aria-expanded") == "false"
    assert page.one("#query").get_property("value") == "net"
    page.press(Keys.ESCAPE)
    assert page.one("#query").get_property("value") == ""


# Map and filters


def test_a_click_on_the_map_opens_the_panel(page: Page) -> None:
    page.click_on_map("VGG")
    page.wait_for_heading("VGG")
    assert page.texts(".papers li a") == ["Deep Networks"]
    assert page.texts(".evidence") == ["DeepNet beats VGG on ImageNet in top-1 accuracy."]
    assert page.texts(".evidence mark") == ["VGG"]
    assert page.texts("#panel h3")[:1] == ["Compared with by 1"]


def test_the_map_is_drawn_in_the_colours_of_the_types(page: Page) -> None:
    assert set(a.COLORS.values()) <= set(page.run(COLORS_OF_THE_MAP))


def test_types_of_another_field_are_drawn_filtered_and_listed(open_graph: OpenGraph) -> None:
    graph = papers(1, **{a.TEXT: "BRCA1 and CRISPR"})
    add_concept(graph, "BRCA1", kind="Gene", surfaces=((0, 5),))
    add_concept(graph, "CRISPR", kind="Method", surfaces=((10, 16),))
    page = open_graph(graph)
    assert page.texts("#filter-types .what") == ["Papers", "Methods", "Genes"]
    assert a.OTHER_COLORS[0] in page.run(COLORS_OF_THE_MAP)
    page.open("Gene/brca1")
    page.wait_for_heading("BRCA1")
    tone = "return getComputedStyle(document.querySelector('.badge')).getPropertyValue('--tone').trim()"
    assert page.run(tone) == a.OTHER_COLORS[0]
    assert page.texts(".evidence mark") == ["BRCA1"]
    page.one("#filter-types input[value=Gene]").click()
    page.one("#as-list").click()
    page.wait_for(lambda: page.listed() == ["Paper 0", "CRISPR"])


def test_types_filter(page: Page, graph: nx.MultiDiGraph) -> None:
    assert page.texts("#filter-types .count") == ["2", "4", "1", "1", "1", "1"]
    page.one("#filter-types input[value=Method]").click()
    assert page.drawn() == labels(graph, without="Method")
    page.one("#as-list").click()
    assert set(page.listed()) == page.drawn()
    assert page.texts("#notice") == ["Showing 6 of 10 · 4 hidden by filters"]


def test_relations_filter(page: Page) -> None:
    for box in page.all("#filter-relations input"):
        if box.get_attribute("value") != "comparesWith":
            box.click()
    assert page.drawn() == {"Deep Networks", "VGG"}
    page.one("#reset").click()
    assert len(page.drawn()) == 10


def test_years_filter(open_graph: OpenGraph) -> None:
    graph = papers(3)
    for n, year in enumerate((2019, 2021, None)):
        if year:
            graph.nodes[paper_iri(BASE_IRI, str(n))][a.YEAR] = year
        add_concept(graph, f"method {n}", paper=n)
        add_concept(graph, "shared", paper=n)
    page = open_graph(graph)
    Select(page.one("#year-from")).select_by_value("2021")
    assert page.drawn() == {"Paper 1", "method 1", "shared"}


def test_support_filter(page: Page) -> None:
    slider = page.one("#support")
    assert slider.get_attribute("max") == "2"
    slider.send_keys(Keys.ARROW_RIGHT)
    concepts = {"ImageNet", "image classification"}
    assert page.drawn() >= concepts
    assert not page.drawn() & {"VGG", "DeepNet", "residual network", "深度学习"}
    assert page.texts("#support-value") == ["2 papers"]


def test_filters_that_leave_nothing_say_so(page: Page) -> None:
    for box in page.all("#filter-types input"):
        box.click()
    assert page.texts("#nothing h2") == ["No paper or concept passes the filters"]
    page.one("#nothing button").click()
    assert len(page.drawn()) == 10


def test_an_empty_graph_is_explained(open_graph: OpenGraph) -> None:
    page = open_graph(nx.MultiDiGraph())
    assert page.texts("#nothing h2") == ["This graph is empty"]
    assert page.one("#nothing").is_displayed()


def test_html_20k_shows_a_backbone_and_unfolds(open_graph: OpenGraph) -> None:
    """More than can be drawn: the shared concepts first, the rest when it is asked for."""
    graph = papers(1500)
    for n in range(1500):
        add_concept(graph, f"shared {n % 30}", paper=n)
        add_concept(graph, f"rare {n}", paper=n)
    page = open_graph(graph)
    drawn = page.drawn()
    assert len(drawn) == 800
    assert {f"shared {n}" for n in range(30)} <= drawn
    assert page.texts("#notice")[0].startswith("Showing 800 of 3,030 · 2,230 with less support folded")
    folded = next(n for n in range(1500) if f"rare {n}" not in drawn and f"Paper {n}" not in drawn)
    page.search(f"rare {folded}")
    page.press(Keys.ENTER)
    page.wait_for_heading(f"rare {folded}")
    assert {f"rare {folded}", f"Paper {folded}"} <= page.drawn()


def test_the_list_is_the_map_as_text(page: Page, graph: nx.MultiDiGraph) -> None:
    page.one("#as-list").click()
    assert not page.one("#map").is_displayed()
    assert sorted(page.listed()) == sorted(labels(graph))
    assert page.texts("#list h2") == [
        "Papers 2",
        "Methods 4",
        "Datasets 1",
        "Tasks 1",
        "Metrics 1",
        "Links 1",
    ]
    page.one("#list a[href='#method/vgg']").click()
    page.wait_for_heading("VGG")


# Panels


def test_the_panel_of_a_paper(page: Page) -> None:
    page.open("paper/seed-01")
    page.wait_for_heading("Deep Networks")
    assert page.texts(".abstract") == [TEXT_1]
    assert marks(page, "DeepNet") == ["DeepNet"]
    assert marks(page, "image classification") == ["image classification"]
    assert page.texts("#panel h3") == [
        "Abstract",
        "Introduces",
        "Uses",
        "Compares with",
        "Addresses",
        "Keywords",
    ]
    assert page.texts(".chip bdi") == [
        "DeepNet",
        "residual network",
        "ImageNet",
        "VGG",
        "image classification",
    ]
    (link,) = page.all("#panel a.outward")
    assert link.get_attribute("href") == "https://github.com/example/deepnet"
    assert link.get_attribute("rel") == "noopener noreferrer"


def test_the_panel_of_a_concept(open_graph: OpenGraph) -> None:
    graph = papers(4, **{a.TEXT: "We use alpha nets."})
    for n, year in enumerate((2018, 2020, 2020, None)):
        if year:
            graph.nodes[paper_iri(BASE_IRI, str(n))][a.YEAR] = year
        alpha = add_concept(graph, "alpha", paper=n, surfaces=((7, 12),))
    for n in range(2):
        add_concept(graph, "beta", paper=n)
    gamma = add_concept(graph, "gamma", paper=2)
    graph.nodes[alpha].update({a.BROADER: (gamma,), a.ALIASES: ("A-net", "α")})
    page = open_graph(graph, key="method/alpha")
    page.wait_for_heading("alpha")
    assert page.texts("#panel h3") == [
        "Also named",
        "Broader",
        "Papers per year",
        "Used by 4",
        "Related, by shared papers",
    ]
    assert page.texts(".aliases li") == ["A-net", "α"]
    assert page.texts(".papers li a") == ["Paper 1", "Paper 2", "Paper 0", "Paper 3"]
    assert page.texts(".evidence mark") == ["alpha"] * 4
    assert page.one(".chart").get_attribute("aria-label") == "Papers per year: 2018: 1, 2020: 2"
    assert page.texts(".chart g title") == ["2018: 1", "2019: 0", "2020: 2"]
    assert page.texts("#panel section:last-child .chip") == ["beta2", "gamma1"]


def test_marks_count_code_points(open_graph: OpenGraph) -> None:
    text = "𝔸𝔹 🧪👩‍🔬: we test 𝒳Net and é\u0301 on 深度学习 🎉 data."
    graph = papers(**{a.TEXT: text})
    surfaces = ("𝔸𝔹", "𝒳Net", "深度学习 🎉", "data")
    for surface in surfaces:
        add_concept(graph, surface, surfaces=((text.index(surface), text.index(surface) + len(surface)),))
    page = open_graph(graph, key="paper/0")
    page.wait_for_heading("Paper 0")
    assert page.texts(".abstract") == [text]
    assert [marks(page, surface) for surface in surfaces] == [[surface] for surface in surfaces]


def test_nested_and_crossing_mentions_stay_whole(open_graph: OpenGraph) -> None:
    text = "the deep residual network for image nets works"
    graph = papers(**{a.TEXT: text})
    spans = {
        "deep residual network": (4, 25),
        "residual": (9, 17),
        "network": (18, 25),
        "network for image": (18, 35),
        "image nets": (30, 40),
    }
    for label, (start, end) in spans.items():
        assert text[start:end] == label
        add_concept(graph, label, surfaces=((start, end),))
    page = open_graph(graph, key="paper/0")
    page.wait_for_heading("Paper 0")
    assert page.texts(".abstract") == [text]
    for label in spans:
        assert "".join(marks(page, label)) == label
    assert marks(page, "residual") == ["residual"]
    assert page.texts(".abstract > mark")[0] == "deep residual network"


def test_only_web_addresses_become_links(open_graph: OpenGraph) -> None:
    for url, href in (
        ("https://example.org/a?b=c", "https://example.org/a?b=c"),
        ("example.org/paper", "https://example.org/paper"),
        ("javascript:alert(1)", None),
        ("data:text/html,<script>alert(1)</script>", None),
        ("file:///etc/passwd", None),
    ):
        page = open_graph(papers(**{a.URL: url}), key="paper/0")
        page.wait_for_heading("Paper 0")
        assert [link.get_attribute("href") for link in page.all("#panel .outwards a")] == (
            [href] if href else []
        )
        assert page.texts(".outwards bdi") == [url.removeprefix("https://")]


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_hostile_names_are_text(open_graph: OpenGraph, size: tuple[int, int]) -> None:
    graph = papers(**dict.fromkeys((a.LABEL, a.TITLE, a.TEXT, a.VENUE, a.URL, a.IDENTIFIER), HOSTILE))
    iri = add_concept(graph, HOSTILE, surfaces=((0, len(HOSTILE)),))
    graph.nodes[iri].update({a.ALIASES: (HOSTILE,), a.BROADER: (HOSTILE,)})
    page = open_graph(graph, size=size)
    for key in ("paper/0", iri.removeprefix(BASE_IRI)):
        page.open(key)
        page.wait_for_heading(HOSTILE)
        page.search("script")
        assert HOSTILE in page.texts("#suggestions bdi")[0]
        page.press(Keys.ESCAPE)
        page.one("#as-list").click()
        assert page.all("img") == []
        assert page.all("[onerror], [onfocus]") == []
        assert overflow(page) <= 0


# Address


def test_back_and_forward(page: Page) -> None:
    page.search("vgg")
    page.press(Keys.ENTER)
    page.wait_for_heading("VGG")
    page.one(".papers a").click()
    page.wait_for_heading("Deep Networks")
    page.driver.back()
    page.wait_for_heading("VGG")
    page.driver.back()
    page.wait_for(lambda: page.texts("#panel .heading h2") == [])
    page.driver.forward()
    page.wait_for_heading("VGG")


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        (paper_iri(BASE_IRI, "odd/id 2"), None),
        (concept_iri(BASE_IRI, "Method", "深度学习"), "深度学习"),
        ("https://github.com/example/deepnet", "https://github.com/example/deepnet"),
    ],
)
def test_the_address_restores_what_was_selected(page: Page, iri: str, name: str | None) -> None:
    page.open(quote_fragment(iri.removeprefix(BASE_IRI)))
    page.wait_for(lambda: page.all("#panel .heading h2"))
    if name:
        assert page.texts("#panel .heading h2") == [name]
    selected = page.run("return Graph.nodes.iri[State.state.selected]")
    assert selected == iri
    page.driver.refresh()
    page.wait_for(lambda: page.run("return Graph.nodes.iri[State.state.selected]") == iri)


def quote_fragment(key: str) -> str:
    """`key` as a browser shows it behind #: characters beyond ASCII percent-encoded."""
    return "".join(c if c.isascii() else "".join(f"%{byte:02X}" for byte in c.encode()) for c in key)


def test_an_unknown_address_is_said_to_be_unknown(page: Page) -> None:
    page.open("method/no-such-thing")
    page.wait_for(lambda: page.all("#panel .unknown"))
    assert page.texts("#panel .unknown") == ["This graph holds nothing named method/no-such-thing."]


# Looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("key", ["", "paper/seed-01", "dataset/imagenet"])
def test_nothing_overflows_a_phone(
    open_graph: OpenGraph, graph: nx.MultiDiGraph, scheme: str, key: str
) -> None:
    page = open_graph(graph, key=key, size=PHONE, scheme=scheme)
    assert overflow(page) <= 0
    outside = (
        "return [...document.querySelectorAll('body *')]"
        ".filter((part) => part.checkVisibility() && !part.closest('.unseen'))"
        ".filter((part) => part.getBoundingClientRect().right > innerWidth + 1).map((part) => part.outerHTML)"
    )
    assert page.run(outside) == []
    page.one("#filters summary").click()
    assert page.one("#reset").is_displayed()
    assert page.run(outside) == []


def test_dark_mode_is_dark_and_follows_a_change(open_graph: OpenGraph, graph: nx.MultiDiGraph) -> None:
    page = open_graph(graph, scheme="dark")
    background = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    assert max(page.run(background)) < 60
    page.resize((1280, 800), scheme="light")
    assert min(page.run(background)) > 240


def test_controls_have_names(page: Page) -> None:
    page.open("paper/seed-01")
    unnamed = [
        control.get_attribute("outerHTML")
        for control in page.all("button, input, select, a, [role=listbox], svg.chart")
        if control.is_displayed() and not control.accessible_name
    ]
    assert unnamed == []
