"""JSON that Python cannot read, in whatever file of ours it stands: deep nesting, numbers beyond a float."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import EXPORTS

from kg.built import read_build
from kg.errors import InputError
from kg.export.page_checks import page_problems
from kg.extract.identity import identify
from kg.extractions import read_extractions
from kg.gold import read_gold
from kg.records import Paper
from kg.report import read_settings, recorded_digest
from kg.scale.earlier import EarlierExtractions
from kg.scale.shards import Shard, find_done, read_finished
from kg.sources.jsonlines import parse_object

DEEP = "[" * 100_000
FIRST = (EXPORTS / "extractions.jsonl").read_text(encoding="utf-8").splitlines()[0]


def a_build(report: Path) -> None:
    (report.parent / "extractions.jsonl").touch()
    read_settings(report.parent)


def a_pipeline(file: Path) -> None:
    (file.parent / "meta.json").write_text(DEEP)
    identify(str(file.parent))


READERS: dict[str, Callable[[Path], object]] = {
    "a.jsonl:1: not an extraction": lambda file: list(read_extractions(file)),
    "a.jsonl:1: not a gold object": lambda file: list(read_gold(file)),
    "report.json: cannot be read": a_build,
    "has no readable manifest.json": lambda file: read_finished(file.parent),
    "meta.json: cannot be read": a_pipeline,
}


@pytest.mark.parametrize("says", READERS)
def test_deep_json_is_an_input_that_is_wrong(says: str, tmp_path: Path) -> None:
    for name in ("a.jsonl", "report.json", "manifest.json"):
        (tmp_path / name).write_text(DEEP)
    file = tmp_path / ("report.json" if READERS[says] is a_build else "a.jsonl")
    with pytest.raises(InputError, match=re.escape(says)):
        READERS[says](file)


def test_what_earlier_runs_left_is_passed_over_where_it_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text(DEEP)
    assert not recorded_digest(tmp_path)
    (tmp_path / "extractions").mkdir()
    shard = Shard(tmp_path, 0, "0")
    shard.extractions.touch()
    for count in (DEEP, "Infinity"):
        record = (
            f'{{"papers": "0", "pipeline": "p", "extractions": "{EMPTY}", "failed": [], "count": {count}}}'
        )
        shard.record.write_text(record)
        assert find_done(shard, "p") is None
    file = tmp_path / "extractions.jsonl"
    file.write_text(f'{{"paper": {DEEP}}}, "concepts": [], "links": [], "pipeline": "p"}}\n')
    with closing(EarlierExtractions(file, pipeline="p", digest="0")) as earlier:
        assert earlier.find(Paper("a", "We use BERT.")) is None


EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""SHA-256 of an empty file."""


def _damaged(value: Any) -> Iterator[Any]:
    """The value with each part of it, and itself, replaced by what is of another kind."""
    yield from (None, 7, -1.5, "x", [], [[]], {})
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        for other in _damaged(part):
            if isinstance(value, dict):
                yield value | {key: other}
            else:
                yield [*value[:key], other, *value[key + 1 :]]


def test_a_report_with_values_of_another_kind_is_read_or_refused(tmp_path: Path) -> None:
    (tmp_path / "extractions.jsonl").write_text(FIRST + "\n", encoding="utf-8")
    report = {
        "base_iri": "https://a.example/",
        "evidence": True,
        "sources": [{"name": "a", "sha256": "0"}],
        "links": [[1, "BERT", "Method", "bert", "Method", "same"]],
    }
    refused = 0
    for damaged in (report, *_damaged(report)):
        (tmp_path / "report.json").write_text(json.dumps(damaged), encoding="utf-8")
        try:
            read_build(tmp_path)
        except InputError:
            refused += 1
    assert refused > 50


def test_a_page_whose_data_is_damaged_has_a_problem(tmp_path: Path) -> None:
    page = (EXPORTS / "graph.html").read_text(encoding="utf-8")
    damaged = tmp_path / "graph.html"
    damaged.write_text(
        re.sub(r'(id="data">).*?(</script>)', rf"\g<1>{DEEP}\2", page, flags=re.DOTALL), "utf-8"
    )
    assert page_problems(damaged) == ["has data that cannot be read (ValueError)"]


@pytest.mark.parametrize("year", [-1, 10_000, 10**30])
def test_a_year_that_no_table_holds_is_no_extraction(year: int, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    row = json.loads(FIRST)
    row["paper"]["year"] = year
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(
        InputError, match=re.escape("a.jsonl:1: not an extraction: 'year' is no year of four")
    ):
        list(read_extractions(file))


def test_deep_json_in_a_line_of_papers_has_its_reason() -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        parse_object(DEEP.encode())


@pytest.mark.parametrize(
    ("field", "value"),
    [("confidence", "9" * 400), ("label", "[" * 700 + "]" * 700), ("label", json.dumps(["x"] * 100_000))],
    ids=["a number beyond a float", "a deep list", "a long list"],
)
def test_a_value_that_cannot_be_is_named_by_file_and_line(field: str, value: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    line, found = re.subn(rf'"{field}": [^,]+,', lambda match: f'"{field}": {value},', FIRST, count=1)
    assert found
    file.write_text(f"{FIRST}\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=re.escape("a.jsonl:2: not an extraction: ")) as raised:
        list(read_extractions(file))
    assert len(str(raised.value)) < len(str(file)) + 200
