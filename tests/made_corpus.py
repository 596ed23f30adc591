"""A corpus of any size out of the extractions of a small one: the same papers again, with other ids and other names.

The number of names grows with the papers as in a real corpus, by Heaps' law. Each time that a name comes again it is a
new one with the probability that the law gives, else one of the earlier ones at random (Simon's model), so that few
names are frequent and most are rare. Names that many papers of the small corpus have stay as they are: those of the
large one have them too. An acronym gets one more letter, a longer name the word that begins with it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from kg.records import Extraction, Link, Mention, PaperConcept
from kg.text.names import is_acronym

HEAPS = 0.8
"""Exponent of the growth; in 2,400 annotated abstracts it is 0.88, and it falls with their number."""
COMMON = 10
"""A name in so many papers of the small corpus is one that everybody uses."""
_SYLLABLES = "ba co di fu ga hel in ka lo mer na or pi quo ra se to u ver wa xi yo zen tra plo gre".split()


def made_corpus(papers: int, base: Sequence[Extraction]) -> Iterator[Extraction]:
    """So many extractions made of the `base`, the same ones each time, and the first ones whatever their number."""
    frequency = Counter(name for extraction in base for name in {_name(c) for c in extraction.concepts})
    common = {name for name, count in frequency.items() if count >= COMMON}
    for number in range(papers):
        turn, place = divmod(number, len(base))
        yield _again(base[place], turn, common) if turn else base[place]


def _name(concept: PaperConcept) -> str:
    return concept.label.casefold()


@lru_cache(maxsize=1 << 20)
def _variant(name: str, turn: int) -> int:
    """The turn in which the name came up that `name` is this time; 0 for itself."""
    while turn:
        chance = random.Random(f"{name} {turn}")
        if chance.random() < HEAPS * (turn + 1) ** (HEAPS - 1):
            return turn
        turn = chance.randrange(turn)
    return 0


def _word(variant: int) -> str:
    word = ""
    while variant or len(word) < 3:
        variant, syllable = divmod(variant, len(_SYLLABLES))
        word += _SYLLABLES[syllable]
    return word


def _changed(surface: str, variant: int) -> str:
    word = _word(variant)
    if is_acronym(surface):
        return word[0].upper() + surface
    return f"{word.capitalize() if surface[:1].isupper() else word} {surface}"


def _again(extraction: Extraction, turn: int, common: set[str]) -> Extraction:
    """The paper in another turn: its names changed where they stand in the text, all else moved along."""
    changed: dict[tuple[int, int], str] = {}
    for concept in extraction.concepts:
        name = _name(concept)
        if name not in common and (variant := _variant(name, turn)):
            for mention in concept.mentions:
                changed.setdefault((mention.start, mention.end), _changed(mention.text, variant))
    old, text, places, done = extraction.paper.text, "", {}, 0
    for start, end in sorted({(m.start, m.end) for c in extraction.concepts for m in c.mentions}):
        if start < done:
            continue  # within another name, whose change is this one's too
        text += old[done:start]
        surface = changed.get((start, end), old[start:end])
        places[start, end] = Mention(len(text), len(text) + len(surface), surface)
        text, done = text + surface, end
    text += old[done:]
    concepts = []
    for concept in extraction.concepts:
        mentions = tuple(places[m.start, m.end] for m in concept.mentions if (m.start, m.end) in places)
        if mentions:
            kept = [(m.start, m.end) for m in concept.mentions if m.text == concept.label]
            label = next((places[place].text for place in kept if place in places), concept.label)
            concepts.append(replace(concept, label=label, mentions=mentions))
    paper = extraction.paper
    return replace(
        extraction,
        paper=replace(paper, id=f"{paper.id}-{turn}", text=text, url=paper.url and f"{paper.url}/{turn}"),
        concepts=tuple(concepts),
        links=_links(extraction.links, text, turn),
    )


def _links(links: Sequence[Link], text: str, turn: int) -> tuple[Link, ...]:
    found = []
    for link in links:
        start = text.find(link.mention.text)
        if start >= 0:
            place = Mention(start, start + len(link.mention.text), link.mention.text)
            found.append(Link(f"{link.url.rstrip('/')}/{turn}", link.role, place))
    return tuple(found)
