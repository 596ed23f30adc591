"""Sorting on disk: any lines, any number of runs, and two papers of one id."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.scale import sorting
from kg.scale.sorting import write_sorted


@given(
    lines=st.dictionaries(st.text(max_size=9), st.binary(max_size=40), max_size=40),
    run=st.integers(1, 400),
    piece=st.integers(1, 99),
)
def test_lines_are_sorted_by_id(
    tmp_path_factory: pytest.TempPathFactory, lines: dict[str, bytes], run: int, piece: int
) -> None:
    path = tmp_path_factory.mktemp("sorted") / "lines"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorting, "RUN", run)
        patch.setattr(sorting, "PIECE", piece)
        digest = write_sorted(lines.items(), path)
    assert path.read_bytes() == b"".join(line for _, line in sorted(lines.items()))
    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert [file.name for file in path.parent.iterdir()] == ["lines"]


def test_one_id_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'a' occurs twice"):
        write_sorted([("a", b"1"), ("b", b"2"), ("a", b"3")], tmp_path / "lines")
