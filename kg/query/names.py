"""Why a query with parameters found nothing: a name that the graph does not have, with those it has near it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

import pyoxigraph as ox

from kg.query.syntax import bound_texts
from kg.text.near import near_names
from kg.vocabulary import PREFIXES

_NAMES = {
    "paper": """SELECT ?type ?name {
        BIND("paper" AS ?type) ?node a kg:Paper ; dcterms:title|dcterms:identifier ?name }""",
    "concept": """SELECT ?class ?name {
        ?class rdfs:subClassOf kg:Concept . ?node a ?class ; skos:prefLabel|skos:altLabel ?name }""",
}
_TYPES = "SELECT ?class { ?class rdfs:subClassOf kg:Concept }"


def unknown_name(store: ox.Store, query: str) -> str | None:
    """What is wrong with the names that `query` asks for, in a sentence; None where the graph has them all.

    Looked at are the texts of the parameters (see `kg.query.syntax`) that are called `paper`, `concept`, or like a
    concept type. As in the named questions, case does not matter, and an empty text stands for all.
    """
    types = {_local(row[0]) for row in _rows(store, _TYPES)}
    for parameter, value in bound_texts(query):
        kind = parameter.lower()
        if not value or kind not in {"paper", "concept", *types}:
            continue
        named = list(_names(store, "paper" if kind == "paper" else "concept"))
        same = {found for found, name in named if name.lower() == value.lower()}
        if not same:
            near = near_names(value, (name for found, name in named if kind in (found, "paper", "concept")))
            hint = f"; near it: {', '.join(map(repr, near))}" if near else ""
            return f"there is no {kind} called {value!r}{hint} (--param {parameter}=NAME)"
        if kind not in ("paper", "concept", *same):
            return f"{value!r} is no {kind}, but a {' and a '.join(sorted(same))}"
    return None


def _names(store: ox.Store, kind: str) -> Iterator[tuple[str, str]]:
    """The type (in small letters) and the name of whatever a parameter of this kind may name."""
    return ((_local(type_), name.value) for type_, name in _rows(store, _NAMES[kind]))


def _rows(store: ox.Store, query: str) -> Iterable[Any]:
    return cast("ox.QuerySolutions", store.query(query, prefixes=PREFIXES, use_default_graph_as_union=True))


def _local(term: object) -> str:
    value = str(getattr(term, "value", term))
    return value[max(value.rfind("#"), value.rfind("/")) + 1 :].lower()
