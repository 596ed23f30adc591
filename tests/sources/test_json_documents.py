"""JSON documents, read piece by piece, are what the parser of the standard library makes of the whole."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.sources import jsondocument, read_papers
from kg.sources.jsondocument import is_document, read_document

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
rows = st.lists(st.dictionaries(st.text(max_size=8), values, max_size=4), min_size=1, max_size=5)


def objects(data: bytes, chunk: int = 1 << 16) -> tuple[list[tuple[str, dict[str, Any] | None]], list[str]]:
    problems: list[str] = []
    with mock.patch.object(jsondocument, "CHUNK", chunk):
        return list(read_document(io.BytesIO(data), "a", problems.append)), problems


@settings(max_examples=60)
@given(rows, st.integers(1, 40), st.sampled_from([None, 0, 2]), st.booleans())
def test_arrays_in_pieces(found: list[dict[str, Any]], chunk: int, indent: int | None, escaped: bool) -> None:
    data = json.dumps(found, indent=indent, ensure_ascii=escaped).encode("utf-8", "surrogatepass")
    if b"\xed" in data:  # what looks like half a character is no UTF-8
        data = json.dumps(found, indent=indent).encode()
    read, problems = objects(data, chunk)
    assert [row for _, row in read] == found
    assert problems == []


@pytest.mark.parametrize(
    "document",
    [
        '[{"id": 1}, {"id": 2}]',
        '{"count": 2, "notes": [{"id": 1}, {"id": 2}]}',
        '{"notes": [{"id": 1}, {"id": 2}], "count": 2}',
        '{"status": "ok", "message": {"facets": {}, "items": [{"id": 1}, {"id": 2}], "total": 2}}',
        '{"id": 1}\n\n{"id": 2}',
        '[{"id": 1}]\n{"data": [{"id": 2}]}',
        ' \ufeff[{"id": 1} , {"id": 2} ] '.strip(" "),
    ],
)
def test_answers(document: str) -> None:
    read, problems = objects(document.encode(), 5)
    assert [row["id"] for _, row in read if row] == [1, 2]
    assert problems == []


def test_a_paper_is_no_answer() -> None:
    row = {"title": "T", "abstract": "A", "data": [{"id": 1}], "message": {}}
    assert [found for _, found in objects(json.dumps(row, indent=1).encode())[0]] == [row]


@pytest.mark.parametrize("member", ["notes", "items", "results", "data", "papers", "message"])
def test_a_member_of_answers_hides_no_paper(tmp_path: Path, member: str) -> None:
    row = {"id": "p", member: {} if member == "message" else [], "title": "T", "abstract": "A"}
    for indent in (None, 1):
        (tmp_path / "a.json").write_text(json.dumps(row, indent=indent))
        (paper,) = read_papers([tmp_path / "a.json"], on_problem=lambda problem: None)
        assert (paper.id, paper.title, paper.text) == ("p", "T", "A")
    others = {"id": "p", member: [{"id": 1}], "title": "T", "abstract": "A"}
    assert others["id"] in [found and found["id"] for _, found in objects(json.dumps(others).encode())[0]]


def test_lines_and_items_are_named() -> None:
    data = b'[\n {"a": 1},\n {\n  "a": 2\n }, {"a": 3},\n 4\n]'
    read, problems = objects(data)
    assert [where for where, _ in read] == ["a:2 (item 1)", "a:3 (item 2)", "a:5 (item 3)", "a:6 (item 4)"]
    assert problems == ["a:6 (item 4): not a JSON object; left out"]


@pytest.mark.parametrize(
    ("data", "count", "problem"),
    [
        (b'[{"a": 1},\n{"a": 2}, {"a"', 2, "a:2: not JSON: Expecting ':' delimiter, after item 2"),
        (b'[{"a": 1},\n{"a" 2}]', 1, "a:2: not JSON: Expecting ':' delimiter, after item 1"),
        (b'[{"a": 1}\n{"a": 2}]', 1, "a:2: not JSON: ']' is missing, after item 1"),
        (b'[{"a": 1},\n{"a": "\xff"}]', 1, "a:2: not UTF-8 (invalid start byte) after item 1"),
        (b'[{"a": 1},\n{"a": "\xe2', 1, "a:2: not UTF-8 (unexpected end of data) after item 1"),
        (b'[{"a": 1}, {"a": "x', 1, "a:1: not JSON: Unterminated string starting at, after item 1"),
        (b'[{"a": 1}, ' + b"[" * 100_000, 1, "a:1: nested too deeply after item 1"),
        (b'{"items": [{"a": 1}], 5}', 1, "a:1: not JSON: a name in double quotes is missing, after item 1"),
    ],
)
def test_faults(data: bytes, count: int, problem: str) -> None:
    for chunk in (3, 1 << 16):
        read, problems = objects(data, chunk)
        assert len(read) == count
        assert problems == [problem + "; the rest is left out"]


def test_half_characters_in_arrays(tmp_path: Path) -> None:
    """uni-surrogate."""
    (tmp_path / "a.json").write_text(r'[{"id":"p1","title":"a\ud835b","abstract":"x\udc00y \ud83d\ude00"}]')
    problems: list[str] = []
    (paper,) = read_papers([tmp_path / "a.json"], on_problem=problems.append)
    assert (paper.title, paper.text) == ("a\ufffdb", "x\ufffdy 😀")
    assert "U+DC00" in problems[0]


@pytest.mark.parametrize(
    ("head", "document"),
    [
        ('{"id": 1, "abstract": "x"}\n{"id": 2}', False),
        ('{"id": 1, "abst{"id": 2}\n{"id": 3}', False),
        ('{"id": 1, "abstract": "x', False),
        ('{"id": 1, "abstract": "x", "data": [{"id": 1}]}', False),
        ('{\n "id": 1', True),
        ('{"total": 1, "data": [{"id": 1', True),
        ('{"status":"ok","message":{"items":[{"id"', True),
        ("[\n", True),
        ('[{"id": 1}]', True),
        ('{"results": {"x": 1}, "abstract": "x"}', False),
        ('{"id": 1, "data": [], "message": {}, "abstract": "x"}', False),
        ('{"data": [], "total": 0}', True),
    ],
)
def test_which_is_a_document(head: str, document: bool) -> None:
    assert is_document(head.encode()) == document
