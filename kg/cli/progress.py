"""Progress on a terminal, silence in a pipe; warnings on standard error either way."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from kg.stopping import when_stopped
from kg.warnings import Warnings

_CLEAR_LINE_SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"


def say(message: str) -> None:
    """Print a message as one line of standard error, and go on where nobody reads that any more.

    Control characters and bidirectional overrides, which a paper's text may bring, are left out.
    """
    shown = "".join(c for c in " ".join(message.split()) if unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    try:
        print(f"kg: {shown}", file=sys.stderr, flush=True)
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def warn(message: str) -> None:
    """Print a warning as one line."""
    say(f"warning: {message}")


def warn_of_more(*counted: Warnings) -> None:
    """Print how many warnings there are that were not printed one by one."""
    if more := sum(warnings.more for warnings in counted):
        warn(f"{more} more warnings, which are not shown")


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int], None]]:
    """A function (stage, number done) that shows how far the work is, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda stage, done: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed:.0f}"))
    with (
        when_stopped(lambda: os.write(sys.stderr.fileno(), _CLEAR_LINE_SHOW_CURSOR)),
        Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar,
    ):
        tasks: dict[str, int] = {}

        def show(stage: str, done: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(stage, total=None)
            bar.update(tasks[stage], completed=done)  # type: ignore[arg-type]

        yield show
