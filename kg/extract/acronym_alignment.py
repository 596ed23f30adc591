"""The words that the letters of an acronym stand for, found at the least cost.

The base is Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation definitions in biomedical
text": each letter of the acronym is found in the words beside it, in order, the first at the start of a word. They take
the shortest long form that fits; here every alignment has a cost (letters inside of words, words left out), and the
cheapest wins, so that "mindful memoization (MM)" is found whole. One that costs too much is no definition.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

_INNER = 1.0
"""Cost of a letter inside of a word."""
_RUN = 0.1
"""Cost of a letter right after the one before it."""
_AFTER_PREFIX = 0.2
"""Cost of a letter where a known prefix ends: the P of "backpropagation"."""
_SKIPPED = 1.5
"""Cost of a word without a letter of the acronym."""
_SKIPPED_PART = 0.5
"""Cost of a part of a hyphenated word without one."""
_SKIPPED_GENERIC = 0.4
"""Cost of a last word such as "model" without one."""
_SKIPPED_SMALL = 0.1
"""Cost of a function word without one."""
_COMMA = 0.4
"""Cost of a comma inside of the long form."""
_LOST_DIGIT = 0.7
"""Cost of a digit that stands for no word (`M3AE`)."""


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_SMALL = _words(
    "a across among an and as at between by de during for from in into is of on onto or over per the through to toward"
    " towards under up using via vs with within without"
)
_NO_START = _SMALL - {"in", "over", "under", "per", "up", "to", "on", "as", "at", "is"} | frozenset(
    {"our", "this", "these", "that", "which", "we", "its", "their", "such"}
)
_GENERIC = re.compile(
    r"(?:algorithm|approach|architecture|benchmark|classifier|dataset|framework|function|layer|loss|mechanism|method|model"
    r"|module|network|problem|procedure|scheme|strategy|system|task|technique)e?s?",
)
"""Words that may follow a name without changing what it names; with a capital they are a part of it."""
_PREFIXES = re.compile(
    r"anti|auto|back|bi|bio|counter|cross|de|electro|encephalo|hetero|hyper|infra|inter|intra|kilo|magneto|mega|meta|micro"
    r"|mini|mono|multi|nano|neuro|non|over|para|photo|poly|post|pre|pseudo|psycho|quasi|radio|re|self|semi|spatio|sub"
    r"|super|tele|trans|tri|ultra|un|under|uni|video|visuo|web"
)
_EQUAL = {
    "2": ("to", "two", "second"),
    "4": ("for", "four"),
    "3": ("three",),
    "1": ("one", "first"),
    "x": ("cross", "ex"),
}
"""Acronym character -> starts of words that it may stand for."""
_GREEK = {
    unicodedata.lookup(f"GREEK SMALL LETTER {name.upper()}"): (name,)
    for name in _words("alpha beta gamma delta epsilon theta lamda mu pi sigma phi psi omega")
}

_MOST_PARTS = 40
_MOST_STEPS = 3000
"""Words and pairs of places that are looked at; no definition of 2,000 abstracts has more than 22 and 1,004."""

_CHUNK = re.compile(r"[^\s—]+")
_PART = re.compile(r"[^\W_]+")

Span = tuple[int, int]
Fit = Literal["end", "whole", "start"]


@dataclass(frozen=True, slots=True)
class _Part:
    """A word, or a part of a hyphenated one."""

    start: int
    text: str
    chunk: int
    after_comma: bool


@dataclass(frozen=True, slots=True)
class _Place:
    """A character that a letter may stand for; `cost` is that of going on here from another word, if one may."""

    part: int
    offset: int
    cost: float | None


def _folded(text: str) -> str:
    """Lower case without accents, one character for each of `text`."""
    if text.isascii():
        return text.lower()
    return "".join(unicodedata.normalize("NFKD", c)[0].lower()[:1] for c in text)


def letters_of(short: str) -> str:
    """What has to be found in the long form: letters and digits, without the plural's s."""
    if len(short) > 2 and short[-1] == "s" and not short[-2].islower():
        short = short[:-1]
    return "".join(c for c in _folded(short) if c.isalnum())


def _is_acronym(surface: str) -> bool:
    """Whether the word is an acronym itself, so that it cannot be what another stands for: `MeMAD (MAD)`."""
    return not re.search(r"\s", surface) and sum(c.isupper() for c in surface) > len(surface) / 2


def _parts(text: str, start: int, end: int) -> list[_Part]:
    found: list[_Part] = []
    comma = False
    for index, chunk in enumerate(_CHUNK.finditer(text, start, end)):
        for match in _PART.finditer(text, *chunk.span()):
            found.append(_Part(match.start(), match[0], index, comma))
            comma = False
        comma = chunk[0].endswith(",")
    return found


def _places(parts: list[_Part]) -> dict[str, list[_Place]]:
    """Folded character -> where it stands in the parts, in order."""
    found: dict[str, list[_Place]] = {}
    for index, part in enumerate(parts):
        folded = _folded(part.text)
        prefix = _PREFIXES.match(folded)
        for offset, character in enumerate(folded):
            cost = None
            original = part.text[offset]
            if offset == 0:
                cost = 0.0
            elif original.isupper() or (original.isdigit() and not part.text[offset - 1].isdigit()):
                cost = 0.0 if not part.text[offset - 1].isupper() else _RUN
            elif prefix and offset == prefix.end() and len(folded) > offset + 2:
                cost = _AFTER_PREFIX
            found.setdefault(character, []).append(_Place(index, offset, cost))
        for character, starts in (*_EQUAL.items(), *_GREEK.items()):
            if folded.startswith(starts) and folded[0] != character:
                found.setdefault(character, []).append(_Place(index, 0, 0.0))
    for places in found.values():
        places.sort(key=lambda place: (place.part, place.offset))
    return found


