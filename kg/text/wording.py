"""One wording for names that are put in several: a generic last word, the order of words, numbers in words.

Each rule is a function of the name and its type alone. It takes the tokens of a name and gives them back, changed where
it applies; what it makes of a name reads as a name again, since IRIs are made of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple


class Token(NamedTuple):
    """A token of a name as it is written, in one spelling, and whether a hyphen stands before it."""

    text: str
    folded: str
    joined: bool = False


Tokens = list[Token]


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


GENERIC_HEADS = {
    "Method": "method approach algorithm technique framework model optimizer architecture".split(),
    "Dataset": ["dataset", "data set", "corpus", "benchmark", "collection", "suite"],
    "Task": ["task", "problem"],
    "Metric": ["score", "metric", "measure"],
}
"""Words that may follow a name without changing what it names, by type of concept."""
_HEADS_OF_PROPER_NAMES = ("optimizer", "dataset", "data set", "corpus", "benchmark")

_PROCESS = re.compile(r"\w{3,}(?:ing|tion|sion|ment)$")
_NO_PROCESS = _words(
    "function section question notion fraction portion station option junction position mention condition transition"
    " element moment segment fragment environment department statement document comment argument instrument string"
    " spring thing king ring bring learning training testing evaluation processing optimization"
)
"""Words that end like the name of a process and are none, or are too general to name a concept alone."""
_HEADS_AFTER_PROCESSES = {
    "Method": _words("method approach algorithm technique framework strategy procedure scheme mechanism"),
    "Task": _words("task problem"),
}
"""Heads that add nothing after the name of a process: `contrastive decoding approaches`."""
_HEADS_AFTER_MODELS = _words("model architecture")
_KINDS_OF_MODEL = _words("network transformer autoencoder encoder decoder mlp perceptron")
_PROBLEMS = _words("bandit control salesman routing")
_FAMILIES = _words(
    "bayesian diffusion equation generative graphical hierarchic mixture probabilistic regression reward surrogate"
    " topic"
)
"""What stands before `model` in names of families of models, for which `modeling` is said as well."""
_SMALL = _words("a an and as at by for from in into of on or over per the to under via with without")
_NOUNS_OF = _words("rate probability dynamics heterogeneity discovery recovery removal control")
"""Heads of `A of B`, beside names of processes, for which `B A` is said as well."""
_MADE = _words(
    "model network agent architecture encoder decoder autoencoder classifier detector generator policy transformer"
)
"""Heads of names of things: what is based on X is an X thing."""
_BASES = _words("transformer attention diffusion autoencoder llm gan cnn rnn gnn lstm vae bert")
_PROGRAMS = _words("linear integer semidefinite quadratic convex conic dynamic")
_NEURAL = _words("convolution recurrent feedforward")
"""Kinds of neural network that are called networks for short."""
_ATTACKING = _words("backdooring flooding hijacking jailbreaking poisoning spoofing")
_MODELS_OF_VISION = _words("language foundation transformer encoder")
_NOUN_OF_GERUND = dict(
    pair.split(":")
    for pair in (
        "adapting:adaptation aligning:alignment answering:answering approximating:approximation"
        " classifying:classification compressing:compression computing:computation detecting:detection"
        " discovering:discovery editing:editing estimating:estimation forecasting:forecasting generating:generation"
        " identifying:identification localizing:localization merging:merging mitigating:mitigation"
        " optimizing:optimization predicting:prediction preserving:preservation quantifying:quantification"
        " recognizing:recognition reconstructing:reconstruction retrieving:retrieval segmenting:segmentation"
        " summarizing:summarization testing:test translating:translation tuning:tuning verifying:verification"
    ).split()
)
_NUMBERS = dict(
    zip("2 3 4 5 6 7 8 9 10".split(), "two three four five six seven eight nine ten".split(), strict=True)
)
_GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon kappa lambda mu sigma tau chi rho".split(),
        "αβγδεκλμστχρ",
        strict=True,
    )
)


def _is_proper(tokens: Tokens, head: str, concept_type: str | None) -> bool:
    """Whether tokens before a generic head are a proper name, which the head adds nothing to.

    They are when each has a capital or digit after its first letter (`MS COCO`). A single capitalised word is one
    before heads that no common noun takes (`Adam optimizer`); before others it may only begin a sentence or title. A
    name of data may be of capitalised words (`Penn Treebank corpus`); of a measure, its last word counts (`mean F1`).
    """
    texts = [token.text for token in tokens]
    if head in _HEADS_OF_PROPER_NAMES and all(text[:1].isupper() or text[:1].isdigit() for text in texts):
        return len(texts) == 1 or concept_type == "Dataset"
    if concept_type == "Metric":
        texts = texts[-1:]
    return all(any(c.isupper() or c.isdigit() for c in text[1:]) or text.isupper() for text in texts)


_folded = attrgetter("folded")
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
        if _PROCESS.match(before) and not tokens[-2].text.endswith("al"):
            return before not in _NO_PROCESS and (len(tokens) > 2 or concept_type == "Task")
        if concept_type == "Task":
            return before in _PROBLEMS and len(tokens) > 2
        return False
    return concept_type == "Method" and head in _HEADS_AFTER_MODELS and before in _KINDS_OF_MODEL


def _articles(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`quantifying the uncertainty`: an article is left out, but not after a preposition (`needle in a haystack`)."""
    kept: Tokens = []
    for place, token in enumerate(tokens):
        before = tokens[place - 1].folded if place else "of"
        is_article = token.text in ("the", "a", "an", "The") and not token.joined and place + 1 < len(tokens)
        if not is_article or (before in _SMALL and before != "of"):
            kept.append(token)
    return kept if len(kept) > 1 else tokens


