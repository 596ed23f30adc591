"""RDF/XML whose document type defines entities, which could grow beyond measure, is not read."""

from __future__ import annotations

import mmap
from pathlib import Path

import pyoxigraph as ox

from kg.errors import InputError

_MARKS = (b"<!DOCTYPE", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))


def refuse_document_type(file: Path, format: ox.RdfFormat) -> None:
    """Raise InputError for RDF/XML with a document type (XML 1.0, section 2.8); other formats have none."""
    if format != ox.RdfFormat.RDF_XML or not file.stat().st_size:
        return
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if any(content.find(mark) >= 0 for mark in _MARKS):
            raise InputError(
                f"{file}: has a document type (DOCTYPE), whose entities could grow beyond measure; write it without, "
                "for instance by: rapper -o rdfxml-abbrev"
            )
