"""Files of so many papers each: together they are what the whole export is, by the readers of the stores."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import duckdb
import pyoxigraph as ox
import pytest

from kg.cli.app import main

ROOT = Path(__file__).parents[2]
EXPORTS = ROOT / "exports"
PAPERS = 64
"""In the examples."""


def export(*options: object) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["kg", "export", str(EXPORTS), *map(str, options)])
        with pytest.raises(SystemExit) as ended:
            main()
    return int(ended.value.code or 0)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parts")
    assert export("--out", folder, "--format", "ntriples", "--part-size", "30") == 0
    return folder


def test_the_parts_have_every_triple_of_the_whole_once(parts: Path) -> None:
    names = ["about", "concepts", "links", *(f"papers-{number:05}" for number in range(3))]
    assert sorted(path.name for path in parts.iterdir()) == [f"{name}.nt.gz" for name in names]
    found = [
        quad.triple
        for path in parts.iterdir()
        for quad in ox.parse(gzip.decompress(path.read_bytes()), format=ox.RdfFormat.N_TRIPLES)
    ]
    whole = {quad.triple for quad in ox.parse(path=EXPORTS / "graph.ttl")}
    assert len(found) == len(whole)
    assert set(found) == whole


def test_a_part_has_no_more_papers_than_it_may(parts: Path) -> None:
    for number, papers in enumerate((30, 30, PAPERS - 60)):
        text = gzip.decompress((parts / f"papers-{number:05}.nt.gz").read_bytes()).decode("utf-8")
        assert text.count("<https://w3id.org/paperkg/ontology#Paper> .\n") == papers


def test_equal_graphs_give_equal_bytes(parts: Path, tmp_path: Path) -> None:
    assert export("--out", tmp_path / "a", "--format", "ntriples", "--part-size", "30") == 0
    for path in parts.iterdir():
        assert (tmp_path / "a" / path.name).read_bytes() == path.read_bytes()


def test_the_parts_of_tables_are_the_rows_of_the_whole(tmp_path: Path) -> None:
    assert export("--out", tmp_path / "whole", "--format", "parquet") == 0
    assert export("--out", tmp_path / "parts", "--format", "parquet", "--part-size", "25") == 0
    for table in ("papers", "concepts", "links", "assertions", "mentions"):
        whole, parts = (
            duckdb.sql(f"SELECT * FROM '{tmp_path / folder / table}*.parquet'").fetchall()
            for folder in ("whole", "parts")
        )
        assert parts == whole
    assert len(list((tmp_path / "parts").glob("papers-*.parquet"))) == 3


def test_parts_of_two_exports_do_not_mix(parts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export("--out", parts, "--format", "ntriples", "--part-size", "40") == 2
    assert "has the parts of another export, which would stay; name another folder" in capsys.readouterr().err


def test_a_format_that_is_one_file_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export("--out", tmp_path / "x.ttl", "--part-size", "40") == 2
    assert "turtle is written as a whole; in parts come ntriples and parquet" in capsys.readouterr().err
