"""Notes of OpenReview (API v2 and v1): what the authors entered is in `content`, in v2 each value as `{"value": …}`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from kg.sources.fields import Fields, year_of

_DATES = ("pdate", "odate", "cdate", "tcdate")


def is_one(row: dict[str, Any]) -> bool:
    """Whether an object is a note, and no paper of S2ORC, whose `content` is its whole text."""
    return isinstance(row.get("content"), dict) and "corpusid" not in row


def _year(row: dict[str, Any], venue: Any, venue_id: Any) -> Any:
    """The year that the venue names, else that of the note's date, in milliseconds since 1970."""
    for named in (venue_id, venue):
        if year_of(named):
            return named
    for date in _DATES:
        if isinstance(milliseconds := row.get(date), int) and 0 < milliseconds < 1 << 43:
            return datetime.fromtimestamp(milliseconds / 1000, UTC).year
    return None


def fields(row: dict[str, Any]) -> Fields:
    """What a note says. Raises ValueError for a note that is a review, a comment or a decision."""
    entered = row.get("content")
    content = {
        name: value["value"] if isinstance(value, dict) and "value" in value else value
        for name, value in (entered.items() if isinstance(entered, dict) else ())
    }
    if "abstract" not in content:
        raise ValueError("the note has no abstract; reviews, comments and decisions have none")
    venue, venue_id = content.get("venue"), content.get("venueid")
    forum = row.get("forum") or row.get("id")
    return Fields(
        id=row.get("id"),
        title=content.get("title"),
        abstract=content["abstract"],
        year=_year(row, venue, venue_id),
        venue=venue or venue_id,
        url=f"https://openreview.net/forum?id={forum}" if isinstance(forum, str) else None,
        doi=content.get("doi"),
        authors=content.get("authors"),
        keywords=content.get("keywords"),
    )
