"""The packaged lists of words."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kg.errors import KgError
from kg.text import lists


@pytest.mark.parametrize(
    "content",
    [b"", gzip.compress(b"words\n" * 99, mtime=0)[:-9], b"no gzip", None],
    ids=["empty", "cut off", "no gzip", "missing"],
)
def test_a_damaged_list_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    (tmp_path / "data").mkdir()
    if content is not None:
        (tmp_path / "data" / "words.txt.gz").write_bytes(content)
    monkeypatch.setattr(lists.resources, "files", lambda _: tmp_path)
    with pytest.raises(KgError, match=r"words.txt.gz: is missing or damaged .*; install the package again"):
        lists.word_list("words.txt.gz")
