"""Words for the tagger: runs of letters and digits, and every other sign by itself.

The borders are those of BERT's own pre-tokeniser, so that a word is a whole number of word pieces, and every
name that begins and ends at a word border is a whole number of words.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from spacy.tokens import Doc
from spacy.vocab import Vocab

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
_TOKEN = re.compile(rf"{_WORD.pattern}|\s+")


def word_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of each word of `text`, without the white space between them."""
    return [match.span() for match in _WORD.finditer(text)]


class WordTokenizer:
    """A spaCy tokenizer that splits at white space and around every sign, and nowhere else.

    spaCy's own, given rules to the same end, takes several times as long.
    """

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """The words of `text`; a single space belongs to the word before it, other white space is a token."""
        words: list[str] = []
        spaces: list[bool] = []
        for token in _TOKEN.findall(text):
            if token[0] == " " and words and not spaces[-1] and not words[-1].isspace():
                spaces[-1] = True
                token = token[1:]
            if token:
                words.append(token)
                spaces.append(False)
        return Doc(self.vocab, words=words, spaces=spaces)

    def to_disk(self, path: Path, *, exclude: Any = ()) -> None:
        """Nothing to write: there are no settings."""

    def from_disk(self, path: Path, *, exclude: Any = ()) -> WordTokenizer:
        """Nothing to read: there are no settings."""
        return self
