"""Generic last words, which are left out after a name that they add nothing to: `MS COCO dataset`, `Adam optimizer`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from kg.text.hyphenation import is_english


class Token(NamedTuple):
    """A token of a name as it is written, in one spelling, and whether a hyphen stands before it."""

    text: str
    folded: str
    joined: bool = False


Tokens = list[Token]


def words_of(line: str) -> frozenset[str]:
    """The words of a line."""
    return frozenset(line.split())


GENERIC_HEADS = {
    "Method": "method approach algorithm technique framework model optimizer architecture".split(),
    "Dataset": ["dataset", "data set", "corpus", "benchmark", "collection", "suite"],
    "Task": ["task", "problem"],
    "Metric": ["score", "metric", "measure"],
}
"""Words that may follow a name without changing what it names, by type of concept."""
_HEADS_OF_PROPER_NAMES = ("optimizer", "dataset", "data set", "corpus", "benchmark")

PROCESS = re.compile(r"\w{3,}(?:ing|tion|sion|ment)$")
"""How names of processes end."""
NO_PROCESS = words_of(
    "function section question notion fraction portion station option junction position mention condition transition"
    " element moment segment fragment environment department statement document comment argument instrument string"
    " spring thing king ring bring learning training testing evaluation processing optimization expression"
)
"""Words that end like the name of a process and are none, or are too general to name a concept alone."""
_HEADS_AFTER_PROCESSES = {
    "Method": words_of("method approach algorithm technique framework strategy procedure scheme mechanism"),
    "Task": words_of("task problem"),
}
"""Heads that add nothing after the name of a process: `contrastive decoding approaches`."""
_HEADS_AFTER_MODELS = words_of("model architecture")
_KINDS_OF_MODEL = words_of("network transformer autoencoder encoder decoder mlp perceptron")
_NAMED_PROCESSES = words_of("analysis ascent descent discovery inference retrieval search")
"""Heads of names of processes that do not end like one; alone they are too general to name a concept."""
_HEADS_AFTER_LETTERS = words_of("algorithm method technique")
_COUNTED = words_of("case category class kind level part phase stage step tier type")
"""What a number counts, where it is no version: `Type 2 model`."""
_PREFIXES = words_of("anti auto multi neuro non post pre pseudo quasi self semi sub super")
_ADJECTIVE = re.compile(r"(?:ed|en|ic|al|ive|ly)$")
_PROBLEMS = words_of("bandit control salesman routing")


def _is_proper(tokens: Tokens, head: str, concept_type: str | None) -> bool:
    """Whether tokens before a generic head are a proper name, which the head adds nothing to.

    They are when each has a capital or digit after its first letter (`MS COCO`). A single capitalised word is one
    before heads that no common noun takes (`Adam optimizer`); before others it may only begin a sentence or title. A
    name of data may be of capitalised words (`Penn Treebank corpus`) or of a word that is no English one (`cifar-10`);
    of a measure, the last word counts (`mean F1`). A hyphen joins people and letters (`Bellman-Ford`, `U-Net`,
    `k-means`); numbers make versions of a capitalised word (`Mistral 7B`).
    """
    texts = [token.text for token in tokens]
    if head == "dataset" and sum(not text.isdigit() for text in texts) == 1 and any(map(_is_unknown, texts)):
        return True
    if len(tokens) > 1 and all(token.joined for token in tokens[1:]) and _is_of_names(texts):
        return True
    if tokens[-1].joined and len(tokens) > 1 and len(texts[-2]) == 1 and head in _HEADS_AFTER_LETTERS:
        return True
    if head == "model" and _is_version(texts):
        return True
    if head in _HEADS_OF_PROPER_NAMES and all(text[:1].isupper() or text[:1].isdigit() for text in texts):
        return len(texts) == 1 or concept_type == "Dataset"
    if concept_type == "Metric":
        texts = texts[-1:]
    return all(
        any(c.isupper() or c.isdigit() for c in text[1:]) or text.isupper() or text.isdigit()
        for text in texts
    )


def _is_version(words: Sequence[str]) -> bool:
    """Whether words are one with a capital and numbers after it: `Llama 3.1 8B`, but not `Type 2`."""
    name, *numbers = words
    is_name = name[:1].isupper() and name.isalpha() and name.casefold() not in _COUNTED
    return is_name and bool(numbers) and all(number[0].isdigit() for number in numbers)


def _is_unknown(word: str) -> bool:
    return len(word) > 3 and word.isalpha() and not is_english(word)


def _is_of_names(words: Sequence[str]) -> bool:
    """Whether words with capitals are names: `Bellman-Ford`, `U-Net`, but not `Actor-Critic` or `Non-Gaussian`."""
    if not all(word[:1].isupper() for word in words):
        return False
    if words[0].casefold() in _PREFIXES or any(
        _ADJECTIVE.search(word) and is_english(word) for word in words
    ):
        return False
    letters = any(word.isupper() for word in words) and not any(map(is_english, words))
    return letters or any(map(_is_unknown, words))


_LAST_WORDS = {
    kind: frozenset(head.split()[-1] for head in heads)
    | _HEADS_AFTER_PROCESSES.get(kind, frozenset())
    | _HEADS_AFTER_MODELS
    for kind, heads in GENERIC_HEADS.items()
}


def without_generic_head(tokens: Tokens, concept_type: str | None) -> Tokens:
    """The tokens without a generic head of the type after a proper name, or after a name that it adds nothing to."""
    if len(tokens) < 2 or concept_type is None:
        return tokens
    last = tokens[-1].folded
    if last not in _LAST_WORDS.get(concept_type, ()):
        return tokens
    for head in GENERIC_HEADS[concept_type]:
        tail = head.split()
        before = tokens[: -len(tail)]
        if last == tail[-1] and before and [token.folded for token in tokens[-len(tail) :]] == tail:
            if _is_proper(before, head, concept_type):
                return before
            break
    return tokens[:-1] if _adds_nothing(tokens, concept_type) else tokens


def _adds_nothing(tokens: Tokens, concept_type: str) -> bool:
    """Whether the last token says no more than those before it: a process, a kind of model, a problem."""
    head, before = tokens[-1].folded, tokens[-2].folded
    if head in _HEADS_AFTER_PROCESSES.get(concept_type, ()):
        if before == "optimization" and concept_type == "Task":
            return len(tokens) > 2
        if (before, head) == ("attention", "mechanism"):
            return True
        if before in _NAMED_PROCESSES:
            return len(tokens) > 2
        if PROCESS.match(before) and not tokens[-2].text.endswith("al"):
            return before not in NO_PROCESS and (len(tokens) > 2 or concept_type == "Task")
        if concept_type == "Task":
            return before in _PROBLEMS and len(tokens) > 2
        return False
    return concept_type == "Method" and head in _HEADS_AFTER_MODELS and before in _KINDS_OF_MODEL
