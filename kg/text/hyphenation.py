"""Words that were divided at the end of a line, and white space.

Whether the hyphen goes depends on what is known of the joined word. In this order:
1. the joined word stands elsewhere in the text: it goes ("meta-\\nlearning" with "metalearning" elsewhere);
2. the hyphenated one stands elsewhere: it stays;
3. a side holds another hyphen, a digit or a capital, or is one letter: it stays ("state-of-the-\\nart", "n-\\nhexane");
4. the joined word is an English one: it goes ("infor-\\nmation");
5. else it stays ("long-\\nterm", "price-\\ndetermining").
A hyphen before a space in mid-line is treated alike, since PDF text often keeps no line ends ("pol- icy"), but not
where it stands for a part left out ("pre- and post-training", "two- to four-layer").
A soft hyphen, and what OCR writes for it, goes together with the line end after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from functools import cache

from kg.text.alignment import Edit
from kg.text.lists import word_list

_BROKEN = re.compile(r"-(?<=\w-)(?P<gap>[ \t]*\r?\n\s*|[ \t]+)(?P<right>\w[\w-]{0,40})")
_LEFT = re.compile(r"[\w-]+\Z")
_SOFT = re.compile(r"(?:\xad|\(cid:173\))\s*")
_SPACE = re.compile(r"\s{2,}|[^\S ]|^ | $")
_WORD = re.compile(r"\w+(?:-\w+)*")
_LOST_LIGATURE = re.compile(r"(?<![^\W\d_])([^\W\d_]{0,20})[\x00\ufffd]([^\W\d_]{1,20})(?![^\W\d_])")
_LIGATURES = ("fi", "fl", "ff", "ffi", "ffl", "ti", "tt")


def _words(lines: str) -> frozenset[str]:
    return frozenset(lines.split())


_SUSPENDED = _words(
    "a an and are as at but by for from in is it nor of on or other than that the then this through to und versus vs we"
    " which while with"
)
"""Words before which a hyphen and a space belong to a compound that is finished later, or to a dash."""

_CONJUNCTIONS = frozenset({"and", "or", "nor", "und", "versus", "vs"})
"""Of these, the ones that no compound goes on with (unlike "built-in"): before them, a line end is a space."""

_TERMS = _words(
    "backpropagation bayesian convolutional covariance dataset datasets eigendecomposition eigenvalues embeddings"
    " hyperparameter hyperparameters initialization linearization minibatch minimax multimodal multitask nonconvex"
    " nonlinearities nonparametric overfit overfitting parallelization parameterization parametrization pretrained"
    " pretraining probabilistically quantization quantized regularization regularized regularizer reparameterization"
    " scalability subgradient suboptimal subspace subspaces timestep tokenization tokenizer unlabeled unsupervised"
    " variational"
)
"""Terms of the field that a general word list lacks."""


@cache
def _english() -> frozenset[str]:
    """Lower-case English words of four letters and more, from SCOWL (see data/README.md)."""
    return _words(word_list("words.txt.gz")) | _TERMS


def is_english(word: str) -> bool:
    """Whether the list of English words, of four letters and more, has a word."""
    return word.isalpha() and word.lower() in _english()


def _keeps_hyphen(left: str, right: str, elsewhere: Set[str]) -> bool:
    if (left + right).lower() in elsewhere:
        return False
    if f"{left}-{right}".lower() in elsewhere or "-" in left + right or len(left) < 2:
        return True
    return not (left[1:].islower() and right.islower() and is_english(left + right))


def hyphen_edits(text: str) -> Iterator[Edit]:
    """Join divided words by the rule of this module."""
    if "\xad" in text or "(cid:173)" in text:
        for match in _SOFT.finditer(text):
            yield Edit(match.start(), match.end())
    elsewhere: Set[str] | None = None
    for match in _BROKEN.finditer(text):
        right = match["right"]
        in_line = "\n" not in match["gap"]
        if right in _CONJUNCTIONS or (
            in_line and (right in _SUSPENDED or not right[0].islower() or len(right) == 1)
        ):
            continue
        if elsewhere is None:
            elsewhere = set(_WORD.findall(text.lower()))
        before = _LEFT.search(text, max(0, match.start() - 40), match.start())
        left = before[0] if before else ""
        yield Edit(match.start() + _keeps_hyphen(left, right, elsewhere), match.end("gap"))


def ligature_edits(text: str) -> Iterator[Edit]:
    """A ligature that arrived as NUL or U+FFFD, where one and only one makes an English word of it."""
    if "\x00" not in text and "\ufffd" not in text:
        return
    for match in _LOST_LIGATURE.finditer(text):
        fitting = [lig for lig in _LIGATURES if is_english(match[1] + lig + match[2])]
        if len(fitting) == 1:
            yield Edit(match.end(1), match.start(2), fitting[0])


def space_edits(text: str) -> Iterator[Edit]:
    """Each run of white space, line ends among it, as one space; none at either end."""
    if " ".join(text.split()) == text:
        return
    for match in _SPACE.finditer(text):
        at_border = match.start() == 0 or match.end() == len(text)
        yield Edit(match.start(), match.end(), "" if at_border else " ")
