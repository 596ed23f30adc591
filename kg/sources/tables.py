"""Tables: CSV (RFC 4180) and TSV, whose first row names the columns (see `kg.sources.columns`).

A cell in quotes may hold line ends. Columns that mean nothing here are passed over.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from kg.errors import InputError
from kg.records import Paper
from kg.sources.columns import FAMILY_FIRST, FIELDS, NAMES, normal
from kg.sources.fields import Fields, Report, numbered_id, paper_of
from kg.sources.lines import decoded_lines

MOST_CHARACTERS = 1 << 24
"""Of one cell; it bounds what a quote that is never closed costs."""

LONGEST_ROW = 1 << 20
"""Characters, about, of one that takes several lines."""

_LINE_END = re.compile(rb"[\r\n]")
_LINES_BEFORE = 5
"""So many may stand before the row that names the columns: `sep=;` for Excel, a note on where the data are from."""
_DIVIDER_LINE = re.compile(rb'\s*"?sep=[^\r\n]{1,2}"?\s*')
_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_LIST = re.compile(rf"\[\s*(?:(?:{_QUOTED})[\s,]*)+\]", re.DOTALL)
_ITEM = re.compile(_QUOTED, re.DOTALL)
_ESCAPED_QUOTE = re.compile(r"\\(['\"\\])")
_AUTHOR_NUMBER = re.compile(r"\s*\(\d{5,}\)")
"""What Scopus writes after a full name."""


class _Lines:
    """The lines of a stream with their numbers, from 1; some may be put back."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = enumerate(lines, 1)
        self._back: list[tuple[int, str]] = []
        self._read = self._again = 0

    @property
    def may_go_back(self) -> bool:
        """Whether so little came more than once yet that the time stays linear."""
        return self._again <= self._read + LONGEST_ROW

    def __iter__(self) -> Iterator[tuple[int, str]]:
        return self

    def __next__(self) -> tuple[int, str]:
        if self._back:
            return self._back.pop()
        number, line = next(self._lines)
        self._read += len(line)
        return number, line

    def put_back(self, lines: list[tuple[int, str]]) -> None:
        """Give these, the last ones, again."""
        self._again += sum(len(line) for _, line in lines)
        self._back += reversed(lines)


def _names(header: str, mark: str) -> list[str]:
    try:
        return [normal(name) for name in next(csv.reader([header], delimiter=mark), [])]
    except csv.Error:
        return []


def _divider(header: str, marks: str) -> str:
    """The one of `marks` that divides a header into the most names that mean something."""
    return max(marks, key=lambda mark: len(FIELDS.keys() & _names(header, mark)))


def looks_alike(marks: str) -> Callable[[bytes], bool]:
    """Whether the first line names a column of abstracts and one more that is known, divided by one of `marks`."""

    def check(head: bytes) -> bool:
        if match := _DIVIDER_LINE.match(head):
            head = head[match.end() :]
        header = _LINE_END.split(head.lstrip(), 1)[0][:10_000].decode("utf-8", "replace")
        names = _names(header, _divider(header, marks))
        return bool(set(names) & set(NAMES["abstract"])) and len(FIELDS.keys() & names) > 1

    return check


def _header(lines: _Lines, marks: str) -> tuple[int, str] | None:
    """The line that names the columns: the first, or one of the next few where only that names abstracts."""
    taken: list[tuple[int, str]] = []
    for number, line in lines:
        if not line.strip():
            continue
        taken.append((number, line))
        names = _names(line, _divider(line, marks))
        if set(names) & set(NAMES["abstract"]) and (len(taken) == 1 or len(FIELDS.keys() & names) > 1):
            return taken[-1]
        if len(taken) > _LINES_BEFORE:
            break
    lines.put_back(taken[1:])
    return taken[0] if taken else None


def _columns(names: Sequence[str], where: str) -> dict[str, int]:
    """Field -> place of its column. Raises InputError when no column holds abstracts."""
    found = {}
    for field, known in NAMES.items():
        if column := next((name for name in known if name in names), None):
            found[field] = names.index(column)
    if "abstract" not in found:
        shown = ", ".join(name[:30] for name in names[:10])
        raise InputError(f"{where}: no column holds abstracts; name one of these abstract: {shown}")
    return found


def _unquoted(cell: str) -> str:
    """A cell without the quotes round it, where what they hold is spelled as in CSV."""
    inner = cell[1:-1]
    is_quoted = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if is_quoted else cell


