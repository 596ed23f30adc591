"""What one paper says of its names: by which name it knows each concept, and what its acronyms stand for.

All of it is a function of the one paper, so that no other paper can change it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kg.extract.acronym_alignment import find_long_form, letters_of
from kg.extract.acronyms import find_acronyms
from kg.records import Extraction, PaperConcept
from kg.text import clean
from kg.text.hyphenation import is_english
from kg.text.names import is_acronym, key, parts, spelled_out, without_head

_NOTHING_TO_CLEAN = re.compile(r"[A-Za-z0-9.,;:()+/' -]*(?<!-)")
_DOUBLE_SPACE = re.compile(r"\s\s|^\s|\s$")
_TOKEN = re.compile(r"[^\s\-\u2010-\u2015/]+")
_TWO_CAPITALS = re.compile(r"[A-Z][A-Za-z]*[A-Z]")
_ACRONYM_TOKEN = re.compile(r"[A-Za-z]*[A-Z][A-Za-z]*[A-Z][A-Za-z]*")
_LONG_WORD = re.compile(r"[a-z]{3,}|[A-Z][a-z]+(?:ed|ing|en)|Free|Aware|Like|Level")
"""A word that a hyphen joins to an acronym without making a name of both: `LLM-Guided`, but not `BERT-Large`."""

_ABBREVIATION = re.compile(r"[A-Za-z]{3,12}\d?")
_VOWEL = re.compile("[aeiouy]")
_CAMEL_CASE = re.compile(r"[A-Z][a-z]+[A-Z][A-Za-z]{0,8}\d?")

RESEMBLANCE = 2 / 3
"""Share of an acronym's letters that begin words of a name of the same concept, where it does not fit."""


@lru_cache(maxsize=1 << 17)
def plain(surface: str) -> str:
    """A surface form without markup."""
    if _NOTHING_TO_CLEAN.fullmatch(surface) and not _DOUBLE_SPACE.search(surface):
        return surface
    return clean(surface).text


_is_acronym = lru_cache(maxsize=1 << 16)(is_acronym)


def looks_short(name: str) -> bool:
    """Whether a plain name looks like an acronym."""
    return len(name) < 20 and _is_acronym(name)


def may_be_short(name: str) -> bool:
    """Whether a name that does not look like an acronym may be one: `FedAvg`, `Bert`, `gpt`, but no English word."""
    if not _ABBREVIATION.fullmatch(name):
        return False
    if not name[1:].islower():
        return True
    return not is_english(name.casefold()) if len(name) > 3 else not _VOWEL.search(name.casefold())


@lru_cache(maxsize=1 << 20)
def name_key(name: str, concept_type: str) -> str:
    """The key of a plain name of a type; never empty for a name."""
    return key(name, concept_type) or name.strip()


def fits(short: str, long: str) -> bool:
    """Whether an acronym can stand for a name that it is no part of, all but a generic last word perhaps."""
    initials = [word[0] for word in long.casefold().replace("-", " ").split()]
    if "".join(initials) == short.casefold() and len(initials) > 1:
        return True
    first, letter = long[:1].casefold(), short[:1].casefold()
    if first == letter or not (first.isascii() and letter.isascii() and letter.isalpha() and letter != "x"):
        return _fits(short, long)
    return False  # both begin alike, but for digits and signs that stand for words


@lru_cache(maxsize=1 << 18)
def _fits(short: str, long: str) -> bool:
    if {token.casefold() for token in _TOKEN.findall(short)} <= {
        token.casefold() for token in _TOKEN.findall(long)
    }:
        return False
    span = find_long_form(long, short, 0, len(long), "end")
    return span is not None and span[0] == 0


def _resembles(short: str, long: str) -> bool:
    letters = Counter(letters_of(short))
    initials = Counter(word[0].casefold() for word in _TOKEN.findall(long))
    return (letters & initials).total() >= RESEMBLANCE * letters.total() > 1


_NEAR_TYPES = {"Method", "Task"}
"""Types between which it is a matter of the sentence which one a name has: reinforcement learning is either."""


@dataclass(frozen=True, slots=True)
class Span:
    """An acronym within a longer name."""

    start: int
    end: int
    short: str


def inner_acronyms(name: str) -> tuple[Span, ...]:
    """The acronyms that stand for words of a longer name: `offline RL`, `LLM-based agents`, not the NN of `k-NN`."""
    return _inner_acronyms(name) if _TWO_CAPITALS.search(name) else ()


