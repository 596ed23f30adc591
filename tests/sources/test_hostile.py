"""Nothing that is odd in one paper ends the run: it is read as far as it goes, or reported and left out."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from test_formats_page import EXAMPLES, EXPECTED

from kg.sources import FORMATS
from kg.sources.jsondocument import read_document
from kg.sources.tables import MOST_CHARACTERS

ODD: list[Any] = [
    *(None, True, 0, -1, 1e400, 10**400, "", "x", "\ud800"),
    *([], [None], [1], ["x"], [[]], [{}], [[[]]], [[{}]]),
    *({}, {"x": 1}, {"value": None}, {"date-parts": None}, {"date-parts": [[{}]]}),
]
MORE = {
    "crossref": {"event": {"name": "Conf"}, "subtitle": ["S"]},
    "openalex": {"host_venue": {"display_name": "Conf"}},
    "semanticscholar": {
        "corpusid": 1,
        "externalids": {"ArXiv": "2101.00001"},
        "journal": {"name": "J"},
        "s2fieldsofstudy": [{"category": "Art"}],
        "authors": [{"first": "A", "middle": ["B"], "last": "C"}],
    },
}
OBJECTS = {
    format: MORE.get(format, {}) | row
    for name, content in EXAMPLES
    if name.endswith((".json", ".jsonl"))
    for format in [EXPECTED[name][0]]
    for _, row in [next(read_document(io.BytesIO(content.encode()), name, print))]
    if row
}


def odd_versions(value: Any) -> Iterator[Any]:
    """The value with each of its parts, and itself, in turn replaced by something odd."""
    yield from ODD
    if isinstance(value, dict):
        for name, part in value.items():
            yield from ({**value, name: odd} for odd in odd_versions(part))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from ([*value[:place], odd, *value[place + 1 :]] for odd in odd_versions(part))


@pytest.mark.parametrize("format", OBJECTS)
@pytest.mark.parametrize("read_as", ["json", "jsonl", "own format"])
def test_odd_values_in_objects(format: str, read_as: str) -> None:
    rows = [row for row in odd_versions(OBJECTS[format]) if isinstance(row, dict)]
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    problems: list[str] = []
    read = FORMATS[format if read_as == "own format" else read_as].read
    papers = list(read(io.BufferedReader(io.BytesIO(lines)), "a", "a", problems.append))  # type: ignore[type-var]
    spoken_of = {paper.source.split(" ")[0] for paper in papers}
    spoken_of |= {":".join(problem.split(" ")[0].split(":")[:2]) for problem in problems}
    assert spoken_of == {f"a:{number}" for number in range(1, len(rows) + 1)}
    assert len(papers) > len(rows) / 2


@pytest.mark.parametrize(
    ("format", "start", "odd", "end"),
    [
        ("bibtex", "@misc{a, title={A}}\n", '@string{(ec = "E"}', "\n@misc{b, title={B}}"),
        ("bibtex", "@misc{a, title={A}}\n", "@misc{(", "\n@misc{b, title={B}}"),
        ("csv", "title,abstract\nA,a\n", "x,y" + "z" * MOST_CHARACTERS, "\nB,b\n"),
    ],
    ids=["string", "entry", "csv"],
)
def test_one_odd_record(format: str, start: str, odd: str, end: str) -> None:
    problems: list[str] = []
    stream = io.BufferedReader(io.BytesIO((start + odd + end).encode()))  # type: ignore[type-var]
    papers = list(FORMATS[format].read(stream, "a", "a", problems.append))
    assert [paper.title for paper in papers] == ["A", "B"]
    assert problems
