from __future__ import annotations

from pathlib import Path

import pytest

from kg.cli.given import text_of
from kg.errors import InputError


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "ids.txt"
    file.write_bytes(b"\xef\xbb\xbfhe2016\r\nchen2016\r\n")
    assert text_of(file, "names").splitlines() == ["he2016", "chen2016"]


def test_what_cannot_be_read_is_said_once(tmp_path: Path) -> None:
    file = tmp_path / "ids.txt"
    with pytest.raises(InputError) as raised:
        text_of(file, "names")
    assert str(raised.value) == f"{file}: cannot read the names: No such file or directory"
    file.write_bytes(b"ab\xff")
    with pytest.raises(InputError) as raised:
        text_of(file, "query")
    assert str(raised.value) == f"{file}: cannot read the query: byte 3 is not UTF-8"
