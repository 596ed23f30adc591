"""Works of OpenAlex (API and snapshot), whose abstracts come as an index of words: `{"We": [0], "train": [1, 7]}`."""

from __future__ import annotations

from typing import Any

from kg.sources.fields import Fields

_SITE = "https://openalex.org/"


def is_one(row: dict[str, Any]) -> bool:
    """Whether an object is a work."""
    return "abstract_inverted_index" in row or str(row.get("id")).startswith(_SITE + "W")


def text_of(index: Any) -> str | None:
    """The text of an index of words, None where there is none.

    Places that no word has are passed over, so that a place may be any number. Raises ValueError when it is no index.
    """
    if index is None:
        return None
    if not isinstance(index, dict):
        raise ValueError("abstract_inverted_index is no object of words and their places")
    words: list[tuple[int, str]] = []
    for word, places in index.items():
        if not isinstance(places, list) or not all(isinstance(place, int) for place in places):
            raise ValueError(f"abstract_inverted_index has no list of places for {word[:40]!r}")
        words.extend((place, word) for place in places)
    return " ".join(word for _, word in sorted(words))


def _at(row: Any, *path: str) -> Any:
    """What is found along a path of members, None where it breaks off."""
    for name in path:
        row = row.get(name) if isinstance(row, dict) else None
    return row


def _keywords(rows: Any) -> list[Any]:
    """Names of keywords, which had another member in 2024."""
    return [
        named if named is not None else once
        for named, once in zip(_names(rows, "display_name"), _names(rows, "keyword"), strict=True)
    ]


def _names(rows: Any, *path: str) -> list[Any]:
    return [_at(row, *path) for row in rows] if isinstance(rows, list) else []


def fields(row: dict[str, Any]) -> Fields:
    """What a work says."""
    identifier, doi = row.get("id"), row.get("doi")
    page = _at(row, "primary_location", "landing_page_url")
    return Fields(
        id=identifier.removeprefix(_SITE) if isinstance(identifier, str) else identifier,
        title=row.get("title") or row.get("display_name"),
        abstract=text_of(row.get("abstract_inverted_index")),
        year=row.get("publication_year"),
        venue=_at(row, "primary_location", "source", "display_name")
        or _at(row, "host_venue", "display_name"),
        url=page or doi or identifier,
        doi=doi,
        authors=_names(row.get("authorships"), "author", "display_name"),
        keywords=_keywords(row.get("keywords")),
    )
