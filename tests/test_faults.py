"""Faults of machine and files: each ends with one clear line and the right exit code, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults import FAULTS, kills, run, survives, three_papers


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    assert run("build", "--extractions", three_papers(folder / "good.jsonl"), "--out", folder / "out")[0] == 0
    return folder / "out"


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_loses_nothing(name: str, built: Path, tmp_path: Path) -> None:
    assert survives(name, built, tmp_path) is None


def test_a_killed_build_is_the_old_one_or_the_new_one_and_a_rerun_ends_well(tmp_path: Path) -> None:
    new = three_papers(tmp_path / "new.jsonl")
    old = tmp_path / "old.jsonl"
    old.write_bytes(new.read_bytes().splitlines(keepends=True)[0])
    stages = ("start", "extract", "resolve", "write graph.ttl", "exchange", "clear up")
    done = kills(6, ["build", "--extractions", old], ["build", "--extractions", new], tmp_path, stages=stages)
    assert done.stages == dict.fromkeys(stages, 1)
    assert done.old >= 4
    assert done.new >= 1
