"""A name that the graph does not have gets an answer that names near ones, never an empty table alone."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest

from kg.export.rdf import write_rdf
from kg.query import load, question, run, unknown_name
from kg.query.syntax import bind, bound_texts


@pytest.fixture
def store(graph_of_another_field: nx.MultiDiGraph, tmp_path: Path) -> ox.Store:
    write_rdf(graph_of_another_field, tmp_path / "graph.trig", format="trig")
    return load(tmp_path / "graph.trig")


@pytest.mark.parametrize(
    ("name", "parameter", "value", "answer"),
    [
        (
            "methods-for-task",
            "task",
            "Image-Clasification",
            "there is no task called 'Image-Clasification'; near it: 'image classification' (--param task=NAME)",
        ),
        ("methods-for-task", "task", "imagenet", "'imagenet' is no task, but a dataset"),
        ("methods-for-task", "task", "IMAGE classification", None),
        ("compared-with", "method", "residual", "near it: 'residual network'"),
        ("compared-with", "method", "brca1", "'brca1' is no method, but a gene"),
        ("compared-with", "method", "zzz", "there is no method called 'zzz' (--param"),
        ("papers-of-concept", "concept", "ILSVRC", None),
        ("papers-of-concept", "concept", "tp54", "near it: 'tp53'"),
        ("similar-papers", "paper", "seed-01", None),
        ("similar-papers", "paper", "deep network", "near it: 'Deep Networks'"),
        ("links-of-paper", "paper", "", None),
        ("similar-papers", "paper", '" } }', "there is no paper called '\" } }'"),
    ],
)
def test_names_of_parameters(
    store: ox.Store, name: str, parameter: str, value: str, answer: str | None
) -> None:
    found = unknown_name(store, bind(question(name).query, {parameter: value}))
    assert (found is None) if answer is None else (found is not None and answer in found), found


def test_a_type_of_another_field_is_a_kind_of_its_own(store: ox.Store) -> None:
    query = 'SELECT * { VALUES ?gene { "brca2" } ?g skos:prefLabel ?gene }'
    assert (
        unknown_name(store, query) == "there is no gene called 'brca2'; near it: 'brca1' (--param gene=NAME)"
    )


def test_a_default_that_the_graph_lacks_is_named_too(store: ox.Store) -> None:
    assert "no paper called 'Attention Is All You Need'" in str(
        unknown_name(store, question("similar-papers").query)
    )


def test_other_parameters_may_hold_anything(store: ox.Store) -> None:
    assert unknown_name(store, 'SELECT * { VALUES ?colour { "red" } VALUES ?task { 5 } }') is None


def test_texts_of_parameters_are_read_as_sparql_spells_them() -> None:
    query = r"""SELECT * { VALUES ?a { "x\"\u0041" } VALUES ?b { '''y'z''' } VALUES ?c { 5 } VALUES ?d { <x:y> } }"""
    assert bound_texts(query) == [("a", 'x"A'), ("b", "y'z")]


@pytest.mark.parametrize(
    ("query", "empty"),
    [
        ("SELECT * { ?a <x:none> ?b }", True),
        ("SELECT ?a { ?a a kg:Paper }", False),
        ("SELECT (COUNT(*) AS ?n) { ?a <x:none> ?b }", False),
        ("ASK { ?a <x:none> ?b }", False),
        ("CONSTRUCT WHERE { ?a <x:none> ?b }", True),
        ("CONSTRUCT WHERE { ?a a kg:Paper }", False),
    ],
)
def test_an_empty_answer_knows_itself(store: ox.Store, query: str, empty: bool) -> None:
    assert run(store, query).is_empty is empty
