"""Extraction in shards: the bytes of one process, and nothing done twice or left undone whatever happens."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from folders import differing, write_papers

from kg.build import Options, build
from kg.cli.extract import EngineName, extract_cli
from kg.errors import InputError, KgError
from kg.scale.processes import spread
from kg.scale.shards import About, Done, claimed, extract_shards, read_finished
from kg.scale.work import recipe
from kg.sources import read_papers

if TYPE_CHECKING:
    from moody import Moody

pytest_plugins = ["moody"]

NAMES = tuple(f"p{number:02d}" for number in range(23))


def extract(source: Path, folder: Path, moody: Moody, *, jobs: int = 1) -> list[Done]:
    """Shards of five papers."""
    about = About()
    papers = read_papers(
        [source],
        on_problem=about.warnings.telling(print),
        on_source=about.add_source,
        on_duplicates=about.duplicates.update,
        on_filled=about.filled.update,
    )
    engine = map if jobs == 1 else partial(spread, jobs=jobs)
    return list(extract_shards(papers, folder, recipe(moody.name), engine, size=5, about=about))


def fresh(done: list[Done]) -> list[int]:
    """Which shards were not done by an earlier run."""
    return [one.shard.number for one in done if not one.is_earlier]


def whole(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted((folder / "extractions").glob("*.jsonl")))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_papers(tmp_path / "papers.jsonl", *NAMES)


@pytest.fixture
def at_once(source: Path, moody: Moody, tmp_path: Path) -> bytes:
    """What one process writes."""
    extract_cli([source], out=tmp_path / "whole.jsonl", pipeline=moody.name)
    moody.calls()
    return (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize("jobs", [1, 2])
def test_shards_are_the_bytes_of_one_process(
    source: Path, moody: Moody, tmp_path: Path, at_once: bytes, jobs: int
) -> None:
    done = extract(source, tmp_path / "shards", moody, jobs=jobs)
    assert [one.papers for one in done] == [5, 5, 5, 5, 3]
    assert whole(tmp_path / "shards") == at_once
    assert moody.calls() == list(NAMES)
    assert fresh(extract(source, tmp_path / "shards", moody, jobs=jobs)) == []
    assert moody.calls() == []


def spoil(file: Path, old: bytes, new: bytes) -> None:
    content = file.read_bytes()
    assert old in content
    file.write_bytes(content.replace(old, new, 1))


@pytest.mark.parametrize(
    ("damage", "again"),
    [
        (lambda folder: (folder / "extractions/000001.jsonl").unlink(), [1]),
        (lambda folder: (folder / "extractions/000001.json").unlink(), [1]),
        (lambda folder: (folder / "extractions/000002.json").write_text("{"), [2]),
        (lambda folder: spoil(folder / "extractions/000003.jsonl", b"FooNet", b"FooNot"), [3]),
        (lambda folder: os.truncate(folder / "extractions/000000.jsonl", 99), [0]),
        (lambda folder: spoil(folder / "papers/000004.jsonl", b"FooNet", b"FooNot"), []),
        (lambda folder: (folder / "papers/000004.jsonl").unlink(), []),
        (lambda folder: (folder / "manifest.json").unlink(), []),
    ],
)
def test_what_is_missing_or_damaged_is_done_again_and_no_more(
    source: Path, moody: Moody, tmp_path: Path, at_once: bytes, damage: object, again: list[int]
) -> None:
    folder = tmp_path / "shards"
    extract(source, folder, moody)
    damage(folder)  # type: ignore[operator]
    if again:
        with pytest.raises(InputError, match=f"1 of 5 shards are missing or damaged .00000{again[0]}.jsonl."):
            read_finished(folder)
    assert fresh(extract(source, folder, moody)) == again
    assert whole(folder) == at_once
    assert len(read_finished(folder).files) == 5


def test_a_rerun_that_is_stopped_leaves_no_whole_folder(source: Path, moody: Moody, tmp_path: Path) -> None:
    folder = tmp_path / "shards"
    extract(source, folder, moody)
    write_papers(source, *NAMES, "q")
    papers = read_papers([source], on_problem=print)
    rerun = extract_shards(papers, folder, recipe(moody.name), map, size=5, about=About())
    next(iter(rerun))
    rerun.close()  # type: ignore[attr-defined]
    with pytest.raises(
        InputError, match=r"no readable manifest\.json: shards are missing; do them with: kg extract"
    ):
        read_finished(folder)
    with claimed(folder), pytest.raises(InputError, match="another run"):
        extract(source, folder, moody)
    extract(source, folder, moody)
    assert len(read_finished(folder).files) == 5


def test_other_papers_and_another_pipeline_cost_their_shards(
    source: Path, moody: Moody, tmp_path: Path
) -> None:
    folder = tmp_path / "shards"
    extract(source, folder, moody)
    write_papers(source, *NAMES, "q1", "q2", "q3")
    assert fresh(extract(source, folder, moody)) == [4, 5]
    write_papers(source, *NAMES[:10])
    assert fresh(extract(source, folder, moody)) == []
    assert len(list((folder / "papers").iterdir())) == 2
    assert len(list((folder / "extractions").iterdir())) == 4
    other = recipe(moody.name, 0.5)
    papers = read_papers([source], on_problem=print)
    assert fresh(list(extract_shards(papers, folder, other, map, size=5, about=About()))) == [0, 1]


def test_papers_that_move_are_not_extracted_again_where_their_shard_has_them(
    source: Path, moody: Moody, tmp_path: Path
) -> None:
    folder = tmp_path / "shards"
    extract(source, folder, moody)
    moody.calls()
    write_papers(source, "q", *NAMES)
    assert fresh(extract(source, folder, moody)) == [0, 1, 2, 3, 4]
    assert moody.calls() == ["p04", "p09", "p14", "p19", "q"]
    extract_cli([source], out=tmp_path / "whole.jsonl", pipeline=moody.name)
    assert whole(folder) == (tmp_path / "whole.jsonl").read_bytes()


def test_a_build_from_shards_is_the_build_from_the_sources(moody: Moody, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    write_papers(sources / "a.jsonl", *NAMES)
    write_papers(sources / "b.jsonl", "q", "p01")
    (sources / "c.jsonl").write_text("no JSON\n")
    extract(sources, tmp_path / "shards", moody, jobs=2)
    build([], tmp_path / "one", extractions=tmp_path / "shards", on_warning=lambda message: None)
    options = Options(pipeline=moody.name)
    build([sources], tmp_path / "other", options=options, on_warning=lambda message: None)
    assert differing(tmp_path / "one", tmp_path / "other") == []


def test_a_text_that_fails_is_named_again_and_again(
    moody: Moody, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_papers(tmp_path / "a.jsonl", *NAMES)
    write_papers(tmp_path / "b.jsonl", "bad", text="BOOM.")
    for _ in range(2):
        extract_cli(
            [tmp_path / "a.jsonl", tmp_path / "b.jsonl"],
            shards=tmp_path / "shards",
            pipeline=moody.name,
            jobs=1,
        )
        assert "b.jsonl:1: paper bad is left out" in capsys.readouterr().err
    warnings: list[str] = []
    report = build([], tmp_path / "out", extractions=tmp_path / "shards", on_warning=warnings.append)
    assert (report.failed, report.statistics["papers"], len(warnings)) == (1, 23, 1)
    write_papers(tmp_path / "a.jsonl", "p", text="BOOM.")
    with pytest.raises(KgError, match="fails for every paper"):
        extract(tmp_path / "a.jsonl", tmp_path / "none", moody)


def test_most_warnings_are_only_counted(
    moody: Moody, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.warnings.MOST_WARNINGS", 3)
    source, folder, out = tmp_path / "a.jsonl", tmp_path / "shards", tmp_path / "out"
    write_papers(source, *NAMES[:4], text="BOOM.")
    source.write_text("no JSON\n" * 5 + source.read_text() + '{"id": "p", "abstract": "We use FooNet."}\n')
    extract_cli([source], shards=folder, pipeline=moody.name)
    said = capsys.readouterr().err.splitlines()
    assert ["a.jsonl:" in line for line in said] == [True] * 6 + [False] * 2
    assert said[6] == "kg: warning: 3 more warnings, which are not shown"
    assert len(json.loads((folder / "manifest.json").read_text())["warnings"]["first"]) == 3
    build([], out, extractions=folder, on_warning=print)
    from_shards = json.loads((out / "report.json").read_text())
    build([source], out, options=Options(pipeline=moody.name), on_warning=print)
    assert json.loads((out / "report.json").read_text()) == from_shards
    assert (from_shards["warning_count"], len(from_shards["warnings"])) == (9, 3)


def test_the_shard_of_a_killed_process_is_done_again(moody: Moody, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    write_papers(sources / "a.jsonl", *NAMES)
    write_papers(sources / "k.jsonl", "k", text="KILL FooNet.")
    done = extract(sources, tmp_path / "shards", moody, jobs=2)
    assert (moody.notes / "killed").exists()
    assert sum(one.papers for one in done) == 24
    extract_cli([sources], out=tmp_path / "whole.jsonl", pipeline=moody.name)
    assert whole(tmp_path / "shards") == (tmp_path / "whole.jsonl").read_bytes()


def test_a_killed_run_goes_on_where_it_was(
    source: Path, moody: Moody, tmp_path: Path, at_once: bytes
) -> None:
    folder = tmp_path / "shards"
    arguments = [
        str(source),
        "--shards",
        str(folder),
        "--shard-size",
        "1",
        "--pipeline",
        moody.name,
        "--jobs",
        "2",
    ]
    command = [sys.executable, "-m", "kg.cli.app", "extract", *arguments]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as run:
        while len(list(folder.glob("extractions/*.json"))) < 3:
            assert run.poll() is None
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
    before = len(list(folder.glob("extractions/*.json")))
    (folder / "papers" / ".000000.jsonl.building").mkdir(exist_ok=True)
    (folder / "papers" / ".000000.jsonl.lock").touch()
    moody.calls()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"23 papers in 23 shards, (\d+) of them done before", done.stderr)
    assert found, done.stderr
    assert (
        int(found[1]) >= before
    )  # a process may end what it has in hand before it sees that its parent is gone
    assert len(moody.calls()) <= 23 - before
    assert whole(folder) == at_once
    assert not list(folder.glob("*/.*"))


def test_two_runs_do_not_share_a_folder(source: Path, moody: Moody, tmp_path: Path) -> None:
    with claimed(tmp_path / "shards"), pytest.raises(InputError, match="another run is writing into it"):
        extract(source, tmp_path / "shards", moody)


def test_calls_that_make_no_sense(source: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="need --shards"):
        extract_cli([source], engine=EngineName.RAY)
    with pytest.raises(InputError, match="--shard-size needs --shards"):
        extract_cli([source], shard_size=7)
    with pytest.raises(InputError, match="either --out FILE or --shards"):
        extract_cli([source], out=tmp_path / "a", shards=tmp_path / "b")
    with pytest.raises(InputError, match=r"is in .*, which is read"):
        extract_cli([source.parent], shards=tmp_path / "b")
    with pytest.raises(InputError, match=r"has no readable manifest\.json"):
        build([], tmp_path / "out", extractions=tmp_path)
