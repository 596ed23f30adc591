"""`kg export` of tables, which are a folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Export

from kg.export.tables import TABLES


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_tables_are_a_folder_of_files(export: Export, tmp_path: Path, format: str) -> None:
    out = tmp_path / "tables"
    for _ in range(2):  # into a folder that is there, too
        assert export("--out", out, "--format", format) == (0, "")
        assert sorted(file.name for file in out.iterdir()) == sorted(f"{name}.{format}" for name in TABLES)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tables"]


def test_what_tables_cannot_be_written_to(export: Export, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x")
    code, message = export("--out", "-", "--format", "csv")
    assert code == 2
    assert "csv is a folder of files, which standard output cannot take" in message
    code, message = export("--out", file, "--format", "csv")
    assert code == 2
    assert "is a file; name a folder" in message
    assert file.read_bytes() == b"x"
    code, message = export("--out", tmp_path / "tables.csv")
    assert code == 2
    assert "tables are a folder of files; name it, with --format csv" in message
