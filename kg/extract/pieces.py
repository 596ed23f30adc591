"""Texts as word pieces: the one place where words, pieces and windows meet, for training and for extraction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokenizers import Encoding, Tokenizer

from kg.errors import KgError

MAX_PIECES = 512
MAX_TITLE_PIECES = 48
OVERLAP = 64
MAX_WINDOWS = 8
"""Of one text, some 3,500 pieces: the longest of 87,000 abstracts has no more. It bounds the time that a text takes."""

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


def _word_heads(word_starts: Sequence[int], offsets: Sequence[tuple[int, int]]) -> list[int]:
    """For each word the index of the piece it begins in (or the last one before it, for a word without piece)."""
    heads, piece = [], 0
    for start in word_starts:
        while piece + 1 < len(offsets) and offsets[piece][1] <= start:
            piece += 1
        heads.append(piece)
    return heads


def _encode(tokenizer: Tokenizer, text: str) -> tuple[Encoding, list[int]]:
    encoding = tokenizer.encode(text, add_special_tokens=False)
    return encoding, [shape(text[start:end]) for start, end in encoding.offsets]


def windows(tokenizer: Tokenizer, title: str, text: str, word_starts: Sequence[int]) -> Iterator[Window]:
    """The windows of `text`, whose words begin at the character offsets `word_starts`.

    A text within `MAX_PIECES` is one window. A longer one gives windows that overlap by `OVERLAP` words, `MAX_WINDOWS`
    at most; what follows is not read.
    `tokenizer` neither pads nor truncates.
    """
    encoding, text_shapes = _encode(tokenizer, text)
    cls, sep = special_piece(tokenizer, "[CLS]"), special_piece(tokenizer, "[SEP]")
    prefix, prefix_shapes = [cls], [0]
    if title.strip():
        title_encoding, title_shapes = _encode(tokenizer, title)
        prefix = [cls, *title_encoding.ids[:MAX_TITLE_PIECES], sep]
        prefix_shapes = [0, *title_shapes[:MAX_TITLE_PIECES], 0]
    room = MAX_PIECES - len(prefix) - 1
    heads = _word_heads(word_starts, encoding.offsets)
    if not heads:
        return
    first = 0
    for _ in range(MAX_WINDOWS):
        begin = heads[first]
        last = first
        while last < len(heads) and heads[last] - begin < room:
            last += 1
        end = min(begin + room, heads[last] if last < len(heads) else len(encoding.ids))
        ids = (*prefix, *encoding.ids[begin:end], sep)
        shapes = (*prefix_shapes, *text_shapes[begin:end], 0)
        yield Window(ids, shapes, first, tuple(len(prefix) + head - begin for head in heads[first:last]))
        if last == len(heads):
            return
        first = max(first + 1, last - OVERLAP)
