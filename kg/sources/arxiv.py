"""The metadata snapshot of arXiv (JSON Lines, as on Kaggle): one object a paper, with all its versions.

The abstract is that of the newest version, with the hard line ends and LaTeX that its authors sent; the year is that
of the first version; categories are its keywords. The address names the version that was read.
"""

from __future__ import annotations

import re
from typing import Any

from kg.sources.fields import Fields, year_of

_YEAR_AND_MONTH = re.compile(r"(?:^|/)(\d\d)(\d\d)(?=\.?\d)")
_AFFILIATION = re.compile(r"\([^()]*\)")


def is_one(row: dict[str, Any]) -> bool:
    """Whether an object is one of the snapshot."""
    return "authors_parsed" in row or ("categories" in row and "abstract" in row and "update_date" in row)


def _created(row: dict[str, Any]) -> Any:
    """When the first version came, or the year that the id begins with."""
    versions = row.get("versions")
    if isinstance(versions, list) and versions and isinstance(versions[0], dict):
        created = versions[0].get("created")
        if year_of(created):
            return created
    match = _YEAR_AND_MONTH.search(str(row.get("id")))
    return (1900 if match[1] > "90" else 2000) + int(match[1]) if match else None


def _authors(row: dict[str, Any]) -> Any:
    """Names in the order given, suffix, affiliation left out; the text of them all where they are not divided."""
    parsed = row.get("authors_parsed")
    if isinstance(parsed, list) and parsed:
        names = (
            [part for part in name if isinstance(part, str)] for name in parsed if isinstance(name, list)
        )
        return [" ".join(filter(None, [*name[1:2], *name[:1], *name[2:3]])) for name in names]
    text = row.get("authors")
    # What the numbers of affiliations stand for is itself in brackets: `A. Lee (1), B. Ray (2) ((1) MIT, (2) ETH)`.
    return _AFFILIATION.sub("", _AFFILIATION.sub("", text)) if isinstance(text, str) else text


def _address(row: dict[str, Any]) -> str:
    versions = row.get("versions")
    newest = versions[-1] if isinstance(versions, list) and versions else None
    version = newest.get("version") if isinstance(newest, dict) else None
    return f"https://arxiv.org/abs/{row['id']}{version if isinstance(version, str) else ''}"


def fields(row: dict[str, Any]) -> Fields:
    """What an object says."""
    categories = row.get("categories")
    return Fields(
        id=row.get("id"),
        title=row.get("title"),
        abstract=row.get("abstract"),
        year=_created(row),
        venue=row.get("journal-ref") or "arXiv",
        url=_address(row) if isinstance(row.get("id"), str) else None,
        doi=row.get("doi"),
        authors=_authors(row),
        keywords=categories.split() if isinstance(categories, str) else categories,
    )
