"""The HTML page as a file: what it holds, what it allows itself, and what hostile names do to it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from conftest import TEXT_1, TEXT_2, small_graph

from kg.export.html import PAGE, SCRIPTS, _shapes, dark, write_html
from kg.graph import attributes as a
from kg.graph.layout import lay_out
from kg.vocabulary import BASE_IRI, NODE_TYPES, RELATIONS, concept_iri, node_types, paper_iri

HOSTILE = [
    "</script><img src=x onerror=alert(1)>",  # html-script-breakout
    'name x" onfocus="alert(1)` ',  # html-attr-quote
    "<!--<script>",
    "</style><style>*{display:none}",
    "{{ 7*7 }}{% raw %}",
    "\u2028\u2029\u202e",
]


class Page(HTMLParser):
    """Elements with their attributes and text, as a browser's parser finds them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.open = tag

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open, data))

    def island(self) -> dict[str, Any]:
        texts = [text for tag, text in self.texts if tag == "script" and text.startswith("{")]
        assert len(texts) == 1
        island: dict[str, Any] = json.loads(texts[0])
        return island

    def policy(self) -> dict[str, list[str]]:
        (content,) = [
            attributes["content"]
            for tag, attributes in self.elements
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        assert content is not None
        return {rule.split()[0]: rule.split()[1:] for rule in content.split("; ")}


def written(graph: nx.MultiDiGraph, tmp_path: Path, **options: str) -> str:
    lay_out(graph)
    path = tmp_path / "graph.html"
    write_html(graph, path, **options)
    return path.read_bytes().decode("utf-8")


def named(label: str) -> nx.MultiDiGraph:
    """One paper and one concept that bear `label` wherever a name can stand."""
    graph = nx.MultiDiGraph(**{a.BASE: BASE_IRI})
    paper, concept = paper_iri(BASE_IRI, label), concept_iri(BASE_IRI, "Method", label)
    texts = dict.fromkeys((a.LABEL, a.IDENTIFIER, a.TITLE, a.TEXT, a.VENUE, a.URL), label)
    graph.add_node(paper, **{a.TYPE: "Paper", a.KEYWORDS: (label,)}, **texts)
    graph.add_node(
        concept, **{a.TYPE: "Method", a.LABEL: label, a.ALIASES: (label,), a.BROADER: (), a.PAPERS: 1}
    )
    edge = {a.RELATION: "uses", a.ROLE: "used", a.CONFIDENCE: 0.5, a.WEIGHT: 1, a.MENTIONS: ()}
    graph.add_edge(paper, concept, key="uses", **edge)
    return graph


def test_the_island_holds_the_whole_graph(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    island = Page(written(graph, tmp_path)).island()
    nodes = island["nodes"]
    assert dict(zip(nodes["iri"], [NODE_TYPES[n] for n in nodes["type"]], strict=True)) == {
        iri: data[a.TYPE] for iri, data in graph.nodes(data=True)
    }
    relations = [list(RELATIONS.values())[n] for n in island["edges"]["relation"]]
    ends = [[nodes["iri"][n] for n in island["edges"][end]] for end in ("from", "to")]
    assert set(zip(*ends, relations, strict=True)) == set(graph.edges(keys=True))
    assert len(relations) == graph.number_of_edges()
    assert island["papers"]["text"] == [TEXT_2, TEXT_1]
    assert island["papers"]["year"] == [None, 2020]
    topics = dict(zip(nodes["iri"], nodes["topic"], strict=True))
    assert topics == dict(graph.nodes(data=a.COMMUNITY))
    assert island["topics"]["names"] == list(graph.graph[a.CLUSTERS])


def test_types_of_another_field_have_a_look_of_their_own(
    graph_of_another_field: nx.MultiDiGraph, tmp_path: Path
) -> None:
    html = written(graph_of_another_field, tmp_path)
    island = Page(html).island()
    names = [kind["name"] for kind in island["types"]]
    assert names == [*NODE_TYPES[:-1], "Gene", "KG", "Link"]
    looks = [(a.colors(names)[kind["name"]], kind["shape"]) for kind in island["types"]]
    assert len(set(looks)) == len(names)
    assert f"--Gene:{a.OTHER_COLORS[0]};--KG:{a.OTHER_COLORS[1]};--Link:{a.COLORS['Link']};" in html
    assert '[data-type="Gene"] { --tone: var(--Gene); }' in html
    nodes = island["nodes"]
    kinds = [names[n] for n in nodes["type"]]
    assert dict(zip(nodes["iri"], kinds, strict=True)) == dict(graph_of_another_field.nodes(data=a.TYPE))
    assert len(island["concepts"]["aliases"]) == 10
    assert kinds[2:-1] == sorted(kinds[2:-1], key=names.index)


def test_many_types_differ_in_colour_or_shape() -> None:
    names = node_types(f"T{n:02}" for n in range(32))
    colors, shapes = a.colors(names), _shapes(names)
    assert len({(colors[name], shapes[name]) for name in names}) == len(names)
    assert {shapes["Paper"], shapes["Link"]} & {shapes[name] for name in names[1:-1]} == set()


def test_mentions_are_offsets_into_the_text(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    island = Page(written(graph, tmp_path)).island()
    edges = island["edges"]
    for paper, concept, flat in zip(edges["from"], edges["to"], edges["mentions"], strict=True):
        text = island["papers"]["text"][paper]
        data = graph.get_edge_data(island["nodes"]["iri"][paper], island["nodes"]["iri"][concept])
        surfaces = {m.text for parallel in data.values() for m in parallel[a.MENTIONS]}
        assert {text[start:end] for start, end in zip(flat[::2], flat[1::2], strict=True)} <= surfaces


def test_the_same_bytes_whatever_the_order_and_the_hash_seed(tmp_path: Path) -> None:
    graph = small_graph()
    backwards = nx.MultiDiGraph(**graph.graph)
    backwards.add_nodes_from(reversed(list(graph.nodes(data=True))))
    backwards.add_edges_from(reversed(list(graph.edges(keys=True, data=True))))
    expected = written(graph, tmp_path)
    assert written(backwards, tmp_path) == expected
    script = (
        "import sys; from pathlib import Path; from conftest import small_graph; from kg.graph.layout import lay_out;"
        "from kg.export.html import write_html; g = small_graph(); lay_out(g); write_html(g, Path(sys.argv[1]))"
    )
    tests = Path(__file__).parents[1]
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.html"
        environment = {
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": f"{tests}:{tests.parent}",
            "LC_ALL": "C",
            "HOME": str(tmp_path),
        }
        subprocess.run([sys.executable, "-c", script, str(path)], check=True, env=environment)
        assert path.read_bytes().decode("utf-8") == expected


def test_html_offline(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    page = Page(written(graph, tmp_path))
    loaded = [
        (tag, attributes)
        for tag, attributes in page.elements
        if tag in {"link", "img", "iframe", "object", "embed", "base", "source"}
        or {"src", "href"} & set(attributes)
    ]
    assert loaded == []
    style = "".join(text for tag, text in page.texts if tag == "style")
    assert "url(" not in style
    assert "@import" not in style


def test_the_policy_allows_these_scripts_and_this_style_alone(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    page = Page(written(graph, tmp_path))
    policy = page.policy()
    assert policy["default-src"] == ["'none'"]
    assert "connect-src" not in policy

    def hashes(texts: list[str]) -> list[str]:
        return [f"'sha256-{base64.b64encode(hashlib.sha256(t.encode()).digest()).decode()}'" for t in texts]

    scripts = [text for tag, text in page.texts if tag == "script" and not text.startswith("{")]
    assert len(scripts) == 1 + len(SCRIPTS)
    assert policy["script-src"] == hashes(scripts)
    assert policy["style-src"] == hashes([text for tag, text in page.texts if tag == "style"])


def test_no_element_carries_code(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    page = Page(written(graph, tmp_path))
    attributes = {name for _, found in page.elements for name in found}
    assert not {name for name in attributes if name.startswith("on") or name == "style"}
    for name in SCRIPTS:
        code = re.sub(r"//.*", "", (PAGE / name).read_text(encoding="utf-8"))
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\(", code
        )


@pytest.mark.parametrize("label", HOSTILE)
def test_html_script_breakout_html_attr_quote(label: str, tmp_path: Path) -> None:
    plain, hostile = (
        Page(written(named("plain"), tmp_path)),
        Page(written(named(label), tmp_path, title=label)),
    )
    island = hostile.island()
    assert island["nodes"]["label"] == [label, label]
    assert island["papers"]["text"] == [label]
    assert island["concepts"]["aliases"] == [[label]]
    assert [tag for tag, _ in hostile.elements] == [tag for tag, _ in plain.elements]
    assert [sorted(found) for _, found in hostile.elements] == [sorted(found) for _, found in plain.elements]


def test_control_characters_and_surrogates_keep_offsets(tmp_path: Path) -> None:
    island = Page(written(named("a\x00b\ud800c\x1b[d\ne"), tmp_path)).island()
    assert island["papers"]["text"] == ["a b\ufffdc [d\ne"]


def test_html_charmap(tmp_path: Path) -> None:
    assert "深 − é" in written(named("深 − é"), tmp_path)


def test_html_numpy_json(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    lay_out(graph)
    for data in graph.nodes.values():
        data.update({a.SIZE: np.float32(3.5), a.X: np.float64(1), a.Y: np.int64(2)})
        if a.YEAR in data:
            data[a.YEAR] = np.int32(data[a.YEAR])
    for _, _, data in graph.edges(data=True):
        data[a.CONFIDENCE] = np.float32(0.25)
    path = tmp_path / "graph.html"
    write_html(graph, path)
    island = Page(path.read_text(encoding="utf-8")).island()
    assert set(island["nodes"]["size"]) == {3.5}
    assert set(island["nodes"]["y"]) == {2}
    assert 2020 in island["papers"]["year"]
    assert set(island["edges"]["confidence"]) == {0.25}


def test_html_20k(tmp_path: Path) -> None:
    """20,000 nodes and 60,000 edges, for which pyvis's own quadratic `from_nx` takes minutes."""
    graph = nx.MultiDiGraph(**{a.BASE: BASE_IRI})
    place = {a.X: 0.0, a.Y: 0.0, a.SIZE: 6.0}
    for n in range(5_000):
        texts = dict.fromkeys((a.LABEL, a.IDENTIFIER, a.TITLE, a.TEXT, a.VENUE, a.URL), f"paper {n}")
        graph.add_node(f"{BASE_IRI}paper/{n}", **{a.TYPE: "Paper", a.KEYWORDS: ()}, **texts, **place)
    for n in range(15_000):
        names = {a.LABEL: f"method {n}", a.ALIASES: (), a.BROADER: (), a.PAPERS: 4}
        graph.add_node(f"{BASE_IRI}method/{n}", **{a.TYPE: "Method"}, **names, **place)
    edge = {a.RELATION: "uses", a.ROLE: "used", a.CONFIDENCE: 0.5, a.WEIGHT: 1, a.MENTIONS: ()}
    for n in range(60_000):
        graph.add_edge(
            f"{BASE_IRI}paper/{n % 5_000}", f"{BASE_IRI}method/{n * 7 % 15_000}", key="uses", **edge
        )
    path = tmp_path / "graph.html"
    write_html(graph, path)
    island = Page(path.read_text(encoding="utf-8")).island()
    assert len(island["nodes"]["iri"]) == 20_000
    assert len(island["edges"]["from"]) == graph.number_of_edges()


def test_an_empty_graph_is_a_page(tmp_path: Path) -> None:
    assert Page(written(nx.MultiDiGraph(), tmp_path)).island()["nodes"]["iri"] == []


def test_the_title_is_the_heading(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    page = Page(written(graph, tmp_path, title="NeurIPS & <more>"))
    assert ("title", "NeurIPS & <more>") in page.texts
    assert ("h1", "NeurIPS & <more>") in page.texts


def _contrast(one: str, two: str) -> float:
    """Contrast ratio of two colours `#rrggbb` (WCAG 2.2)."""

    def luminance(color: str) -> float:
        channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_aa_in_both_schemes() -> None:
    css = (PAGE / "page.css").read_text(encoding="utf-8")
    light, night = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in css.split("@media")[:2]
    )
    for scheme, tone in ((light, lambda color: color), (night, dark)):
        for ground in ("ground", "surface", "raised"):
            tones = map(tone, [*a.COLORS.values(), *a.OTHER_COLORS, *a.TOPIC_COLORS])
            for text in [scheme["text"], scheme["muted"], scheme["accent"], *tones]:
                assert _contrast(text, scheme[ground]) >= 4.5, (text, ground)
            assert _contrast(scheme["control"], scheme[ground]) >= 3
