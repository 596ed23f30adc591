"""A graph in files of so many papers each, for stores that load many files at once: N-Triples.gz, or Parquet.

`papers-00000` and so on hold papers with their edges and evidence; concepts and links have a file each. For Parquet
the tables of papers, assertions and mentions are parted alike. So many papers are held at once.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from kg.export.rdf import Statement, about_export, about_terms, check_base, concepts, links, papers
from kg.export.tables import PARTED, TABLES, write_parquet
from kg.graph.rows import PaperRow, Rows

FORMATS = {"ntriples": ".nt.gz", "parquet": ".parquet"}
"""Format -> the ending of its files."""
ABOUT = "about"
_LEVEL = 4
"""Of gzip: three fifths of the time of the usual 6, for files that are a tenth larger."""


def write_parts(rows: Rows, folder: Path, *, format: str, size: int, evidence: bool = True) -> None:
    """Write `rows` into `folder`, `size` papers a file, in a format of `FORMATS`.

    Raises InputError for a base IRI that is none, and for Parquet without pyarrow (the extra `tables`).
    """
    if format == "parquet":
        _write_tables(rows, folder, size)
    else:
        check_base(rows.base)
        _write_triples(rows, folder, size, evidence)


def _parts(rows: Rows, size: int) -> Iterator[tuple[str, list[PaperRow]]]:
    """The papers, `size` at once, each time with the number of the part."""
    found = rows.papers()
    number = 0
    while batch := list(islice(found, size)):
        yield f"{number:05}", batch
        number += 1


def _write_triples(rows: Rows, folder: Path, size: int, evidence: bool) -> None:
    edges: Counter[str] = Counter()
    triples = 0
    ending = FORMATS["ntriples"]
    for number, batch in _parts(rows, size):
        part = papers(batch, rows.base, evidence=evidence, edges=edges)
        triples += _write_file(folder / f"papers-{number}{ending}", part)
    triples += _write_file(folder / f"concepts{ending}", concepts(rows))
    triples += _write_file(folder / f"links{ending}", links(rows))
    terms = list(about_terms(rows))
    about = about_export(rows, edges, triples + len(terms))
    _write_file(folder / f"{ABOUT}{ending}", (*terms, *about))


def _write_file(path: Path, statements: Iterable[Statement]) -> int:
    written = 0

    def items() -> Iterator[ox.Triple]:
        nonlocal written
        for subject, predicate, value, _ in statements:
            written += 1
            yield ox.Triple(subject, predicate, value)

    # Neither name nor time in the header, so that equal graphs give equal bytes.
    with path.open("wb") as file, gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed:
        output: Any = packed
        ox.serialize(items(), output, ox.RdfFormat.N_TRIPLES)
    return written


def _write_tables(rows: Rows, folder: Path, size: int) -> None:
    for number, batch in _parts(rows, size):
        part = replace(rows, papers=partial(iter, batch))
        for name in PARTED:
            write_parquet(folder / f"{name}-{number}.parquet", TABLES[name], part)
    for name in TABLES.keys() - PARTED:
        write_parquet(folder / f"{name}.parquet", TABLES[name], rows)
