"""Keys of names: two surface forms with one key are the same name in another spelling."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_EDGES = " .,;:()[]{}'\"“”‘’`"
_GAPS = re.compile(r"[\s\-\u2010-\u2015\u2212/_]+")
_ALREADY_SINGULAR = re.compile(r"(?:ss|us|is|as|os|ics|eries|ies)$")
_IRREGULAR = {
    "analyses": "analysis",
    "indices": "index",
    "matrices": "matrix",
    "series": "series",
    "species": "species",
    "vertices": "vertex",
}

_LATIN_ACCENTS = re.compile("([A-Za-z])[\u0300-\u036f]+")

GENERIC_HEADS = {
    "Method": (
        "method",
        "approach",
        "algorithm",
        "technique",
        "framework",
        "model",
        "optimizer",
        "architecture",
    ),
    "Dataset": ("dataset", "data set", "corpus", "benchmark", "collection", "suite"),
    "Task": ("task", "problem"),
    "Metric": ("score", "metric", "measure"),
}
"""Words that may follow a name without changing what it names, by type of concept."""
_HEADS_OF_PROPER_NAMES = ("optimizer", "dataset", "data set", "corpus", "benchmark")


def singular(word: str) -> str:
    """The singular of an English noun, or the word itself where it seems to be one already."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "ches", "shes", "xes", "zes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not _ALREADY_SINGULAR.search(word):
        return word[:-1]
    return word


def bare(surface: str) -> str:
    """A clean name without accents, markup left-overs and outer punctuation; letter case is kept."""
    plain = _LATIN_ACCENTS.sub(r"\1", unicodedata.normalize("NFKD", surface))
    plain = re.sub(r"[*`$\\{}~^]", "", unicodedata.normalize("NFKC", plain))
    return plain.strip(_EDGES)


@lru_cache(maxsize=1 << 16)
def words(surface: str) -> tuple[str, ...]:
    """The words of a name, case folded, its last word in the singular: ("large", "language", "model")."""
    found = _GAPS.sub(" ", bare(surface).casefold()).split()
    if found:
        found[-1] = singular(found[-1])
    return tuple(found)


def key(surface: str) -> str:
    """The key of a name: its words without gaps, so that `fine-tuning`, `Fine tuning` and `finetuning` agree."""
    return "".join(words(surface))


@lru_cache(maxsize=1 << 16)
def without_generic_head(surface: str, concept_type: str) -> tuple[str, ...]:
    """The words of a name less a generic last word, if what remains is a proper name.

    It is one when each of its words has a capital or digit after the first letter (`MS COCO dataset`). A single
    capitalised word is one before heads that no common noun takes (`Adam optimizer`), not before others, where
    it may only begin a sentence or title (`Diffusion models`).
    """
    found = words(surface)
    for head in GENERIC_HEADS.get(concept_type, ()):
        tail = tuple(head.split())
        if found[-len(tail) :] != tail:
            continue
        rest = bare(surface).split()[: -len(tail)]
        if rest and _is_proper(rest, head):
            return found[: -len(tail)]
    return found


def _is_proper(rest: list[str], head: str) -> bool:
    if len(rest) == 1 and rest[0][:1].isupper() and head in _HEADS_OF_PROPER_NAMES:
        return True
    return all(any(c.isupper() or c.isdigit() for c in word[1:]) or word.isupper() for word in rest)


def is_acronym(surface: str) -> bool:
    """Whether a name looks like an acronym: one word, mostly capitals and digits (`MIAs`, `CIFAR-10`, `MoE`)."""
    name = bare(surface)
    if not name or " " in name or len(name) > 12:
        return False
    letters = [c for c in name.removesuffix("s") if c.isalpha()]
    return sum(c.isupper() for c in letters) >= 2 and 2 * sum(c.isupper() for c in letters) >= len(letters)