def _of(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`rate of convergence` is `convergence rate`: the head is a process or its like, and nothing else is joined."""
    place = next(i for i, token in enumerate(tokens) if token.folded == "of")
    head, tail = tokens[:place], tokens[place + 1 :]
    if not head or not tail or any(token.folded in _SMALL for token in (*head, *tail)):
        return tokens
    noun = head[-1].folded
    if noun in _NOUNS_OF or (_PROCESS.match(noun) and noun not in _NO_PROCESS):
        return [*tail, head[0]._replace(joined=False), *head[1:]]
    return tokens


def _gerund(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`quantifying uncertainty`, as a task, is `uncertainty quantification`."""
    noun = _NOUN_OF_GERUND.get(tokens[0].folded)
    if noun is None or concept_type != "Task" or tokens[1].joined:
        return tokens
    if any(token.folded in _SMALL for token in tokens[1:]):
        return tokens
    return [*tokens[1:], Token(noun, noun)]


def _based(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`transformer-based language model` is a `transformer language model`: what X is, not what is done with X."""
    place = next(i for i, token in enumerate(tokens) if token.folded == "based")
    if not 0 < place < len(tokens) - 1 or tokens[-1].folded not in _MADE:
        return tokens
    base = tokens[place - 1]
    is_kind = base.folded in _MADE and place > 1  # language model-based, not model-based
    if is_kind or base.folded in _BASES or (base.text.isupper() and len(base.text) > 2):
        return [*tokens[:place], *tokens[place + 1 :]]
    return tokens


def _number(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`2-layer network` is a `two-layer network`, and `three-dimensional` is `3d`."""
    found: Tokens = []
    for token in tokens:
        before = found[-1] if found else None
        counts = before and before.folded in _NUMBERS and not before.joined
        if before and counts and token.joined and re.fullmatch(r"[a-z]{3,}", token.text):
            found[-1] = before._replace(folded=_NUMBERS[before.folded])
        if before and token.folded == "dimension" and token.text.casefold().startswith("dimensional"):
            digit = {"two": "2d", "three": "3d", "four": "4d"}.get(found[-1].folded)
            if digit:
                found[-1] = Token(digit, digit, found[-1].joined)
                continue
        found.append(token)
    return found


def _norm(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`2-Wasserstein distance` is the `Wasserstein-2 distance`."""
    first, second, *rest = tokens
    if second.joined and rest and re.fullmatch(r"[A-Z][a-z]{3,}", second.text):
        return [second._replace(joined=False), first._replace(joined=True), *rest]
    return tokens


def _greek(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`beta-VAE` is the `β-VAE`: a Greek letter written out before a hyphen and a word."""
    return [
        token._replace(folded=_GREEK[token.folded])
        if token.folded in _GREEK and after.joined and after.text[:2].isalpha() and len(after.text) > 1
        else token
        for token, after in zip(tokens, [*tokens[1:], Token("", "")], strict=True)
    ]


def _modifiers(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`robotic manipulation` is `robot manipulation`, `multiple instance learning` `multi-instance learning`."""
    found = [
        token._replace(folded="robot")
        if token.folded == "robotic"
        else token._replace(folded="vision")
        if token.folded == "visual" and after.folded in _MODELS_OF_VISION
        else token
        for token, after in pairwise(tokens)
    ] + tokens[-1:]
    if found[0].folded == "multiple" and len(found) > 2 and found[1].folded != "sclerosis":
        found[0] = found[0]._replace(folded="multi")
    return found


def _head(tokens: Tokens, concept_type: str | None) -> Tokens:
    """The last words: `independence testing`, `generative modeling`, `linear program`, `neural net`."""
    *_, before, last = tokens
    word = last.folded
    if word == "testing":
        word = "test"
    elif word == "modeling" and concept_type == "Method" and before.folded in _FAMILIES:
        word = "model"
    elif word == "net" and before.folded == "neural":
        word = "network"
    elif word == "program" and before.folded in _PROGRAMS:
        word = "programming"
    elif word == "model" and before.folded == "generation" and concept_type == "Method" and len(tokens) > 2:
        return [*tokens[:-2], before._replace(folded="generative"), last]
    elif word == "network" and before.folded in _NEURAL and all(token.folded != "graph" for token in tokens):
        return [*tokens[:-1], Token("neural", "neural"), last]
    elif word == "dataset" and concept_type == "Task":
        word = "data"
    elif word == "attack" and before.folded in _ATTACKING:
        return [*tokens[:-2], before._replace(folded=before.folded.removesuffix("ing")), last]
    return [*tokens[:-1], last._replace(folded=word)]


def _phrases(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`learning with human feedback` is `learning from human feedback`, a `large-scale language model` is `large`."""
    folded = [token.folded for token in tokens]
    if folded[0] == "large" and folded[1:3] == ["scale", "language"]:
        return [tokens[0], *tokens[2:]]
    if len(tokens) > 3 and folded[-1] == "feedback" and folded[-3] in ("with", "on", "by", "using", "via"):
        return [*tokens[:-3], tokens[-3]._replace(folded="from"), *tokens[-2:]]
    return tokens


_RULES: tuple[tuple[frozenset[str], Callable[[Tokens, str | None], Tokens]], ...] = (
    (_words("the a an"), _articles),
    (_words("based"), _based),
    (frozenset(_GREEK), _greek),
    (_words("dimension") | frozenset(_NUMBERS), _number),
    (_words("of"), _of),
    (frozenset(_NOUN_OF_GERUND), _gerund),
    (_words("multiple robotic visual"), _modifiers),
    (_words("testing modeling net dataset attack program model network"), _head),
    (_words("feedback large"), _phrases),
)
"""Words that give a cause for a rule, and the rule."""


_CAUSES = frozenset().union(*(causes for causes, _ in _RULES))


def reworded(tokens: Tokens, concept_type: str | None = None) -> Tokens:
    """The tokens of a name in one wording."""
    if not tokens[:1] or (_CAUSES.isdisjoint(map(_folded, tokens)) and not tokens[0].text.isdigit()):
        return tokens
    if len(tokens) > 1 and tokens[0].text.isdigit():
        tokens = _norm(tokens, concept_type)
    for causes, rule in _RULES:
        if len(tokens) < 2:
            return tokens
        if any(token.folded in causes for token in tokens):
            tokens = rule(tokens, concept_type)
    return tokens
