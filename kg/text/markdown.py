"""Markdown marks: emphasis, code, links, headings. Source: CommonMark 0.31, sections 4.2, 6.1 to 6.3, simplified."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.text.alignment import Edit, marks

_EMPHASIS = re.compile(
    r"(?<![\w*])(?P<stars>\*{1,3})(?=[\w\"“‘'(\[$\\])[^*\n]{0,400}(?<=[^\s*])(?P=stars)(?!\*)"
    r"|(?<=[A-Za-z])(?P<inside>\*\*)[A-Za-z]{1,20}\*\*"
    r"|(?<![\w_])(?P<lines>_{1,2})(?=[\w\"“‘'(])[^_\n]{0,400}(?<=[^\s_])(?P=lines)(?![\w_])"
    r"|(?<!~)(?P<strike>~~)(?=[^\s~])[^~\n]{0,400}(?<=[^\s~])(?P=strike)(?!~)"
    r"|(?<!`)(?P<code>`)(?=[^\s`])[^`'’\n]{0,200}(?<=[^\s`])`(?![\w`])"
)
"""Marks at the borders of words. Content has no mark of its kind, so that the search is linear."""

_LINK = re.compile(
    r"!?\[(?P<text>[^\[\]\n]{1,300})\]\((?:https?://|www\.|[\w-]+(?:\.[\w-]+)+/)[^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)"
)
_HEADING = re.compile(r"^#{1,6}[ \t]+", re.MULTILINE)
_OPENING_QUOTE = re.compile(r"(?<![\w`])`(?=\w)")


def link_edits(text: str) -> Iterator[Edit]:
    """`[text](address)` as its text."""
    if "](" not in text:
        return
    for match in _LINK.finditer(text):
        yield from marks((match.start(), match.start("text")), (match.end("text"), match.end()))


def emphasis_edits(text: str) -> Iterator[Edit]:
    """Marks of emphasis, code and headings; what stands between them stays."""
    if not any(mark in text for mark in "*_~`#"):
        return
    for match in _EMPHASIS.finditer(text):
        width = len(match["stars"] or match["inside"] or match["lines"] or match["strike"] or match["code"])
        if match["lines"] == "__" and match[0][2:-2].isidentifier():
            continue  # __init__ is a name
        yield from marks((match.start(), match.start() + width), (match.end() - width, match.end()))
    for match in _HEADING.finditer(text):
        yield Edit(match.start(), match.end())


def quote_edits(text: str) -> Iterator[Edit]:
    """A grave accent that opens a quotation (`` `word' ``) as an apostrophe."""
    if "`" not in text:
        return
    for match in _OPENING_QUOTE.finditer(text):
        yield Edit(match.start(), match.end(), "'")
