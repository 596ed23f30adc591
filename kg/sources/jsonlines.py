"""JSON Lines (jsonlines.org): one object a line with id, title, abstract, year, venue, url, keywords.

Lines end at LF alone, since U+2028 and its like may stand inside of a text. Each line is decoded on its own: one that
is broken is reported, and the rest is read. `text` stands for `abstract`; keywords are a list or divided by semicolons;
a year that is missing is taken from the end of the venue (`3dv2025`). An object without an id gets
`<file stem>-<position>`, counted over all lines, so that it stays the same when a broken line is mended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from kg.records import Paper
from kg.sources.fields import Report, keywords_of, numbered_id, one_line, writable, year_of, year_of_venue

_BOM = b"\xef\xbb\xbf"
_OBJECT = re.compile(rb'\s*\{\s*["}]')


def parse_object(line: bytes) -> dict[str, Any]:
    """The object on a line. Raises ValueError that says in a few words why there is none."""
    try:
        value = json.loads(line.removeprefix(_BOM).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start} of the line") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at character {error.pos + 1}") from error
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(value, dict):
        what = "a JSON array; write one object a line" if isinstance(value, list) else "not a JSON object"
        raise ValueError(what)
    return value


def looks_alike(head: bytes) -> bool:
    """Whether the first bytes of a stream are those of JSON Lines."""
    return _OBJECT.match(head) is not None


def _paper(row: dict[str, Any], identifier: str, where: str, report: Report) -> Paper:
    """Raises ValueError when the object has no abstract that could be read."""
    text = next((row[name] for name in ("abstract", "text") if row.get(name) is not None), None)
    if text is None and "abstract" not in row and "text" not in row:
        if isinstance(row.get("paper"), dict) and "concepts" in row:
            raise ValueError("the object is an extraction, not a paper; build from it with --extractions")
        raise ValueError("the object has no abstract")
    if not isinstance(text, str | None):
        raise ValueError("the abstract is not a text")
    text = text or ""
    if not text.strip():
        report(f"{where}: paper {identifier} has an empty abstract; it is kept, without concepts")
    venue = one_line(row.get("venue"))
    year = year_of(row.get("year"))
    if year is None and row.get("year") not in (None, ""):
        report(f"{where}: the year {json.dumps(row['year'])[:40]} is none that is known; left out")
    return Paper(
        id=identifier,
        text=writable(text, f"{where}: paper {identifier}", report),
        title=one_line(row.get("title")),
        year=year or year_of_venue(venue),
        venue=venue,
        url=one_line(row.get("url")),
        keywords=keywords_of(row.get("keywords")),
        source=where,
    )


def read(file: BinaryIO, name: str, stem: str, report: Report) -> Iterator[Paper]:
    """The papers of a stream; what is wrong with a line goes to `report`."""
    position = 0
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        position += 1
        where = f"{name}:{number}"
        try:
            row = parse_object(line)
            paper = _paper(row, one_line(row.get("id")) or numbered_id(stem, position), where, report)
        except ValueError as error:
            report(f"{where}: {error}; the line is left out")
        else:
            yield paper
