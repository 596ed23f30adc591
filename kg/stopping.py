"""The end of a run that is told to stop, by Ctrl-C or by another program.

The handler of the signal cleans up and ends the process itself. An exception would have to pass through whatever
runs at that moment, and some libraries swallow it, most of all while they are imported.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_undo: list[Callable[[], object]] = []


def end_on_signals() -> None:
    """From now on end on a signal, with one line and the exit code that shells give it; what is ignored stays so."""
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)


@contextmanager
def when_stopped(action: Callable[[], object]) -> Iterator[None]:
    """Let `action` be done if a signal ends the process within the block, those of inner blocks before it.

    It can come between any two steps of the block, so that it has to be right at each of them.
    """
    _undo.append(action)
    try:
        yield
    finally:
        _undo.remove(action)


def _end(number: int, _: object) -> None:
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    for action in reversed(_undo):
        with suppress(Exception):
            action()
    with suppress(OSError):
        os.write(2, b"kg: stopped; no output is left half written\n")
    os._exit(128 + number)
