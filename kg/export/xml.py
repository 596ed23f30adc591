"""Any text as XML 1.0 that every reader gives back unchanged."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

_LINE_ENDS = {"\r": "&#13;", "\u2028": "&#8232;"}
"""Written as references, since readers of XML 1.0, or of 1.1, take the bare characters for line feeds."""


def content(text: str) -> str:
    """A clean text as the content of an element."""
    return escape(text, _LINE_ENDS)


def quoted(text: str) -> str:
    """A clean text as the value of an attribute, with its quotes."""
    return quoteattr(text, _LINE_ENDS)
