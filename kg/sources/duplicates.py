"""Which papers are one and the same: versions on arXiv, one DOI in several spellings, one text given twice.

All papers are seen once before the first is passed on, since which version is the newest is known only then. Of each,
54 bytes are held. Papers are one when they have
    the same arXiv id, whatever the version; the newest version is kept,
    the same DOI, whatever the case, unless their arXiv ids differ,
    the same title and text, but for case, spaces, tags, LaTeX and punctuation, unless their DOIs or arXiv ids differ,
    the same id and text, or the same id, title and year where none has a text, unless DOIs or arXiv ids then differ,
    the same id, not made up here, where one has a title and no text and one a text and no title, unless they differ.
Of those that are one, the first is kept, but one that has an abstract before one that has none.
"""

from __future__ import annotations

import hashlib
import re
import string
from array import array
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from kg.records import Paper
from kg.sources.identifiers import arxiv_of
from kg.text import clean

ARXIV, DOI, CONTENT = "arXiv id", "DOI", "title and text"
ID, TITLE, HALF = "id and text", "id, title and year", "id"
"""What papers that are one have in common."""

_SPELLED_OUT = re.compile(r"\\[A-Za-z\"'`^~=.]|&#?\w{1,30};")
"""Characters that LaTeX and HTML have names for, which other sources of the same text have not."""
_TAG = re.compile(r"<[^<>]{1,200}>")
_PUNCTUATION = string.punctuation.encode()
_TYPOGRAPHIC = dict.fromkeys(map(ord, "‐‑‒–—―‘’‚“”„…′″\N{SOFT HYPHEN}"))
_ARXIV_DOI = "10.48550/arxiv."


def _hash(*parts: str | bytes) -> int:
    """64 bits of a name; 0 is that of no name. Among a million papers, that two collide has odds of 1 in 10 million."""
    encoded = (part if isinstance(part, bytes) else part.encode("utf-8", "replace") for part in parts)
    whole = b"\0".join(encoded)
    return int.from_bytes(hashlib.blake2b(whole, digest_size=8).digest(), "little") or 1


def _letters(text: str) -> bytes:
    """What tells one text from another: no spaces, tags, dashes, quotes or other punctuation of ASCII, no capitals."""
    if _SPELLED_OUT.search(text):
        text = clean(text).text
    if not text.isascii():
        text = text.translate(_TYPOGRAPHIC)
    words = _TAG.sub("", text).casefold().split()
    return "".join(words).encode("utf-8", "replace").translate(None, _PUNCTUATION)


def suffix_of(paper: Paper) -> str:
    """What tells a paper from others of its id, in eight hexadecimal digits: made of its text, where it has one."""
    said = (paper.text, paper.title, str(paper.year), paper.doi, paper.url)
    whole = "\0".join(said[:1] if _letters(paper.text) else said)
    return hashlib.sha256(whole.encode("utf-8")).hexdigest()[:8]


@dataclass(slots=True)
class Decision:
    """What becomes of papers that are not simply passed on, by their position among all."""

    kept_as: dict[int, int] = field(default_factory=dict)
    """Position of a paper -> position of the one that is kept in its place."""
    reasons: Counter[str] = field(default_factory=Counter)
    """What they have in common -> how many papers are left out for it."""
    renamed: set[int] = field(default_factory=set)
    """Positions of papers whose id an earlier one has that is another paper."""


