"""Words for the tagger: runs of letters and digits, and every other sign by itself.

The borders are those of BERT's own pre-tokeniser, so that a word is a whole number of word pieces, and every
name that begins and ends at a word border is a whole number of words.
"""

from __future__ import annotations

import re

from spacy.tokenizer import Tokenizer
from spacy.vocab import Vocab

_SIGN = r"[^\w\s]|_"


def word_tokenizer(vocab: Vocab) -> Tokenizer:
    """A spaCy tokenizer that splits at white space and around every sign, and nowhere else."""
    return Tokenizer(
        vocab,
        prefix_search=re.compile(f"^(?:{_SIGN})").search,
        suffix_search=re.compile(f"(?:{_SIGN})$").search,
        infix_finditer=re.compile(_SIGN).finditer,
    )
