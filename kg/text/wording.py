"""One wording for names that are put in several: the order of words, numbers in words, two forms of one modifier.

Each rule is a function of the name and its type alone. It takes the tokens of a name and gives them back, changed where
it applies; what it makes of a name reads as a name again, since IRIs are made of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter

from kg.text.heads import NO_PROCESS, PROCESS, Token, Tokens, words_of
from kg.text.hyphenation import is_english

_FAMILIES = words_of(
    "bayesian diffusion equation generative graphical hierarchic mixture probabilistic regression reward surrogate"
    " topic based"
)
"""What stands before `model` in names of families of models, for which `modeling` is said as well."""
_SMALL = words_of("a an and as at by for from in into of on or over per the to under via with without")
_NOUNS_OF = words_of("rate probability dynamics heterogeneity discovery recovery removal control")
"""Heads of `A of B`, beside names of processes, for which `B A` is said as well."""
_MADE = words_of(
    "model network agent architecture assistant encoder decoder autoencoder classifier controller detector evaluator"
    " generator judge planner policy reranker retriever sampler simulator solver transformer"
)
"""Heads of names of things: what is based on X is an X thing."""
_BASES = words_of("transformer attention diffusion autoencoder llm gan cnn rnn gnn lstm vae bert")
_PROGRAMS = words_of("linear integer semidefinite quadratic convex conic dynamic")
_NEURAL = words_of("convolution recurrent feedforward")
"""Kinds of neural network that are called networks for short."""
_ATTACKING = words_of("backdooring flooding hijacking jailbreaking poisoning spoofing")
_MODELS_OF_VISION = words_of("language foundation transformer encoder")
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
_ADJECTIVES = {"facial": "face", "molecular": "molecule", "musical": "music", "textual": "text"}
"""Adjectives for which, before the name of a process, the noun is said as well."""
_LASTING = words_of("learning pre pretraining training")
_MEASURES = words_of("accuracy error performance")
_EPONYMS = {
    "lagrangian": ("lagrange", words_of("multiplier")),
    "laplacian": ("laplace", words_of("approximation distribution mechanism noise prior")),
}
"""Adjectives of names, for which the name is said as well before some words."""
_TUNED = words_of("instruction preference")
"""What `tuning` is said to be for, and `fine-tuning` as well."""
_NUMBERS = dict(
    zip("2 3 4 5 6 7 8 9 10".split(), "two three four five six seven eight nine ten".split(), strict=True)
)
_GREEK = dict(
    zip(
        "alpha beta gamma delta epsilon eta theta kappa lambda mu nu sigma tau chi rho psi omega".split(),
        "αβγδεηθκλμνστχρψω",
        strict=True,
    )
)


_PAIRS = {("exploration", "exploitation"), ("vision", "language")}
"""Words before others that are joined by `and` or by a hyphen, and mean the same."""
_NAMED_ALPHA = words_of("code evolve fold geometry go proof star tensor zero")
"""What makes the name of a system with `Alpha`, and stands for no Greek letter: `Alpha Zero` is `AlphaZero`."""

_folded = attrgetter("folded")


def _articles(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`quantifying the uncertainty`: an article is left out first, after `of`, a gerund or the verb of a task.

    Others are a part of the name: `needle in a haystack`, `maximum a posteriori`, `follow the leader`.
    """
    kept: Tokens = []
    for place, token in enumerate(tokens):
        before = tokens[place - 1].folded if place else "of"
        is_article = token.text in ("the", "a", "an", "The") and not token.joined and place + 1 < len(tokens)
        of_verb = concept_type == "Task" and place == 1 and token.text == "the" and before not in _SMALL
        if not is_article or not (before == "of" or before.endswith("ing") or of_verb):
            kept.append(token)
    is_title = len(tokens) == 2 and tokens[0].folded == "the" and tokens[1].text[:1].isupper()
    return kept if len(kept) > 1 or is_title else tokens


