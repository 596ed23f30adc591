"""What people call the fields of a paper: columns of tables, keys of notes."""

from __future__ import annotations

import re

NAMES: dict[str, tuple[str, ...]] = {
    "id": ("id", "paper id", "key", "eid", "ut", "ut (unique wos id)", "accession number"),
    "title": ("title", "article title", "document title", "ti"),
    "abstract": ("abstract", "text", "abstract note", "summary", "ab"),
    "year": ("year", "publication year", "py", "published", "date"),
    "venue": ("venue", "journal", "source title", "publication title", "conference", "booktitle", "so"),
    "url": ("url", "link", "pdf url"),
    "doi": ("doi", "di"),
    "authors": ("authors", "author", "author full names", "au", "af"),
    "keywords": ("keywords", "author keywords", "manual tags", "tags", "de"),
}
"""Field -> its names, ours first, then those of Zotero, Scopus, Web of Science and the like."""

FAMILY_FIRST = frozenset({"author", "author full names", "au", "af"})
"""Columns of authors where managers write `Family, Given; Family, Given`: one comma alone divides no two people."""

FIELDS = {name: field for field, names in NAMES.items() for name in names}
"""Name -> the field that it means."""

_SPACES = re.compile(r"[\s_-]+")


def normal(name: str) -> str:
    """A name as `NAMES` has it: in small letters, with a space for each run of spaces, hyphens and underlines."""
    return _SPACES.sub(" ", name.strip().casefold())
