"""Every named question: what it says of itself, and what it answers, by two engines."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib

from kg.errors import InputError
from kg.export.rdf import write_rdf
from kg.graph import attributes as a
from kg.query import Result, load, question, questions, run
from kg.query.syntax import bind
from kg.vocabulary import BASE_IRI, paper_iri

ODD = '</script><img src=x onerror=alert(1)>  "q"'
NAMES = [found.name for found in questions()]


@pytest.fixture
def folder(graph: nx.MultiDiGraph, tmp_path: Path) -> Path:
    """The small graph with what questions ask for besides: data, broader concepts, a second method and task."""
    seed, odd = paper_iri(BASE_IRI, "seed-01"), paper_iri(BASE_IRI, "odd/id 2")
    method = f"{BASE_IRI}method/"
    graph.nodes[f"{method}deepnet"][a.BROADER] = (f"{method}residual-network",)
    fine = f"{BASE_IRI}task/fine-grained-classification"
    graph.add_node(
        fine, **{a.TYPE: "Task", a.LABEL: "fine-grained classification", a.ALIASES: (), a.PAPERS: 1}
    )
    graph.nodes[fine][a.BROADER] = (f"{BASE_IRI}task/image-classification",)
    data = "https://data.example/set"
    graph.add_node(data, **{a.TYPE: "Link", a.LABEL: data, a.URL: data, a.PAPERS: 1})
    bench = f"{BASE_IRI}dataset/tinybench"
    graph.add_node(
        bench, **{a.TYPE: "Dataset", a.LABEL: "TinyBench", a.ALIASES: (), a.BROADER: (), a.PAPERS: 1}
    )
    for paper, target, relation, role, confidence in (
        (odd, fine, "addresses", "addressed", 0.9),
        (odd, f"{method}residual-network", "uses", "used", 0.3),
        (odd, f"{method}vgg", "uses", "used", 0.45),
        (odd, f"{method}深度学习", "introduces", "introduced", 0.9),
        (odd, bench, "introduces", "introduced", 0.9),
        (odd, data, "hasData", "data", 1.0),
        (seed, fine, "addresses", "addressed", 0.9),
        (seed, f"{method}vgg", "uses", "used", 0.9),
    ):
        edge = {a.RELATION: relation, a.ROLE: role, a.CONFIDENCE: confidence, a.WEIGHT: 1, a.MENTIONS: ()}
        graph.add_edge(paper, target, key=relation, **edge)
    write_rdf(graph, tmp_path / "graph.ttl")
    return tmp_path


def cells(result: Result) -> list[tuple[str, ...]]:
    solutions = ox.parse_query_results(result.content, format=ox.QueryResultsFormat.TSV)
    names = [variable.value for variable in solutions.variables]
    kept = [place for place, name in enumerate(names) if name not in ("iri", "paper", "other_iri")]
    return [tuple(row[i].value if row[i] is not None else "" for i in kept) for row in solutions]


ANSWERS: dict[str, tuple[dict[str, str], list[tuple[str, ...]]]] = {
    "compared-with": ({"method": "vgg"}, [("DeepNet", "Deep Networks")]),
    "concepts-of-paper": (
        {"paper": "deep networks"},
        [
            ("Deep Networks", "addresses", "fine-grained classification"),
            ("Deep Networks", "addresses", "image classification"),
            ("Deep Networks", "compares with", "VGG"),
            ("Deep Networks", "introduces", "DeepNet"),
            ("Deep Networks", "uses", "ImageNet"),
            ("Deep Networks", "uses", "VGG"),
            ("Deep Networks", "uses", "residual network"),
        ],
    ),
    "datasets-by-papers": ({"minimum": "2"}, [("ImageNet", "2")]),
    "datasets-for-task": ({"task": "IMAGE classification"}, [("ImageNet", "2"), ("TinyBench", "1")]),
    "least-certain": ({"below": "0.4"}, [("0.3", ODD, "used", "residual network")]),
    "links-of-paper": (
        {},
        [
            (ODD, "data", "https://data.example/set"),
            ("Deep Networks", "code", "https://github.com/example/deepnet"),
        ],
    ),
    "methods-for-task": (
        {"task": "fine-grained classification"},
        [("VGG", "2"), ("residual network", "2"), ("DeepNet", "1"), ("深度学习", "1")],
    ),
    "metrics-for-dataset": ({"dataset": "ilsvrc"}, [('ε-accuracy "[x]" \\ <b>', "1")]),
    "most-compared-methods": ({}, [("VGG", "1")]),
    "most-used-methods": ({"minimum": "2"}, [("VGG", "2"), ("residual network", "2")]),
    "names-of-concept": (
        {"concept": "deepnet"},
        [
            ("method", "preferred name", "DeepNet"),
            ("method", "other name", "deep net"),
            ("method", "broader", "residual network"),
        ],
    ),
    "new-datasets": ({}, [("TinyBench", ODD, "https://data.example/set")]),
    "new-methods-with-code": ({}, [("DeepNet", "Deep Networks", "https://github.com/example/deepnet")]),
    "papers-of-concept": (
        {"concept": "VGG"},
        [
            (
                "Deep Networks",
                "compared",
                "0.9",
                " a residual network for image classification. DeepNet beats VGG on ImageNet in top-1 accuracy. Code: "
                "https://github.com/exa",
            )
        ],
    ),
    "papers-without-code": ({}, [(ODD, "深度学习")]),
    "similar-papers": ({"paper": "seed-01"}, [(ODD, "5", paper_iri(BASE_IRI, "odd/id 2"))]),
    "tasks-sharing-methods": ({}, [("fine-grained classification", "image classification", "2")]),
    "years-of-concept": ({"concept": "imagenet"}, [("2020", "1")]),
}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "about-concept"])
def test_answers(folder: Path, name: str) -> None:
    parameters, wanted = ANSWERS[name]
    assert cells(run(load(folder), question(name).query, parameters=parameters)) == wanted


def test_about_concept_gives_its_triples(folder: Path) -> None:
    result = run(load(folder), question("about-concept").query, parameters={"concept": "ilsvrc"})
    graph = rdflib.Graph().parse(data=result.content, format="nt")
    node = rdflib.URIRef(f"{BASE_IRI}dataset/imagenet")
    assert graph.value(node, rdflib.SKOS.prefLabel) == rdflib.Literal("ImageNet")
    assert len(list(graph.subjects(rdflib.RDF.object, node))) == 2
    assert result.kind == "graph"


@pytest.mark.parametrize("name", NAMES)
def test_rdflib_answers_the_same_text_alike(folder: Path, name: str) -> None:
    parameters = ANSWERS.get(name, ({"concept": "ilsvrc"}, []))[0]
    query = bind(question(name).query, parameters)
    ours = run(load(folder), query)
    theirs = rdflib.Graph().parse(folder / "graph.ttl").query(query)
    if ours.kind == "graph":
        assert set(theirs.graph) == set(rdflib.Graph().parse(data=ours.content, format="nt"))
        return
    solutions = ox.parse_query_results(ours.content, format=ox.QueryResultsFormat.TSV)
    assert Counter(tuple(t.value if t else "" for t in row) for row in solutions) == Counter(
        tuple(str(t) if t is not None else "" for t in row) for row in theirs
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_question_answers_with_its_defaults(folder: Path, name: str) -> None:
    run(load(folder), question(name).query)


@pytest.mark.parametrize("found", questions(), ids=NAMES)
def test_comments_agree_with_the_query(found) -> None:
    assert re.fullmatch(r"[A-Z][^\n]{10,}[^.\s]", found.description)
    slots = re.findall(r'^  *VALUES \?(\w+) \{ (?:"(.*)"|([\d.]+)) \}$', found.query, re.MULTILINE)
    assert {(name, text or number) for name, text, number in slots} == {
        (parameter.name, parameter.default) for parameter in found.parameters
    }
    assert all(parameter.description for parameter in found.parameters)
    comments = [line for line in found.query.splitlines() if line.startswith("#")]
    assert len(comments) == 1 + len(found.parameters)


@pytest.mark.parametrize("found", questions(), ids=NAMES)
def test_rows_have_a_total_order(found) -> None:
    assert "CONSTRUCT" in found.query or "\nORDER BY " in found.query


def test_there_are_enough_of_them_and_sorted() -> None:
    assert len(NAMES) >= 14
    assert sorted(NAMES) == NAMES


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("method-for-task", "did you mean methods-for-task"),
        ("datasets", "did you mean new-datasets, datasets-for-task, datasets-by-papers"),
        ("zzz", "see kg query --list"),
        ("../shapes", "see kg query --list"),
    ],
)
def test_unknown_question_names_near_ones(name: str, hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        question(name)
