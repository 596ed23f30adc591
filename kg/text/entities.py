"""HTML entities, and the tags of HTML and JATS that abstracts arrive with.

Sources: WHATWG HTML, "named character references"; JATS 1.3 (ANSI/NISO Z39.96), elements allowed in <abstract>.
Only tags of these lists are removed, and of plain HTML only those that are closed again, so that `a<b> c`,
`p < 0.05` and `<mask>` stay as they are.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html.entities import html5

from kg.text.alignment import Edit, marks

_ENTITY = re.compile(r"&(?:amp;)*(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_INLINE = (
    "a|b|big|bold|code|em|fixed-case|font|i|italic|mark|monospace|roman|sans-serif|sc|small|span|strike|strong|sub|sup"
    "|tt|u|underline|ext-link|inline-formula|tex-math|named-content|styled-content|xref"
)
_BLOCK = "abstract|br|div|h[1-6]|hr|label|li|list|list-item|ol|p|sec|title|ul"
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<space>(?:jats|mml|m):)?(?P<name>(?<=:)[A-Za-z][\w-]*|{_INLINE}|{_BLOCK})"
    r"(?:\s[^<>]{0,400})?(?P<empty>/?)>",
    re.IGNORECASE,
)
_BLOCK_NAME = re.compile(_BLOCK, re.IGNORECASE)
_HEADING = re.compile(r"<((?:jats:)?title)>\s*(?:abstract|summary)\s*+(?:[.:]\s*+)?</\1>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--[^<>]{0,400}-->")
_VOID = frozenset({"br", "hr"})


def entity_edits(text: str) -> Iterator[Edit]:
    """Entities as the characters they stand for; also those escaped twice (`&amp;lt;`), as in Crossref."""
    if "&" not in text:
        return
    for match in _ENTITY.finditer(text):
        name = match[1]
        character = html.unescape(f"&{name};") if name.startswith("#") else html5.get(f"{name};")
        if character is not None:
            yield Edit(match.start(), match.end(), character)


def heading_edits(text: str) -> Iterator[Edit]:
    """Away with a title element that says no more than "Abstract", and with comments."""
    if "<" in text:
        for pattern in (_HEADING, _COMMENT):
            yield from (Edit(match.start(), match.end(), " ") for match in pattern.finditer(text))


def tag_edits(text: str) -> Iterator[Edit]:
    """Away with tags: nothing stands in the place of an inline one, a space in the place of a block."""
    if "<" not in text:
        return
    open_tags: dict[str, list[tuple[re.Match[str], str]]] = {}
    for match in _TAG.finditer(text):
        name = match["name"].lower()
        key = (match["space"] or "").lower() + name
        filler = " " if _BLOCK_NAME.fullmatch(name) else ""
        span = match.span()
        if match["empty"] or name in _VOID:
            if match["space"] or name in _VOID:
                yield Edit(*span, filler)
        elif not match["close"]:
            open_tags.setdefault(key, []).append((match, filler))
        elif open_tags.get(key):
            opening, opening_filler = open_tags[key].pop()
            if filler:
                yield Edit(*opening.span(), opening_filler)
                yield Edit(*span, filler)
            else:
                yield from marks(opening.span(), span)
        elif match["space"]:
            yield Edit(*span, filler)
    for unclosed in open_tags.values():
        yield from (Edit(*match.span(), filler) for match, filler in unclosed if match["space"])
