"""Plain text: abstracts divided by empty lines, under an optional heading.

A line of only white space is empty. The first block is a heading when it is one short line that does not end like a
sentence and an empty line follows; venue and year are taken from one such as "NeurIPS 2025 Papers". UTF-8 with or
without a byte order mark; line ends may be LF, CRLF or CR, and are LF in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from kg.records import Paper
from kg.sources.fields import Fields, Report, numbered_id, paper_of
from kg.sources.lines import LONGEST, TOO_LONG, decoded_lines, weight

_OTHER_FORMATS = {
    rb"\s*FN [^\n]*\n\s*VR \d": "tagged text of Web of Science; export it as tab delimited file, RIS or BibTeX",
    rb"\s*PMID- ?\d": "PubMed's own format; let a reference manager make RIS of it",
    rb"\s*%0 [A-Z]": "EndNote's tagged text; export it as RIS or BibTeX",
    rb"\s*<(?:\?xml|!doctype|html|rss|feed)": "XML or HTML; put its abstracts into a text file or a table first",
    rb"\{\\rtf": "RTF; save it as plain text in UTF-8",
}
_SENTENCE_END = re.compile(r"[.!?;:,。！？…][\"'”’)\]]*$")
_HEADING_LENGTH = 120
_VENUE_AND_YEAR = re.compile(
    r"(?P<venue>\S.*?)[\s,]+(?P<year>(?:19|20)\d\d)(?:\s+(?:accepted\s+)?(?:papers?|abstracts?|proceedings|posters?))?",
    re.IGNORECASE,
)


def other_format(head: bytes) -> str:
    """What a stream that begins so is, where it is no plain text, and what to do with it; else an empty text."""
    found = (what for start, what in _OTHER_FORMATS.items() if re.match(start, head, re.IGNORECASE))
    return next(found, "")


def blocks(lines: Iterator[str]) -> Iterator[tuple[int, list[str], bool]]:
    """Number of the first line, lines, and whether an empty line follows, of each run of lines that are not empty.

    A run of more than `LONGEST` bytes has no lines.
    """
    block: list[str] = []
    start = size = 0
    for number, line in enumerate(chain(lines, [None]), 1):
        if line is None or not line.strip():
            if size:
                yield start, block if size <= LONGEST else [], line is not None
            block, size = [], 0
        else:
            start = start if size else number
            size += weight(line)
            if size <= LONGEST:
                block.append(line)


def _is_heading(block: list[str], *, closed: bool) -> bool:
    line = block[0].strip()
    return closed and len(block) == 1 and len(line) <= _HEADING_LENGTH and not _SENTENCE_END.search(line)


def venue_and_year(heading: str) -> tuple[str, int | None]:
    """Venue and year that a short heading names, or an empty text and None."""
    heading = heading.strip()
    match = _VENUE_AND_YEAR.fullmatch(heading) if len(heading) <= _HEADING_LENGTH else None
    return (match["venue"], int(match["year"])) if match else ("", None)


def read(file: BinaryIO, name: str, stem: str, report: Report) -> Iterator[Paper]:
    """The abstracts of a stream, numbered in file order."""
    venue, year = "", None
    position = 0
    for index, (number, block, closed) in enumerate(blocks(decoded_lines(file, name))):
        if index == 0 and block and _is_heading(block, closed=closed):
            venue, year = venue_and_year(block[0])
            continue
        position += 1
        if not block:
            report(f"{name}:{number}: a text without an empty line is {TOO_LONG}")
            continue
        fields = Fields(abstract="\n".join(block).strip(), venue=venue, year=year)
        yield paper_of(fields, numbered_id(stem, position), f"{name}:{number}", report)
