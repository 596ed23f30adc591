"""What one query may take of a server while others are answered: how much memory, and how many long ones at once.

Long is what has worked for more than `QUICK` seconds of a processor. Such a query needs a lane, of which there are
fewer than processes, so that some of these are always there for quick ones; it also gives way to them. Without a free
lane it is ended.
"""

from __future__ import annotations

import fcntl
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from kg.query.run import Look, UnfinishedError

QUICK = 2.0
NICENESS = 10


class BusyError(UnfinishedError):
    """So many long queries run already that this one was ended."""


class MemoryReachedError(UnfinishedError):
    """The query took too much memory."""


class Watch:
    """Looks after the queries of this process and of those that are forked from it, one at a time in each.

    `lanes` long queries may run at once; a process may grow by `memory` megabytes beyond what it has now.
    """

    def __init__(self, *, lanes: int, memory: int) -> None:
        self._lanes = lanes
        self._memory = memory
        self._most = _peak() + 1000 * memory
        # A lane is a byte of a file without a name; a process that ends lets its locks go.
        self._file = tempfile.TemporaryFile()  # noqa: SIM115

    @contextmanager
    def query(self) -> Iterator[Look]:
        """What has to look at a query again and again while it runs; it raises UnfinishedError to have it ended."""
        started = time.process_time()
        lane: int | None = None

        def look(thread: Thread) -> None:
            nonlocal lane
            if _peak() > self._most:
                raise MemoryReachedError(f"the query needs more than {self._memory} MB: narrow it")
            if lane is None and time.process_time() - started > QUICK:
                lane = self._take_lane()
                if sys.platform == "linux":  # where a thread has a niceness of its own
                    with suppress(ProcessLookupError):
                        os.setpriority(os.PRIO_PROCESS, thread.native_id or 0, NICENESS)

        try:
            yield look
        finally:
            if lane is not None:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, lane)

    def _take_lane(self) -> int:
        for lane in range(self._lanes):
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, lane)
            except OSError:
                continue
            return lane
        raise BusyError(
            f"{self._lanes} long queries run already, and this is one more: narrow it, or ask again later"
        )


def _peak() -> int:
    """The most memory that this process has had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
