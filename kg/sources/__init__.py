"""Files in, papers out: one reader a format, picked by name and content.

A new format is one module with a `read` function and one line in `FORMATS`.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from kg.errors import InputError
from kg.records import Paper
from kg.sources import jsonlines, plain
from kg.sources.fields import Report
from kg.sources.files import OpenSource, Source, find_sources, open_source, source_hash

__all__ = ["FORMATS", "Format", "read_papers", "source_hash"]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write papers down.

    `read` takes a stream, its name, the stem for ids, and the report. `looks_alike` tells the format by the first
    bytes; `check` reads a file through beforehand and raises InputError when it cannot be read to its end.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[BinaryIO, str, str, Report], Iterator[Paper]]
    looks_alike: Callable[[bytes], bool] | None = None
    check: Callable[[BinaryIO, str], None] | None = None


FORMATS = {
    format.name: format
    for format in (
        Format("plain", (".txt", ".text"), plain.read, check=plain.check),
        Format("jsonl", (".jsonl", ".ndjson", ".json"), jsonlines.read, jsonlines.looks_alike),
    )
}
"""Name of a format -> how to read it."""


def _format_of(opened: OpenSource, name: str | None) -> Format:
    """The format that was asked for, else the one that the content shows, else the one that the ending says."""
    if name is not None:
        return FORMATS[name]
    head = opened.head()
    for known in FORMATS.values():
        if known.looks_alike and known.looks_alike(head):
            return known
    for known in FORMATS.values():
        if opened.source.suffix in known.suffixes:
            return known
    if opened.source.suffix and not opened.source.is_stream:
        raise InputError(
            f"{opened.source.name}: the ending {opened.source.suffix} is none that is known "
            f"({', '.join(_suffixes())}); name the format with --from ({', '.join(FORMATS)})"
        )
    return FORMATS["plain"]


def _suffixes() -> list[str]:
    return [suffix for format in FORMATS.values() for suffix in format.suffixes]


def _papers(opened: OpenSource, format: Format, report: Report) -> Iterator[Paper]:
    """The papers of one source. Raises InputError when there are none."""
    source, empty, first_problem = opened.source, True, ""

    def note(problem: str) -> None:
        nonlocal first_problem
        first_problem = first_problem or f" ({problem})"
        report(problem)

    try:
        for paper in format.read(opened.file, source.name, source.stem, note):
            empty = False
            yield paper
    except (EOFError, zlib.error, OSError) as error:
        note(f"{source.name}: cannot be read to its end, the rest is left out: {error}")
    if empty:
        raise InputError(f"{source.name}: holds no abstracts{first_problem}")


def _check(source: Source, format: str | None) -> None:
    """Raise InputError unless a file has at least one paper and can be read."""
    with open_source(source) as opened:
        opened.refuse_binary()
        found = _format_of(opened, format)
        next(_papers(opened, found, lambda line: None))
    if found.check:
        with open_source(source) as opened:
            found.check(opened.file, source.name)


def _usable(sources: list[Source], format: str | None, report: Report) -> list[Source]:
    """The sources that can be read. One that was named must be; one that was found in a folder is reported."""
    usable = []
    for source in sources:
        if not source.is_stream:
            try:
                _check(source, format)
            except InputError as error:
                if not source.in_folder:
                    raise
                report(f"{error}; the file is left out")
                continue
        usable.append(source)
    if not usable:
        raise InputError("none of the files can be read: " + ", ".join(source.name for source in sources[:5]))
    return usable


def _read(
    sources: list[Source], format: str | None, report: Report, on_source: Callable[[str, str], None] | None
) -> Iterator[Paper]:
    for source in sources:
        with open_source(source) as opened:
            if source.is_stream:
                opened.refuse_binary()
            yield from _papers(opened, _format_of(opened, format), report)
            if on_source:
                on_source(source.name, opened.hashing.hexdigest())


def _unique(papers: Iterator[Paper], report: Report) -> Iterator[Paper]:
    """Each paper once. One with the id of another but another text gets a suffix made from its text."""
    seen: dict[str, bytes] = {}
    repeated = 0
    for paper in papers:
        digest = hashlib.sha256(paper.text.encode("utf-8")).digest()[:16]
        if seen.get(paper.id, digest) != digest:
            renamed = f"{paper.id}-{digest.hex()[:8]}"
            report(
                f"{paper.source}: the id {paper.id} was used before for another abstract; this one is {renamed}"
            )
            paper = replace(paper, id=renamed)
        if paper.id in seen:
            repeated += 1
        else:
            seen[paper.id] = digest
            yield paper
    if repeated:
        report(f"{repeated} papers came again with the same id and abstract; each is kept once")


def read_papers(
    sources: Iterable[Path | str],
    *,
    format: str | None = None,
    on_problem: Report,
    on_source: Callable[[str, str], None] | None = None,
) -> Iterator[Paper]:
    """The papers of files, folders and (as `-`) standard input, in an order that does not depend on that of `sources`.

    Folders are walked; hidden files and unknown endings in them are left out. `format` is a name of `FORMATS` and
    overrides what name and content say. `on_problem` takes a line about each thing that was left out or changed;
    `on_source` the name and the SHA-256 of the stored bytes of each source when it was read to its end.

    Raises InputError, before the first paper wherever the input is a file: a path that does not exist, an unknown
    format, a file without abstracts, a binary file, a folder without a file that can be read.
    Memory holds one paper, and the id and a hash of each paper seen.
    """
    if format is not None and format not in FORMATS:
        raise InputError(f"unknown format {format}; known: {', '.join(FORMATS)}")
    found = find_sources(sources, _suffixes(), on_problem)
    if not found:
        raise InputError("no input; name a file, a folder, or - for standard input")
    usable = _usable(found, format, on_problem)
    return _unique(_read(usable, format, on_problem, on_source), on_problem)
