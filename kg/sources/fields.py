"""What a reader makes of the fields it finds, alike for every format."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

Report = Callable[[str], None]
"""Takes one line about something that was left out or changed: where, and what."""

_PAGE_BREAKS = str.maketrans("\x0b\x0c", "  ")
_UNWRITABLE = re.compile(
    "[\x00-\x08\x0e-\x1f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(chr((plane << 16) | low) for plane in range(1, 17) for low in (0xFFFE, 0xFFFF))
    + "]"
)
"""What XML 1.0 forbids, lone surrogates, and code points that are no characters."""

_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|2[01]\d\d)(?!\d)")
_TRAILING_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|2[01]\d\d)$")


def writable(text: str, where: str, report: Report) -> str:
    """`text` with each character that XML or UTF-8 cannot hold replaced by U+FFFD, a vertical tab or form feed by a
    space: one for one, so that offsets into the result are right in every output.
    """
    found = sorted({f"U+{ord(c):04X}" for c in _UNWRITABLE.findall(text)})
    if found:
        report(f"{where}: replaced by U+FFFD, since no file format holds them: {', '.join(found[:5])}")
        text = _UNWRITABLE.sub("\ufffd", text)
    return text.translate(_PAGE_BREAKS)


def one_line(value: Any) -> str:
    """A name or title on one line, without characters that do not show; empty for what is no text or number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    spaced = " ".join(str(value).split())
    replaced = _UNWRITABLE.sub(lambda match: "\ufffd" if "\ud800" <= match[0] <= "\udfff" else "", spaced)
    return "".join(c for c in replaced if unicodedata.category(c) not in ("Cc", "Cf"))


def year_of(value: Any) -> int | None:
    """The year in a number, or in a text such as `2025` or `2025-06-01`."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    match = _YEAR.match(str(value).strip())
    return int(match[1]) if match else None


def year_of_venue(venue: str) -> int | None:
    """The year at the end of a venue such as `3dv2025`."""
    match = _TRAILING_YEAR.search(venue)
    return int(match[1]) if match else None


def keywords_of(value: Any) -> tuple[str, ...]:
    """Keywords from a list, or from a text divided by semicolons; each once, in their order."""
    parts: Iterable[Any] = (
        value.split(";") if isinstance(value, str) else value if isinstance(value, list) else ()
    )
    return tuple(dict.fromkeys(word for word in map(one_line, parts) if word))


def numbered_id(stem: str, position: int) -> str:
    """The id of a paper that has none of its own: `<file stem>-01`, counted from 1."""
    return f"{one_line(stem)}-{position:02d}"
