"""Characters that do not show, or that stand for others: controls, ligatures, letters in two parts, wrong encodings.

Compatibility normalisation (NFKC) as a whole is avoided: it would turn `m²` into `m2` and `™` into `TM`. Only what
is listed here is folded. Source: Unicode Standard 15, chapters 3.11 (normalization forms) and 23 (special areas).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from kg.text.alignment import Edit

_MOJIBAKE = re.compile(
    r"[\xc2-\xdf][\x80-\x9f]|[\xc2\xc3][\xa0-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|\xe2\u20ac."
)
"""What UTF-8 looks like when it was read as Latin-1 or Windows-1252: a lead byte with its continuation bytes."""

_C1 = re.compile(r"[\x80-\x9f]")

_INVISIBLE = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb"
    r"\U000e0000-\U000e007f]"
)
"""Control characters but white space, zero-width marks, bidirectional controls, variation selectors and tags."""

_JOINERS = re.compile(
    r"(?<![\u0600-\u0fff\u1000-\u109f\u1780-\u17ff\u200d\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]"
)
"""Joiners, but not after letters of scripts that need them (Arabic to Khmer) or in emoji."""

_FOLDED = re.compile(r"[\u2010\u2011\ufb00-\ufb06\ufb13-\ufb17\U0001d400-\U0001d7ff]")
"""Hyphens that look like the plain one, ligatures, and mathematical letters (𝒪, 𝛼)."""

_SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half a character, which no encoding can hold."""

_COMPOSABLE = re.compile(r"[^\W\d_][\u0300-\u036f]{1,8}|[\u2126\u212a\u212b]")
"""A letter with combining marks, and the compatibility signs for Ω, K and Å."""


def _byte(character: str) -> bytes:
    """The byte that Windows-1252, or Latin-1 where that has none, reads as `character`."""
    return character.encode("latin-1" if ord(character) < 0x100 else "cp1252")


def encoding_edits(text: str) -> Iterator[Edit]:
    """Mend UTF-8 that was read as Latin-1 (`â\\x80\\x99`), and Windows-1252 quotes among the C1 controls."""
    if text.isascii():
        return
    mended: set[int] = set()
    for match in _MOJIBAKE.finditer(text):
        try:
            character = b"".join(map(_byte, match[0])).decode("utf-8")
        except UnicodeError:
            continue
        mended.update(range(*match.span()))
        yield Edit(match.start(), match.end(), character)
    for match in _C1.finditer(text):
        if match.start() not in mended and match[0] != "\x85":
            yield Edit(match.start(), match.end(), match[0].encode("latin-1").decode("cp1252", "ignore"))


def invisible_edits(text: str) -> Iterator[Edit]:
    """Away with what does not show; white space and soft hyphens are left to `kg.text.hyphenation`."""
    if text.isascii() and text.isprintable():
        return
    for pattern in (_INVISIBLE, _JOINERS):
        for match in pattern.finditer(text):
            yield Edit(match.start(), match.end())


def folding_edits(text: str) -> Iterator[Edit]:
    """Ligatures, mathematical letters and look-alike hyphens as plain letters; letters and accents in one.

    A lone surrogate becomes U+FFFD.
    """
    if text.isascii():
        return
    for match in _FOLDED.finditer(text):
        plain = "-" if match[0] in "\u2010\u2011" else unicodedata.normalize("NFKC", match[0])
        yield Edit(match.start(), match.end(), plain)
    for match in _SURROGATE.finditer(text):
        yield Edit(match.start(), match.end(), "\ufffd")
    for match in _COMPOSABLE.finditer(text):
        composed = unicodedata.normalize("NFC", match[0])
        if composed != match[0]:
            yield Edit(match.start(), match.end(), composed)
