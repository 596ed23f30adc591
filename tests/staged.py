"""`kg` that says on a pipe which of its stages begins, and waits for a byte from another before it goes on.

`python tests/staged.py SAYING GOING ARGUMENTS…`, the first two the descriptors of the pipes.
Stages are those that a build counts its seconds by; `exchange` begins when all files are written, and `clear up` when
they have taken their place.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import kg.files
from kg.report import Report

_stage, _keep = Report.stage, kg.files._keep
_last_file = f"write {list(kg.files.GRAPH_FILES)[-1]}"
_begun: list[str] = []


def _say(stage: str) -> None:
    os.write(_saying, f"{stage}\n".encode())
    os.read(_going, 1)


@contextmanager
def _said(report: Report, name: str) -> Iterator[None]:
    """A stage, within which another may begin and end."""
    _begun.append(name)
    _say(name)
    with _stage(report, name):
        yield
    _begun.pop()
    if _begun:
        _say(_begun[-1])
    elif name == _last_file:
        _say(f"write {kg.files.REPORT}")


def _kept(path: Path) -> None:
    """What has a file on the disk itself, before the folder takes its place and after."""
    _say("exchange" if ".building" in str(path) else "clear up")
    _keep(path)


if __name__ == "__main__":
    _saying, _going = int(sys.argv.pop(1)), int(sys.argv.pop(1))
    Report.stage = _said  # type: ignore[method-assign]
    kg.files._keep = _kept
    runpy.run_module("kg", run_name="__main__", alter_sys=True)
