"""Names that the corpus shows to be others put differently: without the last word, or with modifiers in another order.

A name is taken for a shorter form of a longer one (`cross-entropy loss`, `VLA models`) when papers use both for the
same concept, the longer one has one word more, no other longer one competes, and it is at least as frequent as the
shorter one alone, and not found in one paper only. Names are one that have the same head and the same modifiers
(`causal graphical model`, `graphical causal model`; `vision-language`, `language-vision`); the one that most papers
have stands for all.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from kg.resolve.iris import NodeKey
from kg.resolve.papers import PaperName, PaperNames, looks_short, name_key, plain
from kg.text.names import Word, parts

SHORTENED = "last word left out"
"""The form is the name without its last word, and papers use both."""
WORD_ORDER = "order of modifiers"
"""The form has the modifiers of the name in another order."""

_COMMON_WORD = re.compile(r"[a-z]{3,}")
_DIRECTED = frozenset("captioning conversion generation retrieval synthesis transfer translation".split())
"""Heads before which the order may say from what to what."""
_FIXED = frozenset("a and at by for from in into of on or per the to under via vs with without".split())


class Renamed(NamedTuple):
    """What a name is taken for, by which rule, and why."""

    node: NodeKey
    rule: str
    why: str


class Renamings:
    """Which names the corpus shows to be others. `add` takes in each paper once."""

    def __init__(self) -> None:
        self._longer: dict[NodeKey, Counter[NodeKey]] = defaultdict(Counter)
        self._known_as_shorter: set[tuple[NodeKey, NodeKey]] = set()
        self._ordered: dict[str, str] = {}
        self._disordered: dict[str, set[str]] = {}

    def add(self, names: PaperNames) -> None:
        """Take in the names that a paper has for its concepts."""
        for name in names.names:
            kind = name.concept.type
            for pair in set(_pairs(name)):
                self._longer[pair[0]][pair[1]] += 1
                if pair[0] == (kind, name.key, ""):
                    self._known_as_shorter.add(pair)
            if order := _without_order(parts(text := names.own_name(name), kind)):
                found, signature = name_key(text, kind), f"{kind} {order}"
                first = self._ordered.setdefault(signature, found)
                if first != found:
                    self._disordered.setdefault(signature, {first}).add(found)

    def decided(self, papers: Callable[[NodeKey], int]) -> Mapping[NodeKey, Renamed]:
        """Each name that is taken for another; `papers` counts who has a name."""
        found: dict[NodeKey, Renamed] = {}
        for signature, names in self._disordered.items():
            kind = signature.split(" ", 1)[0]
            nodes = sorted(NodeKey(kind, name) for name in names)
            first, *others = sorted(nodes, key=papers, reverse=True)
            found |= {name: Renamed(first, WORD_ORDER, "") for name in others}
        for short, longer in self._longer.items():
            ((long, together),) = longer.most_common(1)
            alone, full = papers(short), papers(long)
            confirmed = full > 1 or (full == 1 and (short, long) in self._known_as_shorter)
            if len(longer) == 1 and full >= alone and confirmed:
                why = (
                    f"{_papers(together)} use both; {_papers(full)} have the longer name, {alone} the shorter"
                )
                found[short] = Renamed(long, SHORTENED, why)
        return {name: _last(name, found) for name in found}


def _last(name: NodeKey, found: Mapping[NodeKey, Renamed]) -> Renamed:
    """What a name is taken for in the end, where that is taken for something else in its turn."""
    renamed, seen = found[name], {name}
    while renamed.node in found and renamed.node not in seen:
        seen.add(renamed.node)
        renamed = renamed._replace(node=found[renamed.node].node)
    return renamed


def _papers(number: int) -> str:
    return f"{number} paper{'' if number == 1 else 's'}"


def _pairs(name: PaperName) -> Iterator[tuple[NodeKey, NodeKey]]:
    """The names of a paper's concept that are others of them without their last word, each with the longer one."""
    concept = name.concept
    forms = {plain(surface) for surface in (*name.forms, concept.label)}
    longs = sorted(form for form in forms if not looks_short(form))
    if len(longs) < 2:
        return
    kind = concept.type
    by_words = {tuple(word.text for word in parts(form, kind)): form for form in longs}
    for words, form in by_words.items():
        shorter = by_words.get(words[:-1])
        if shorter and _COMMON_WORD.fullmatch(form.split()[-1]) and not words[-2][-1:].isdigit():
            one, other = (NodeKey(kind, name_key(name, kind)) for name in (shorter, form))
            if one != other:
                yield one, other


def _without_order(words: tuple[Word, ...]) -> str | None:
    """A name's modifiers in a fixed order, then its head; None where the order says something, or there is none."""
    chunks: list[list[str]] = []
    for word in words:
        if word.joined and chunks:
            chunks[-1].append(word.text)
        else:
            chunks.append([word.text])
    if len(words) < 3:
        return None
    *before, head = chunks
    if head[-1] in _DIRECTED or any(not _COMMON_WORD.fullmatch(word.text) for word in words[:-1]):
        return None
    if any(word.text in _FIXED for word in words):
        return None
    modifiers = sorted("-".join(sorted(chunk) if len(chunk) == 2 else chunk) for chunk in before)
    return " ".join((*modifiers, "-".join(head))) if before else None
