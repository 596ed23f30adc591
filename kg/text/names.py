"""Keys of names: two surface forms with one key are the same name in another spelling.

Spellings differ in case, plural, hyphens and spaces, accents, British or American letters, the adjective of a noun
(`distributional shift`), an acronym in brackets inside (`out-of-distribution (OOD) detection`), and a generic last
word after a proper name (`MS COCO dataset`). Names are expected to be clean of markup (`kg.text.clean`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_EDGES = " .,;:()[]{}'\"“”‘’`"
_GAPS = re.compile(r"[\s\-\u2010-\u2015\u2212/_]+")
_LATIN_ACCENTS = re.compile("([A-Za-z])[\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe"}
)
"""Letters that Unicode does not take apart into a plain one and an accent."""
_INNER_ACRONYM = re.compile(r"(?<=[\w)])\s*\((?=[^()]*[A-Z])[\w.-]{2,10}\)(?=[\s-]+\w)")

_ALREADY_SINGULAR = re.compile(
    r"(?:ss|us|is|ics)$|^(?:bias|atlas|gas|alias|canvas|pandas|chaos|series|species|news|lens|texas|kansas)$"
)
_IRREGULAR = {
    "analyses": "analysis",
    "axes": "axis",
    "biases": "bias",
    "bases": "basis",
    "corpora": "corpus",
    "criteria": "criterion",
    "hypotheses": "hypothesis",
    "indices": "index",
    "lenses": "lens",
    "matrices": "matrix",
    "phenomena": "phenomenon",
    "vertices": "vertex",
}

_ONE_SPELLING = (
    (re.compile(r"(?<=\w{3})is(?=(?:e|ed|er|es|ing|ation|ations)$)"), "iz"),
    (re.compile(r"(?<=\w{2})ys(?=(?:e|ed|er|es|ing)$)"), "yz"),
    (re.compile(r"(?<=\w{2})our(?=(?:ed|ing|al|ful|hood|s)?$)"), "or"),
    (re.compile(r"(?<=\w{3}[aeiou])ll(?=(?:ed|er|ers|ing)$)"), "l"),
    (re.compile(r"(?<=\w{3})ogue$"), "og"),
    (re.compile(r"(?<=\w{2})entre(?=d?$)"), "enter"),
    (re.compile(r"(?<=\w{2}i)on(?:al|ally)$"), "on"),
    (re.compile(r"(?<=\w{2})ical$"), "ic"),
)
"""British letters, and the adjectives of nouns in -ion and of words in -ic, as one spelling."""
_WORDS = {
    "armed": "arm",
    "artefact": "artifact",
    "behaviour": "behavior",
    "centre": "center",
    "defence": "defense",
    "grey": "gray",
    "licence": "license",
    "programme": "program",
    "squared": "square",
    "i": "1",
    "ii": "2",
    "iii": "3",
}

GENERIC_HEADS = {
    "Method": "method approach algorithm technique framework model optimizer architecture".split(),
    "Dataset": ["dataset", "data set", "corpus", "benchmark", "collection", "suite"],
    "Task": ["task", "problem"],
    "Metric": ["score", "metric", "measure"],
}
"""Words that may follow a name without changing what it names, by type of concept."""
_HEADS_OF_PROPER_NAMES = ("optimizer", "dataset", "data set", "corpus", "benchmark")


def singular(word: str) -> str:
    """The singular of an English noun in lower case, or the word itself where it seems to be one already."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 3 or not word.endswith("s") or _ALREADY_SINGULAR.search(word):
        return word
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "ches", "shes", "xes", "zes")):
        return word[:-2]
    return word[:-1]


def bare(surface: str) -> str:
    """A clean name without accents, markup left-overs and outer punctuation; letter case is kept."""
    plain = _LATIN_ACCENTS.sub(r"\1", unicodedata.normalize("NFKD", surface.translate(_LETTERS)))
    plain = re.sub(r"[*`$\\{}~^]", "", unicodedata.normalize("NFKC", plain))
    return plain.strip(_EDGES)


def _folded(token: str) -> str:
    """A token in lower case and the singular; a plural's s is small, so that `RMs` is `rm` and `RMS` is not."""
    return token.casefold() if token.isupper() else singular(token.casefold())


@lru_cache(maxsize=1 << 16)
def _tokens(surface: str, concept_type: str | None) -> tuple[str, ...]:
    """The tokens of a name with their case, less a generic head after a proper name of the type."""
    found = tuple(_GAPS.sub(" ", _INNER_ACRONYM.sub("", bare(surface))).split())
    for head in GENERIC_HEADS.get(concept_type or "", ()):
        tail = head.split()
        before = found[: -len(tail)]
        if before and [_folded(token) for token in found[-len(tail) :]] == tail and _is_proper(before, head):
            return before
    return found


def _is_proper(tokens: tuple[str, ...], head: str) -> bool:
    """Whether tokens before a generic head are a proper name, which the head adds nothing to.

    They are when each has a capital or digit after its first letter (`MS COCO`). A single capitalised word is one
    before heads that no common noun takes (`Adam optimizer`); before others it may only begin a sentence or title.
    """
    if len(tokens) == 1 and tokens[0][:1].isupper() and head in _HEADS_OF_PROPER_NAMES:
        return True
    return all(any(c.isupper() or c.isdigit() for c in token[1:]) or token.isupper() for token in tokens)


def words(surface: str, concept_type: str | None = None) -> tuple[str, ...]:
    """A name as readable words, case folded, the last in the singular: ("mixture", "of", "expert").

    With a type, a generic head after a proper name is left out: `Adam optimizer` is ("adam",) as a Method.
    """
    *before, last = _tokens(surface, concept_type) or ("",)
    return tuple(token.casefold() for token in before) + ((_folded(last),) if last else ())


def _spelling(word: str) -> str:
    for pattern, replacement in _ONE_SPELLING:
        word = pattern.sub(replacement, word)
    return _WORDS.get(word, word)


@lru_cache(maxsize=1 << 16)
def key(surface: str, concept_type: str | None = None) -> str:
    """The key of a name: its words in one spelling and without gaps; `fine-tuning` and `finetuning` agree."""
    return "".join(_spelling(_folded(token)) for token in _tokens(surface, concept_type))


def is_acronym(surface: str) -> bool:
    """Whether a name looks like an acronym: one word, mostly capitals and digits (`MIAs`, `CIFAR-10`, `MoE`)."""
    name = bare(surface)
    if not name or len(name) > 12 or any(c.isspace() for c in name):
        return False
    letters = [c for c in name.removesuffix("s") if c.isalpha()]
    return sum(c.isupper() for c in letters) >= 2 and 2 * sum(c.isupper() for c in letters) >= len(letters)
