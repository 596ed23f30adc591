"""BibTeX and BibLaTeX, entry by entry, parsed by pybtex with its strings (`@string`) and concatenation (`#`).

A line that begins like an entry ends the one before, so that a brace that is never closed costs one entry. The
abstract is the value of its field as it stands, LaTeX and all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any, BinaryIO

from kg.records import Paper
from kg.sources.fields import Fields, Report, keywords_in, numbered_id, paper_of
from kg.sources.lines import decoded_lines
from kg.text import clean

_START = re.compile(r"\s*@\s*[A-Za-z]+\s*[{(]")
_KEYLESS = re.compile(r"(\s*@\s*(?!(?:string|preamble|comment)\b)[A-Za-z]+\s*[{(]\s*),", re.IGNORECASE)
_NO_KEY = "-"
"""Put where an entry has no key, as in files of JabRef, since the parser takes none without."""
_ALIKE = re.compile(
    rb"(?:(?:\s|%[^\n]*\n){0,200}[A-Z][^\n@]{0,200}\n){0,5}"
    rb"(?:\s|%[^\n]*\n){0,200}@\s*[A-Za-z]+\s*[{(]\s*[^\s,{}()=]+\s*[,=]"
)
_NO_PAPER = frozenset({"string", "preamble", "comment"})
_BRACE = re.compile(r"(?<!\\)[{}]")
_ARXIV_PREFIX = re.compile(r"\s*arxiv:", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s{}\"]+")
_ESCAPED = re.compile(r"\{\\?([_%&#~$])(?:\{\})?\}|\\([_%&#~$])(?:\{\})?")
_LONGEST_ENTRY = 1 << 20
_LONGEST_AUTHORS = 1 << 16
_AND = re.compile(" and ", re.IGNORECASE)


def looks_alike(head: bytes) -> bool:
    """Whether the first bytes of a stream are those of an entry, after comments and a few lines of who wrote it."""
    return _ALIKE.match(head) is not None


def _chunks(lines: Iterator[str], report: Callable[[int, str], None]) -> Iterator[tuple[int, str]]:
    """Number of the first line, and text, of each stretch that begins with an entry."""
    chunk: list[str] = []
    start, length = 1, 0
    for number, line in enumerate(chain(lines, [None]), 1):
        if line is None or _START.match(line):
            if length > _LONGEST_ENTRY:
                report(start, f"an entry of more than {_LONGEST_ENTRY >> 10} Ki characters; it is left out")
            elif chunk:
                yield start, "\n".join(chunk)
            chunk, start, length = [], number, 0
        if line is not None:
            length += len(line) + 1
            if length <= _LONGEST_ENTRY:
                chunk.append(line)


def _plain(value: str) -> str:
    """A value without LaTeX and the braces that protect capitals."""
    return _BRACE.sub("", clean(value).text)


def _unescaped(value: str) -> str:
    r"""An address or a DOI as it is typed: `\_`, `{\_}` and `{_}` are `_`, and so are others that LaTeX reserves."""
    return _ESCAPED.sub(lambda match: match[1] or match[2], value)


def _author(name: str) -> Any:
    """A name; one in braces is that of a group and is not turned round."""
    whole = name.startswith("{") and name.endswith("}")
    return {"literal" if whole else "name": _plain(name)}


def _address(entry: dict[str, str]) -> str | None:
    for field in ("url", "howpublished"):
        value = _unescaped(entry.get(field, ""))
        if field == "url" and "\\" not in value:
            value = _BRACE.sub("", value)
        if match := _ADDRESS.search(value):
            return match[0]
    is_arxiv = entry.get("archiveprefix", entry.get("eprinttype", "")).lower() == "arxiv"
    # Zotero writes the class behind it: `2405.00001 [cs]`.
    number = _ARXIV_PREFIX.sub("", entry.get("eprint", "")).split()[:1]
    return f"https://arxiv.org/abs/{number[0]}" if is_arxiv and number else None


def _fields(key: str, entry: dict[str, str]) -> Fields:
    from pybtex.bibtex.utils import split_name_list

    authors = " ".join(entry.get("author", "").split())
    # pybtex copies what is left at each brace.
    split = split_name_list if len(authors) <= _LONGEST_AUTHORS else _AND.split
    names = split(authors)
    venues = (
        entry[field] for field in ("booktitle", "journal", "journaltitle", "eventtitle") if field in entry
    )
    return Fields(
        id=None if key == _NO_KEY else key,
        title=_plain(entry.get("title", "")),
        abstract=entry.get("abstract"),
        year=entry.get("year") or entry.get("date"),
        venue=_plain(next(venues, "")),
        url=_address(entry),
        doi=_BRACE.sub("", _unescaped(entry.get("doi", ""))),
        authors=[_author(name) for name in names if name and name != "others"],
        keywords=keywords_in(_plain(entry.get("keywords", ""))),
    )


@cache
def _parser() -> Any:
    """pybtex's parser, which looks for each of several signs up to the end of the text, with one search for all."""
    from pybtex.database.input.bibtex import LowLevelParser
    from pybtex.scanner import Token

    signs = {
        LowLevelParser.AT: "@",
        LowLevelParser.QUOTE: '"',
        LowLevelParser.LBRACE: "{",
        LowLevelParser.RBRACE: "}",
    }

    class Parser(LowLevelParser):  # type: ignore[misc]
        pos: int

        def skip_to(self, patterns: list[Any]) -> Any:
            """The text up to the first of the signs, and which it is; None where none of them comes."""
            among = {signs[pattern]: pattern for pattern in patterns}
            match = re.compile(f"[{''.join(among)}]").search(self.text, self.pos)
            if match is None:
                return None
            value = self.text[self.pos : match.end()]
            self.pos = match.end()
            self.update_lineno(value)
            return Token(value, among[match[0]])

    return Parser


