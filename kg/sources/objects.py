"""JSON objects as papers, whoever made them: a kind of object is told by its members, each object on its own.

A kind is one module: `is_one` tells its objects, `fields` finds what they say. Objects of no other kind are our own.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from kg.records import Paper
from kg.sources import arxiv, crossref, openalex, openreview, own, semanticscholar
from kg.sources.fields import Fields, Report, numbered_id, paper_of
from kg.sources.jsondocument import is_document, read_document
from kg.sources.jsonlines import Object, read_lines
from kg.sources.lines import BOM


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object. `fields` raises ValueError for one that holds no paper."""

    is_one: Callable[[dict[str, Any]], bool]
    fields: Callable[[dict[str, Any]], Fields]


KINDS = {
    "arxiv": Kind(arxiv.is_one, arxiv.fields),
    "openreview": Kind(openreview.is_one, openreview.fields),
    "openalex": Kind(openalex.is_one, openalex.fields),
    "crossref": Kind(crossref.is_one, crossref.fields),
    "semanticscholar": Kind(semanticscholar.is_one, semanticscholar.fields),
}
"""Name of a kind -> how to read it; the first that knows an object has it."""

OWN = Kind(lambda row: True, own.fields)


def read_objects(file: BinaryIO, name: str, report: Report) -> Iterator[Object]:
    """The objects of JSON Lines or of a JSON document, whichever the stream begins like."""
    start = file.peek() if isinstance(file, io.BufferedReader) else b""
    read = read_document if is_document(start.removeprefix(BOM)) else read_lines
    return read(file, name, report)


def reader(
    kinds: Sequence[Kind], objects: Callable[[BinaryIO, str, Report], Iterator[Object]] = read_objects
) -> Callable[[BinaryIO, str, str, Report], Iterator[Paper]]:
    """A reader of papers out of objects, each of the first of `kinds` that it is one of, else of the last.

    An object without an id gets `<file stem>-<position>`, counted over all, so that it stays the same when a broken
    one is mended.
    """

    def read(file: BinaryIO, name: str, stem: str, report: Report) -> Iterator[Paper]:
        for position, (where, row) in enumerate(objects(file, name, report), 1):
            if row is None:
                continue
            kind = next((kind for kind in kinds if kind.is_one(row)), kinds[-1])
            try:
                yield paper_of(kind.fields(row), numbered_id(stem, position), where, report)
            except ValueError as error:
                report(f"{where}: {error}; it is left out")

    return read


def _looks_alike(head: bytes) -> bool:
    start = b"".join(head[:1000].split())
    return start[:2] in (b'{"', b"{}") or start[:3] in (b'[{"', b"[{}")


def looks_like_a_document(head: bytes) -> bool:
    """Whether the first bytes of a stream are those of a JSON document that holds objects."""
    return _looks_alike(head) and is_document(head)


def looks_like_lines(head: bytes) -> bool:
    """Whether the first bytes of a stream are those of JSON Lines that hold objects."""
    return _looks_alike(head) and not is_document(head)
