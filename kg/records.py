"""The facts that pass between the stages: frozen records that carry their evidence.

Offsets are code points into `Paper.text`, the abstract exactly as it was read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Paper:
    """One abstract with what its source says about it; `source` names the file and the position in it.

    `authors` are names as people read them, given name first; `doi` is bare and in small letters, `10.1000/182`.
    """

    id: str
    text: str
    title: str = ""
    year: int | None = None
    venue: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    source: str = ""
    authors: tuple[str, ...] = ()
    doi: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A piece of an abstract: `text == paper.text[start:end]`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class PaperConcept:
    """One concept as one paper names it: the acronym and the long form are mentions of the same concept."""

    type: str
    label: str
    role: str
    confidence: float
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A URL in an abstract; `url` is the address cleaned of markup, `mention` what stands in the text."""

    url: str
    role: str
    mention: Mention


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a pipeline found in one paper; `pipeline` is its name and version."""

    paper: Paper
    concepts: tuple[PaperConcept, ...]
    links: tuple[Link, ...]
    pipeline: str


@dataclass(frozen=True, slots=True)
class Merge:
    """An entry of the ledger: these surface forms are one concept by this rule, in these papers (ids).

    `why` says what the rule goes by where the names alone do not: how many papers use an acronym in this sense.
    """

    rule: str
    forms: tuple[str, ...]
    papers: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Tie:
    """Another concept (its IRI) that is `broader` or `related`, the rule that says so, and the name that it goes by."""

    relation: str
    concept: str
    rule: str
    name: str


@dataclass(frozen=True, slots=True)
class Concept:
    """One concept across papers. `id` is its IRI; `forms` maps each surface form to the ids of its papers.

    `ties` say why concepts are broader or related. `replaces` are IRIs that papers had given it, each alone;
    `ambiguous` is an acronym that some papers use for one thing or another, which they do not say.
    """

    id: str
    type: str
    label: str
    aliases: tuple[str, ...]
    forms: Mapping[str, tuple[str, ...]]
    papers: tuple[str, ...]
    broader: tuple[str, ...] = ()
    merges: tuple[Merge, ...] = ()
    related: tuple[str, ...] = ()
    ties: tuple[Tie, ...] = ()
    replaces: tuple[str, ...] = ()
    ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class Assertion:
    """An edge with its evidence: from a paper (its id) by a relation of the vocabulary to a concept (its IRI)."""

    paper: str
    relation: str
    concept: str
    role: str
    confidence: float
    mentions: tuple[Mention, ...] = field(default=())
