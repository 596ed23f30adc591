"""What people call the fields of a paper: columns of tables, keys of notes."""

from __future__ import annotations

import re

NAMES: dict[str, tuple[str, ...]] = {
    "id": ("ut", "ut (unique wos id)", "id", "paper id", "paperid", "key", "eid", "accession number"),
    "title": ("title", "article title", "document title", "titles", "ti"),
    "abstract": ("abstract", "text", "abstract note", "summary", "abstracts", "summaries", "ab"),
    "year": (
        *("year", "publication year", "pubyear", "py", "published", "date"),
        *("publication date", "publish date", "publish time", "published date", "date published"),
    ),
    "venue": ("venue", "journal", "source title", "publication title", "conference", "booktitle", "so"),
    "url": ("url", "link", "pdf url"),
    "doi": ("doi", "di"),
    "authors": ("author full names", "af", "authors", "author", "author/s", "au"),
    "keywords": ("keywords", "author keywords", "manual tags", "tags", "de"),
}
"""Field -> its names: ours, and those of Zotero, Scopus, Web of Science and the like.

The first that is there counts. `UT` goes before `ID`, which is what Web of Science calls further keywords; full names
go before those with initials, in which Scopus has the family name first, without a comma.
"""

FAMILY_FIRST = frozenset({"author", "author full names", "au", "af"})
"""Columns of authors where managers write `Family, Given; Family, Given`: one comma alone divides no two people."""

FIELDS = {name: field for field, names in NAMES.items() for name in names}
"""Name -> the field that it means."""

_SPACES = re.compile(r"[\s_-]+")


def normal(name: str) -> str:
    """A name as `NAMES` has it: in small letters, with a space for each run of spaces, hyphens and underlines."""
    return _SPACES.sub(" ", name.strip().casefold())
