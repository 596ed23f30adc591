"""A user's own word on what is the same: lines `form, type, form, type, same|different`, which win over every rule.

A line speaks of names: of every concept that a paper knows by a name with the form's key. Lines that say `same` make
one concept of all names that they connect, under the name that is named first; a line that says `different` keeps the
concepts of its two names apart, and where their keys are one, the second form as it is written from all others.
"""

from __future__ import annotations

import csv
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kg.errors import InputError
from kg.resolve.iris import NodeKey
from kg.resolve.papers import name_key, plain
from kg.vocabulary import is_concept_type

VERDICTS = ("same", "different")


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A line of a file of links, with its number."""

    number: int
    form: str
    type: str
    other_form: str
    other_type: str
    verdict: str

    @property
    def ends(self) -> tuple[NodeKey, NodeKey]:
        """The names that the line speaks of."""
        return _name(self.form, self.type), _name(self.other_form, self.other_type)


def _name(form: str, concept_type: str) -> NodeKey:
    return NodeKey(concept_type, name_key(plain(form), concept_type))


def read_links(path: Path) -> tuple[LinkLine, ...]:
    """The lines of a CSV file, which may have a heading; empty lines are left out.

    Raises InputError, naming file and line, for a line that is none, and for lines that contradict each other.
    """
    lines: list[LinkLine] = []
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, skipinitialspace=True, strict=True)
            for row in reader:
                cells = [cell.strip() for cell in row]
                is_heading = not lines and [cell.casefold() for cell in cells[1:4:2]] == ["type", "type"]
                if any(cells) and not is_heading:
                    lines.append(link_line(cells, reader.line_num, f"{path}:{reader.line_num}"))
    except OSError as error:
        raise InputError(f"{path}: cannot read the links: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: is no CSV file in UTF-8: {error}") from error
    try:
        Links(lines)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    return tuple(lines)


def link_line(cells: Sequence[str], number: int, place: str) -> LinkLine:
    """A line out of its five cells; raises InputError that names the `place` where they are not five of the kind."""
    if len(cells) != 5 or not cells[0] or not cells[2]:
        raise InputError(
            f"{place}: expected form, type, form, type, same|different; found {', '.join(cells)!r}"
        )
    form, kind, other, other_kind, verdict = cells
    for name in (kind, other_kind):
        if not is_concept_type(name):
            raise InputError(f"{place}: {name!r} is no concept type, such as Method or Dataset")
    if verdict not in VERDICTS:
        raise InputError(f"{place}: the last cell is {verdict!r}; write same or different")
    if verdict == "same" and kind != other_kind:
        raise InputError(
            f"{place}: a {kind} and a {other_kind} cannot be one concept; only one type can be named"
        )
    return LinkLine(number, form, kind, other, other_kind, verdict)


@dataclass(slots=True)
class Links:
    """What lines say, worked out: the name that each name is merged into, and the names that are kept apart.

    Raises InputError that names the lines where two contradict each other.
    """

    lines: Sequence[LinkLine] = ()
    _merged: dict[NodeKey, tuple[NodeKey, int]] = field(default_factory=dict)
    _apart: dict[NodeKey, dict[NodeKey, int]] = field(default_factory=lambda: defaultdict(dict))
    _variants: dict[tuple[str, str], tuple[NodeKey, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        same = [line for line in self.lines if line.verdict == "same"]
        neighbours: dict[NodeKey, list[tuple[NodeKey, int]]] = defaultdict(list)
        for line in same:
            one, other = line.ends
            neighbours[one].append((other, line.number))
            neighbours[other].append((one, line.number))
        for line in same:
            self._merge(line.ends[0], neighbours)
        for line in self.lines:
            if line.verdict == "different":
                self._separate(line, neighbours)

    def __bool__(self) -> bool:
        return bool(self.lines)

    def _merge(self, first: NodeKey, neighbours: Mapping[NodeKey, list[tuple[NodeKey, int]]]) -> None:
        """Merge all that is connected with `first` into it, unless that has been done."""
        if first in self._merged:
            return
        self._merged[first] = (first, 0)
        waiting = deque([first])
        while waiting:
            for name, number in neighbours[waiting.popleft()]:
                if name not in self._merged:
                    self._merged[name] = (first, number)
                    waiting.append(name)

    def _separate(self, line: LinkLine, neighbours: Mapping[NodeKey, list[tuple[NodeKey, int]]]) -> None:
        one, other = line.ends
        if one == other and line.form != line.other_form:
            self._separate_form(line, other)
            return
        if self.merged(one)[0] == self.merged(other)[0]:
            path = sorted({line.number, *_path(one, other, neighbours)})
            if len(path) == 1:
                raise InputError(f"line {line.number} says that a name is different from itself")
            raise InputError(
                f"lines {', '.join(map(str, path[:-1]))} and {path[-1]} contradict each other on "
                f"{line.form!r} and {line.other_form!r} ({line.type})"
            )
        for first, second in ((one, other), (other, one)):
            self._apart[self.merged(first)[0]][self.merged(second)[0]] = line.number

    def _separate_form(self, line: LinkLine, name: NodeKey) -> None:
        """Keep a form apart from the others of its key, unless a line says that just this form is the same."""
        for other in self.lines:
            if other.verdict == "same" and {
                (other.form, other.type),
                (other.other_form, other.other_type),
            } == {
                (line.form, line.type),
                (line.other_form, line.other_type),
            }:
                first, second = sorted((other.number, line.number))
                raise InputError(
                    f"lines {first} and {second} contradict each other on "
                    f"{line.form!r} and {line.other_form!r} ({line.type})"
                )
        form = plain(line.other_form)
        self._variants[line.other_type, form] = (name._replace(variant=form), line.number)

    def merged(self, node: NodeKey) -> tuple[NodeKey, int | None]:
        """What lines merge a name into, and the number of the line, if one does."""
        into, number = self._merged.get(node, (node, 0))
        return into, number or None

    def is_merged(self, node: NodeKey) -> bool:
        """Whether a line says of a name that it is the same as another."""
        return node in self._merged

    def apart(self, one: NodeKey, other: NodeKey) -> int | None:
        """The number of the line that keeps two names apart, if one does."""
        return self._apart.get(self.merged(one)[0], {}).get(self.merged(other)[0])

    def kept_apart(self, node: NodeKey) -> list[tuple[NodeKey, int]]:
        """The names that lines keep apart from a name, with the numbers of the lines."""
        variants = [found for found in self._variants.values() if found[0]._replace(variant="") == node]
        return sorted([*self._apart.get(self.merged(node)[0], {}).items(), *variants])

    def variant(self, concept_type: str, form: str) -> tuple[NodeKey, int] | None:
        """The name that a plain form has of its own, where a line keeps it apart from others of its key."""
        return self._variants.get((concept_type, form))

    def unused(self, names: Iterable[NodeKey]) -> list[tuple[LinkLine, str]]:
        """The lines that speak of a form that is among no papers' `names`, with that form."""
        known = set(names)
        return [
            (line, form)
            for line in self.lines
            for form, end in zip((line.form, line.other_form), line.ends, strict=True)
            if end not in known
        ]


def _path(one: NodeKey, other: NodeKey, neighbours: Mapping[NodeKey, list[tuple[NodeKey, int]]]) -> list[int]:
    """The numbers of the fewest lines that connect two names."""
    came: dict[NodeKey, tuple[NodeKey, int]] = {one: (one, 0)}
    waiting = deque([one])
    while waiting and other not in came:
        here = waiting.popleft()
        for name, number in neighbours[here]:
            if name not in came:
                came[name] = (here, number)
                waiting.append(name)
    numbers = []
    while other != one:
        other, number = came[other]
        numbers.append(number)
    return numbers
