"""Files in, papers out: one reader a format, picked by name and content.

A new format is one module with a `read` function and one line in `FORMATS`; a new kind of JSON object is one module
and one line in `kg.sources.objects`.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from kg.errors import InputError
from kg.records import Paper
from kg.sources import bibtex, markdown, objects, plain, ris, tables
from kg.sources.duplicates import Decision, Index, suffix_of
from kg.sources.fields import Report, is_numbered
from kg.sources.files import (
    UNPACKING_ERRORS,
    OpenSource,
    Source,
    find_sources,
    keep_stream,
    named_hash,
    open_source,
    source_hash,
)
from kg.sources.fillings import Fillings
from kg.sources.jsondocument import read_document
from kg.sources.jsonlines import read_lines
from kg.text import clean

__all__ = ["FORMATS", "Format", "named_hash", "read_papers", "source_hash"]

_SHORT = 200
EXAMPLES = 5
"""So many papers of a kind are named one by one in reports; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write papers down.

    `read` takes a stream, its name, the stem for ids, and the report. `looks_alike` tells the format by the first
    bytes.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[BinaryIO, str, str, Report], Iterator[Paper]]
    looks_alike: Callable[[bytes], bool] | None = None


_KINDS = (*objects.KINDS.values(), objects.OWN)

FORMATS = {
    format.name: format
    for format in (
        Format("json", (".json",), objects.reader(_KINDS, read_document), objects.looks_like_a_document),
        Format(
            "jsonl",
            (".jsonl", ".ndjson"),
            objects.reader(_KINDS, read_lines),
            objects.looks_like_lines,
        ),
        *(Format(name, (), objects.reader([kind])) for name, kind in objects.KINDS.items()),
        Format("bibtex", (".bib", ".bibtex"), bibtex.read, bibtex.looks_alike),
        Format("ris", (".ris",), ris.read, ris.looks_alike),
        Format("tsv", (".tsv", ".tab"), tables.reader("\t"), tables.looks_alike("\t")),
        Format("csv", (".csv",), tables.reader(",;"), tables.looks_alike(",;")),
        Format("markdown", (".md", ".markdown"), markdown.read),
        Format("plain", (".txt", ".text"), plain.read),
    )
}
"""Name of a format -> how to read it. JSON of any kind is told object by object."""


def _format_of(opened: OpenSource, name: str | None) -> Format:
    """The format that was asked for, else the one that the content shows, else the one that the ending says.

    Raises InputError where none of these says one, and for what would be read as plain text and is none.
    """
    if name is not None:
        return FORMATS[name]
    source, head = opened.source, opened.head()
    for known in FORMATS.values():
        if known.looks_alike and known.looks_alike(head):
            return known
    by_name = next((known for known in FORMATS.values() if source.suffix in known.suffixes), None)
    if by_name in (None, FORMATS["plain"]) and (what := plain.other_format(head)):
        raise InputError(f"{source.name}: is {what}")
    if by_name:
        return by_name
    if source.in_folder or (source.suffix and not source.is_stream):
        ending = (
            f"the ending {source.suffix} is none that is known"
            if source.suffix
            else "no format is known by it"
        )
        raise InputError(
            f"{source.name}: {ending} ({', '.join(_suffixes())}); name the format with --from ({', '.join(FORMATS)})"
        )
    return FORMATS["plain"]


def _suffixes() -> list[str]:
    return [suffix for format in FORMATS.values() for suffix in format.suffixes]


def _is_empty(text: str) -> bool:
    """Whether nothing of a text shows: spaces, invisible characters, empty tags."""
    return not text.strip() or (len(text) < _SHORT and not clean(text).text)


def _papers(opened: OpenSource, format: Format, report: Report) -> Iterator[Paper]:
    """The papers of one source. Raises InputError when there are none."""
    source, first_problem, count, without_text = opened.source, "", 0, 0

    def note(problem: str) -> None:
        nonlocal first_problem
        first_problem = first_problem or f" ({problem})"
        report(problem)

    try:
        for paper in format.read(opened.file, source.name, source.stem, note):
            count += 1
            if _is_empty(paper.text):
                without_text += 1
                if without_text <= EXAMPLES:
                    note(
                        f"{paper.source}: paper {paper.id} has an empty abstract; it is kept, without concepts"
                    )
            yield paper
    except UNPACKING_ERRORS as error:
        note(f"{source.name}: cannot be read to its end, the rest is left out: {error}")
    if without_text > EXAMPLES:
        note(f"{source.name}: {without_text} of {count} papers in all have an empty abstract")
    if not count:
        raise InputError(f"{source.name}: holds no abstracts{first_problem}")


@dataclass(frozen=True, slots=True)
class _Survey:
    """What a first reading found: the sources that can be read, their hashes, and the papers that are one."""

    sources: list[tuple[Source, str]]
    starts: list[int]
    """The position of the first paper of each source."""
    decision: Decision


def _survey(
    found: list[Source], format: str | None, report: Report, on_seen: Callable[[int], None]
) -> _Survey:
    """Read every source to its end. One that was named must be readable; one that was found in a folder is reported."""
    index = Index()
    usable, starts = [], []
    for source in found:
        length = len(index)
        try:
            source = keep_stream(source) if source.is_stream else source
            with open_source(source) as opened:
                opened.refuse_binary()
                for paper in _papers(opened, _format_of(opened, format), lambda problem: None):
                    index.add(paper, own_id=not is_numbered(paper.id, source.stem))
                    on_seen(len(index))
                usable.append((source, opened.hashing.hexdigest()))
                starts.append(length)
        except InputError as error:
            if not source.in_folder:
                raise
            index.cut(length)
            report(f"{error}; the file is left out")
    if not usable:
        raise InputError("none of the files can be read: " + ", ".join(source.name for source in found[:5]))
    return _Survey(usable, starts, index.decide())


