"""Any text as XML 1.0 that every reader gives back unchanged."""

from __future__ import annotations

import re
from typing import Any
from xml.sax.saxutils import escape, quoteattr

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LINE_ENDS = {"\r": "&#13;", "\u2028": "&#8232;"}
"""Written as references, since readers of XML 1.0, or of 1.1, take the bare characters for line feeds."""


def clean(text: str) -> str:
    """`text` without control and noncharacters (XML 1.0, section 2.2), and lone surrogates as U+FFFD."""
    return _FORBIDDEN.sub(lambda found: "\ufffd" if "\ud800" <= found[0] <= "\udfff" else "", text)


def is_clean(value: Any) -> bool:
    """Whether `clean` leaves a text, or each member of a sequence of texts, as it is."""
    members = value if isinstance(value, (tuple, list)) else (value,)
    return not any(_FORBIDDEN.search(member) for member in members if isinstance(member, str))


def content(text: str) -> str:
    """A clean text as the content of an element."""
    return escape(text, _LINE_ENDS)


def quoted(text: str) -> str:
    """A clean text as the value of an attribute, with its quotes."""
    return quoteattr(text, _LINE_ENDS)
