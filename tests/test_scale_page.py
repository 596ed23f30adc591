"""What docs/scale.md has run: loading parts from Python, and what DuckDB makes of them for Neo4j."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pyoxigraph as ox
import pytest

from kg.built import read_build
from kg.export import write

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")


def code(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scale")
    rows = read_build(ROOT / "exports").rows
    for name, format in (("rdf", "ntriples"), ("tables", "parquet")):
        (folder / name).mkdir()
        write(rows, folder / name, format, part_size=30)
    return folder


def test_the_lines_of_python_load_every_triple(folder: Path) -> None:
    (script,) = code("python")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", script], cwd=folder, env=environment, check=True)
    whole = sum(1 for _ in ox.parse(path=ROOT / "exports" / "graph.ttl"))
    assert len(ox.Store.read_only(str(folder / "store"))) == whole


def test_what_duckdb_writes_has_the_headings_and_the_ends_that_neo4j_wants(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (sql,) = code("sql")
    duckdb.sql(sql)
    tables = {
        name: list(csv.DictReader((folder / f"{name}.csv").open(encoding="utf-8", newline="")))
        for name in ("papers", "concepts", "links", "assertions")
    }
    ids = {row["id:ID"] for name in ("papers", "concepts", "links") for row in tables[name]}
    counts = json.loads((ROOT / "exports" / "report.json").read_text(encoding="utf-8"))["counts"]
    for name in ("papers", "concepts", "links"):
        assert len(tables[name]) == counts[name]
    assert len(ids) == counts["papers"] + counts["concepts"] + counts["links"]
    assert len(tables["assertions"]) == counts["edges"]
    assert {row[end] for row in tables["assertions"] for end in (":START_ID", ":END_ID")} <= ids
    assert all(row[":TYPE"] for row in tables["assertions"])
    assert {row[":LABEL"] for row in tables["concepts"]} == {
        f"Concept;{kind}" for kind in ("Method", "Dataset", "Task", "Metric")
    }
