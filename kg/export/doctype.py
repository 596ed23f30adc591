"""RDF/XML whose document type defines entities, which could grow beyond measure, is not read."""

from __future__ import annotations

import mmap
import re
from pathlib import Path

import pyoxigraph as ox

from kg.errors import InputError

_MARK = re.compile(rb"<\0?!\0?D\0?O\0?C\0?T\0?Y\0?P\0?E", re.IGNORECASE)
"""In UTF-8 and both orders of UTF-16; readers take it in small letters too, though XML does not."""


def refuse_document_type(file: Path, format: ox.RdfFormat) -> None:
    """Raise InputError for RDF/XML with a document type (XML 1.0, section 2.8); other formats have none."""
    if format != ox.RdfFormat.RDF_XML or not file.stat().st_size:
        return
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if _MARK.search(content):
            raise InputError(
                f"{file}: has a document type (DOCTYPE), whose entities could grow beyond measure; write it without, "
                "for instance by: rapper -o rdfxml-abbrev"
            )
