"""JSON Lines (jsonlines.org): one object a line.

Lines end at LF alone, since U+2028 and its like may stand inside of a text. Each line is decoded on its own: one that
is broken is reported, and the rest is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from kg.extractions import parse_json
from kg.sources.fields import Report
from kg.sources.lines import BOM, LONGEST

Object = tuple[str, dict[str, Any] | None]
"""Where an object stands, and the object; None, after a report, where there is none that could be read."""


def parse_object(line: bytes) -> dict[str, Any]:
    """The object on a line. Raises ValueError that says in a few words why there is none."""
    try:
        value = parse_json(line.removeprefix(BOM).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start} of the line") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at character {error.pos + 1}") from error
    if not isinstance(value, dict):
        raise ValueError("a JSON array" if isinstance(value, list) else "not a JSON object")
    return value


def read_lines(file: BinaryIO, name: str, report: Report) -> Iterator[Object]:
    """The objects of a stream; what is wrong with a line goes to `report`."""
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        where = f"{name}:{number}"
        if len(line) == LONGEST and not line.endswith(b"\n"):
            while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
            report(f"{where}: longer than {LONGEST >> 20} MiB; the line is left out")
            yield where, None
        elif line.strip():
            try:
                row = parse_object(line)
            except ValueError as error:
                report(f"{where}: {error}; the line is left out")
                yield where, None
            else:
                yield where, row
