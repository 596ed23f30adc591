"""Answers as text: an aligned table, SPARQL results in CSV, TSV or JSON, or Turtle."""

from __future__ import annotations

import re
from typing import cast

import pyoxigraph as ox
from rich.cells import cell_len

from kg.errors import InputError
from kg.export.tables import harmless
from kg.query.run import Result
from kg.vocabulary import BASE_IRI, CONCEPT_TYPES, PREFIXES, is_concept_type, type_segment

FORMATS = ("table", "csv", "tsv", "json", "ttl")

_RESULTS = {
    "csv": ox.QueryResultsFormat.CSV,
    "tsv": ox.QueryResultsFormat.TSV,
    "json": ox.QueryResultsFormat.JSON,
}
_TRIPLES = (
    "SELECT ?subject ?predicate ?object { ?subject ?predicate ?object } ORDER BY ?subject ?predicate ?object"
)
_SHORT = PREFIXES | {kind: f"{BASE_IRI}{kind}/" for kind in ("paper", *map(type_segment, CONCEPT_TYPES))}
_STRING = ox.NamedNode("http://www.w3.org/2001/XMLSchema#string")
_TO_QUOTE = re.compile('[",\r\n]')
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_LOCAL = re.compile(r"[\w%.~-]+")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_FIGURE = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|INF)")
"""A number of XML Schema, also one with an exponent."""


def format_result(result: Result, format: str = "table") -> str:
    """`result` as text in one of `FORMATS`.

    CSV, TSV and JSON are the SPARQL 1.1 results formats, but that in CSV a text which a spreadsheet would calculate
    gets an apostrophe before it, as in `kg.export.tables`. The triples of CONSTRUCT and DESCRIBE become Turtle, or
    rows of subject, predicate and object. Raises `InputError` for an unknown format, and for Turtle where there are
    no triples.
    """
    if format not in FORMATS:
        raise InputError(f"unknown format {format!r}: use one of {', '.join(FORMATS)}")
    if format == "ttl":
        if result.kind != "graph":
            raise InputError("ttl holds triples: ask with CONSTRUCT or DESCRIBE, or use another format")
        return _turtle(result)
    content = _rows_of_triples(result) if result.kind == "graph" else result.content
    if format == "csv" and result.kind != "ask":
        return _csv(content)
    if format in _RESULTS:
        answer = ox.parse_query_results(content, format=ox.QueryResultsFormat.TSV)
        return (answer.serialize(format=_RESULTS[format]) or b"").decode()
    return content.decode() + "\n" if result.kind == "ask" else _table(content)


def _csv(content: bytes) -> str:
    solutions = _solutions(content)
    lines = [[variable.value for variable in solutions.variables]]
    lines += [[_csv_cell(term) for term in solution] for solution in solutions]
    return "".join(",".join(map(_quoted, line)) + "\r\n" for line in lines)


def _csv_cell(term: object) -> str:
    if isinstance(term, ox.Literal) and not _is_figure(term):
        return harmless(term.value)
    if term is None:
        return ""
    return term.value if isinstance(term, ox.NamedNode | ox.Literal) else str(term)


def _is_figure(term: ox.Literal) -> bool:
    return term.datatype != _STRING and not term.language and _FIGURE.fullmatch(term.value) is not None


def _quoted(cell: str) -> str:
    doubled = cell.replace('"', '""')
    return f'"{doubled}"' if _TO_QUOTE.search(cell) else cell


def _turtle(result: Result) -> str:
    triples = [ox.Triple(*row) for row in _solutions(_rows_of_triples(result))]
    return (ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=PREFIXES) or b"").decode()


def _rows_of_triples(result: Result) -> bytes:
    store = ox.Store()
    store.load(result.content, format=ox.RdfFormat.N_TRIPLES)
    rows = cast("ox.QuerySolutions", store.query(_TRIPLES))
    return rows.serialize(format=ox.QueryResultsFormat.TSV) or b""


def _solutions(content: bytes) -> ox.QuerySolutions:
    return cast("ox.QuerySolutions", ox.parse_query_results(content, format=ox.QueryResultsFormat.TSV))


def _table(content: bytes) -> str:
    solutions = _solutions(content)
    header = [variable.value for variable in solutions.variables]
    rows = [[_cell(term) for term in solution] for solution in solutions]
    if not header:
        return f"{len(rows)} rows without columns\n"
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(cell_len, column)) for column in columns]
    numeric = [all(_NUMBER.fullmatch(cell) for cell in column[1:] if cell) for column in columns]
    lines = [_line(header, widths, numeric), _line(["─" * width for width in widths], widths, numeric)]
    lines += [_line(row, widths, numeric) for row in rows]
    return "".join(line + "\n" for line in lines)


def _line(cells: list[str], widths: list[int], numeric: list[bool]) -> str:
    padded = []
    for cell, width, right in zip(cells, widths, numeric, strict=True):
        space = " " * (width - cell_len(cell))
        padded.append(space + cell if right else cell + space)
    return "  ".join(padded).rstrip()


def _cell(term: object) -> str:
    """A term as people read it: no control characters, which a terminal would obey; IRIs by their prefixes."""
    if term is None:
        return ""
    if not isinstance(term, ox.NamedNode):
        return _CONTROL.sub(" ", term.value if isinstance(term, ox.Literal) else str(term))
    for prefix, namespace in _SHORT.items():
        local = term.value.removeprefix(namespace)
        if local != term.value and _LOCAL.fullmatch(local):
            return f"{prefix}:{local}"
    segment, _, local = term.value.removeprefix(BASE_IRI).partition("/")
    if is_concept_type(segment) and _LOCAL.fullmatch(local):
        return f"{segment}:{local}"
    return term.value
