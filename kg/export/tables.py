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
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.export.columns import SEPARATOR
from kg.export.terms import assertion_iri, node_iri, text, texts
from kg.graph import attributes as a
from kg.graph.rows import Edge, Rows, as_rows
from kg.vocabulary import concept_types

if TYPE_CHECKING:
    import networkx as nx

FORMATS = ("csv", "parquet")
BATCH = 5000
"""Rows of a table that are held at once."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")
"""What a text begins with that a spreadsheet would calculate; full-width signs count in some languages."""

Cell = str | int | float | list[str] | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its columns with their types (string, int, double or list), and its rows in a graph."""

    columns: Mapping[str, str]
    rows: Callable[[Rows], Iterator[Row]]


def write_tables(graph: nx.MultiDiGraph | Rows, folder: Path, *, format: str = "csv") -> None:
    """Write a file a table of `graph` (see `kg.graph.attributes`) into `folder`, in a format of `FORMATS`.

    Raises `InputError` for an unknown format, and for Parquet without pyarrow (the extra `tables`).
    """
    if format not in FORMATS:
        raise InputError(f"unknown format of tables {format!r}: use one of {', '.join(FORMATS)}")
    write = _write_csv if format == "csv" else write_parquet
    rows = as_rows(graph)
    for name, table in TABLES.items():
        write(folder / f"{name}.{format}", table, rows)


def _write_csv(file: Path, table: Table, graph: Rows) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        # All texts in quotes: a bare CR in one would end the row for some readers.
        writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow(table.columns)
        writer.writerows(map(_as_text, table.rows(graph)))


def _as_text(row: Row) -> list[str | int | float | None]:
    cells = (SEPARATOR.join(cell) if isinstance(cell, list) else cell for cell in row)
    return [harmless(cell) if isinstance(cell, str) else cell for cell in cells]


def harmless(cell: str) -> str:
    """A cell that no spreadsheet calculates: an apostrophe stands before what would be a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def write_parquet(file: Path, table: Table, graph: Rows) -> None:
    """Write a table of `graph` as one file; raises `InputError` without pyarrow (the extra `tables`)."""
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


def _known(value: str, *, keep_offsets: bool = False) -> str | None:
    """A text without control characters; None for an empty one."""
    return text(value, keep_offsets=keep_offsets).value or None


def _list(values: Iterable[str]) -> list[str]:
    return [literal.value for literal in texts(values)]


def _papers(graph: Rows) -> Iterator[Row]:
    for node, data, _ in graph.papers():
        title = data.get(a.TITLE) or data[a.LABEL]  # as in the RDF
        identifier, label, title = map(_known, (data[a.IDENTIFIER], data[a.LABEL], title))
        venue, doi, url = (_known(data.get(key, "")) for key in (a.VENUE, a.DOI, a.URL))
        authors = [name for name in map(_known, data.get(a.AUTHORS, ())) if name]  # whose order counts
        keywords = _list(data.get(a.KEYWORDS, ()))
        abstract = _known(data.get(a.TEXT, ""), keep_offsets=True)
        iri = node_iri(node, graph.base).value
        yield iri, identifier, label, title, data.get(a.YEAR), venue, doi, url, authors, keywords, abstract


def _concepts(graph: Rows) -> Iterator[Row]:
    for node, data in chain.from_iterable(map(graph.concepts, concept_types(graph.counts))):
        aliases = [alias for alias in _list(data.get(a.ALIASES, ())) if alias != _known(data[a.LABEL])]
        broader, related = (
            [node_iri(other, graph.base).value for other in sorted(set(data.get(key, ())))]
            for key in (a.BROADER, a.RELATED)
        )
        named = (node_iri(node, graph.base).value, data[a.TYPE], _known(data[a.LABEL]), aliases)
        yield *named, broader, related, int(data.get(a.AMBIGUOUS, False)), data.get(a.PAPERS)


def _links(graph: Rows) -> Iterator[Row]:
    for node, data in graph.links():
        yield node_iri(node, graph.base).value, _known(data[a.LABEL]), data.get(a.PAPERS)


def _edges(graph: Rows) -> Iterator[tuple[str, str, Edge]]:
    """Each edge in the order of the RDF, with the IRIs of its assertion and its paper."""
    for node, _, edges in graph.papers():
        paper = node_iri(node, graph.base).value
        for edge in edges:
            yield assertion_iri(node, edge.data[a.RELATION], edge.target, graph.base).value, paper, edge


def _assertions(graph: Rows) -> Iterator[Row]:
    for iri, paper, (target, kind, data) in _edges(graph):
        ends = (paper, data[a.RELATION], node_iri(target, graph.base).value, kind)
        yield iri, *ends, data[a.ROLE], float(data[a.CONFIDENCE]), int(data[a.WEIGHT])


def _mentions(graph: Rows) -> Iterator[Row]:
    for iri, paper, (target, _, data) in _edges(graph):
        found = {(mention.start, mention.end): mention.text for mention in data[a.MENTIONS]}
        for (start, end), exact in sorted(found.items()):
            named = (iri, paper, node_iri(target, graph.base).value)
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
PARTED = {"papers", "assertions", "mentions"}
"""The tables that grow with the papers."""
