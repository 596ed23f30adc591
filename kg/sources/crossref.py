"""Works of Crossref (REST API and public data file), whose abstracts have the tags of JATS.

The tags stay in the abstract, whose offsets count; `kg.text` reads over them.
"""

from __future__ import annotations

from typing import Any

from kg.sources.fields import Fields

_DATES = ("issued", "published", "published-print", "published-online", "posted", "created")


def is_one(row: dict[str, Any]) -> bool:
    """Whether an object is a work."""
    return isinstance(row.get("DOI"), str) and ("title" in row or "abstract" in row)


def _first(value: Any) -> Any:
    """The first of a list; a value that is none is itself."""
    return next(iter(value), None) if isinstance(value, list) else value


def _year(row: dict[str, Any]) -> Any:
    """The year of the first date that has one, as in `{"date-parts": [[2020, 5]]}`."""
    for date in _DATES:
        parts = row[date].get("date-parts") if isinstance(row.get(date), dict) else None
        if year := _first(_first(parts)):
            return year
    return None


def fields(row: dict[str, Any]) -> Fields:
    """What a work says."""
    event = row.get("event")
    titles = [_first(row.get(part)) for part in ("title", "subtitle")]
    return Fields(
        id=row.get("DOI"),
        title=": ".join(title for title in titles if isinstance(title, str) and title),
        abstract=row.get("abstract"),
        year=_year(row),
        venue=_first(row.get("container-title")) or (event.get("name") if isinstance(event, dict) else None),
        url=row.get("URL"),
        doi=row.get("DOI"),
        authors=row.get("author"),
        keywords=row.get("subject"),
    )
