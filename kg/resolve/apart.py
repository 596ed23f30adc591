"""What was nearly merged with a concept and was not, and the rule that keeps it apart."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

from kg.records import Concept
from kg.resolve.papers import looks_short, plain
from kg.resolve.resolve import Resolution
from kg.text.names import parts
from kg.text.segmentation import readable

MOST_NEAR = 12
"""So many names that were nearly merged are told of, the most alike first."""
_LEAST_ALIKE = 0.72
_LEAST_ALIKE_WORDS = 0.66
"""How alike names are, from 0 to 1, that are told of: longer ones, and those of one word."""


@dataclass(frozen=True, slots=True)
class NotMerged:
    """A concept that was nearly the same and is not, and why."""

    concept: Concept
    why: str


def nearly_merged(concept: Concept, bearers: list[Concept], resolution: Resolution) -> list[NotMerged]:
    """What was nearly merged with a concept and was not, the most alike first."""
    found: dict[str, tuple[float, NotMerged]] = {}
    for other in bearers:
        if other is not concept:
            found[other.id] = (2.0, NotMerged(other, _why_two(concept, other)))
    label = _comparable(concept)
    for other in resolution.concepts:
        if other.id in found or other is concept:
            continue
        if line := resolution.kept_apart(concept.id, other.id):
            found[other.id] = (2.0, NotMerged(other, f"line {line} of the links keeps them apart"))
        elif other.type == concept.type and (why := _why_alike(label, _comparable(other))):
            found[other.id] = (why[0], NotMerged(other, why[1]))
    ranked = sorted(
        found.values(), key=lambda entry: (-entry[0], -len(entry[1].concept.papers), entry[1].concept.id)
    )
    return [near for _, near in ranked[:MOST_NEAR]]


def _why_two(concept: Concept, other: Concept) -> str:
    if concept.type != other.type:
        return (
            f"the name is that of a {concept.type} here and of a {other.type} there: types are never merged"
        )
    if concept.ambiguous or other.ambiguous:
        return "papers use the acronym without saying what for, and no sense dominates"
    shared = {plain(form) for form in concept.forms} & {plain(form) for form in other.forms}
    if any(looks_short(form) for form in shared):
        return "two definitions of one acronym are never merged by that acronym"
    return "a paper uses the name for another concept of its own"


def _comparable(concept: Concept) -> tuple[str, ...]:
    return tuple(word.text for word in parts(concept.label, concept.type))


def _usual(*words: str) -> str:
    """Words of keys as they are mostly written."""
    return " ".join(" ".join(readable(word)[0]) for word in words)


def _why_alike(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[float, str] | None:
    """How alike two names are that are not one, and the rule that keeps them apart; None where they are not alike."""
    first, second = "".join(one), "".join(other)
    longer, shorter = max(len(first), len(second)), min(len(first), len(second))
    if shorter < 2 or 2 * shorter < longer:
        return None
    if len(one) > 1 and sorted(one) == sorted(other):
        return 1.0, "the order of the words differs, which may say what is made of what"
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    least = _LEAST_ALIKE_WORDS if len(one) == len(other) == 1 else _LEAST_ALIKE
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return None
    if (alike := matcher.ratio()) < least:
        return None
    if re.sub(r"[0-9.]+", "0", first) == re.sub(r"[0-9.]+", "0", second):
        return alike, "versions and sizes differ"
    more, fewer = (one, other) if len(one) > len(other) else (other, one)
    extra = Counter(more) - Counter(fewer)
    if not Counter(fewer) - Counter(more) and extra:
        if all(word[:1].isdigit() for word in extra):
            return alike, "versions and sizes differ"
        return alike, f"one says more: {_usual(*(word for word in more if word in extra))}"
    if len(one) == len(other) > 1:
        pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        if len(pairs) == 1 and all(word[:1].isdigit() for word in pairs[0]):
            return alike, "versions and sizes differ"
        if len(pairs) == 1:
            return alike, f"one word differs: {_usual(pairs[0][0])}, {_usual(pairs[0][1])}"
    return (
        (alike, "names are spelled alike, which is no reason to merge")
        if alike > 0.8 or least < _LEAST_ALIKE
        else None
    )
