from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kg.errors import InputError, KgError
from kg.files import check_output_file, check_output_folder, replacing, replacing_all


def test_a_file_is_replaced_when_the_block_ends_well(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")
    with replacing(target) as scratch:
        scratch.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_failure_leaves_the_old_file_and_no_scratch(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")
    with pytest.raises(ValueError, match="oh"), replacing(target) as scratch:
        scratch.write_text("half")
        raise ValueError("oh")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_out_symlink_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    real, link = tmp_path / "real" / "a.txt", tmp_path / "a.txt"
    real.parent.mkdir()
    real.write_text("old")
    link.symlink_to(real)
    with replacing(link) as scratch:
        scratch.write_text("new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_new_folder_appears_as_a_whole(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "out"
    with replacing_all(target) as scratch:
        (scratch / "a").write_text("1")
        assert not target.exists()
    assert (target / "a").read_text() == "1"
    assert [path.name for path in target.parent.iterdir()] == ["out"]


def test_a_failure_leaves_a_folder_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(ValueError, match="oh"), replacing_all(tmp_path) as scratch:
        (scratch / "a").write_text("half")
        raise ValueError("oh")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a": "old"}


def test_other_files_of_a_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("keep")
    with replacing_all(tmp_path) as scratch:
        (scratch / "a").write_text("new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a": "new", "mine": "keep"}


def test_a_refusing_disk_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(KgError, match="cannot write: No space left"), replacing(tmp_path / "a") as scratch:
        scratch.write_text("x")
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_outputs_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(InputError, match="is a file"):
        check_output_folder(file)
    with pytest.raises(InputError, match="cannot write into"):
        check_output_folder(file / "below")
    with pytest.raises(InputError, match="is a folder"):
        check_output_file(tmp_path)
    with pytest.raises(InputError, match="there is no folder"):
        check_output_file(tmp_path / "none" / "a")


def test_a_second_run_into_a_folder_is_refused_while_the_first_one_lives(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with (
        replacing_all(target) as scratch,
        pytest.raises(InputError, match="another run is writing"),
        replacing_all(target),
    ):
        pass
    assert not scratch.exists()


@pytest.mark.parametrize("exists", [True, False])
def test_what_a_killed_run_left_is_cleared_away(tmp_path: Path, exists: bool) -> None:
    target = tmp_path / "out"
    if exists:
        target.mkdir()
    code = (
        "import os, sys, pathlib, kg.files as f;"
        "c = f.replacing_all(pathlib.Path(sys.argv[1])); c.__enter__(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(target)], check=False)
    assert len(list((target if exists else tmp_path).iterdir())) == 1
    with replacing_all(target) as scratch:
        (scratch / "a").write_text("1")
    assert [path.name for path in target.iterdir()] == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_that_cannot_be_made_is_an_input_error() -> None:
    with pytest.raises(InputError, match="cannot write into"), replacing_all(Path("/proc/kg-out")):
        pass
