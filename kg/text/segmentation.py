"""A key without gaps cut into words again, for people to read: `behavioralcloning` is `behavioral cloning`.

The cut is the most probable one under a fixed list of words in the order of their frequency, each word independent of
its neighbours (a unigram model, found by Viterbi's algorithm; Norvig, "Natural Language Corpus Data", 2009). The list
is a part of what IRIs are: to change it is to change them. How it was made stands in data/README.md.
"""

from __future__ import annotations

import gzip
import math
import re
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

_RUNS = re.compile(r"([a-z]+)|([0-9][0-9.]*)|([^\W\d_a-z]+)|(.)", re.S)
_LATIN, _DIGITS, _OTHER, _SIGN = 1, 2, 3, 4
_UNKNOWN = 14.0
_UNKNOWN_LETTER = 2.2
"""Cost of a word that the list lacks, and of each of its letters; words of the list cost some 3 to 14."""
_LONGEST = 20


class _Lexicon(NamedTuple):
    cost: dict[str, float]
    readable: dict[str, str]
    starts: frozenset[str]
    readings: dict[str, str]
    """Readable form -> the word of the list."""


@cache
def _lexicon() -> _Lexicon:
    packed = resources.files("kg.text").joinpath("data/lexicon.txt.gz").read_bytes()
    lines = gzip.decompress(packed).decode("ascii").splitlines()
    scale = math.log(len(lines) + 1)
    cost: dict[str, float] = {}
    readable: dict[str, str] = {}
    for rank, line in enumerate(lines, 1):
        word, _, form = line.partition(" ")
        cost[word] = math.log(rank * scale)  # Zipf: a word's probability is one over its rank
        if form:
            readable[word] = form
    starts = frozenset(word[:end] for word in cost for end in range(1, len(word) + 1))
    return _Lexicon(cost, readable, starts, {form: word for word, form in readable.items()})


def _cut_letters(letters: str) -> list[str]:
    """The words of a run of letters at the least cost; letters between known words are words that the list lacks."""
    lexicon = _lexicon()
    if letters in lexicon.cost or len(letters) < 3:
        return [letters]
    size = len(letters)
    best = [0.0] + [math.inf] * size
    came = [0] * (size + 1)
    unknown = [math.inf] * (size + 1)  # the least cost of ending here inside of an unknown word
    begun = [0] * (size + 1)
    for start in range(size):
        here = best[start]
        fresh, going = here + _UNKNOWN + _UNKNOWN_LETTER, unknown[start] + _UNKNOWN_LETTER
        unknown[start + 1], begun[start + 1] = (fresh, start) if fresh < going else (going, begun[start])
        for end in range(start + 1, min(size, start + _LONGEST) + 1):
            word = letters[start:end]
            if word not in lexicon.starts:
                break
            found = lexicon.cost.get(word)
            if found is not None and here + found < best[end]:
                best[end], came[end] = here + found, start
        if unknown[start + 1] < best[start + 1]:
            best[start + 1], came[start + 1] = unknown[start + 1], begun[start + 1]
    pieces = []
    while size:
        pieces.append(letters[came[size] : size])
        size = came[size]
    return pieces[::-1]


@lru_cache(maxsize=1 << 16)
def segment(key: str) -> tuple[str, ...]:
    """The words of a key; put together, and with a hyphen between two digits, they are the key again.

    Digits keep a letter after them, or before them, that would stand alone (`4o`, `3d`, `f1`); signs stay with what is
    before them, letters of other scripts together.
    """
    pieces: list[tuple[str, int]] = []
    for match in _RUNS.finditer(key):
        kind = match.lastindex or _SIGN
        if kind == _LATIN:
            pieces += [(word, _LATIN) for word in _cut_letters(match[0])]
            word = pieces[-1][0]
            if (
                len(word) > 2
                and word[-1] == "v"
                and word not in _lexicon().cost
                and key[match.end() :][:1].isdigit()
            ):
                pieces[-1:] = [(word[:-1], _LATIN), ("v", _LATIN)]  # a version: `smacv2`
        else:
            pieces.append((match[0], kind))
    words: list[str] = []
    before, last = _SIGN, ""
    for place, (piece, kind) in enumerate(pieces):
        follows = pieces[place + 1][1] if place + 1 < len(pieces) else None
        if piece == "-" and before == _DIGITS and follows == _DIGITS:
            before = _OTHER
            continue
        letter_of_digits = {before, kind} == {_LATIN, _DIGITS} and len(
            last if kind == _DIGITS else piece
        ) == 1
        if words and (letter_of_digits or _SIGN in (before, kind)):
            words[-1] += piece
        else:
            words.append(piece)
        before, last = kind, words[-1]
    return tuple(words)


def readable(key: str) -> tuple[tuple[str, ...], bool]:
    """The words of a key as they are mostly written, `supervised` for `supervized`, and whether no other key has them.

    One may where a word that the list lacks is written as a word of the list is.
    """
    lexicon = _lexicon()
    words = segment(key)
    alone = all(lexicon.readings.get(word, word) == word for word in words)
    return tuple(lexicon.readable.get(word, word) for word in words), alone