def _of(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`rate of convergence` is `convergence rate`: the head is a process or its like, and nothing else is joined."""
    place = next(i for i, token in enumerate(tokens) if token.folded == "of")
    head, tail = tokens[:place], tokens[place + 1 :]
    if not head or not tail or any(token.folded in _SMALL for token in (*head, *tail)):
        return tokens
    noun = head[-1].folded
    if noun in _NOUNS_OF or (PROCESS.match(noun) and noun not in NO_PROCESS):
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
    if not 0 < place < len(tokens) - 1:
        return tokens
    base = tokens[place - 1]
    if place > 1 and base.folded.endswith("ing"):  # posterior sampling-based, not learning-based
        return [*tokens[:place], *tokens[place + 1 :]]
    if tokens[-1].folded not in _MADE:
        return tokens
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
        is_word = re.fullmatch(r"[A-Z]?[a-z]{2,}" if len(found) == 1 else r"[a-z]{3,}", token.text)
        if before and counts and token.joined and is_word and len(token.text) > 2:
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
    is_name = re.fullmatch(r"[A-Z][a-z]{3,}", second.text) and not is_english(second.text)
    if second.joined and rest and is_name:
        return [second._replace(joined=False), first._replace(joined=True), *rest]
    return tokens


def _greek(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`beta-VAE` and `beta VAE` are the `β-VAE`: a Greek letter written out before a word."""
    return [
        token._replace(folded=_GREEK[token.folded])
        if token.folded in _GREEK
        and after.text[:2].isalpha()
        and len(after.text) > 1
        and not (token.folded == "alpha" and after.folded in _NAMED_ALPHA)
        else token
        for token, after in zip(tokens, [*tokens[1:], Token("", "")], strict=True)
    ]


def _modifier(word: str, after: Token, is_head: bool, concept_type: str | None) -> str:
    """A word before another, which is the head or not, in one form."""
    if word == "robotic":
        return "robot"
    if word == "recommender":
        return "recommendation"
    if word in ("modality", "multimodality"):
        return word.removesuffix("ity")
    if word == "visual" and after.folded in _MODELS_OF_VISION:
        return "vision"
    if word == "neural" and after.folded == "symbolic":
        return "neuro"
    if word == "robustness" and after.folded == "optimization":
        return "robust"
    if word == "continued" and after.folded in _LASTING:
        return "continual"
    if word == "predictive" and concept_type == "Metric" and after.folded in _MEASURES:
        return "prediction"
    if word in _EPONYMS and after.folded in _EPONYMS[word][1]:
        return _EPONYMS[word][0]
    if is_head and PROCESS.match(after.folded) and after.folded not in NO_PROCESS:
        return "behavioral" if word == "behavior" else _ADJECTIVES.get(word, word)
    return word


def _and(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`exploration and exploitation` is `exploration-exploitation`, `vision-and-language` `vision-language`."""
    place = next(i for i, token in enumerate(tokens) if token.folded == "and")
    if not 0 < place < len(tokens) - 1:
        return tokens
    one, two = tokens[place - 1], tokens[place + 1]
    is_pair = len(tokens) == 3 or (one.folded, two.folded) in _PAIRS
    if is_pair and all(re.fullmatch(r"[a-z]{3,}", token.folded) for token in (one, two)):
        return [*tokens[:place], two._replace(joined=True), *tokens[place + 2 :]]
    return tokens


def _modifiers(tokens: Tokens, concept_type: str | None) -> Tokens:
    """`robotic manipulation` is `robot manipulation`, `multiple instance learning` `multi-instance learning`."""
    found = [
        token._replace(folded=_modifier(token.folded, after, after is tokens[-1], concept_type))
        for token, after in pairwise(tokens)
    ] + tokens[-1:]
    if found[0].folded == "multiple" and len(found) > 2 and found[1].folded != "sclerosis":
        found[0] = found[0]._replace(folded="multi")
    return found


def _without_fine(tokens: Tokens) -> Tokens | None:
    """`instruction fine-tuning` is `instruction tuning`."""
    kept = [token._replace(folded=token.folded.removeprefix("fine")) for token in tokens]
    kept = [token for token in kept if token.folded]
    return kept if len(kept) > 1 and kept[-2].folded in _TUNED else None


def _data(tokens: Tokens, concept_type: str | None) -> Tokens:
    """As a task, `dataset generation` is `data generation`."""
    if concept_type != "Task":
        return tokens
    return [token._replace(folded="data") if token.folded == "dataset" else token for token in tokens]


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
    elif word == "voting" and before.folded == "majority":
        word = "vote"
    elif word == "compute" and before.folded == "time":
        word = "computation"
    elif word == "bayesian" and before.folded == "pac":
        word = "bayes"
    elif word == "sample" and before.folded == "adversarial":
        word = "example"
    elif word in ("tuning", "finetuning") and (short := _without_fine(tokens)):
        return short
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
    (words_of("the a an"), _articles),
    (words_of("based"), _based),
    (frozenset(_GREEK), _greek),
    (words_of("dimension") | frozenset(_NUMBERS), _number),
    (words_of("of"), _of),
    (frozenset(_NOUN_OF_GERUND), _gerund),
    (words_of("and"), _and),
    (words_of("dataset"), _data),
    (
        words_of(
            "behavior continued modality multimodality multiple neural predictive recommender robotic robustness visual"
        )
        | _ADJECTIVES.keys()
        | _EPONYMS.keys(),
        _modifiers,
    ),
    (
        words_of(
            "testing modeling net attack program model network sample tuning finetuning voting compute bayesian"
        ),
        _head,
    ),
    (words_of("feedback large"), _phrases),
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
