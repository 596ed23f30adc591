"""From the mentions of one text to its concepts: what names the same thing is one, with all its places.

Mentions are grouped by normalised name and by the acronyms that the text defines; the group decides its type,
role and confidence together; and a name that was found once is found wherever it stands.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.extract.acronyms import AcronymPair
from kg.records import Mention, PaperConcept
from kg.text.names import is_acronym, key
from kg.vocabulary import concept_types, roles_of

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class TaggedMention:
    """A mention as the tagger found it; `roles` maps each possible role to its probability."""

    mention: Mention
    type: str
    roles: Mapping[str, float]
    confidence: float


def _definitions(pairs: Iterable[AcronymPair]) -> dict[str, str]:
    """Key of each acronym -> key of its long form; the first definition in the text holds."""
    long_of: dict[str, str] = {}
    for pair in pairs:
        short, long = key(pair.short.text), key(pair.long.text)
        if short and long and short != long:
            long_of.setdefault(short, long)
    return long_of


def _initials(name: str) -> str:
    return "".join(word[0] for word in _WORD.findall(name)).casefold()


def _by_initials(tagged: Iterable[TaggedMention], defined: Mapping[str, str]) -> dict[str, str]:
    """Key of each acronym that the text leaves undefined -> key of the mention of its type that has its initials.

    `LLMs` beside `large language models`; where two names fit, the acronym stays alone.
    """
    names: dict[tuple[str, str], set[str]] = defaultdict(set)
    acronyms: list[tuple[str, str, str]] = []
    for found in tagged:
        text = found.mention.text
        if is_acronym(text):
            acronyms.append((key(text, found.type), found.type, text.removesuffix("s").casefold()))
        else:
            names[found.type, _initials(text)].add(_group_key(found, defined))
    return {
        short: next(iter(fitting))
        for short, concept_type, letters in acronyms
        if short not in defined and len(fitting := names.get((concept_type, letters), set())) == 1
    }


def _mend_borders(tagged: Sequence[TaggedMention], pairs: Iterable[AcronymPair]) -> list[TaggedMention]:
    """Mentions that are a part of a defined long form, half of it at least, stretched to the whole of it.

    Where a long form begins and ends is known better from its acronym than from the tagger.
    """
    mended = list(tagged)
    for long in (pair.long for pair in pairs):
        inside = [f for f in mended if long.start <= f.mention.start and f.mention.end <= long.end]
        if inside and 2 * sum(len(f.mention.text) for f in inside) >= len(long.text):
            longest = max(inside, key=lambda f: len(f.mention.text))
            mended = [f for f in mended if f not in inside]
            mended.append(TaggedMention(long, longest.type, longest.roles, longest.confidence))
    return sorted(mended, key=lambda f: f.mention.start)


def _group_key(found: TaggedMention, long_of: Mapping[str, str]) -> str:
    name = key(found.mention.text, found.type)
    return long_of.get(name, name)


def _type_of(group: Sequence[TaggedMention]) -> str:
    votes: Counter[str] = Counter()
    for found in group:
        votes[found.type] += found.confidence  # type: ignore[assignment]
    return max((name for name in concept_types(votes) if name in votes), key=lambda name: votes[name])


def _role_of(group: Sequence[TaggedMention], concept_type: str) -> str:
    """The role with the highest mean probability over the mentions of the concept's type."""
    total = dict.fromkeys(roles_of(concept_type), 0.0)
    for found in group:
        if found.type == concept_type:
            for role, chance in found.roles.items():
                total[role] += chance
    return max(total, key=lambda role: total[role])


def _label(surfaces: Counter[str], role: str) -> str:
    """An introduced concept goes by its acronym, any other by its long form; the commonest spelling wins."""
    wanted = [s for s in surfaces if is_acronym(s) == (role == "introduced")] or list(surfaces)
    return max(wanted, key=lambda surface: surfaces[surface])


def _goes_on(border: str, outside: str) -> bool:
    """Whether the sign outside a border would make the name there a part of a longer word."""
    return border.isalnum() and (outside.isalnum() or outside == "_")


def _occurrences(text: str, surface: str) -> Iterator[tuple[int, int]]:
    start = text.find(surface)
    while start >= 0:
        end = start + len(surface)
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        if _goes_on(surface[0], before) or _goes_on(surface[-1], after):
            end = start + 1
        else:
            yield start, end
        start = text.find(surface, end)


def _everywhere(text: str, names: Mapping[str, str], taken: bytearray) -> dict[str, list[Mention]]:
    """Further places of the surfaces `names` (surface -> group) that no mention covers, longest surface first."""
    further: dict[str, list[Mention]] = defaultdict(list)
    for surface in sorted(names, key=lambda s: (-len(s), s)):
        for start, end in _occurrences(text, surface):
            if not any(taken[start:end]):
                taken[start:end] = b"\1" * (end - start)
                further[names[surface]].append(Mention(start, end, surface))
    return further


def group(text: str, tagged: Sequence[TaggedMention], pairs: Iterable[AcronymPair]) -> list[PaperConcept]:
    """The concepts of `text` in the order of their first mention; offsets are into `text`."""
    pairs = list(pairs)
    tagged = _mend_borders(tagged, pairs)
    long_of = _definitions(pairs)
    long_of |= _by_initials(tagged, long_of)
    groups: dict[str, list[TaggedMention]] = defaultdict(list)
    for found in tagged:
        if name := _group_key(found, long_of):
            groups[name].append(found)
    taken = bytearray(len(text))
    names: dict[str, str] = {}
    for name, members in groups.items():
        for found in members:
            taken[found.mention.start : found.mention.end] = b"\1" * len(found.mention.text)
            names.setdefault(found.mention.text, name)
            if is_acronym(found.mention.text):
                names.setdefault(found.mention.text.removesuffix("s"), name)
    for pair in pairs:
        if (name := key(pair.long.text)) in groups:
            names.setdefault(pair.short.text, name)
            names.setdefault(pair.short.text.removesuffix("s"), name)
            names.setdefault(pair.long.text, name)
    further = _everywhere(text, names, taken)
    concepts = []
    for name, members in groups.items():
        concept_type = _type_of(members)
        role = _role_of(members, concept_type)
        mentions = sorted((*(f.mention for f in members), *further[name]), key=lambda m: (m.start, m.end))
        concepts.append(
            PaperConcept(
                type=concept_type,
                label=_label(Counter(m.text for m in mentions), role),
                role=role,
                confidence=round(max(found.confidence for found in members), 4),
                mentions=tuple(mentions),
            )
        )
    return sorted(concepts, key=lambda concept: concept.mentions[0].start)
