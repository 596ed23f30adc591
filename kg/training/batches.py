"""Sequences of unequal length in batches that waste little on padding."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor


def batches_by_length(
    encoded: Sequence[Sequence[int]], pieces_per_batch: int, shuffle: random.Random
) -> Iterator[list[int]]:
    """Indexes of sequences in batches of like length, within a budget of padded tokens, in random order."""
    order = sorted(range(len(encoded)), key=lambda i: (len(encoded[i]) + shuffle.random() * 8, i))
    batches: list[list[int]] = [[]]
    for index in order:
        if batches[-1] and len(encoded[index]) * (len(batches[-1]) + 1) > pieces_per_batch:
            batches.append([])
        batches[-1].append(index)
    shuffle.shuffle(batches)
    yield from batches


def padded(rows: Sequence[Sequence[int]], fill: int) -> Tensor:
    """Rows of unequal length as one tensor (rows, longest)."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *([fill] * (longest - len(row)))] for row in rows])
