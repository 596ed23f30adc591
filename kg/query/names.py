"""Why a query with parameters found nothing: a name that the graph does not have, with those it has near it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Any, cast

import pyoxigraph as ox

from kg.query.syntax import bound_texts
from kg.vocabulary import PREFIXES

MOST = 3
"""So many near names are shown."""

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
            near = _near(value, (name for found, name in named if kind in (found, "paper", "concept")))
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


def _near(value: str, names: Iterable[str]) -> list[str]:
    """The names most like `value`: alike letter by letter, else the shortest of which it is a part."""
    wanted = value.lower()
    spelled: dict[str, str] = {}
    for name in sorted(names):
        spelled.setdefault(name.lower(), name)
    near = difflib.get_close_matches(wanted, spelled, n=MOST, cutoff=0.7)
    near += sorted(
        (name for name in spelled if wanted in name and name not in near), key=lambda n: (len(n), n)
    )
    return [spelled[name] for name in near[:MOST]]
