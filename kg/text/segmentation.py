"""A key without gaps cut into words again, for people to read: `behavioralcloning` is `behavioral cloning`.

The cut is the most probable one under a fixed list of words in the order of their frequency, each word independent of
its neighbours (a unigram model, found by Viterbi's algorithm; Norvig, "Natural Language Corpus Data", 2009). The list
is a part of what IRIs are: to change it is to change them. How it was made stands in data/README.md.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from kg.text.lists import word_list

_RUNS = re.compile(r"([a-z]+)|([0-9][0-9.]*)|([^\W\d_a-z]+)|(.)", re.S)
_LATIN, _DIGITS, _OTHER, _SIGN = 1, 2, 3, 4
_UNKNOWN = 10.0
_UNKNOWN_LETTER = 2.15
"""Cost of a word that the list lacks, and of each of its letters; words of the list cost some 3 to 14."""
_SHORT = {1: 9.0, 2: 2.0}
"""Cost of a word of one or two letters besides, since any letters can be cut into those."""
_ARTICLE = 3.0
"""Cost of `a` besides, which is frequent in texts and rare in names."""
_RARE_SHORT = {2: (11.0, 4.0), 3: (10.0, 1.5)}
"""By its letters, what a rare short word costs, and how much more it shall: `acrobot` is not `a`, `cro` and `bot`."""
_UNKNOWN_SHORT = 10.0
"""Cost besides of an unknown word of one or two letters."""
_AFTER_DIGITS, _BEFORE_DIGITS = 3.0, 5.0
"""Cost of a letter that is a part of the digits beside it: `3d`, and `r1` after a word of four letters."""
_PLURAL = 4.0
"""Cost of an s after a word of four letters: names in capitals keep their plural."""
_SHORT_WORDS = frozenset("an as at be by if in is it no of on or so to up us vs".split())
"""Words of two letters that names have indeed."""


class _Trie:
    """A node of a tree of words by their letters: the cost of the word that ends here, if one does, and the next."""

    __slots__ = ("cost", "following")

    def __init__(self) -> None:
        self.cost: float | None = None
        self.following: dict[str, _Trie] = {}


class _Lexicon(NamedTuple):
    """Words as a tree and as a set; the usual forms of words, and back."""

    words: _Trie
    known: frozenset[str]
    readable: dict[str, str]
    readings: dict[str, str]


@cache
def _lexicon() -> _Lexicon:
    lines = word_list("lexicon.txt.gz").splitlines()
    scale = math.log(len(lines) + 1)
    root, known = _Trie(), set()
    readable: dict[str, str] = {}
    for rank, line in enumerate(lines, 1):
        word, _, form = line.partition(" ")
        cost = math.log(rank * scale)  # Zipf: a word's probability is one over its rank
        if word not in _SHORT_WORDS:
            least, more = _RARE_SHORT.get(len(word), (math.inf, 0.0))
            cost += _SHORT.get(len(word), 0.0) + (more if cost > least else 0.0)
            cost += _ARTICLE if word == "a" else 0.0
        node = root
        for letter in word:
            if letter not in node.following:
                node.following[letter] = _Trie()
            node = node.following[letter]
        node.cost = cost
        known.add(word)
        if form:
            readable[word] = form
    return _Lexicon(root, frozenset(known), readable, {form: word for word, form in readable.items()})


def _is_long(word: str) -> bool:
    return len(word) > 3 and word in _lexicon().known


def _cut_letters(letters: str, *, after_digits: bool, before_digits: bool) -> list[str]:
    """The words of a run of letters at the least cost; letters between known words are words that the list lacks."""
    lexicon = _lexicon()
    if len(letters) < 3 or letters in lexicon.known:
        return [letters]
    size = len(letters)
    best = [0.0] + [math.inf] * size
    came = [0] * (size + 1)

    def reach(end: int, cost: float, start: int) -> None:
        if cost < best[end]:
            best[end], came[end] = cost, start

    unknown, begun = math.inf, 0  # the least cost of standing inside of an unknown word, and where that began
    for start in range(size):
        here = best[start]
        if here + _UNKNOWN < unknown:
            unknown, begun = here + _UNKNOWN, start
        unknown += _UNKNOWN_LETTER
        if after_digits and not start:
            reach(start + 1, here + _AFTER_DIGITS, start)
        ends_word = before_digits and start + 1 == size and _is_long(letters[came[start] : start])
        if ends_word and letters[-1] != "s":
            reach(start + 1, here + _BEFORE_DIGITS, start)
        node = lexicon.words
        for end in range(start, size):
            if letters[end] not in node.following:
                break
            node = node.following[letters[end]]
            if node.cost is not None:
                reach(end + 1, here + node.cost, start)
                if letters[end + 1 : end + 2] == "s" and end - start > 2:
                    reach(end + 2, here + node.cost + _PLURAL, start)
        reach(start + 1, unknown + (_UNKNOWN_SHORT if start - begun < 2 else 0.0), begun)
    pieces = []
    while size:
        pieces.append(letters[came[size] : size])
        size = came[size]
    return pieces[::-1]


def _pieces(key: str) -> Iterator[tuple[str, int]]:
    """The words of a key's letters, its numbers, letters of other scripts and signs, each with its kind."""
    for match in _RUNS.finditer(key):
        kind = match.lastindex or _SIGN
        if kind != _LATIN:
            yield match[0], kind
            continue
        before, after = key[: match.start()][-1:].isdigit(), key[match.end() :][:1].isdigit()
        *words, last = _cut_letters(match[0], after_digits=before, before_digits=after)
        if (
            after and len(last) > 2 and last.endswith("v") and last not in _lexicon().known
        ):  # a version: `smacv2`
            words, last = [*words, last[:-1]], "v"
        yield from ((word, _LATIN) for word in (*words, last))


@lru_cache(maxsize=1 << 16)
def segment(key: str) -> tuple[str, ...]:
    """The words of a key; put together, and with a hyphen between two digits, they are the key again.

    Digits keep a letter after them, or before them, that would stand alone (`4o`, `3d`, `f1`); signs stay with what is
    before them, letters of other scripts together.
    """
    pieces = list(_pieces(key))
    words: list[str] = []
    before = _SIGN
    for place, (piece, kind) in enumerate(pieces):
        follows = pieces[place + 1][1] if place + 1 < len(pieces) else None
        if piece == "-" and before == _DIGITS and follows == _DIGITS:
            before = _OTHER
            continue
        letter = words[-1] if words and kind == _DIGITS else piece
        of_digits = {before, kind} == {_LATIN, _DIGITS} and len(letter) == 1
        if words and (of_digits or _SIGN in (before, kind)):
            words[-1] += piece
        else:
            words.append(piece)
        before = kind
    return tuple(words)


def readable(key: str) -> tuple[tuple[str, ...], bool]:
    """The words of a key as they are mostly written, `supervised` for `supervized`, and whether no other key has them.

    One may where a word that the list lacks is written as a word of the list is.
    """
    lexicon = _lexicon()
    words = segment(key)
    alone = all(lexicon.readings.get(word, word) == word for word in words)
    return tuple(lexicon.readable.get(word, word) for word in words), alone