@lru_cache(maxsize=1 << 16)
def _inner_acronyms(name: str) -> tuple[Span, ...]:
    tokens = list(_TOKEN.finditer(name))
    if len(tokens) < 2:
        return ()
    found = []
    for place, token in enumerate(tokens):
        if not looks_short(token[0]) or not _ACRONYM_TOKEN.fullmatch(token[0]):
            continue
        beside = [
            other[0]
            for other, gap in (
                (tokens[place - 1] if place else None, name[token.start() - 1 : token.start()]),
                (tokens[place + 1] if place + 1 < len(tokens) else None, name[token.end() : token.end() + 1]),
            )
            if other is not None and not gap.isspace()
        ]
        if all(_LONG_WORD.fullmatch(word) for word in beside):
            found.append(Span(*token.span(), token[0]))
    return tuple(found)


def with_long_forms(name: str, long_forms: Iterable[tuple[Span, str]]) -> str:
    """The name with long forms in the places of acronyms."""
    for span, long in sorted(long_forms, key=lambda item: -item[0].start):
        name = name[: span.start] + long + name[span.end :]
    return name


@dataclass(frozen=True, slots=True)
class PaperName:
    """A concept of a paper, the plain name by which the paper knows it with its key, and its surface forms, sorted.

    `bare` says that the name is an acronym alone. An acronym with a generic word after it (`LSTM model`) is one alone.
    """

    concept: PaperConcept
    name: str
    key: str
    bare: bool
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """An acronym's key, the long form as the paper has it, the concept's type, and whether the paper coins it."""

    short: str
    long: str
    type: str
    coined: bool


@dataclass(frozen=True, slots=True)
class PaperNames:
    """The names of a paper's concepts, in order, and what its acronyms stand for, by their keys."""

    names: tuple[PaperName, ...]
    definitions: tuple[Definition, ...]

    def said(self) -> tuple[Any, ...]:
        """All of it but the concepts, in plain tuples that `marshal` takes."""
        names = tuple((name.name, name.key, name.bare) for name in self.names)
        return names, tuple((found.short, found.long, found.type, found.coined) for found in self.definitions)

    @classmethod
    def as_said(cls, extraction: Extraction, said: tuple[Any, ...]) -> PaperNames:
        """The names of a paper again, by what `said` gave."""
        names, definitions = said
        return cls(
            tuple(
                PaperName(concept, name, own_key, bare, surfaces(concept))
                for concept, (name, own_key, bare) in zip(extraction.concepts, names, strict=True)
            ),
            tuple(Definition(*found) for found in definitions),
        )

    def long_form(self, short: str, concept_type: str | None = None) -> str | None:
        """What an acronym (its key) stands for in this paper.

        As the name of a concept it takes a definition of its type, or that of a task for a method and the other way
        round; within a longer name, without a type, any.
        """
        found = [definition for definition in self.definitions if definition.short == short]
        if concept_type is not None:
            of_type = [definition for definition in found if definition.type == concept_type]
            near = [definition for definition in found if {definition.type, concept_type} <= _NEAR_TYPES]
            found = of_type or near
        return found[0].long if found else None

    def own_name(self, name: PaperName) -> str:
        """The name of a concept with its acronyms written out, as far as the paper says what they stand for."""
        kind = name.concept.type
        text = (self.long_form(name.key, kind) if name.bare else None) or name.name
        own = ((span, self.long_form(key(span.short))) for span in inner_acronyms(text))
        return with_long_forms(text, [(span, long) for span, long in own if long is not None])


def surfaces(concept: PaperConcept) -> tuple[str, ...]:
    """The distinct surface forms of a paper's concept, sorted."""
    return tuple(sorted({mention.text for mention in concept.mentions} or {concept.label}))


def _abbreviates(form: str, forms: Iterable[str], concept: PaperConcept) -> bool:
    """Whether a name such as `FedAvg` stands beside the one that it is short for, and is not coined by the paper."""
    return (
        concept.role != "introduced"
        and _CAMEL_CASE.fullmatch(form) is not None
        and any(fits(form, other) for other in forms if " " in other or "-" in other)
    )


def _longest(names: Iterable[str]) -> str:
    return max(names, key=lambda name: (len(name), name))


