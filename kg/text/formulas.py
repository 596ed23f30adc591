"""Where formulas are in a text, told from amounts of money. Source: LaTeX2e reference manual, "Math formulas"."""

from __future__ import annotations

import re

_DELIMITERS = re.compile(r"\\[()\[\]]|\\.|\$\$?|\n\s*\n", re.DOTALL)
_CLOSERS = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}
_WORDS = re.compile(r"(?<!\\)\b[A-Za-z]{3,}")

_NUMERIC = re.compile(r"^[\d\s.,%]+$|[=<>+*/×-]|\bimes\b")
"""Figures alone, or an operator: what a formula that starts with a figure has beside spaces."""

Span = tuple[int, int]


def _is_math(before: str, content: str, after: str) -> bool:
    """Whether what stands between two dollar signs is a formula; `before` and `after` are the characters around."""
    stripped = content.strip()
    words = len(_WORDS.findall(stripped))
    if not stripped or (stripped[0].isdigit() and content[-1].isspace() and words > 1):
        return False
    if any(mark in content for mark in "\\^_"):
        return True
    if after.isdigit() or (content[-1].isspace() and words):
        return False
    is_amount = stripped[0].isdigit()
    if is_amount and content[-1].isspace() and not content[0].isspace():
        return False
    if before.isalnum():  # a currency's `US$`, or an index as in `L$(x)$`
        return not is_amount and not words
    if is_amount:
        return words < 2 and (not any(c.isspace() for c in stripped) or _NUMERIC.search(stripped) is not None)
    return words < 5


def math_spans(text: str) -> list[tuple[Span, Span]]:
    """The opening and the closing delimiter of each formula in order: `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]`.

    A `$` that is no delimiter, as in `$5 and $10`, is in none of them. A formula holds no empty line.
    """
    found: list[tuple[Span, Span]] = []
    opened: tuple[str, int, int] | None = None
    for match in _DELIMITERS.finditer(text):
        token, start, end = match[0], match.start(), match.end()
        if opened and opened[0] == "$" and token in ("$", "$$"):
            is_math = _is_math(
                text[opened[1] - 1 : opened[1]], text[opened[2] : start], text[start + 1 : start + 2]
            )
            if is_math:
                found.append(((opened[1], opened[2]), (start, start + 1)))
            unclosed = None if is_math else (token, start, end)
            opened = ("$", end - 1, end) if token == "$$" else unclosed
        elif opened and token == _CLOSERS[opened[0]]:
            found.append(((opened[1], opened[2]), (start, end)))
            opened = None
        elif token in ("\\(", "\\[") or (token in _CLOSERS and not opened):
            opened = (token, start, end)
        elif token.isspace():
            opened = None
    return found
