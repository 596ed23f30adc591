"""The graph as tables, in CSV or Parquet: papers, concepts, links, assertions and mentions.

docs/tables.md has their columns, and how pandas, DuckDB and Neo4j read them. Ids are the IRIs of the RDF. Rows come
in the order of the RDF, so equal graphs give equal bytes; they are written as they come, so that memory does not
grow with them.

CSV is RFC 4180's, in UTF-8 with LF: texts stand in quotes, what is not known is empty, and the members of a list
are joined by " | ". A text that a spreadsheet would take for a formula gets an apostrophe before it
(https://owasp.org/www-community/attacks/CSV_Injection), as does one that begins with an apostrophe itself, so that
one can be taken away again. Parquet (https://parquet.apache.org/docs/file-format/) has types, lists and nulls.
Control characters are left out; in abstracts and mentions, whose offsets count, a space takes their place.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InputError
from kg.export.columns import SEPARATOR
from kg.export.terms import assertion_iri, node_iri, text, texts
from kg.graph import attributes as a
from kg.vocabulary import BASE_IRI, LINK, PAPER, RELATIONS, concept_types

if TYPE_CHECKING:
    import networkx as nx

FORMATS = ("csv", "parquet")
BATCH = 5000
"""Rows of a table that are held at once."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")
"""What a text begins with that a spreadsheet would calculate; full-width signs count in some languages."""
_ORDER = {relation: place for place, relation in enumerate(RELATIONS.values())}

