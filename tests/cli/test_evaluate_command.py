"""`kg evaluate` on the examples: alone, and against a second file that differs in a known way."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kg.cli.evaluate import evaluate_cli
from kg.errors import InputError

ROOT = Path(__file__).parents[2]
GOLD = ROOT / "examples" / "landmarks.gold.jsonl"
FOUND = ROOT / "exports" / "extractions.jsonl"


@pytest.fixture
def cautious(tmp_path: Path) -> Path:
    """The exported extractions without what was found with a confidence below 0.8."""
    rows = [json.loads(line) for line in FOUND.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row["concepts"] = [concept for concept in row["concepts"] if concept["confidence"] >= 0.8]
    path = tmp_path / "cautious.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def as_json(capsys: pytest.CaptureFixture[str], *files: Path, worst: int = 5) -> dict[str, Any]:
    evaluate_cli(*files, worst=worst, as_json=True)
    row: dict[str, Any] = json.loads(capsys.readouterr().out)
    return row


def test_the_text_holds_the_figures_of_the_json_in_100_columns(capsys: pytest.CaptureFixture[str]) -> None:
    row = as_json(capsys, GOLD, FOUND)
    evaluate_cli(GOLD, FOUND)
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 100
    concept = row["concept"]
    assert (
        f"concept   {concept['precision']:6.1f}{concept['recall']:7.1f}{concept['f1']:7.1f}"
        f"{concept['predicted']:8}{concept['gold']:7}\n"
    ) in text
    (error,) = re.findall(r"^expected calibration error (\d\.\d{3}) ", text, re.M)
    assert float(error) == pytest.approx(row["calibration_error"], abs=0.0006)
    assert sum(b["found"] for b in row["calibration"]) == concept["predicted"]
    lines = text.splitlines()
    types = row["confusion"]["types"]
    start = lines.index("types: gold down, found across")
    assert lines[start + 1].split() == list(types["Method"])
    for offset, (name, cells) in enumerate(types.items(), 2):
        assert lines[start + offset].split() == [name, *(str(count or ".") for count in cells.values())]
    roles = row["confusion"]["roles"]
    start = lines.index("roles: gold down, found across")
    columns = re.split(r"\s{2,}| (?=missed|other)", lines[start + 1].strip())
    expected = []
    for kind, table in roles.items():
        expected.append(kind)
        for role, cells in table.items():
            expected += [role, *(str(cells[name] or ".") for name in columns if name in cells)]
    end = start + 2 + sum(map(len, roles.values()))
    assert " ".join(lines[start + 2 : end]).split() == expected
    assert [line.split()[1] for line in lines[-5:]] == [paper["id"] for paper in row["worst"]]


def test_two_files_are_compared(capsys: pytest.CaptureFixture[str], cautious: Path) -> None:
    first, second = as_json(capsys, GOLD, FOUND), as_json(capsys, GOLD, cautious)
    both = as_json(capsys, GOLD, FOUND, cautious, worst=3)
    comparison = both.pop("comparison")
    other = both.pop("other")
    assert both | {"worst": None} == first | {"worst": None}
    assert other | {"worst": None} == second | {"worst": None}
    for measure in ("concept", "edge"):
        interval = comparison[measure]
        assert interval["difference"] == pytest.approx(second[measure]["f1"] - first[measure]["f1"], abs=0.11)
        assert interval["low"] < interval["difference"] < interval["high"]
    assert len(comparison["abstracts"]) == 3
    for abstract in comparison["abstracts"]:
        # The second file is the first with concepts left out.
        assert abstract["only_second"] == {"found": [], "role_right": [], "wrong": []}
        assert abstract["only_first"]["found"] or abstract["only_first"]["wrong"]

    evaluate_cli(GOLD, FOUND, cautious, worst=3)
    text = capsys.readouterr().out
    a, b = first["concept"], second["concept"]
    row = next(line for line in text.splitlines() if line.startswith("concept ")).split()[1:]
    assert row[:6] == [str(side[rate]) for side in (a, b) for rate in ("precision", "recall", "f1")]
    interval = comparison["concept"]
    assert f"95 % interval {interval['low']:+.1f} to {interval['high']:+.1f}: " in text
    assert all(f"\n{abstract['id']}: F1 " in text for abstract in comparison["abstracts"])
    assert max(len(line) for line in text.splitlines()[2:]) <= 100


def test_a_file_against_itself_does_not_differ(capsys: pytest.CaptureFixture[str]) -> None:
    evaluate_cli(GOLD, FOUND, FOUND)
    text = capsys.readouterr().out
    assert "concept F1  B - A = +0.0, 95 % interval +0.0 to +0.0: these abstracts do not tell" in text
    assert text.endswith("A and B differ in 0 of 64 abstracts\n")


def test_names_from_a_paper_do_not_reach_the_terminal_as_commands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    gold, found = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
    name = "\x1b]0;x\x07\ud800"
    gold.write_text('{"id": "p\\u001b[2J", "concepts": []}\n', encoding="utf-8")
    concept = {"type": "Task", "label": name, "role": "addressed", "mentions": [{"start": 0, "end": 1}]}
    row = {"paper": {"id": "p\x1b[2J", "text": name}, "concepts": [concept]}
    found.write_text(json.dumps(row) + "\n" + json.dumps({"paper": {"id": "q", "text": "x"}, "concepts": []}))
    nothing = tmp_path / "nothing.jsonl"
    nothing.write_text(json.dumps({"paper": {"id": "q", "text": "x"}, "concepts": []}), encoding="utf-8")
    evaluate_cli(gold, found, nothing)
    text = capsys.readouterr().out
    assert "wrong in A alone: Task ]0;x (addressed)" in text
    assert "\x1b" not in text
    evaluate_cli(gold, found, nothing, as_json=True)
    assert "\\u001b" in capsys.readouterr().out


def test_gold_without_an_abstract_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"empty\.jsonl: there is no annotated abstract in it"):
        evaluate_cli(empty, FOUND)
    with pytest.raises(InputError, match=r"empty\.jsonl: there is no extraction in it"):
        evaluate_cli(GOLD, FOUND, empty)


def test_types_of_another_field_are_scored_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "CellSurfaceReceptor BRCA1"
    gold, found = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
    concepts = [
        {"type": kind, "label": label, "role": "used", "surfaces": [label]}
        for kind, label in (("CellSurfaceReceptor", "CellSurfaceReceptor"), ("Gene", "BRCA1"))
    ]
    gold.write_text(json.dumps({"id": "p", "concepts": concepts}) + "\n", encoding="utf-8")
    mention = {"start": 20, "end": 25, "text": "BRCA1"}
    concept = {"type": "Gene", "label": "BRCA1", "role": "compared", "mentions": [mention]}
    row = {"paper": {"id": "p", "text": text}, "concepts": [concept]}
    found.write_text(json.dumps(row) + "\n", encoding="utf-8")
    scores = as_json(capsys, gold, found)
    assert list(scores["by_type"])[4:] == ["CellSurfaceReceptor", "Gene"]
    assert scores["by_type"]["Gene"]["f1"] == 100
    assert scores["confusion"]["types"]["CellSurfaceReceptor"]["missed"] == 1
    assert scores["confusion"]["roles"]["Gene"]["used"]["compared"] == 1
    evaluate_cli(gold, found)
    lines = capsys.readouterr().out.splitlines()
    (heads,) = [line for line in lines if line.endswith("missed") and "Method" in line]
    (missed,) = [line for line in lines if re.match(r"CellSurfaceReceptor +[.\d]", line)]
    assert len(missed) == len(heads)
    assert missed.split()[-1] == "1"
    evaluate_cli(gold, found, found)
    assert "  CellSurfaceReceptor " in capsys.readouterr().out