def _step(parts: list[_Part], before: _Place, after: _Place) -> float | None:
    """Cost of going from the place of one letter to that of the next, or None when one cannot."""
    if after.part == before.part:
        if after.offset <= before.offset:
            return None
        if after.offset == before.offset + 1:
            return _RUN if after.cost is None else min(_RUN, after.cost)
        return _INNER if after.cost is None else after.cost
    if after.part < before.part or after.cost is None:
        return None
    cost = after.cost + (0.3 if after.offset else 0.0)
    cost += sum(_COMMA for part in parts[before.part + 1 : after.part + 1] if part.after_comma)
    used = {parts[before.part].chunk, parts[after.part].chunk}
    return cost + _skip_cost(parts, range(before.part + 1, after.part), used)


def _skip_cost(parts: list[_Part], skipped: range, used: set[int]) -> float:
    """Cost of the parts that no letter stands for, between chunks that are `used` or after them."""
    cost = 0.0
    charged: set[int] = set()
    for part in (parts[index] for index in skipped):
        if part.text.lower() in _SMALL:
            cost += _SKIPPED_SMALL
        elif part.chunk in used:
            cost += _SKIPPED_PART
        elif part.chunk not in charged:
            charged.add(part.chunk)
            is_last = skipped.stop == len(parts) and part.chunk == parts[-1].chunk
            cost += _SKIPPED_GENERIC if is_last and _GENERIC.fullmatch(part.text.lower()) else _SKIPPED
    return cost


@dataclass(slots=True)
class _Path:
    cost: float
    first: _Place
    last: _Place


def _align(letters: str, parts: list[_Part], fit: Fit) -> _Path | None:
    """The cheapest way to find `letters` in `parts` (dynamic programming over the places of each letter).

    None also where there are so many ways that it is no definition.
    """
    places = _places(parts)
    counts = [len(places.get(letter, ())) for letter in letters]
    if sum(before * after for before, after in pairwise(counts)) > _MOST_STEPS:
        return None
    paths = [
        _Path(0.0, place, place)
        for place in places.get(letters[0], ())
        if place.offset == 0 and (_may_start(parts, place.part) if fit == "end" else place.part == 0)
    ]
    for letter in letters[1:]:
        longer: dict[_Place, _Path] = {}
        for path in paths:
            for place in places.get(letter, ()):
                step = _step(parts, path.last, place)
                # of equal ones, the later start: nothing speaks for the words before it
                if step is not None and (place not in longer or path.cost + step <= longer[place].cost):
                    longer[place] = _Path(path.cost + step, path.first, place)
        lost = [_Path(p.cost + _LOST_DIGIT, p.first, p.last) for p in paths] if letter.isdigit() else []
        paths = [*longer.values(), *lost]
    if fit != "start":
        for path in paths:
            path.cost += _skip_cost(
                parts, range(path.last.part + 1, len(parts)), {parts[path.last.part].chunk}
            )
    if fit == "whole":
        paths = [path for path in paths if parts[path.last.part].chunk == parts[-1].chunk]
    return min(paths, key=lambda path: (round(path.cost, 6), -path.first.part), default=None)


def _may_start(parts: list[_Part], index: int) -> bool:
    """Whether a long form may start here: at the start of a chunk that is no function word, unless hyphenated."""
    chunk = parts[index].chunk
    if index and parts[index - 1].chunk == chunk:
        return False
    hyphenated = index + 1 < len(parts) and parts[index + 1].chunk == chunk
    return hyphenated or parts[index].text.lower() not in _NO_START


def _limit(short: str, letters: str, parts: list[_Part], path: _Path) -> float:
    """The highest cost at which an alignment is still believed."""
    capitals = sum(c.isupper() for c in short)
    if path.first.part == path.last.part and len(letters) < 3:
        return -1.0 if path.last.cost is None else _AFTER_PREFIX
    if capitals < 2 and not any(c.isdigit() for c in short):
        return 0.35
    return 0.85 if len(letters) == 2 else min(0.5 + 0.4 * (len(letters) - 1), 3.0)


def find_long_form(
    text: str, short: str, start: int, end: int, fit: Fit, *, strict: bool = False
) -> Span | None:
    """The span of the long form of `short` within `text[start:end]`, or None.

    It has to `fit` the whole of that span, the end of it (but perhaps for a last word), or its start. A `strict` search
    believes in nearly perfect alignments alone.
    """
    letters = letters_of(short)
    widest = min(len(letters) + 5, 2 * len(letters) + 2)
    if fit == "end" and len(words := text[start:end].rsplit(maxsplit=widest)) > widest:
        start += len(words[0]) + len(text[start:end]) - len(text[start:end].lstrip())
    parts = [part for part in _parts(text, start, end) if fit != "start" or part.chunk < widest]
    if not letters or not 0 < len(parts) <= _MOST_PARTS:
        return None
    spellings = {letters, re.sub(r"([a-z])([23])", lambda match: match[1] * int(match[2]), letters)}
    aligned = [_align(spelling, parts, fit) for spelling in sorted(spellings)]
    path = min((path for path in aligned if path), key=lambda path: path.cost, default=None)
    if path is None or path.cost > (0.45 if strict else _limit(short, letters, parts, path)):
        return None
    last = parts[path.last.part]
    while parts[-1].chunk != last.chunk and (fit == "start" or _GENERIC.fullmatch(parts[-1].text)):
        parts.pop()
    first, close = parts[path.first.part].start, parts[-1].start + len(parts[-1].text)
    surface = text[first:close]
    if letters_of(surface) == letters or len(surface) <= len(short) or _is_acronym(surface):
        return None
    return first, close
