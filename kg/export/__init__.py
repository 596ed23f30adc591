"""One graph in, files out: one writer a format, all with the same ids, counts and labels."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import networkx as nx

from kg.errors import InputError
from kg.graph import attributes as a

_RDF = ("kg.export.rdf", "write_rdf")
WRITERS: dict[str, tuple[str, str, str]] = {
    "turtle": (".ttl", *_RDF),
    "ntriples": (".nt", *_RDF),
    "jsonld": (".jsonld", *_RDF),
    "rdfxml": (".rdf", *_RDF),
    "trig": (".trig", *_RDF),
    "graphml": (".graphml", "kg.export.graphml", "write_graphml"),
    "gexf": (".gexf", "kg.export.gexf", "write_gexf"),
    "html": (".html", "kg.export.html", "write_html"),
}
"""Format -> the ending of its files, and the module and function that write it (loaded when first used)."""


def format_of(path: Path, name: str | None = None) -> str:
    """The format called `name`, or else the one that the ending of `path` stands for.

    Raises InputError when neither is known.
    """
    if name is None:
        name = next((known for known, (ending, *_) in WRITERS.items() if ending == path.suffix.lower()), None)
    if name not in WRITERS:
        what = f"unknown format {name!r}" if name else f"{path}: no format has the ending {path.suffix!r}"
        raise InputError(f"{what}; known formats: {', '.join(WRITERS)}")
    return name


def write(graph: nx.MultiDiGraph, path: Path, format_name: str, *, evidence: bool = True) -> None:
    """Write a graph to `path`; `evidence` says whether RDF has assertions with mentions.

    The formats that draw lay the graph out first, where that is not done.
    """
    _, module, function = WRITERS[format_name]
    if module != _RDF[0] and a.CLUSTERS not in graph.graph:
        from kg.graph.layout import lay_out

        lay_out(graph)
    options: dict[str, Any] = {"format": format_name, "evidence": evidence} if module == _RDF[0] else {}
    getattr(import_module(module), function)(graph, path, **options)
