"""Texts as word pieces: the one place where words, pieces and windows meet, for training and for extraction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from tokenizers import Tokenizer

from kg.errors import KgError

MAX_PIECES = 512
MAX_TITLE_PIECES = 48
OVERLAP = 64
MAX_WINDOWS = 6
"""Of one text, some 2,700 pieces: one of 87,000 abstracts has more. It bounds the time that a text takes."""
_LONGEST_KEPT = 64
"""Words up to so many characters are read once and remembered."""

LOWER, CAPITALISED, CAPITALS, MIXED, DIGITS, SIGN = range(1, 7)
"""How a piece is written, which the uncased vocabulary hides; 0 is a special piece."""
SHAPES = 10
"""How many the network knows; those beyond `SIGN` are left to training."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of one text that the model reads at once, the title before it.

    `ids` are the pieces with [CLS] and [SEP] and `shapes` how each is written; word `first + i` of the text
    is read at piece `heads[i]`.
    """

    ids: tuple[int, ...]
    shapes: tuple[int, ...]
    first: int
    heads: tuple[int, ...]


def special_piece(tokenizer: Tokenizer, name: str) -> int:
    """The id of a piece that the vocabulary must have, such as [CLS]. Raises KgError when it has not."""
    found = tokenizer.token_to_id(name)
    if found is None:
        raise KgError(f"the tokenizer has no piece {name}; it is no BERT tokenizer")
    return found


def shape(piece: str) -> int:
    """How a piece of text is written: `LOWER` … `SIGN`."""
    if piece.islower():
        return LOWER
    if piece.isupper() and len(piece) > 1:
        return CAPITALS
    if piece.istitle():
        return CAPITALISED
    if any(map(str.isdigit, piece)):
        return DIGITS
    return MIXED if any(map(str.isupper, piece)) else LOWER if piece.isalpha() else SIGN


class _Pieces(NamedTuple):
    """Word pieces of a text: their ids, how each is written, and where in the text each ends."""

    ids: Sequence[int]
    shapes: Sequence[int]
    ends: Sequence[int]


def _read(tokenizer: Tokenizer, text: str) -> _Pieces:
    encoding = tokenizer.encode(text, add_special_tokens=False)
    offsets = encoding.offsets
    shapes = tuple(shape(text[start:end]) for start, end in offsets)
    return _Pieces(tuple(encoding.ids), shapes, tuple(end for _, end in offsets))


_read_word = lru_cache(1 << 14)(_read)


def _read_words(tokenizer: Tokenizer, text: str) -> _Pieces:
    """As `_read`, from space to space: most words stand in other texts too, and no piece reaches over a space."""
    ids: list[int] = []
    shapes: list[int] = []
    ends: list[int] = []
    position = 0
    for word in text.split(" "):
        found = (_read_word if len(word) <= _LONGEST_KEPT else _read)(tokenizer, word)
        ids += found.ids
        shapes += found.shapes
        ends += [position + end for end in found.ends]
        position += len(word) + 1
    return _Pieces(ids, shapes, ends)


def _word_heads(word_starts: Sequence[int], ends: Sequence[int]) -> list[int]:
    """For each word the index of the piece it begins in (or the last one before it, for a word without piece)."""
    found = np.searchsorted(np.array(ends), np.array(word_starts), side="right")
    heads: list[int] = np.clip(found, 0, max(0, len(ends) - 1)).tolist()
    return heads


def windows(tokenizer: Tokenizer, title: str, text: str, word_starts: Sequence[int]) -> Iterator[Window]:
    """The windows of `text`, whose words begin at the character offsets `word_starts`.

    A text within `MAX_PIECES` is one window. A longer one gives windows that overlap by `OVERLAP` words, `MAX_WINDOWS`
    at most; what follows is not read.
    `tokenizer` neither pads nor truncates.
    """
    pieces = _read_words(tokenizer, text)
    cls, sep = special_piece(tokenizer, "[CLS]"), special_piece(tokenizer, "[SEP]")
    prefix, prefix_shapes = [cls], [0]
    if title.strip():
        of_title = _read_words(tokenizer, title)
        prefix = [cls, *of_title.ids[:MAX_TITLE_PIECES], sep]
        prefix_shapes = [0, *of_title.shapes[:MAX_TITLE_PIECES], 0]
    room = MAX_PIECES - len(prefix) - 1
    heads = _word_heads(word_starts, pieces.ends)
    if not heads:
        return
    first = 0
    for _ in range(MAX_WINDOWS):
        begin = heads[first]
        last = first
        while last < len(heads) and heads[last] - begin < room:
            last += 1
        end = min(begin + room, heads[last] if last < len(heads) else len(pieces.ids))
        ids = (*prefix, *pieces.ids[begin:end], sep)
        shapes = (*prefix_shapes, *pieces.shapes[begin:end], 0)
        yield Window(ids, shapes, first, tuple(len(prefix) + head - begin for head in heads[first:last]))
        if last == len(heads):
            return
        first = max(first + 1, last - OVERLAP)