class Index:
    """All papers of a run, each as a few hashes."""

    def __init__(self) -> None:
        self._columns = {name: array("Q") for name in (ARXIV, DOI, CONTENT, ID, TITLE, "name")}
        self._versions = array("H")
        self._has_text = bytearray()
        self._is_half = bytearray()

    def __len__(self) -> int:
        return len(self._versions)

    def add(self, paper: Paper, *, own_id: bool = True) -> None:
        """Take down the next paper; `own_id` says that its id is its source's, not made of the name of a file."""
        arxiv, version = arxiv_of(paper)
        is_doi = paper.doi and not paper.doi.startswith(_ARXIV_DOI)
        title, text = _letters(paper.title), _letters(paper.text)
        what = title or f"{paper.doi} {paper.url}"
        row = {
            ARXIV: _hash(arxiv) if arxiv else 0,
            DOI: _hash(paper.doi) if is_doi else 0,
            CONTENT: _hash(title, text) if text else 0,
            ID: _hash(paper.id, paper.text) if text else 0,
            TITLE: 0 if text else _hash(paper.id, what, str(paper.year)),
            "name": _hash(paper.id),
        }
        for name, value in row.items():
            self._columns[name].append(value)
        self._versions.append(version)
        self._has_text.append(bool(text))
        self._is_half.append(own_id and bool(text) != bool(title))

    def cut(self, length: int) -> None:
        """Forget the papers after the first `length`."""
        for column in (*self._columns.values(), self._versions, self._has_text, self._is_half):
            del column[length:]

    def decide(self) -> Decision:
        """What becomes of the papers that share something."""
        groups = _Groups(self._columns[ARXIV], self._columns[DOI])
        for reason in (ARXIV, ID, DOI, TITLE, CONTENT):
            for positions in _repeated(self._columns[reason]):
                for position in positions[1:]:
                    groups.join(positions[0], position, reason)
        same_name = _repeated(self._columns["name"])
        for positions in same_name:
            halves = list(dict.fromkeys(groups.first(at) for at in positions if self._is_half[at]))
            if [self._has_text[at] for at in halves] in ([0, 1], [1, 0]):
                groups.join(halves[0], halves[1], HALF)
        decision = Decision(reasons=groups.reasons)
        for members in groups.all():
            kept = max(members, key=lambda at: (self._has_text[at], self._versions[at], -at))
            decision.kept_as.update((member, kept) for member in members if member != kept)
        for positions in same_name:
            left = [position for position in positions if position not in decision.kept_as]
            decision.renamed.update(left[1:])
        return decision


def _repeated(column: array[int]) -> list[list[int]]:
    """Positions, ascending, of each value but 0 that occurs more than once; in the order of the first of them."""
    values = np.frombuffer(column, dtype=np.uint64) if column else np.empty(0, np.uint64)
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    borders = np.flatnonzero(np.diff(ordered) != 0) + 1
    starts, ends = np.append(0, borders), np.append(borders, len(ordered))
    wanted = ends - starts > 1
    wanted[wanted] = ordered[starts[wanted]] != 0
    runs = zip(starts[wanted].tolist(), ends[wanted].tolist(), strict=True)
    return sorted(order[start:end].tolist() for start, end in runs)


@dataclass(slots=True)
class _Group:
    """Positions of papers that are one, and the hashes of their identifiers."""

    members: list[int]
    arxiv: set[int]
    doi: set[int]

    def is_apart_from(self, other: _Group, reason: str) -> bool:
        """Whether identifiers say that two groups are not one, whatever else they have in common."""
        if reason in (ARXIV, ID):
            return False
        by_arxiv = self.arxiv and other.arxiv and self.arxiv.isdisjoint(other.arxiv)
        by_doi = reason != DOI and self.doi and other.doi and self.doi.isdisjoint(other.doi)
        return bool(by_arxiv or by_doi)


class _Groups:
    """Disjoint sets of papers; a paper that was never joined with another is in none."""

    def __init__(self, arxiv: array[int], doi: array[int]) -> None:
        self._arxiv, self._doi = arxiv, doi
        self._group: dict[int, _Group] = {}
        self.reasons: Counter[str] = Counter()

    def _of(self, position: int) -> _Group:
        alone = _Group([position], {self._arxiv[position]} - {0}, {self._doi[position]} - {0})
        return self._group.get(position, alone)

    def join(self, one: int, other: int, reason: str) -> None:
        """Make the groups of two papers one, unless their identifiers say otherwise."""
        larger, smaller = sorted((self._of(one), self._of(other)), key=lambda group: -len(group.members))
        if larger is smaller or larger.is_apart_from(smaller, reason):
            return
        larger.members += smaller.members
        larger.arxiv |= smaller.arxiv
        larger.doi |= smaller.doi
        self._group.update((member, larger) for member in (*larger.members[:1], *smaller.members))
        self.reasons[reason] += 1

    def first(self, position: int) -> int:
        """The paper that stands for the group of one."""
        return self._of(position).members[0]

    def all(self) -> list[list[int]]:
        """The members of each group."""
        return [group.members for group in {id(group): group for group in self._group.values()}.values()]
