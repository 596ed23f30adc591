"""Work over processes: in order, nothing lost with a process that dies, and no process left behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from kg.errors import InputError, KgError
from kg.scale.processes import AHEAD, spread


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    if number == 3:
        raise InputError("three is refused")
    return number


def die_once(flag: Path, number: int) -> int:
    if number == 4 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    if number == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def note_and_sleep(folder: Path, number: int) -> int:
    (folder / str(os.getpid())).touch()
    time.sleep(0 if number == 0 else 600)
    return number


def test_results_come_in_order_and_items_are_read_as_they_are_needed() -> None:
    read = []

    def items() -> Iterator[int]:
        for number in range(40):
            read.append(number)
            yield number

    for done, result in enumerate(spread(square, items(), jobs=2), 1):
        assert result == (done - 1) ** 2
        assert len(read) <= done + 2 * AHEAD
    assert done == 40


def test_nothing_is_nothing() -> None:
    assert list(spread(square, [], jobs=2)) == []


def test_an_error_comes_back_as_what_it_is() -> None:
    with pytest.raises(InputError, match="three is refused"):
        list(spread(refuse, range(9), jobs=2))


def test_what_a_killed_process_had_in_hand_is_done_again(tmp_path: Path) -> None:
    assert list(spread(partial(die_once, tmp_path / "flag"), range(12), jobs=2)) == list(range(12))
    assert (tmp_path / "flag").exists()


def test_work_that_kills_each_process_ends_the_run_and_no_other_is_blamed() -> None:
    found = []
    with pytest.raises(KgError, match="died again and again"):
        for result in spread(die, range(12), jobs=2):
            found.append(result)
    assert found == [0, 1, 2, 3]


def test_a_run_that_is_given_up_leaves_no_process(tmp_path: Path) -> None:
    results = spread(partial(note_and_sleep, tmp_path), range(9), jobs=2)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    for noted in tmp_path.iterdir():
        with suppress(ProcessLookupError):
            os.kill(int(noted.name), 0)
            pytest.fail("a process is still there")
