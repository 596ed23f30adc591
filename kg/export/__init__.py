"""One graph in, files out: one writer a format, all with the same ids, counts and labels."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import networkx as nx

from kg.errors import InputError
from kg.graph import attributes as a
from kg.graph.rows import Rows, as_rows

_RDF = ("kg.export.rdf", "write_rdf")
_TABLES = ("kg.export.tables", "write_tables")
WRITERS: dict[str, tuple[str | None, str, str]] = {
    "turtle": (".ttl", *_RDF),
    "ntriples": (".nt", *_RDF),
    "jsonld": (".jsonld", *_RDF),
    "rdfxml": (".rdf", *_RDF),
    "trig": (".trig", *_RDF),
    "graphml": (".graphml", "kg.export.graphml", "write_graphml"),
    "gexf": (".gexf", "kg.export.gexf", "write_gexf"),
    "html": (".html", "kg.export.html", "write_html"),
    "csv": (None, *_TABLES),
    "parquet": (None, *_TABLES),
}
"""Format -> the ending of its file, and the module and function that write it (loaded when first used).

Without an ending it is a folder of files.
"""
FOLDER_FORMATS = tuple(name for name, (ending, *_) in WRITERS.items() if ending is None)


def format_of(path: Path, name: str | None = None) -> str:
    """The format called `name`, or else the one that the ending of `path` stands for.

    Raises InputError when neither is known.
    """
    if name is None:
        name = next((known for known, (ending, *_) in WRITERS.items() if ending == path.suffix.lower()), None)
    if name not in WRITERS:
        if name is None and path.suffix.lower().removeprefix(".") in FOLDER_FORMATS:
            raise InputError(
                f"{path}: tables are a folder of files; name it, with --format {path.suffix[1:].lower()}"
            )
        what = f"unknown format {name!r}" if name else f"{path}: no format has the ending {path.suffix!r}"
        raise InputError(f"{what}; known formats: {', '.join(WRITERS)}")
    return name


def check_parts(format_name: str, folder: Path) -> None:
    """Raise InputError unless a graph can be written in files of so many papers, and none are in `folder` yet."""
    from kg.export.partitions import FORMATS

    if format_name not in FORMATS:
        raise InputError(f"{format_name} is written as a whole; in parts come {' and '.join(FORMATS)}")
    if next(folder.glob(f"papers-*{FORMATS[format_name]}"), None):
        raise InputError(f"{folder}: has the parts of another export, which would stay; name another folder")


def write(
    graph: nx.MultiDiGraph | Rows,
    path: Path,
    format_name: str,
    *,
    evidence: bool = True,
    part_size: int | None = None,
) -> None:
    """Write a graph to `path`, a folder for `FOLDER_FORMATS`; `evidence` says whether RDF has assertions with mentions.

    With a `part_size`, `path` is a folder too, for files of so many papers (see `check_parts`).

    The formats that draw lay the graph out first, where that is not done, and draw the core of a large one.
    """
    if part_size is not None:
        from kg.export.partitions import write_parts

        write_parts(as_rows(graph), path, format=format_name, size=part_size, evidence=evidence)
        return
    _, module, function = WRITERS[format_name]
    options: dict[str, Any] = {}
    if module in (_RDF[0], _TABLES[0]):
        options["format"] = format_name
    else:
        graph = laid_out(graph)
    if module == _RDF[0]:
        options["evidence"] = evidence
    getattr(import_module(module), function)(graph, path, **options)


def laid_out(graph: nx.MultiDiGraph | Rows) -> nx.MultiDiGraph:
    """What is drawn of a graph, with its layout."""
    from kg.graph.core import drawn
    from kg.graph.layout import lay_out

    if isinstance(graph, Rows):
        graph = drawn(graph)
    if a.CLUSTERS not in graph.graph:
        lay_out(graph)
    return graph
