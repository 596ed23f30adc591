"""Acronyms and the long forms that a text defines them by: "long form (SHORT)", "SHORT (long form)", "long, or SHORT".

Where a definition may stand is said here, whether it is one by `kg.extract.acronym_alignment`. The long form reaches
over no sentence border and no other bracket.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from kg.extract.acronym_alignment import Fit, Span, find_long_form
from kg.records import Mention

_SHORT = r"[A-Za-z0-9\u0370-\u03ff][\w\u0370-\u03ff&+./'’\u2010-\u2013-]{0,13}"
_QUOTES = "\"'“”‘’`"
_IN_BRACKET = re.compile(
    r"\s*(?:(?:i\.e\.|or|aka|a\.k\.a\.|abbreviated|abbr\.|abbrev\.|denoted|termed|called|dubbed|named)"
    rf"(?: as| by)?[,:]?\s+)?[{_QUOTES}]*(?P<short>(?:[a-z]\.){{2,5}}|{_SHORT}(?<![.'’/-]))[{_QUOTES}]*"
    r"\s*(?:$|[,;:(\[]|\s(?:for short|hereafter|henceforth))"
)
_LEAD_IN = re.compile(
    r"\s*(?:(?:i\.e\.|that is|or|aka|short for|which stands for|stands for|stand for|from|the)[,:]?\s+)*"
    rf"[{_QUOTES}]*"
)
_BEFORE_BRACKET = re.compile(rf"(?P<short>{_SHORT})[{_QUOTES}]?\s?$")
_APPOSITION = re.compile(
    r"\s(?:or|abbreviated(?: as| by)?|a\.k\.a\.|aka|also (?:called|known as)|(?:called|denoted|dubbed|termed)"
    rf"(?: as| by)?)\s(?:simply\s|the\s)?[{_QUOTES}]*(?P<short>{_SHORT})(?<![.'’/-])(?=[\s,.;:){_QUOTES}]|$)"
)
_FOR_SHORT = re.compile(rf"\s(?:or\s)?[{_QUOTES}]*(?P<short>{_SHORT})[{_QUOTES}]*,?\sfor\sshort\b")
_STANDS_FOR = re.compile(
    rf"(?<![\w-])(?P<short>{_SHORT})[{_QUOTES}]*,?\s(?:which\s)?(?:stands?|standing|is\sshort|short)\sfor\s(?:the\s)?"
    rf"[{_QUOTES}]*"
)
_SENTENCE_END = re.compile(
    r"[.!?;:](?:(?<=[;:])\s|(?<![;:])(?<!\be\.g.)(?<!\bi\.e.)(?<!\bvs.)(?<!\bal.)(?<!\bcf.)(?<!\bFig.)(?<!\bEq.)"
    r"(?<!\bDr.)(?<!\s[A-Z].)\s+(?=[A-Z0-9\"“(\u0370-\u03ff]))"
)
"""It starts with what is rare, for speed."""
_PHRASE_END = re.compile(r"[,;:.()]")
_BRACKETS = re.compile(r"[()\[\]]")
_CLOSERS = {")": "(", "]": "["}
_BEFORE = re.compile(rf"[\s{_QUOTES}]$|[A-Za-z]*[a-z]{{3}}$")
"""What a bracket may follow: a space, or a word that was written without one; not a function as in `f(x)`."""
_LONGEST_CONTENT = 200
_MOST_CANDIDATES = 128
"""Of one text; none of 2,000 abstracts has more than 26. It bounds the time that a text can take."""


@dataclass(frozen=True, slots=True)
class AcronymPair:
    """An acronym and its long form, both as they stand where the text defines the one by the other."""

    short: Mention
    long: Mention


def is_short_form(short: str) -> bool:
    """Whether a word looks like an acronym: 2 to 10 letters and digits, a capital or Greek letter among them, or
    lower case with dots between (`i.i.d.`) or a digit or hyphen inside (`w2v`, `tf-idf`).
    """
    letters = [c for c in short if c.isalnum()]
    if not 2 <= len(letters) <= 10 or not any(c.isalpha() for c in letters):
        return False
    if any(c.isupper() or "\u0370" <= c <= "\u03ff" for c in letters):
        return True
    return (
        re.fullmatch(r"(?:[a-z]\.){2,5}[a-z]?|[a-z]+[0-9-][a-z]+|[bcdfghjklmnpqrstvwxz]{3,5}", short)
        is not None
    )


def _brackets(text: str) -> Iterator[Span]:
    """Start and end of the content of each bracket that is closed."""
    opened: list[tuple[str, int]] = []
    for match in _BRACKETS.finditer(text):
        if match[0] in "([":
            opened.append((match[0], match.end()))
        else:
            while opened and opened[-1][0] != _CLOSERS[match[0]]:
                opened.pop()
            if opened:
                yield opened.pop()[1], match.start()


class _Candidate(NamedTuple):
    """A word that may be a short form, and where its long form would be."""

    short: Span
    place: Span
    fit: Fit
    strict: bool = False


def _in_brackets(text: str, since_border: Callable[[int], int]) -> Iterator[_Candidate]:
    for start, end in _brackets(text):
        opening = start - 1
        if end - start > _LONGEST_CONTENT or not _BEFORE.search(text, max(0, opening - 5), opening):
            continue
        if inside := _IN_BRACKET.match(text, start, end):
            yield _Candidate(inside.span("short"), (since_border(opening), opening), "end")
        before = _BEFORE_BRACKET.search(text, max(since_border(opening), opening - 20), opening)
        if before and (before.start() == 0 or not text[before.start() - 1].isalnum()):
            lead_in = _LEAD_IN.match(text, start, end)
            content = lead_in.end() if lead_in else start
            stop = min((i for i in (text.find(c, content, end) for c in ",;(") if i >= 0), default=end)
            yield _Candidate(before.span("short"), (content, stop), "whole")
            if stop < end and text[stop] == ",":
                yield _Candidate(before.span("short"), (content, end), "whole")


def _candidates(text: str) -> Iterator[_Candidate]:
    brackets = (match.end() for match in _BRACKETS.finditer(text))
    borders = sorted({0, *brackets, *(match.end() for match in _SENTENCE_END.finditer(text))})

    def since_border(position: int) -> int:
        return max(borders[bisect_right(borders, position) - 1], position - _LONGEST_CONTENT)

    yield from _in_brackets(text, since_border)
    for pattern in (_APPOSITION, _FOR_SHORT) if "short" in text else (_APPOSITION,):
        for match in pattern.finditer(text):
            stop = match.start() - (text[match.start() - 1 : match.start()] == ",")
            yield _Candidate(match.span("short"), (since_border(stop), stop), "end", strict=True)
    for match in _STANDS_FOR.finditer(text) if "short" in text or "stand" in text else ():
        border = _PHRASE_END.search(text, match.end(), match.end() + _LONGEST_CONTENT)
        place = (match.end(), border.start() if border else min(len(text), match.end() + _LONGEST_CONTENT))
        yield _Candidate(match.span("short"), place, "start", strict=True)


def find_acronyms(text: str) -> tuple[AcronymPair, ...]:
    """The acronyms that `text` (plain, see `kg.text.clean`) defines, in the order of their definitions.

    Where the same acronym is defined twice with the same long form, the first definition counts.
    """
    found: dict[Span, AcronymPair] = {}
    defined: set[tuple[str, str]] = set()
    candidates = (one for one in _candidates(text) if is_short_form(text[slice(*one.short)]))
    for (start, end), place, fit, strict in islice(candidates, _MOST_CANDIDATES):
        short = text[start:end]
        if (start, end) in found:
            continue
        span = find_long_form(text, short, *place, fit, strict=strict)
        if span is None:
            continue
        long = text[slice(*span)]
        if (short, long.casefold()) not in defined:
            defined.add((short, long.casefold()))
            found[start, end] = AcronymPair(Mention(start, end, short), Mention(*span, long))
    return tuple(found[span] for span in sorted(found))