def _trimmed(cells: list[str], width: int) -> list[str]:
    """The cells without empty ones at their end that stand under no column."""
    end = len(cells)
    while end > width and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def _closed(cell: str, lines: _Lines) -> str:
    """The last cell of a line of a TSV file, with the lines after it where a quote that it opens ends with one of them.

    Tabs cannot stand in it, so that a line which has some begins a row of its own.
    """
    if not cell.startswith('"') or cell.count('"') % 2 == 0:
        return cell
    taken: list[tuple[int, str]] = []
    length = len(cell)
    for number, line in lines:
        taken.append((number, line))
        length += len(line) + 1
        if "\t" in (text := line.rstrip()) or length > MOST_CHARACTERS:
            break
        if text.count('"') % 2:
            whole = "\n".join([cell, *(more for _, more in taken[:-1]), text])
            if _unquoted(whole) != whole:
                return whole
            break
    lines.put_back(taken)
    return cell


def _cells(line: str, mark: str) -> list[str]:
    """The cells of a line alone, whatever its quotes; none where there is no telling."""
    try:
        return next(csv.reader([line], delimiter=mark), [])
    except csv.Error:
        return []


def _row(number: int, line: str, lines: _Lines, mark: str, width: int | None) -> list[str]:
    """The cells of the row that begins with `line`, which may take more of `lines`. Raises ValueError for none.

    Tabs cannot stand in the cells of a TSV file, so that there a line with as many cells as the header is a row,
    whatever quotes it has. `width` is the number of columns, None for the header itself. Of the lines that a row took
    that is none, the first that is one by itself is put back, and those after it.
    """
    if mark == "\t" and width and len(cells := _trimmed(line.split("\t"), width)) == width:
        return [*map(_unquoted, cells[:-1]), _unquoted(_closed(cells[-1], lines))]
    taken: list[tuple[int, str]] = []

    def text() -> Iterator[str]:
        length = len(line)
        yield line + "\n"
        while length <= LONGEST_ROW and (following := next(lines, None)):
            taken.append(following)
            length += len(following[1]) + 1
            yield following[1] + "\n"

    def left_out() -> str:
        last = taken[-1][0] if taken else number
        if width and lines.may_go_back:
            alone = (_trimmed(_cells(more, mark), width) for _, more in taken)
            place = next((place for place, cells in enumerate(alone) if len(cells) == width), None)
            if place is not None:
                last = taken[place][0] - 1
                lines.put_back(taken[place:])
        return f"left out to line {last}" if last > number else "left out"

    try:
        row = next(csv.reader(text(), delimiter=mark, strict=True))
    except csv.Error as error:
        if taken:
            raise ValueError(
                f"a quote in it is not closed as it should be ({error}); {left_out()}"
            ) from error
        if not (row := _cells(line, mark)):
            raise ValueError(f"the row cannot be read ({error}); left out") from error
    row = _trimmed(row, width) if width else row
    if width and (len(row) > width or (len(row) < width and taken)):
        raise ValueError(f"{len(row)} cells under {width} columns; {left_out()}")
    return row


def _listed(cell: str) -> str | list[str]:
    """The cell, or its items where it is a list as Python, numpy or JSON write it, which is what pandas saves."""
    if not _LIST.fullmatch(cell.strip()):
        return cell
    return [_ESCAPED_QUOTE.sub(r"\1", item[0][1:-1]) for item in _ITEM.finditer(cell)]


def _authors(cell: str, column: str) -> str | list[str]:
    """The cell, as a list of one where its only comma stands before the given names of a single author."""
    if column == "author full names":
        cell = _AUTHOR_NUMBER.sub("", cell)
    is_one = column in FAMILY_FIRST and cell.count(",") == 1 and ";" not in cell and " and " not in cell
    return [cell] if is_one else cell


def reader(marks: str) -> Callable[[BinaryIO, str, str, Report], Iterator[Paper]]:
    """A reader of tables whose cells are divided by one of `marks`, which the header tells."""

    def read(file: BinaryIO, name: str, stem: str, report: Report) -> Iterator[Paper]:
        csv.field_size_limit(max(csv.field_size_limit(), MOST_CHARACTERS))
        lines = _Lines(decoded_lines(file, name))
        first = _header(lines, marks)
        if first is None:
            return
        mark = _divider(first[1], marks)
        try:
            names = [normal(cell) for cell in _row(*first, lines, mark, None)]
        except ValueError as error:
            raise InputError(f"{name}:{first[0]}: the header cannot be read: {error}") from error
        columns = _columns(names, f"{name}:{first[0]}")
        position = 0
        for number, line in lines:
            if not line.strip():
                continue
            position += 1
            where = f"{name}:{number}"
            try:
                row = _row(number, line, lines, mark, len(names))
                if any(cell.strip() for cell in row):
                    cells: dict[str, Any] = {
                        field: row[place] for field, place in columns.items() if place < len(row)
                    }
                    for field in ("authors", "keywords"):
                        if field in cells:
                            cells[field] = _listed(cells[field])
                    if isinstance(cells.get("authors"), str):
                        cells["authors"] = _authors(cells["authors"], names[columns["authors"]])
                    yield paper_of(Fields(**cells), numbered_id(stem, position), where, report)
            except ValueError as error:
                report(f"{where}: {error}")

    return read
