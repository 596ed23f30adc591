"""Any text as XML 1.0 that every reader gives back unchanged."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

_LINE_ENDS = {"\r": "&#13;", "\u2028": "&#8232;"}
"""Written as references, since readers of XML 1.0, or of 1.1, take the bare characters for line feeds."""
_NEEDS_CARE = re.compile('[&<>"\t\n\r\u2028]')
"""What `escape` and `quoteattr` change something for; most values of a graph have none of it."""


def content(text: str) -> str:
    """A clean text as the content of an element."""
    return escape(text, _LINE_ENDS) if _NEEDS_CARE.search(text) else text


def quoted(text: str) -> str:
    """A clean text as the value of an attribute, with its quotes."""
    return quoteattr(text, _LINE_ENDS) if _NEEDS_CARE.search(text) else f'"{text}"'
