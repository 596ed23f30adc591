"""Which found concept is which gold concept: names in one normal form, paired one to one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.gold import GoldConcept
from kg.records import PaperConcept

_COMMANDS = re.compile(
    r"\\(?:emph|text(?:bf|it|tt|sc)?|math(?:rm|bf|cal|tt))\s*\{([^{}]*)\}",
)
_GAPS = re.compile("[\\s\\-\u2010-\u2015/]+")
_OUTER = " .,;:()[]'\"“”‘’"


def normalise(surface: str) -> str:
    """The form under which surfaces are compared: no case, markup, hyphens or final plural."""
    plain = _COMMANDS.sub(r"\1", unicodedata.normalize("NFKC", surface))
    folded = re.sub(r"[*_`$\\{}~^]", "", plain).casefold()
    *before, last = _GAPS.sub(" ", folded).strip(_OUTER).split() or [""]
    if len(last) > 3 and last.endswith("ies"):
        last = last[:-3] + "y"
    elif len(last) > 4 and last.endswith(("sses", "ches", "shes", "xes")):
        last = last[:-2]
    elif len(last) > 2 and last.endswith("s") and not last.endswith(("ss", "us", "is")):
        last = last[:-1]
    return " ".join([*before, last])


def normalise_url(url: str) -> str:
    """The form under which addresses are compared: no scheme, case of the host or final slash."""
    address = re.sub(r"^https?://", "", url.strip(), flags=re.I)
    host = re.split(r"[/?#]", address, maxsplit=1)[0]
    return host.casefold() + address[len(host) :].rstrip("/")


@dataclass(frozen=True, slots=True)
class Named:
    """A concept, gold or found, by what it is compared: its type and its normalised names."""

    type: str
    names: frozenset[str]
    optional: bool = False


def named_gold(concepts: Iterable[GoldConcept]) -> list[Named]:
    """Gold concepts by their surfaces."""
    return [Named(c.type, frozenset(map(normalise, c.surfaces)), c.optional) for c in concepts]


def named_found(concepts: Iterable[PaperConcept]) -> list[Named]:
    """Found concepts by their label and mentions."""
    return [
        Named(c.type, frozenset({normalise(c.label), *(normalise(m.text) for m in c.mentions)}))
        for c in concepts
    ]


def _words_overlap(a: str, b: str) -> bool:
    left, right = set(a.split()), set(b.split())
    return 2 * len(left & right) >= max(1, len(left | right))


def match(gold: Sequence[Named], found: Sequence[Named], *, loose: bool = False) -> dict[int, int]:
    """Greedy one-to-one pairs of one type, as indexes: certain gold before optional, each with the first that fits.

    Two fit when they share a name; loosely also when the words of two names overlap by half (Jaccard).
    """
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for i in sorted(range(len(gold)), key=lambda i: gold[i].optional):
        for j, candidate in enumerate(found):
            if j in used or candidate.type != gold[i].type:
                continue
            if gold[i].names & candidate.names or (
                loose and any(_words_overlap(a, b) for a in gold[i].names for b in candidate.names)
            ):
                pairs[i] = j
                used.add(j)
                break
    return pairs
