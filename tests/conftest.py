"""Graphs and folders that several tests share."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import settings

import kg.files
from kg.cli.app import main
from kg.graph import attributes as a
from kg.records import Mention
from kg.vocabulary import BASE_IRI, RELATIONS, concept_iri, link_iri, paper_iri

# A busy machine is no failure; the same examples each time make a failure one that can be looked into.
settings.register_profile("kg", deadline=None, derandomize=True)
settings.load_profile("kg")

# Nobody pulls the plug on a test, and a busy disk takes its time; the builds that tests start as programs do wait.
kg.files._keep = lambda path: None

SHARED = Path(__file__).parents[2] / "shared"
EXPORTS = Path(__file__).parents[1] / "exports"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")


def tool(program: str, package: str) -> str:
    """The path of a program that a test drives; without it the test is skipped."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"missing tool: {program} (Debian package {package})")
    return found


TEXT_1 = (
    "We introduce DeepNet, a residual network for image classification. DeepNet beats VGG on ImageNet "
    "in top-1 accuracy. Code: https://github.com/example/deepnet."
)
TEXT_2 = 'We study image classification with <b>Nets</b> & "quotes" on ImageNet \u2013 ε-accuracy, 深度学习.'


def mention(text: str, surface: str) -> Mention:
    """The first occurrence of `surface` in `text`."""
    start = text.index(surface)
    return Mention(start, start + len(surface), surface)


def small_graph() -> nx.MultiDiGraph:
    """Two papers, seven concepts, one link, with names that are hard on file formats."""
    graph = nx.MultiDiGraph(**{a.BASE: BASE_IRI, a.PIPELINE: "test 1", a.SOURCES: (("small.txt", "0" * 64),)})
    papers = [
        ("seed-01", "Deep Networks", TEXT_1, 2020),
        ("odd/id 2", '</script><img src=x onerror=alert(1)> \u0001 "q"', TEXT_2, None),
    ]
    for identifier, title, text, year in papers:
        attributes = {
            a.TYPE: "Paper",
            a.LABEL: title,
            a.IDENTIFIER: identifier,
            a.TITLE: title,
            a.TEXT: text,
            a.VENUE: "Test & Co",
            a.URL: "",
            a.KEYWORDS: ("deep learning",),
        }
        graph.add_node(paper_iri(BASE_IRI, identifier), **attributes, **({a.YEAR: year} if year else {}))
    concepts = [
        ("Method", "DeepNet", ("deep net",), [("seed-01", "introduced", "DeepNet")]),
        ("Method", "residual network", (), [("seed-01", "used", "residual network")]),
        ("Method", "VGG", (), [("seed-01", "compared", "VGG")]),
        ("Method", "深度学习", (), [("odd/id 2", "mentioned", "深度学习")]),
        (
            "Dataset",
            "ImageNet",
            ("ILSVRC",),
            [("seed-01", "used", "ImageNet"), ("odd/id 2", "used", "ImageNet")],
        ),
        (
            "Task",
            "image classification",
            (),
            [
                ("seed-01", "addressed", "image classification"),
                ("odd/id 2", "addressed", "image classification"),
                ("odd/id 2", "mentioned", "image classification"),
            ],
        ),
        ("Metric", 'ε-accuracy "[x]" \\ <b>', (), [("odd/id 2", "used", "ε-accuracy")]),
    ]
    texts = {identifier: text for identifier, _, text, _ in papers}
    for concept_type, label, aliases, edges in concepts:
        iri = concept_iri(BASE_IRI, concept_type, label.casefold())
        graph.add_node(
            iri,
            **{
                a.TYPE: concept_type,
                a.LABEL: label,
                a.ALIASES: aliases,
                a.BROADER: (),
                a.PAPERS: len({paper for paper, _, _ in edges}),
            },
        )
        for paper, role, surface in edges:
            graph.add_edge(
                paper_iri(BASE_IRI, paper),
                iri,
                key=RELATIONS[role],
                **{
                    a.RELATION: RELATIONS[role],
                    a.ROLE: role,
                    a.CONFIDENCE: 0.9,
                    a.WEIGHT: 1,
                    a.MENTIONS: (mention(texts[paper], surface),),
                },
            )
    url = "https://github.com/example/deepnet"
    graph.add_node(link_iri(url), **{a.TYPE: "Link", a.LABEL: url, a.URL: url, a.PAPERS: 1})
    graph.add_edge(
        paper_iri(BASE_IRI, "seed-01"),
        link_iri(url),
        key="hasCode",
        **{
            a.RELATION: "hasCode",
            a.ROLE: "code",
            a.CONFIDENCE: 1.0,
            a.WEIGHT: 1,
            a.MENTIONS: (mention(TEXT_1, url),),
        },
    )
    return graph


@pytest.fixture
def graph() -> nx.MultiDiGraph:
    """The graph of `small_graph`, anew for each test."""
    return small_graph()


def add_concept(graph: nx.MultiDiGraph, concept_type: str, label: str, role: str = "used") -> str:
    """Add a concept of the paper seed-01 to the graph; its IRI."""
    iri = concept_iri(BASE_IRI, concept_type, label)
    named = {a.TYPE: concept_type, a.LABEL: label, a.ALIASES: (), a.BROADER: (), a.PAPERS: 1}
    graph.add_node(iri, **named)
    edge = {a.RELATION: RELATIONS[role], a.ROLE: role, a.CONFIDENCE: 1.0, a.WEIGHT: 1, a.MENTIONS: ()}
    graph.add_edge(paper_iri(BASE_IRI, "seed-01"), iri, key=RELATIONS[role], **edge)
    return iri


@pytest.fixture
def graph_of_another_field(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """The small graph with concepts of two further types, one of which has the name of a prefix in capitals."""
    add_concept(graph, "Gene", "brca1", "introduced")
    add_concept(graph, "Gene", "tp53", "compared")
    add_concept(graph, "KG", "deepnet", "mentioned")
    return graph


Patterns = Sequence[Mapping[str, Any]]


def save_pipeline(folder: Path, patterns: Patterns, *components: str, **meta: Any) -> Path:
    """A saved pipeline of rules: spans of `patterns`, then what `components` make of them."""
    import spacy

    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": "concepts"})
    ruler.add_patterns(list(patterns))  # type: ignore[attr-defined]
    for component in components:
        nlp.add_pipe(component)
    nlp.meta.update({"name": "rules", "version": "1.0.0", **meta})
    nlp.to_disk(folder)
    return folder


@pytest.fixture(scope="session")
def genes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved pipeline that knows a few names of another field."""
    return save_pipeline(
        tmp_path_factory.mktemp("pipelines") / "genes",
        [
            {"label": "Gene", "pattern": "BRCA1", "id": "used"},
            {"label": "Gene", "pattern": "TP53", "id": "compared"},
            {"label": "Gene", "pattern": "HOXZ9", "id": "introduced"},
            {"label": "Chemical", "pattern": "olaparib"},
            {"label": "Method", "pattern": "CRISPR"},
            {"label": "Task", "pattern": [{"LOWER": "tumour"}, {"LOWER": "classification"}]},
        ],
    )


Export = Callable[..., tuple[int, str]]
"""`kg export` on the examples with the arguments given: exit code, standard error."""


@pytest.fixture
def export(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Export:
    """Run `kg export` on the examples."""

    def call(*arguments: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["kg", "export", str(EXPORTS), *map(str, arguments)])
        with pytest.raises(SystemExit) as exit_:
            main()
        return int(exit_.value.code or 0), capsys.readouterr().err

    return call
