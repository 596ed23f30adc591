"""Works of Crossref (REST API and public data file), whose abstracts have the tags of JATS; citations in CSL-JSON.

The tags stay in the abstract, whose offsets count; `kg.text` reads over them.
"""

from __future__ import annotations

from typing import Any

from kg.sources.fields import Fields, keywords_in

_DATES = ("issued", "published", "published-print", "published-online", "posted", "created")

_OUR_NAMES = frozenset({"id", "year", "venue", "authors", "keywords", "url", "text"})
"""Members that our own objects have, and works of Crossref have not."""


def is_one(row: dict[str, Any]) -> bool:
    """Whether an object is a work or a citation, and not one of our own that has a DOI so spelled."""
    if not ("title" in row or "abstract" in row):
        return False
    if not isinstance(row.get("DOI"), str):
        return "type" in row and ("container-title" in row or isinstance(row.get("issued"), dict))
    tells = isinstance(row.get("title"), list) or "container-title" in row
    return tells or any(isinstance(row.get(date), dict) for date in _DATES) or not _OUR_NAMES & row.keys()


def _first(value: Any) -> Any:
    """The first of a list; a value that is none is itself."""
    return next(iter(value), None) if isinstance(value, list) else value


def _year(row: dict[str, Any]) -> Any:
    """The first date that has a year, as in `{"date-parts": [[2020, 5]]}`, or in words: `{"raw": "May 2020"}`."""
    for date in _DATES:
        said = row[date] if isinstance(row.get(date), dict) else {}
        if year := _first(_first(said.get("date-parts"))) or said.get("raw") or said.get("literal"):
            return year
    return None


def _keywords(row: dict[str, Any]) -> Any:
    """Subjects of a work; the keywords of a citation are one text."""
    keywords = row.get("keyword")
    return row.get("subject") or (keywords_in(keywords) if isinstance(keywords, str) else keywords)


def fields(row: dict[str, Any]) -> Fields:
    """What a work says."""
    event = row.get("event")
    titles = [_first(row.get(part)) for part in ("title", "subtitle")]
    return Fields(
        id=row.get("DOI") or row.get("id"),
        title=": ".join(title for title in titles if isinstance(title, str) and title),
        abstract=row.get("abstract"),
        year=_year(row),
        venue=_first(row.get("container-title")) or (event.get("name") if isinstance(event, dict) else None),
        url=row.get("URL"),
        doi=row.get("DOI"),
        authors=row.get("author"),
        keywords=_keywords(row),
    )