def _fillings(survey: _Survey, format: str | None) -> Fillings:
    """What the papers that are left out say: the sources that have such are read once more, up to the last of them."""
    fillings = Fillings()
    kept_as = survey.decision.kept_as
    left_out = sorted(kept_as)
    for (source, _), start, next_start in zip(
        survey.sources, survey.starts, [*survey.starts[1:], sys.maxsize], strict=True
    ):
        last = bisect_left(left_out, next_start)
        if last == bisect_left(left_out, start):
            continue
        with open_source(source) as opened:
            papers = _papers(opened, _format_of(opened, format), lambda problem: None)
            for position, paper in zip(range(start, left_out[last - 1] + 1), papers, strict=False):
                if position in kept_as:
                    fillings.add(kept_as[position], paper)
    return fillings


def _all(
    survey: _Survey, format: str | None, report: Report, on_source: Callable[[str, str], None] | None
) -> Iterator[Paper]:
    """Every paper, in order. Raises InputError when a source is no longer what the survey saw."""
    for source, digest in survey.sources:
        with open_source(source) as opened:
            yield from _papers(opened, _format_of(opened, format), report)
            if opened.hashing.hexdigest() != digest:
                raise InputError(f"{source.name}: was changed while it was read; start again")
        if on_source:
            on_source(source.name, digest)


def _unique(
    papers: Iterator[Paper], decision: Decision, fillings: Fillings, report: Report
) -> Iterator[Paper]:
    """Each paper once, with what those that are left out for it say and it does not.

    Another paper with the id of an earlier one gets a suffix made from its text, or from what it has instead.
    """
    examples = dict(list(decision.kept_as.items())[:EXAMPLES])
    sources = dict.fromkeys((*examples, *examples.values()), "")
    for position, paper in enumerate(papers):
        if position in sources:
            sources[position] = paper.source
        if position in decision.kept_as:
            continue
        if position in decision.renamed:
            renamed = f"{paper.id}-{suffix_of(paper)}"
            report(
                f"{paper.source}: the id {paper.id} was used before for another paper; this one is {renamed}"
            )
            paper = replace(paper, id=renamed)
        yield fillings.fill(position, paper)
    if decision.kept_as:
        reasons = ", ".join(f"{count} by {reason}" for reason, count in sorted(decision.reasons.items()))
        shown = ", ".join(f"{sources[left]} is {sources[kept]}" for left, kept in examples.items())
        more = len(decision.kept_as) - len(examples)
        shown += f", and {more} more" if more else ""
        report(f"left out, since they came again: {len(decision.kept_as)} ({reasons}): {shown}")
    if fillings.counts:
        counts = ", ".join(f"{name} of {count}" for name, count in sorted(fillings.counts.items()))
        report(f"taken over from papers that are left out: {counts}")


def read_papers(
    sources: Iterable[Path | str],
    *,
    format: str | None = None,
    leave_out: Path | None = None,
    on_problem: Report,
    on_source: Callable[[str, str], None] | None = None,
    on_duplicates: Callable[[Mapping[str, int]], None] | None = None,
    on_filled: Callable[[Mapping[str, int]], None] | None = None,
    on_seen: Callable[[int], None] = lambda count: None,
) -> Iterator[Paper]:
    """The papers of files, folders and (as `-`) standard input, in an order that does not depend on that of `sources`.

    Folders are walked; hidden files, unknown endings and the folder `leave_out` in them are left out. `format` is a
    name of `FORMATS` and overrides what name and content say. `on_problem` takes a line about each thing that was
    left out or changed; `on_source` the name and the SHA-256 of the stored bytes of each source when it was read to
    its end; `on_duplicates` how many papers were left out by what they have in common with another, `on_filled` how
    many of those in whose place they were left out took a field from them, by field; `on_seen` how many papers were
    seen so far, before the first is passed on.

    Everything is read twice, first to see what is wrong and which papers are one and the same, and sources with papers
    that are left out a third time; what can be read only once is copied to disk. Raises InputError before the first
    paper, for files alone before it returns: a path that does not exist, an unknown format, a file without abstracts,
    a binary file, a folder in which no file can be read. Memory holds one paper, and 54 bytes of each paper seen.
    """
    if format is not None and format not in FORMATS:
        raise InputError(f"unknown format {format}; known: {', '.join(FORMATS)}")
    found = find_sources(sources, _suffixes(), on_problem, leave_out=leave_out)
    if not found:
        raise InputError("no input; name a file, a folder, or - for standard input")

    def unique(survey: _Survey) -> Iterator[Paper]:
        fillings = _fillings(survey, format)
        papers = _all(survey, format, on_problem, on_source)
        yield from _unique(papers, survey.decision, fillings, on_problem)
        if on_duplicates:
            on_duplicates(dict(sorted(survey.decision.reasons.items())))
        if on_filled:
            on_filled(dict(sorted(fillings.counts.items())))

    def later() -> Iterator[Paper]:
        yield from unique(_survey(found, format, on_problem, on_seen))

    return (
        later()
        if any(source.is_stream for source in found)
        else unique(_survey(found, format, on_problem, on_seen))
    )
