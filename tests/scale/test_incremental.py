"""A build over an earlier one extracts what is new or changed, and ends with the bytes of a build from nothing."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from folders import differing, write_papers

from kg.build import Options, build
from kg.cli.extract import extract_cli
from kg.errors import KgError
from kg.extractions import read_extractions

if TYPE_CHECKING:
    from moody import Moody

pytest_plugins = ["moody"]

NAMES = tuple(f"p{number:02d}" for number in range(40))


def test_papers_come_change_move_and_go(moody: Moody, tmp_path: Path) -> None:
    sources, out = tmp_path / "sources", tmp_path / "out"
    sources.mkdir()
    options = Options(pipeline=moody.name)

    def built() -> list[str]:
        """Builds, and returns the papers that were extracted."""
        moody.calls()
        build([sources], out, options=options)
        return moody.calls()

    write_papers(sources / "a.jsonl", *NAMES[:30])
    assert built() == list(NAMES[:30])
    write_papers(sources / "b.jsonl", "n1", "n2")
    assert built() == ["n1", "n2"]
    write_papers(sources / "c.jsonl", "p03", "n2", text="We compare FooNet.")
    write_papers(sources / "b.jsonl", "p07", "n1", "n3")
    assert built() == ["n2", "n3", "p03"]
    write_papers(sources / "a.jsonl", *NAMES[10:40])
    (sources / "c.jsonl").unlink()
    assert built() == list(NAMES[30:40])
    build([sources], tmp_path / "fresh", options=options)
    assert differing(out, tmp_path / "fresh") == []
    ids = [extraction.paper.id for extraction in read_extractions(out / "extractions.jsonl")]
    assert ids == sorted({*NAMES[10:40], "p07", "n1", "n3"})


def spoil(file: Path) -> None:
    """Have the extractions say something else, as sound as before."""
    content = file.read_bytes()
    assert b'"role": "used"' in content
    file.write_bytes(content.replace(b'"role": "used"', b'"role": "compared"', 1))


def test_what_no_pipeline_vouches_for_is_not_taken_over(moody: Moody, tmp_path: Path) -> None:
    """Extractions that were given, and those that were changed in the folder; those of shards are sound."""
    papers = write_papers(tmp_path / "a.jsonl", "a", "b", "c")
    out, given, options = tmp_path / "out", tmp_path / "given.jsonl", Options(pipeline=moody.name)
    build([papers], tmp_path / "fresh", options=options)
    extract_cli([papers], out=given, pipeline=moody.name)
    extract_cli([papers], shards=tmp_path / "shards", pipeline=moody.name)
    spoil(given)

    def built() -> list[str]:
        moody.calls()
        build([papers], out, options=options)
        assert differing(out, tmp_path / "fresh") == []
        return moody.calls()

    build([], out, extractions=given)
    assert json.loads((out / "report.json").read_text())["extractions"]["given"] is True
    assert built() == ["a", "b", "c"]
    spoil(out / "extractions.jsonl")
    assert built() == ["a", "b", "c"]
    build([], out, extractions=tmp_path / "shards")
    assert built() == []


def test_another_version_of_what_the_pipeline_runs_on_costs_everything(
    moody: Moody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may round otherwise."""
    papers, options = write_papers(tmp_path / "a.jsonl", "a", "b"), Options(pipeline=moody.name)
    installed = metadata.version
    for onnxruntime in ("1", "2"):
        monkeypatch.setattr(
            metadata, "version", lambda name, v=onnxruntime: v if name == "onnxruntime" else installed(name)
        )
        for expected in (["a", "b"], []):
            build([papers], tmp_path / "out", options=options)
            assert moody.calls() == expected
            extract_cli([papers], shards=tmp_path / "shards", pipeline=moody.name)
            assert moody.calls() == expected
    monkeypatch.undo()
    build([], tmp_path / "out", extractions=tmp_path / "shards")
    build([papers], tmp_path / "out", options=options)
    assert moody.calls() == ["a", "b"]


