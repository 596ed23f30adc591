"""RIS (Research Information Systems), record by record, parsed by rispy; what stands between records is none.

A record that has no `ER` line ends where the next begins. The lines of an abstract are joined by spaces, and so are
several fields that hold parts of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from kg.records import Paper
from kg.sources.fields import Fields, Report, numbered_id, paper_of
from kg.sources.lines import LONGEST, TOO_LONG, decoded_lines, weight

_FIRST = re.compile(r"TY {1,2}- ?")
_LAST = re.compile(r"ER {1,2}-")
_ALIKE = re.compile(rb"(?:[^\n]{0,80}\n){0,5}TY {1,2}- ?[A-Z]")
_ABSTRACT = ("AB", "N2")
_OF_CONFERENCES = frozenset({"CONF", "CPAPER"})
"""Types of records in which `C3` is the title of the proceedings."""
_LINE_OF_A_RECORD = re.compile(r"([A-Z][A-Z0-9]) {1,2}-")


def looks_alike(head: bytes) -> bool:
    """Whether the first bytes of a stream are those of a record, after a few other lines."""
    return _ALIKE.match(head) is not None


def _values(record: list[str]) -> list[str]:
    """The lines of a record, each value on one of them: rispy copies a value for each line that goes on with it."""
    from rispy.config import LIST_TYPE_TAGS

    values: list[list[str]] = []
    tag = ""
    for line in record:
        has_tag = line[2:5] == "  -" and line[:2].isupper() and line[:1].isalpha()
        tag = line[:2] if has_tag else tag
        if has_tag or not values or tag in LIST_TYPE_TAGS:
            values.append([line.rstrip()])
        else:
            values[-1].append(line.strip())
    return [" ".join(lines) for lines in values]


def _records(lines: Iterator[str], report: Report, name: str) -> Iterator[tuple[int, str]]:
    """Number of the first line, and text, of each record."""
    record: list[str] = []
    start = size = 0

    def whole(*, ended: bool) -> Iterator[tuple[int, str]]:
        if size > LONGEST:
            report(f"{name}:{start}: the record is {TOO_LONG}")
            return
        if not ended:
            report(f"{name}:{start}: the record has no ER line; it ends before the next, or with the file")
        yield start, "\n".join([*_values(record), "ER  - "])

    for number, line in enumerate(lines, 1):
        if _FIRST.match(line):
            if size:
                yield from whole(ended=False)
            record, start, size = [], number, 0
        elif not size:
            continue
        if _LAST.match(line):
            yield from whole(ended=True)
            record, size = [], 0
            continue
        size += weight(line)
        if size <= LONGEST:
            record.append(_LINE_OF_A_RECORD.sub(r"\1  -", line, count=1) if line[:1].isupper() else line)
    if size:
        yield from whole(ended=False)


def _joined(parts: list[str] | None) -> str:
    return " ".join(filter(None, parts or ()))


def _fields(record: dict[str, Any]) -> Fields:
    def first(*names: str) -> Any:
        return next((record[name] for name in names if record.get(name)), None)

    venues = ["secondary_title", "journal_name", "alternate_title3", "alternate_title2", "alternate_title1"]
    if record.get("type_of_reference") in _OF_CONFERENCES:
        venues.append("custom3")
    urls = first("urls", "file_attachments1") or []
    return Fields(
        id=first("id", "accession_number"),
        title=first("title", "primary_title"),
        abstract=_joined(record.get("abstract")) or _joined(record.get("notes_abstract")) or None,
        year=first("year", "publication_year", "date"),
        venue=first(*venues, "book_title"),
        url=urls if isinstance(urls, str) else next(iter(urls), None),
        doi=first("doi"),
        authors=first("authors", "first_authors"),
        keywords=record.get("keywords"),
    )


def read(file: BinaryIO, name: str, stem: str, report: Report) -> Iterator[Paper]:
    """The papers of a stream; a record that has neither title nor abstract goes to `report`."""
    import rispy
    from rispy.config import LIST_TYPE_TAGS, TAG_KEY_MAPPING

    lists = [*LIST_TYPE_TAGS, *_ABSTRACT]
    tags = {**TAG_KEY_MAPPING, "BT": "book_title"}
    for position, (start, text) in enumerate(_records(decoded_lines(file, name), report, name), 1):
        where = f"{name}:{start}"
        try:
            # An address may hold a semicolon, by which rispy would divide it.
            (record,) = rispy.loads(
                text, mapping=tags, list_tags=lists, skip_unknown_tags=True, delimiter_tags_mapping={}
            )
            yield paper_of(_fields(record), numbered_id(stem, position), where, report)
        except (ValueError, LookupError) as error:
            report(f"{where}: {error}; the record is left out")
