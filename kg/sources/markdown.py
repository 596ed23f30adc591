"""Markdown (CommonMark 0.31): a paper a heading, the text under it is the abstract.

Lines such as `Authors: …` between heading and text, and front matter at the start of the file, say more. A heading
without text over deeper ones may name their venue and year. Under a heading `Abstract`, deeper than the paper's, stands
its abstract; further headings of that depth are other sections and are left out. Text before the first heading is read
like plain text, or as one abstract where the front matter has a title. Where that has the abstract, the file is one
paper, as Hugo's publications are; so it is where it has a title with a DOI or an address and text stands before the
first heading, whose sections are then its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from kg.records import Paper
from kg.sources.columns import FIELDS, normal
from kg.sources.fields import Fields, Report, numbered_id, paper_of, readable
from kg.sources.front_matter import Line, bare, front_matter
from kg.sources.lines import LONGEST, TOO_LONG, decoded_lines, weight
from kg.sources.plain import blocks, venue_and_year

_HEADING = re.compile(r" {0,3}(#{1,6})(?![^ \t])(.*)")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_FIELD = re.compile(
    r"\s*(?:[-*+]\s+)?(\*\*|__)?([A-Za-z][A-Za-z ]{1,20}?)(?:\1)?\s*::?\s*(?:\1\s*)?([^\s:].*)"
)
_QUOTE = re.compile(r" {0,3}> ?")
_CALLOUT = re.compile(r" {0,3}>[ \t]{0,3}\[![\w-]{1,40}\]")
_ABSTRACT_CALLOUT = re.compile(r" {0,3}>[ \t]{0,3}\[!abstract\]", re.IGNORECASE)
_ABSTRACT = frozenset({"abstract", "summary"})
_OF_ONE_PAPER = frozenset({"id", "title", "url", "doi", "authors"})


@dataclass(slots=True)
class _Section:
    """A heading, level 0 where there is none, with the lines under it."""

    level: int
    title: str
    number: int
    lines: list[Line] = field(default_factory=list)


def _with_callouts(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines with Obsidian's `> [!abstract]` as a heading over what it quotes, and the next text as another."""
    inside = ended = False
    for number, line in lines:
        quote = _QUOTE.match(line)
        if _ABSTRACT_CALLOUT.match(line):
            inside, ended = True, False
            yield number, "###### Abstract"
        elif inside and quote and not _CALLOUT.match(line):
            yield number, line[quote.end() :]
        else:
            inside, ended = False, ended or inside
            if ended and line.strip():
                ended = False
                line = line if _HEADING.fullmatch(line) else f"###### {line.lstrip('> ')}"
            yield number, line


def _unclosed(title: str) -> str:
    """The title of a heading without the marks that may close it."""
    title = title.strip(" \t")
    bare = title.rstrip("#")
    return bare.rstrip(" \t") if bare.endswith((" ", "\t")) or not bare else title


def _sections(lines: Iterator[Line], name: str, report: Report) -> Iterator[_Section]:
    """The sections of a file, in order; marks inside of fenced code are no headings."""
    section = _Section(0, "", 1)
    size = 0
    fence = ""

    def ended() -> _Section:
        if size > LONGEST:
            report(f"{name}:{section.number}: the text under the heading {section.title!r} is {TOO_LONG}")
            section.lines.clear()
        return section

    for number, line in lines:
        found: tuple[int, str, int] | None = None
        if match := _FENCE.match(line):
            fence = "" if fence and match[1].startswith(fence) else fence or match[1]
        elif not fence and (match := _HEADING.fullmatch(line)):
            found = len(match[1]), _unclosed(match[2]), number
        elif not fence and (match := _UNDERLINE.fullmatch(line)) and _is_one_line(section.lines):
            above, text = section.lines.pop()
            found = 1 if match[1].startswith("=") else 2, text, above
        if found:
            yield ended()
            section, size = _Section(found[0], readable(found[1]), found[2]), 0
        else:
            size += weight(line)
            if size > LONGEST:
                # The last two lines may yet be a heading.
                del section.lines[:-1]
            section.lines.append((number, line))
    yield ended()


def _is_one_line(lines: list[Line]) -> bool:
    """Whether the last line has text and stands alone."""
    return bool(lines) and bool(lines[-1][1].strip()) and not (len(lines) > 1 and lines[-2][1].strip())