def _entries(
    lines: Iterator[str], report: Callable[[int, str], None]
) -> Iterator[tuple[int, str, dict[str, str] | None]]:
    """Line, key and fields of each entry; None for the fields of one that breaks BibTeX's rules, which is reported."""
    from pybtex.database.input.bibtex import UndefinedMacro, month_names
    from pybtex.utils import CaseInsensitiveDict

    strings = CaseInsensitiveDict(month_names)
    longest = max(map(len, strings.values()))
    faults: list[Any] = []

    def report_faults(start: int, lost: str) -> None:
        for fault in faults:
            reason = f"{fault.error_type}: {fault.args[0]}" + (f"; {lost} is left out" if lost else "")
            report(start + fault.lineno - 1, reason)
        faults.clear()

    for start, chunk in _chunks(lines, report):
        line, place = start, 0
        if chunk.count("#") * longest > _LONGEST_ENTRY:
            report(start, "strings joined by # would become too long; what stands there is left out")
            continue
        if keyless := _KEYLESS.match(chunk):
            chunk = f"{keyless[1]}{_NO_KEY}{chunk[len(keyless[1]) :]}"
        parser = _parser()(chunk, macros=strings, handle_error=faults.append)
        for command, content in parser:
            if command.lower() == "string" and content[0]:
                longest = max(longest, len(strings.get(content[0], "")))
            is_broken = any(not isinstance(fault, UndefinedMacro) for fault in faults)
            if command.lower() not in _NO_PAPER:
                key, parts = content
                report_faults(start, key if is_broken else "")
                # The first of fields that come twice counts, as in BibTeX.
                entry = {field.lower(): "".join(value) for field, value in reversed(parts)}
                line, place = line + chunk.count("\n", place, parser.command_start), parser.command_start
                yield line, key, None if is_broken else entry
        report_faults(start, "what stands there")


def read(file: BinaryIO, name: str, stem: str, report: Report) -> Iterator[Paper]:
    """The papers of a stream. What breaks BibTeX's rules goes to `report`, with the line of the fault."""

    def report_at(line: int, problem: str) -> None:
        report(f"{name}:{line}: {problem}")

    found = _entries(decoded_lines(file, name), report_at)
    for position, (line, key, entry) in enumerate(found, 1):
        if entry is None:
            continue
        try:
            yield paper_of(_fields(key, entry), numbered_id(stem, position), f"{name}:{line}", report)
        except ValueError as error:
            report_at(line, f"{error}; the entry is left out")
