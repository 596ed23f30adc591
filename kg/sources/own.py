"""Our own objects: id, title, abstract, year, venue, url, doi, authors, keywords; all but the abstract may be missing.

`text` stands for `abstract`. Authors are a list, or a text divided by semicolons or `and`; keywords a list, or divided
by semicolons. A year that is missing is taken from the end of the venue (`3dv2025`).
"""

from __future__ import annotations

from typing import Any

from kg.sources.fields import Fields


def fields(row: dict[str, Any]) -> Fields:
    """What an object says. Raises ValueError when it has no abstract, not even an empty one."""
    if "abstract" not in row and "text" not in row:
        if isinstance(row.get("paper"), dict) and "concepts" in row:
            raise ValueError("the object is an extraction, not a paper; build from it with --extractions")
        raise ValueError("the object has no abstract")
    text = row["abstract"] if row.get("abstract") is not None else row.get("text")
    return Fields(
        id=row.get("id"),
        title=row.get("title"),
        abstract="" if text is None else text,
        year=row.get("year"),
        venue=row.get("venue"),
        url=row.get("url"),
        doi=row.get("doi") or row.get("DOI"),
        authors=row.get("authors"),
        keywords=row.get("keywords"),
    )