def _said(lines: list[Line]) -> tuple[dict[str, Any], str]:
    """The fields that the first lines name, and the text after them."""
    said: dict[str, Any] = {}
    for place, (_, line) in enumerate(lines):
        match = _FIELD.fullmatch(line)
        # Short names, such as "so", may begin a sentence.
        named = (
            FIELDS.get(normal(match[2]))
            if match and (len(match[2]) > 2 or match[2].lower() == "id")
            else None
        )
        if match and named == "abstract":
            return said, "\n".join([match[3], *(text for _, text in lines[place + 1 :])]).strip()
        if match and named:
            said.setdefault(named, bare(match[3]))
        elif line.strip():
            return said, "\n".join(text for _, text in lines[place:]).strip()
    return said, ""


def _papers(sections: Iterator[_Section], name: str, report: Report, *, is_one: bool) -> Iterator[_Section]:
    """The sections that are papers, each with the text under its heading `Abstract`, where it has one.

    `is_one` says that text before the first heading is that of a paper, to which all headings belong.
    """
    paper = next(sections)
    inner, is_whole = 0, is_one and any(text.strip() for _, text in paper.lines)
    for section in sections:
        is_abstract = not inner and normal(section.title) in _ABSTRACT
        if (inner or (is_whole and not is_abstract)) and section.level > paper.level:
            report(f"{name}:{section.number}: the section {section.title!r} is no abstract; it is left out")
        elif is_abstract and section.level > paper.level:
            inner = section.level
            said = [line for line in paper.lines if _FIELD.fullmatch(line[1])]
            if any(text.strip() for _, text in paper.lines) and len(said) < len(paper.lines):
                report(f"{name}:{paper.number}: what stands before the heading {section.title!r} is left out")
            paper = replace(paper, lines=[*said, *section.lines])
        else:
            yield paper
            paper, inner = section, 0
    yield paper


def _of_front_matter(
    front: dict[str, Any], sections: Iterator[_Section], name: str, report: Report
) -> dict[str, Any]:
    """The fields of the one paper whose abstract the front matter has; what stands below goes to `report`."""
    title: dict[str, Any] = {}
    below = 0
    for section in sections:
        if section.level:
            title = title or {"title": section.title}
        below = below or next((number for number, text in section.lines if text.strip()), 0)
    if below:
        report(f"{name}:{below}: what stands below front matter with an abstract is left out")
    return {**title, **front}


def _found(file: BinaryIO, name: str, report: Report) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number of the line, and fields, of each paper."""
    front, lines = front_matter(iter(enumerate(decoded_lines(file, name), 1)), name, report)
    sections = _sections(_with_callouts(lines), name, report)
    if front.get("abstract"):
        yield 1, _of_front_matter(front, sections, name, report)
        return
    papers = _papers(sections, name, report, is_one="title" in front and bool(front.keys() & {"doi", "url"}))
    above: list[tuple[int, dict[str, Any]]] = []
    following = next(papers, None)
    while (paper := following) is not None:
        following = next(papers, None)
        said, text = _said(paper.lines)
        above = [(level, group) for level, group in above if level < paper.level]
        group = above[-1][1] if above else {}
        if text or said:
            if paper.level or "title" in front:
                title = {"title": paper.title} if paper.level else {}
                yield paper.number, {**front, **group, **title, **said, "abstract": text}
                front = {key: value for key, value in front.items() if key not in _OF_ONE_PAPER}
            else:
                for number, block, _ in blocks(text for _, text in paper.lines):
                    yield paper.lines[number - 1][0], {**front, "abstract": "\n".join(block).strip()}
        elif paper.level and following and following.level > paper.level:
            named = zip(("venue", "year"), venue_and_year(paper.title), strict=True)
            above.append((paper.level, {key: value for key, value in named if value}))
        elif paper.level:
            report(
                f"{name}:{paper.number}: there is no text under the heading {paper.title!r}; it is left out"
            )


def read(file: BinaryIO, name: str, stem: str, report: Report) -> Iterator[Paper]:
    """The papers of a stream; what is no abstract goes to `report`."""
    for position, (number, fields) in enumerate(_found(file, name, report), 1):
        where = f"{name}:{number}"
        try:
            yield paper_of(Fields(**fields), numbered_id(stem, position), where, report)
        except ValueError as error:
            report(f"{where}: {error}; it is left out")
