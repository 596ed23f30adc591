"""From extractions to the graph: on the way of a build, and of a folder that an earlier one left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kg.errors import InputError
from kg.extractions import read_extractions
from kg.records import Extraction
from kg.report import read_settings
from kg.sources import named_hash
from kg.vocabulary import BASE_IRI

if TYPE_CHECKING:
    from kg.graph.rows import Rows
    from kg.resolve import Resolution
    from kg.resolve.links import LinkLine

Item = TypeVar("Item")

Progress = Callable[[str, int], None]
"""Called with a stage's name and how many papers or files it has done so far."""


def no_progress(stage: str, done: int) -> None:
    """Say nothing."""


def check_base_iri(base_iri: str) -> None:
    """Raise InputError unless `base_iri` is an absolute IRI that a name can follow."""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?/(?:[A-Za-z0-9._~-]+/)*", base_iri):
        raise InputError(f"{base_iri!r} is no base IRI; give one such as {BASE_IRI}, with / at its end")


def counted(items: Iterable[Item], stage: str, progress: Progress) -> Iterator[Item]:
    """The items, each told to `progress` as one more of a stage."""
    for done, item in enumerate(items, 1):
        progress(stage, done)
        yield item


def load_rows(
    extractions: Path,
    *,
    base_iri: str = BASE_IRI,
    sources: Sequence[tuple[str, str]] = (),
    links: Sequence[LinkLine] = (),
    scratch: Path | None = None,
    progress: Progress = no_progress,
) -> tuple[Resolution, Rows]:
    """The concepts of a file of extractions, in the order of the papers' ids, and its graph as rows.

    `links` win over every rule; `scratch` is the folder for files of the work itself, if not that of the system.
    `progress` counts the papers of each reading, also those of the rows.
    """
    from kg.graph.rows import corpus_rows
    from kg.resolve import resolve

    def read() -> Iterator[Extraction]:
        return counted(read_extractions(extractions), "reading extractions", progress)

    resolution = resolve(read, base_iri=base_iri, links=links, scratch=scratch)
    return resolution, corpus_rows(read, resolution, base_iri=base_iri, sources=sources)


@dataclass(frozen=True, slots=True)
class Built:
    """A build's folder, read again: its graph as rows, and whether its RDF has evidence."""

    rows: Rows
    evidence: bool


def read_build(folder: Path, *, base_iri: str | None = None, links: Path | None = None) -> Built:
    """The graph of a build's folder, as the build made it, or under another base IRI or by another file of links.

    Raises InputError when there is no build, or for a file of links that cannot be used.
    """
    from kg.resolve.links import read_links

    made = read_settings(folder)
    base_iri = base_iri or made.base_iri
    check_base_iri(base_iri)
    sources, lines = made.sources, made.links
    if links is not None:
        sources, lines = sorted({*sources, *named_hash(links)}), read_links(links)
    rows = load_rows(made.extractions, base_iri=base_iri, sources=sources, links=lines)[1]
    return Built(rows, made.evidence)


def read_resolution(folder: Path) -> tuple[Resolution, Callable[[], Iterable[Extraction]]]:
    """The concepts of a build's folder, and its extractions, to be read any number of times.

    Raises InputError when there is no build.
    """
    from kg.resolve import resolve

    made = read_settings(folder)
    extractions = partial(read_extractions, made.extractions)
    return resolve(extractions, base_iri=made.base_iri, links=made.links), extractions
