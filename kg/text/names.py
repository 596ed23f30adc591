"""Keys of names: two surface forms with one key are the same name in another spelling or wording.

Spellings differ in case, plural, hyphens and spaces, accents, British or American letters, the adjective of a noun
(`distributional shift`) or an acronym in brackets (`out-of-distribution (OOD) detection`); wordings in a generic last
word (`MS COCO dataset`, `kg.text.heads`), the order of words (`rate of convergence`) or the form of one of them
(`kg.text.wording`). Names are expected to be clean of markup (`kg.text.clean`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from kg.text.heads import Token, without_generic_head
from kg.text.spelling import fold
from kg.text.wording import reworded

_EDGES = " .,;:()[]{}'\"“”‘’`"
_GAPS = re.compile(r"([\s\-\u2010-\u2015\u2212/_()\[\],;:\"“”]+)")
_PLAIN_WORDS = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")
_HYPHENS = re.compile(r"[\-\u2010-\u2015\u2212/_]+")
_LATIN_ACCENTS = re.compile("([A-Za-z])[\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe"}
)
"""Letters that Unicode does not take apart into a plain one and an accent."""
_MARKUP = re.compile(r"[`$\\{}~^]")
_POSSESSIVE = re.compile(r"(?<=\w)['’‘´`]s?(?!\w)|(?<=\w)['’‘´`](?=\w)")
_STARS = re.compile(r"\*")
_OUTER_STAR = re.compile(r"(?<!\w)\*|\*(?=\w)")
_BRACKETED_ACRONYM = re.compile(r"(?<=[\w)])\s*\((?=[^()]*[A-Z])([A-Za-z][\w.-]{1,9})\)(?=$|[\s-]+\w)")


_SPELLED_OUT = re.compile(r"(?P<short>[A-Z][A-Za-z\d-]{1,9}) \((?P<long>[^()]{4,})\)")


class Word(NamedTuple):
    """A word of a name in one spelling; `joined` says that a hyphen, not a space, stands before it."""

    text: str
    joined: bool


def bare(surface: str) -> str:
    """A clean name without accents, markup left-overs and outer punctuation; letter case is kept.

    A single star after a letter is a part of the name (`A*`, `RRT*`).
    """
    plain = surface
    if not surface.isascii():
        plain = _LATIN_ACCENTS.sub(
            r"\1", unicodedata.normalize("NFKD", unicodedata.normalize("NFC", surface).translate(_LETTERS))
        )
        plain = unicodedata.normalize("NFKC", plain)
    plain = _MARKUP.sub("", plain)
    if "*" in plain:
        plain = (_OUTER_STAR if plain.count("*") == 1 else _STARS).sub("", plain)
    return plain.strip(_EDGES)


def _without_acronym(match: re.Match[str]) -> str:
    """Nothing in place of an acronym in brackets whose letters the words before it hold in order, else what stands."""
    letters = iter(match.string[: match.start()].casefold())
    short = match[1].casefold().removesuffix("s")
    return "" if all(c in letters for c in short if c.isalpha()) else match[0]


def spelled_out(surface: str) -> str:
    """The long form out of `IB (information bottleneck)`, whose words begin with the letters; else the name.

    Small letters beside two capitals or more may stand within the words: `LoRA (low-rank adaptation)`.
    """
    match = _SPELLED_OUT.fullmatch(surface)
    if match is None:
        return surface
    initials = iter(word[0] for word in _GAPS.split(match["long"].casefold())[::2] if word)
    short = match["short"].removesuffix("s")
    capitals = [c for c in short if c.isupper()]
    letters = iter(match["long"].casefold())
    within = len(capitals) > 1 and all(c in letters for c in short.casefold() if c.isalpha())
    sought = capitals if within else [c for c in short if c.isalpha()]
    return match["long"] if all(c.casefold() in initials for c in sought) else surface


@lru_cache(maxsize=1 << 12)
def _tokens(surface: str) -> tuple[Token, ...]:
    if _PLAIN_WORDS.fullmatch(surface):
        return tuple(Token(piece, fold(piece)) for piece in surface.split(" "))
    name = _POSSESSIVE.sub("", bare(surface))
    if (long := spelled_out(surface)) != surface:
        name = _POSSESSIVE.sub("", bare(long))
    elif "(" in name or surface.rstrip().endswith(")"):
        name = bare(_BRACKETED_ACRONYM.sub(_without_acronym, _POSSESSIVE.sub("", surface.strip())))
    pieces = _GAPS.split(name)
    found = []
    joined = False
    for place in range(0, len(pieces), 2):
        if piece := pieces[place]:
            found.append(Token(piece, fold(piece), joined))
        if place + 1 < len(pieces):
            joined = _HYPHENS.fullmatch(pieces[place + 1]) is not None
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def parts(surface: str, concept_type: str | None = None) -> tuple[Word, ...]:
    """The words of a name in one spelling and wording, less a generic head after a proper name of the type."""
    tokens = without_generic_head([*_tokens(surface)], concept_type)
    return tuple(Word(token.folded, token.joined) for token in reworded(tokens, concept_type))


def words(surface: str, concept_type: str | None = None) -> tuple[str, ...]:
    """A name as readable words, case folded, the last in the singular: ("mixture", "of", "expert").

    With a type, a generic head after a proper name is left out: `Adam optimizer` is ("adam",) as a Method.
    """
    *before, last = without_generic_head([*_tokens(surface)], concept_type) or [Token("", "", False)]
    return tuple(token.text.casefold() for token in before) + ((last.folded,) if last.folded else ())


def without_head(surface: str, concept_type: str | None) -> str:
    """A name as it is written, without a generic head after a proper name: `LSTM` for `LSTM models`."""
    tokens = [*_tokens(surface)]
    kept = without_generic_head(tokens, concept_type)
    return surface if len(kept) == len(tokens) else " ".join(token.text for token in kept)


def spelling_key(surface: str) -> str:
    """The words of a name as they stand, in one spelling and without gaps: the key before any rewording."""
    return joined_key(tuple(Word(token.folded, token.joined) for token in _tokens(surface)))


def joined_key(name: tuple[Word, ...]) -> str:
    """The words of a name without gaps, but for one between two digits: `Llama 2 7B` is no `Llama 27B`."""
    key = ""
    for word in name:
        key += f"-{word.text}" if key[-1:].isdigit() and word.text[:1].isdigit() else word.text
    return key


@lru_cache(maxsize=1 << 13)
def key(surface: str, concept_type: str | None = None) -> str:
    """The key of a name: its words in one spelling and without gaps; `fine-tuning` and `finetuning` agree."""
    return joined_key(parts(surface, concept_type))


@lru_cache(maxsize=1 << 13)
def is_acronym(surface: str) -> bool:
    """Whether a name looks like an acronym: one word, mostly capitals and digits (`MIAs`, `CIFAR-10`, `MoE`)."""
    name = bare(surface)
    if not name or len(name) > 12 or any(c.isspace() for c in name):
        return False
    letters = [c for c in name.removesuffix("s") if c.isalpha()]
    return sum(c.isupper() for c in letters) >= 2 and 2 * sum(c.isupper() for c in letters) >= len(letters)
