from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import kg.files
from kg.errors import InputError, KgError
from kg.files import check_output_file, check_output_folder, replacing, replacing_all
from kg.stopping import end_on_signals


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


def test_a_link_that_leads_back_to_itself_is_no_folder(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(InputError, match="loop: is a link that leads back to itself"):
        check_output_folder(loop)


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
    left = {path.name for path in tmp_path.iterdir()} - {"out"}
    assert left == {".out.building", ".out.lock"}
    with replacing_all(target) as scratch:
        (scratch / "a").write_text("1")
    assert [path.name for path in target.iterdir()] == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


OLD = {"a": "old", "b": "old"}
NEW = {"a": "new", "b": "new"}


def _rebuild(target: Path) -> None:
    with replacing_all(target) as scratch:
        for name in NEW:
            (scratch / name).write_text("new")


def _signalled_at(line: int, stop: signal.Signals, target: Path) -> int | None:
    """Rebuild in a process that gets a signal at so many lines of kg.files from the start; its exit, or None."""
    child = os.fork()
    if child == 0:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 2)
        end_on_signals()
        count = 0

        def trace(frame: FrameType, event: str, _: object) -> Any:
            nonlocal count
            if frame.f_code.co_filename != kg.files.__file__:
                return None
            count += event == "line"
            if count == line:
                count += 1
                os.kill(os.getpid(), stop)
            return trace

        sys.settrace(trace)
        _rebuild(target)
        sys.settrace(None)
        os._exit(0 if count < line else 1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return None if code == 0 else code


@pytest.mark.parametrize(
    ("before", "stop", "linked"),
    [
        ({}, signal.SIGKILL, False),
        (OLD, signal.SIGKILL, False),
        (OLD | {"mine": "keep"}, signal.SIGKILL, False),
        (OLD, signal.SIGTERM, False),
        (OLD, signal.SIGTERM, True),
    ],
    ids=["new", "old", "and others", "stopped", "stopped with links"],
)
def test_at_every_moment_a_folder_is_the_old_one_whole_or_the_new_one_whole(
    tmp_path: Path, before: dict[str, str], stop: signal.Signals, linked: bool
) -> None:
    seen = set()
    for line in range(1, 500):
        target = tmp_path / str(line) / "out"
        target.parent.mkdir()
        for name, text in before.items():
            target.mkdir(exist_ok=True)
            if linked:
                (target / name).symlink_to(tmp_path / f"{name} of {line}")
            (target / name).write_text(text)
        code = _signalled_at(line, stop, target)
        if code is None:
            break
        assert code == (-9 if stop == signal.SIGKILL else 143)
        found = {path.name: path.read_text() for path in target.iterdir()} if target.exists() else {}
        assert found in (before, before | NEW), line
        seen.add(found == before)
        if stop == signal.SIGTERM:
            assert {path.name for path in target.parent.iterdir()} <= {"out"}, line
        _rebuild(target)
        assert [path.name for path in target.parent.iterdir()] == ["out"]
        assert {path.name: path.read_text() for path in target.iterdir()} == before | NEW
    assert line > 40
    assert seen == {True, False}


def test_a_folder_that_others_stand_in_or_link_into_keeps_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, make in enumerate((lambda _: None, lambda out: (out / "sub").mkdir(), _link_out)):
        target = tmp_path / str(number) / "out"
        target.mkdir(parents=True)
        make(target)
        if number == 0:
            monkeypatch.chdir(target)
        inode = target.stat().st_ino
        _rebuild(target)
        assert target.stat().st_ino == inode
        assert {name: (target / name).read_text() for name in NEW} == NEW
        assert [path.name for path in target.parent.iterdir() if path.name.startswith(".")] == []
    assert (tmp_path / "elsewhere").read_text() == "new"


def _link_out(folder: Path) -> None:
    (folder / "a").symlink_to(folder.parents[1] / "elsewhere")


def _link_into_a_missing_folder(place: Path) -> None:
    place.symlink_to(place.parents[1] / "none" / "b")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, _link_into_a_missing_folder])
def test_a_place_that_no_file_can_take_leaves_every_file_as_it_was(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / "a").write_text("old")
    make(target / "b")
    with pytest.raises(InputError, match=r"out/b: is (a folder|no file|a link)"):
        check_output_folder(target, NEW)
    check_output_folder(target, ["a", "c"])
    with pytest.raises(InputError, match=r"out/b: is (a folder|no file|a link)"):
        _rebuild(target)
    assert (target / "a").read_text() == "old"
    assert sorted(path.name for path in (*target.iterdir(), *tmp_path.iterdir())) == ["a", "b", "out"]


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="needs a disk of its own")
def test_a_link_to_another_disk_has_its_file_replaced_there(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        other = Path(name)
        if other.stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip("the folder of shared memory is no other disk")
        target = tmp_path / "out"
        target.mkdir()
        (target / "b").symlink_to(other / "real")
        (other / "real").write_text("old")
        _rebuild(target)
        assert {path.name: path.read_text() for path in target.iterdir()} == NEW
        assert {path.name: path.read_text() for path in other.iterdir()} == {"real": "new"}
        assert (target / "b").is_symlink()


def test_a_link_to_itself_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / "a").symlink_to("a")
    _rebuild(target)
    assert {path.name: path.read_text() for path in target.iterdir()} == NEW


def test_an_exchanged_folder_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    target.chmod(0o750)
    inode = target.stat().st_ino
    _rebuild(target)
    assert target.stat().st_ino != inode
    assert target.stat().st_mode & 0o777 == 0o750


def test_a_folder_taken_away_in_mid_run_is_one_clear_error(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "out"
    target.parent.mkdir()
    with pytest.raises(KgError, match="was taken away during the run"), replacing_all(target) as scratch:
        shutil.rmtree(target.parent)
        (scratch / "a").write_text("x")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_an_input_error() -> None:
    with pytest.raises(InputError, match="cannot write into"), replacing_all(Path("/proc/kg-out")):
        pass