def test_an_output_file_is_an_earlier_run_too(moody: Moody, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for names, extracted in ((("a", "b"), ["a", "b"]), (("b", "c"), ["c"])):
        write_papers(tmp_path / "in.jsonl", *names)
        extract_cli([tmp_path / "in.jsonl"], out=out, pipeline=moody.name)
        assert [extraction.paper.id for extraction in read_extractions(out)] == list(names)
        assert moody.calls() == extracted


def test_a_text_that_fails_costs_itself_alone(moody: Moody, tmp_path: Path) -> None:
    write_papers(tmp_path / "a.jsonl", *NAMES[:20])
    write_papers(tmp_path / "b.jsonl", "bad", text="BOOM.")
    warnings: list[str] = []
    options = Options(pipeline=moody.name)
    sources = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    build(sources, tmp_path / "out", options=options, on_warning=warnings.append)
    assert warnings == [
        "b.jsonl:1: paper bad is left out, its text makes the extraction fail: RuntimeError: this text is too much"
    ]
    report = json.loads((tmp_path / "out/report.json").read_text())
    assert (report["failed"], report["warnings"], report["counts"]["papers"]) == (1, warnings, 20)


def test_the_report_tells_nothing_of_how_the_run_went(moody: Moody, tmp_path: Path) -> None:
    """Warnings of the reading and of failing texts, and a process that dies, whatever is read ahead of what."""
    sources = tmp_path / "sources"
    sources.mkdir()
    write_papers(sources / "a.jsonl", *NAMES[:7])
    write_papers(sources / "b.jsonl", "bad", text="BOOM.")
    write_papers(sources / "c.jsonl", *NAMES[7:])
    with (sources / "c.jsonl").open("a") as out:
        out.write('no JSON\n{"id": "empty", "abstract": ""}\n{"id": "p03", "abstract": "We use BarSet."}\n')
    write_papers(sources / "k.jsonl", "k", text="KILL FooNet.")
    out, said = tmp_path / "out", list[str]()

    def built(**options: Any) -> bytes:
        build([sources], out, options=Options(pipeline=moody.name, **options), on_warning=said.append)
        return (out / "report.json").read_bytes()

    two = built(jobs=2)
    died = "a process of the extraction died; what it had in hand is done again"
    warnings = json.loads(two)["warnings"]
    assert ("paper bad is left out" in warnings[-1], len(warnings)) == (True, 4)
    assert sorted(said) == sorted([*warnings, died])
    assert built(jobs=2) == built() == two
    (out / "extractions.jsonl").unlink()
    assert built() == two
    extract_cli([sources], shards=tmp_path / "shards", shard_size=9, pipeline=moody.name, jobs=2)
    build([], out, extractions=tmp_path / "shards", on_warning=said.append)
    assert (out / "report.json").read_bytes() == two


def test_when_every_text_fails_the_run_does(moody: Moody, tmp_path: Path) -> None:
    write_papers(tmp_path / "a.jsonl", "p", "q", text="BOOM.")
    with pytest.raises(KgError, match=r"fails for every paper; the last: a\.jsonl:2: paper q"):
        build(
            [tmp_path / "a.jsonl"],
            tmp_path / "out",
            options=Options(pipeline=moody.name),
            on_warning=lambda message: None,
        )
    assert not (tmp_path / "out").exists()


def test_a_killed_process_is_replaced(moody: Moody, tmp_path: Path) -> None:
    write_papers(tmp_path / "a.jsonl", *NAMES)
    write_papers(tmp_path / "b.jsonl", "k", text="KILL FooNet.")
    sources = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    extract_cli(sources, out=tmp_path / "two", pipeline=moody.name, jobs=2)
    assert (moody.notes / "killed").exists()
    extract_cli(sources, out=tmp_path / "one", pipeline=moody.name)
    assert (tmp_path / "two").read_bytes() == (tmp_path / "one").read_bytes()
