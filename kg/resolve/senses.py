"""What an acronym stands for where a paper does not say it: the sense of papers of like concepts, else of nearly all.

Every definition of an acronym is one vote of its paper for a sense, the key of the long form; a paper that introduces
something by an acronym alone votes for the acronym as a name of its own. A paper that leaves the acronym undefined
takes
1. the sense of the papers that define it and are alike, where these agree (`DOMINANCE`). Papers are alike that share a
   concept which few papers have (`_few`): what half of all papers name says nothing;
2. without any such paper, the sense that nearly all papers give it (`DOMINANCE`), unless only papers give it that coin
   the acronym themselves: then a paper that shares nothing with them means something else as often as not;
3. else none: the acronym stays a concept of its own, and is ambiguous.
The margins were chosen on 2,580 annotated abstracts, by hiding the definition of each paper that has one; the figures
stand in docs/resolution.md.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from kg.resolve.papers import PaperNames, inner_acronyms, name_key, with_long_forms
from kg.text.names import key

DOMINANCE = 0.8
"""Share of the votes that a sense needs."""
FEW = 20
MOST_FEW = 100
"""A concept counts as shared when at most 1 % of the papers have it: at least FEW of them may, at most MOST_FEW."""

MOST_OTHERS = 10

Entry = tuple[str | None, str]
"""Concept type (None: any) and key of an acronym."""


@dataclass(slots=True)
class _Sense:
    """A sense of an acronym: how it is written, who votes for it, and whether all of them coined the acronym."""

    long: str
    papers: list[int] = field(default_factory=list)
    coined: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """The long form that an acronym takes in a paper, or None; by how many votes of how many, and why.

    `alike` says that papers of like concepts decided; `others` are long forms that were not taken, MOST_OTHERS at most.
    """

    long: str | None
    votes: int
    of: int
    alike: bool
    why: str
    others: tuple[str, ...] = ()


class Senses:
    """The senses of acronyms over a corpus. `add` takes in each paper once; `choose` answers when all are in."""

    def __init__(self) -> None:
        self._ids: dict[tuple[str, str], int] = {}
        self._having = array("I")
        self._concepts: list[array[int]] = []
        self._votes: dict[Entry, dict[str, _Sense]] = defaultdict(dict)

    def add(self, names: PaperNames) -> None:
        """Take in what a paper defines, and which concepts it has."""
        paper = len(self._concepts)
        concepts = {self._intern(kind, own) for kind, own in _own_keys(names)}
        for concept in concepts:
            self._having[concept] += 1
        self._concepts.append(array("I", sorted(concepts)))
        voted: set[tuple[Entry, str]] = set()
        for found in names.definitions:
            for kind in (found.type, None):
                sense = name_key(found.long, found.type) if kind else key(found.long)
                self._vote((kind, found.short), sense, found.long, paper, found.coined, voted)
        defined = {(found.type, found.short) for found in names.definitions}
        for name in names.names:
            own = (name.concept.type, name.key)
            if name.bare and name.concept.role == "introduced" and own not in defined:
                for kind in (name.concept.type, None):
                    self._vote((kind, name.key), name.key, name.name, paper, True, voted)

    def _intern(self, concept_type: str, name: str) -> int:
        number = self._ids.setdefault((concept_type, name), len(self._having))
        if number == len(self._having):
            self._having.append(0)
        return number

    def _vote(
        self, entry: Entry, sense: str, long: str, paper: int, coined: bool, voted: set[tuple[Entry, str]]
    ) -> None:
        if (entry, sense) in voted:
            return
        voted.add((entry, sense))
        found = self._votes[entry].setdefault(sense, _Sense(long))
        found.long = min(found.long, long)
        found.papers.append(paper)
        found.coined &= coined

    def is_acronym(self, concept_type: str, short: str) -> bool:
        """Whether a paper uses a name (its key) as an acronym of a concept of the type."""
        return (concept_type, short) in self._votes

    def number_of_papers(self, concept_type: str, name: str) -> int:
        """How many papers know a concept by the name with this key."""
        number = self._ids.get((concept_type, name))
        return 0 if number is None else self._having[number]

    @cached_property
    def _few(self) -> int:
        return max(FEW, min(len(self._concepts) // 100, MOST_FEW))

    @cached_property
    def _choices(self) -> _Choices:
        return _Choices(self)

    def senses(self, concept_type: str | None, short: str) -> list[tuple[str, int]]:
        """The long forms of an acronym with their votes, the most frequent first."""
        return [(sense.long, len(sense.papers)) for _, sense in self._choices.ranked((concept_type, short))]

    def choose(self, concept_type: str | None, short: str, names: PaperNames) -> Verdict:
        """What an acronym stands for in a paper that does not define it; without a type, within a longer name."""
        concepts = [
            number
            for own in _own_keys(names)
            if (number := self._ids.get(own)) is not None and self._having[number] <= self._few
        ]
        return self._choices.choose((concept_type, short), concepts)

    def expanded(self, long: str) -> str:
        """A long form with the acronyms in it (`multimodal LLM`) written out, where nearly all papers agree on them."""
        return self._choices.expanded(long)


def _own_keys(names: PaperNames) -> list[tuple[str, str]]:
    return [(name.concept.type, name_key(names.own_name(name), name.concept.type)) for name in names.names]


class _Choices:
    """The votes when all papers are in, with what is worked out of them once for each acronym."""

    def __init__(self, learned: Senses) -> None:
        self._votes = learned._votes
        self._concepts: Sequence[array[int]] = learned._concepts
        self._having, self._few = learned._having, learned._few
        self._table = cache(self._senses_of)
        self.expanded = cache(self._expanded)
        self.ranked = cache(self._ranked)
        self._index = cache(self._index_of)
        self._total = cache(lambda entry: sum(len(sense.papers) for _, sense in self.ranked(entry)))

    def _expanded(self, long: str) -> str:
        replaced = []
        for span in inner_acronyms(long):
            verdict = self.choose((None, key(span.short)), ())
            if verdict.long is not None and verdict.votes > 1:
                replaced.append((span, verdict.long))
        return with_long_forms(long, replaced)

    def _senses_of(self, entry: Entry) -> dict[str, _Sense]:
        """The senses of an acronym; those are one whose long forms are, once the acronyms in them are written out."""
        kind, _ = entry
        if kind is None:
            return self._votes.get(entry, {})
        merged: dict[str, _Sense] = {}
        for sense in self._votes.get(entry, {}).values():
            long = self.expanded(sense.long)
            into = merged.setdefault(name_key(long, kind), _Sense(long))
            into.long = min(into.long, long)
            into.papers += sense.papers
            into.coined &= sense.coined
        return merged

    def _ranked(self, entry: Entry) -> list[tuple[str, _Sense]]:
        """The senses of an acronym by their keys, that of most votes first."""
        return sorted(self._table(entry).items(), key=lambda item: (-len(item[1].papers), item[0]))

    def _index_of(self, entry: Entry) -> dict[int, list[tuple[int, str]]]:
        """Concept -> the papers that have it and define the acronym, with the sense they give it."""
        index: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for name, sense in self.ranked(entry):
            for paper in sense.papers:
                for concept in self._concepts[paper]:
                    if self._having[concept] <= self._few:
                        index[concept].append((paper, name))
        return index

    def _alike(self, entry: Entry, concepts: Sequence[int]) -> Counter[str]:
        """The votes of papers that share a rarer concept."""
        if not concepts:
            return Counter()
        index = self._index(entry)
        return Counter(name for _, name in {pair for concept in concepts for pair in index.get(concept, ())})

    def choose(self, entry: Entry, concepts: Sequence[int]) -> Verdict:
        """The verdict on an acronym in a paper that has these rarer concepts."""
        ranked = self.ranked(entry)
        if not ranked:
            return Verdict(None, 0, 0, False, "no paper defines it")
        alike = self._alike(entry, concepts)
        if alike:
            name, most = min(alike.items(), key=lambda item: (-item[1], item[0]))
            total = alike.total()
            best = self._table(entry)[name]
        else:
            best, most = ranked[0][1], len(ranked[0][1].papers)
            total = self._total(entry)
        which = "papers of like concepts that define it" if alike else "papers that define it"
        share = f"{most} of the {total} {which}"
        longs = tuple(sense.long for _, sense in ranked[: MOST_OTHERS + 1])
        others = tuple(long for long in longs if long != best.long)[:MOST_OTHERS]
        if most < DOMINANCE * total:
            why = f"no sense dominates: the commonest has {share}"
            return Verdict(None, most, total, bool(alike), why, longs[:MOST_OTHERS])
        if not alike and best.coined:
            why = "only papers define it that introduce it, and this one shares no rarer concept with them"
            return Verdict(None, most, total, False, why, longs[:MOST_OTHERS])
        return Verdict(best.long, most, total, bool(alike), f"{share} mean this", others)
