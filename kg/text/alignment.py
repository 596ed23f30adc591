"""Text that was edited and still knows where each of its characters came from."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Edit(NamedTuple):
    """Put `replacement` in the place of `text[start:end]`.

    `partner` is the start of the edit at the other end when the two remove a pair of marks (`\\emph{` and `}`,
    two `$`), else -1. `bound` marks are a part of what they surround: the `$` of a formula such as `$R^2$`.
    """

    start: int
    end: int
    replacement: str = ""
    partner: int = -1
    bound: bool = False


def marks(opening: tuple[int, int], closing: tuple[int, int], *, bound: bool = False) -> tuple[Edit, Edit]:
    """The two edits that remove a pair of marks, given as (start, end) each."""
    return Edit(*opening, "", closing[0], bound), Edit(*closing, "", opening[0], bound)


class Pair(NamedTuple):
    """A pair of marks that was removed from the source."""

    opening_start: int
    opening_end: int
    closing_start: int
    closing_end: int
    bound: bool


_PLACES = array("q", range(1 << 12))
"""Offsets of most texts, since to copy them is quicker than to count."""


@dataclass(frozen=True, slots=True)
class CleanText:
    """Edited `text` of a source, with offsets back into it.

    Character i of `text` stands for `source[starts[i]:ends[i]]`. Offsets are code points.
    """

    text: str
    source_length: int
    starts: array[int]
    ends: array[int]
    pairs: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, source: str) -> CleanText:
        """`source` without any edit."""
        length = len(source)
        places = _PLACES if length < len(_PLACES) else array("q", range(length + 1))
        return cls(source, length, places[:length], places[1 : length + 1])

    def edit(self, edits: Iterable[Edit]) -> CleanText:
        """Apply edits of `self.text`. Those that overlap an earlier one are left out."""
        ordered = sorted(edits)
        if not ordered:
            return self
        pieces, starts, ends = [], array("q"), array("q")
        regions: dict[int, tuple[int, int]] = {}
        position = 0
        for start, end, replacement, partner, _ in ordered:
            if start < position or end <= start:
                continue
            if start > position:
                pieces.append(self.text[position:start])
                starts += self.starts[position:start]
                ends += self.ends[position:start]
            first, last = self.starts[start], self.ends[end - 1]
            for _character in replacement:
                starts.append(first)
                ends.append(last)
            pieces.append(replacement)
            if partner >= 0:
                regions[start] = (first, last)
            position = end
        pieces.append(self.text[position:])
        starts += self.starts[position:]
        ends += self.ends[position:]
        pairs = [
            Pair(*regions[edit.start], *regions[edit.partner], edit.bound)
            for edit in ordered
            if edit.partner > edit.start and edit.start in regions and edit.partner in regions
        ]
        merged = tuple(sorted((*self.pairs, *pairs))) if pairs else self.pairs
        return CleanText("".join(pieces), self.source_length, starts, ends, merged)

    def apply(self, *passes: Callable[[str], Iterable[Edit]]) -> CleanText:
        """The text after each of `passes`, which say what to edit, in turn."""
        result = self
        for find_edits in passes:
            result = result.edit(find_edits(result.text))
        return result

    def to_source(self, start: int, end: int) -> tuple[int, int]:
        """The span of the source that `text[start:end]` stands for.

        Marks that only surround it are left out, but for bound ones; where one mark of a pair is inside and the
        other directly outside, both are taken in. The span never reaches over text that is visible outside of
        `start:end`. An empty span stays empty.
        """
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"no span of this text: {start} to {end} of {len(self.text)}")
        if start == end:
            place = self.starts[start] if start < len(self.text) else self.source_length
            return place, place
        first, last = self.starts[start], self.ends[end - 1]
        if not self.pairs:
            return first, last
        leftmost = self.ends[start - 1] if start else 0
        rightmost = self.starts[end] if end < len(self.text) else self.source_length
        within = self._pairs_between(leftmost, rightmost)
        for _ in range(2):  # pairs of one pass nest; those of two passes may cross once
            opened = [p.opening_start for p in within if p.bound or first <= p.closing_start < last]
            closed = [p.closing_end for p in within if p.bound or first < p.opening_end <= last]
            first, last = min([first, *opened]), max([last, *closed])
        return first, last

    def _pairs_between(self, start: int, end: int) -> list[Pair]:
        """Pairs of marks that lie wholly in `source[start:end]`."""
        candidates = self.pairs[bisect_left(self.pairs, (start,)) : bisect_left(self.pairs, (end,))]
        return [pair for pair in candidates if pair.closing_end <= end]

    def to_clean(self, start: int, end: int) -> tuple[int, int]:
        """The smallest span of `text` that holds all that is visible of `source[start:end]`."""
        first = bisect_right(self.ends, start)
        return first, max(first, bisect_left(self.starts, end))