def _name(concept: PaperConcept, shorts: list[str], longs: list[str]) -> str:
    """The name by which a paper knows a concept: its label, or what an acronym that is its label stands for.

    A label that is the long form of the paper's acronym and one more word (`chain-of-thought prompting`, for which it
    has `CoT` and `chain-of-thought`) gives way to the long form.
    """
    label = plain(concept.label)
    fitting = [long for long in longs if any(fits(short, long) for short in shorts)]
    if label not in shorts and not looks_short(label):
        within = [
            long for long in fitting if name_key(label, concept.type).startswith(name_key(long, concept.type))
        ]
        return label if not within or any(fits(short, label) for short in shorts) else _longest(within)
    if fitting := [long for long in fitting if fits(label, long)] or fitting:
        return _longest(fitting)
    if alike := [long for long in longs if _resembles(label, long)]:
        return _longest(alike)
    return _longest(longs) if longs and concept.role == "introduced" else label


def _definitions(
    concept: PaperConcept, name: str, shorts: list[str], longs: list[str]
) -> Iterator[Definition]:
    coined = concept.role == "introduced"
    label = plain(concept.label)
    own = [name] if label in shorts or looks_short(label) else [name, label]
    candidates = own + sorted(longs, key=lambda long: (-len(long), long))
    for short in shorts:
        fitting = next((long for long in candidates if not looks_short(long) and fits(short, long)), None)
        if fitting is None and coined and short == label and not looks_short(name):
            fitting = name
        if fitting is not None:
            yield Definition(name_key(short, concept.type), fitting, concept.type, coined)
    for long in longs:
        if "(" in long:
            for pair in find_acronyms(long):
                yield Definition(key(pair.short.text), pair.long.text, concept.type, coined)
        yield from _unfolded(long, candidates, concept.type)


def _unfolded(name: str, others: Iterable[str], concept_type: str) -> Iterator[Definition]:
    """What an acronym within a name stands for, by another name of the concept that has words in its place."""
    for span in inner_acronyms(name):
        before = [word.text for word in parts(name[: span.start])]
        after = [word.text for word in parts(name[span.end :])]
        for other in others:
            pieces = list(_TOKEN.finditer(other))
            words = [word for piece in pieces for word in [parts(piece[0])[:1]] if word]
            texts = [word[0].text for word in words]
            middle = pieces[len(before) : len(pieces) - len(after)]
            if (
                len(middle) > 1
                and len(texts) == len(pieces)
                and texts[: len(before)] == before
                and texts[len(pieces) - len(after) :] == after
                and fits(span.short, long := other[middle[0].start() : middle[-1].end()])
            ):
                yield Definition(key(span.short), long, concept_type, coined=False)
                break


def _defined_in_text(text: str, wanted: Iterable[tuple[str, str]]) -> Iterator[Definition]:
    """Definitions in the abstract of those (acronym, type) `wanted` that a bracket there seems to define."""
    sought = {key(short): kind for short, kind in wanted if f"({short}" in text or f"{short} (" in text}
    if sought:
        for pair in find_acronyms(clean(text).text):
            if (short := key(pair.short.text)) in sought:
                yield Definition(short, pair.long.text, sought[short], coined=False)


def read_names(extraction: Extraction) -> PaperNames:
    """The names of a paper's concepts, and what the paper's acronyms stand for; the first definition counts."""
    names = []
    found: dict[tuple[str, str], Definition] = {}
    for concept in extraction.concepts:
        written = surfaces(concept)
        forms = list(dict.fromkeys(map(plain, written)))
        shorts = [form for form in forms if looks_short(form) or _abbreviates(form, forms, concept)]
        longs = [form for form in forms if form not in shorts]
        name = spelled_out(_name(concept, shorts, longs))
        bare = looks_short(name if " " not in name else without_head(name, concept.type))
        names.append(PaperName(concept, name, name_key(name, concept.type), bare, written))
        for definition in _definitions(concept, name, shorts, longs):
            found.setdefault((definition.short, definition.type), definition)
    known = {short for short, _ in found}
    wanted = [
        (short, name.concept.type)
        for name in names
        for short in ([name.name] if name.bare else [span.short for span in inner_acronyms(name.name)])
        if key(short) not in known
    ]
    for definition in _defined_in_text(extraction.paper.text, wanted):
        found.setdefault((definition.short, definition.type), definition)
    return PaperNames(tuple(names), tuple(found.values()))