Cell = str | int | float | list[str] | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its columns with their types (string, int, double or list), and its rows in a graph."""

    columns: Mapping[str, str]
    rows: Callable[[nx.MultiDiGraph], Iterator[Row]]


def write_tables(graph: nx.MultiDiGraph, folder: Path, *, format: str = "csv") -> None:
    """Write a file a table of `graph` (see `kg.graph.attributes`) into `folder`, in a format of `FORMATS`.

    Raises `InputError` for an unknown format, and for Parquet without pyarrow (the extra `tables`).
    """
    if format not in FORMATS:
        raise InputError(f"unknown format of tables {format!r}: use one of {', '.join(FORMATS)}")
    write = _write_csv if format == "csv" else _write_parquet
    for name, table in TABLES.items():
        write(folder / f"{name}.{format}", table, graph)


def _write_csv(file: Path, table: Table, graph: nx.MultiDiGraph) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        # All texts in quotes: a bare CR in one would end the row for some readers.
        writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow(table.columns)
        writer.writerows(map(_as_text, table.rows(graph)))


def _as_text(row: Row) -> list[str | int | float | None]:
    cells = (SEPARATOR.join(cell) if isinstance(cell, list) else cell for cell in row)
    return [_harmless(cell) if isinstance(cell, str) else cell for cell in cells]


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _write_parquet(file: Path, table: Table, graph: nx.MultiDiGraph) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise InputError(
            f"Parquet needs more than kg itself: pip install 'paperkg[tables]' ({error})"
        ) from error
    types = {"string": pa.string(), "int": pa.int64(), "double": pa.float64(), "list": pa.list_(pa.string())}
    schema = pa.schema([(name, types[kind]) for name, kind in table.columns.items()])
    rows = table.rows(graph)
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(rows, BATCH)):
            arrays = [pa.array(column, field.type) for column, field in zip(zip(*batch), schema)]  # noqa: B905
            writer.write_batch(pa.record_batch(arrays, schema=schema))


def _base(graph: nx.MultiDiGraph) -> str:
    return str(graph.graph.get(a.BASE, BASE_IRI))


def _nodes(graph: nx.MultiDiGraph, *kinds: str) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """The nodes of these types in the order of the RDF: key in the graph, IRI, and attributes."""
    for kind in kinds:
        for node in sorted(node for node, found in graph.nodes(data=a.TYPE) if found == kind):
            yield node, node_iri(node, _base(graph)).value, graph.nodes[node]


def _known(value: str, *, keep_offsets: bool = False) -> str | None:
    """A text without control characters; None for an empty one."""
    return text(value, keep_offsets=keep_offsets).value or None


def _list(values: Iterable[str]) -> list[str]:
    return [literal.value for literal in texts(values)]


def _papers(graph: nx.MultiDiGraph) -> Iterator[Row]:
    for _, iri, data in _nodes(graph, PAPER):
        title = data.get(a.TITLE) or data[a.LABEL]  # as in the RDF
        identifier, label, title = map(_known, (data[a.IDENTIFIER], data[a.LABEL], title))
        venue, doi, url = (_known(data.get(key, "")) for key in (a.VENUE, a.DOI, a.URL))
        authors = [name for name in map(_known, data.get(a.AUTHORS, ())) if name]  # whose order counts
        keywords = _list(data.get(a.KEYWORDS, ()))
        abstract = _known(data.get(a.TEXT, ""), keep_offsets=True)
        yield iri, identifier, label, title, data.get(a.YEAR), venue, doi, url, authors, keywords, abstract


def _concepts(graph: nx.MultiDiGraph) -> Iterator[Row]:
    for _, iri, data in _nodes(graph, *concept_types(kind for _, kind in graph.nodes(data=a.TYPE))):
        aliases = [alias for alias in _list(data.get(a.ALIASES, ())) if alias != _known(data[a.LABEL])]
        broader, related = (
            [node_iri(node, _base(graph)).value for node in sorted(set(data.get(key, ()))) if node in graph]
            for key in (a.BROADER, a.RELATED)
        )
        named = (iri, data[a.TYPE], _known(data[a.LABEL]), aliases)
        yield *named, broader, related, int(data.get(a.AMBIGUOUS, False)), data.get(a.PAPERS)


def _links(graph: nx.MultiDiGraph) -> Iterator[Row]:
    for _, iri, data in _nodes(graph, LINK):
        yield iri, _known(data[a.LABEL]), data.get(a.PAPERS)


def _edges(graph: nx.MultiDiGraph) -> Iterator[tuple[str, str, str, Mapping[str, Any]]]:
    """Each edge in the order of the RDF: IRIs of its assertion and its paper, its target and its attributes."""
    base = _base(graph)
    for node, paper, _ in _nodes(graph, PAPER):
        out = ((data[a.RELATION], target, data) for _, target, data in graph.out_edges(node, data=True))
        for relation, target, data in sorted(out, key=lambda edge: (_ORDER[edge[0]], edge[1])):
            yield assertion_iri(node, relation, target, base).value, paper, target, data


def _assertions(graph: nx.MultiDiGraph) -> Iterator[Row]:
    for iri, paper, target, data in _edges(graph):
        kind = graph.nodes[target][a.TYPE]
        ends = (paper, data[a.RELATION], node_iri(target, _base(graph)).value, kind)
        yield iri, *ends, data[a.ROLE], float(data[a.CONFIDENCE]), int(data[a.WEIGHT])


def _mentions(graph: nx.MultiDiGraph) -> Iterator[Row]:
    for iri, paper, target, data in _edges(graph):
        found = {(mention.start, mention.end): mention.text for mention in data[a.MENTIONS]}
        for (start, end), exact in sorted(found.items()):
            named = (iri, paper, node_iri(target, _base(graph)).value)
            yield *named, start, end, _known(exact, keep_offsets=True)


TABLES: dict[str, Table] = {
    "papers": Table(
        {
            **dict.fromkeys(("id", "identifier", "label", "title"), "string"),
            "year": "int",
            **dict.fromkeys(("venue", "doi", "url"), "string"),
            **dict.fromkeys(("authors", "keywords"), "list"),
            "abstract": "string",
        },
        _papers,
    ),
    "concepts": Table(
        {
            **dict.fromkeys(("id", "type", "label"), "string"),
            **dict.fromkeys(("aliases", "broader", "related"), "list"),
            **dict.fromkeys(("ambiguous", "papers"), "int"),
        },
        _concepts,
    ),
    "links": Table({"id": "string", "label": "string", "papers": "int"}, _links),
    "assertions": Table(
        {
            **dict.fromkeys(("id", "paper", "relation", "target", "target_type", "role"), "string"),
            "confidence": "double",
            "weight": "int",
        },
        _assertions,
    ),
    "mentions": Table(
        {
            **dict.fromkeys(("assertion", "paper", "target"), "string"),
            **dict.fromkeys(("start", "end"), "int"),
            "text": "string",
        },
        _mentions,
    ),
}
"""Name of a table, and of its file -> the table."""
