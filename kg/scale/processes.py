"""Work spread over processes of this machine, by the standard library's pool; who is killed is replaced."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.util import _run_finalizers  # type: ignore[attr-defined]
from typing import Generic, TypeVar

from kg.errors import KgError
from kg.stopping import when_stopped

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 3
"""So many items for each process are handed out before the first result is taken."""

ATTEMPTS = 2
"""So often an item that was lost with a process is tried alone, when no other can be to blame."""

logger = logging.getLogger(__name__)


def _end_with_parent(parent: Connection) -> None:
    """In a worker: end when the parent closes its side of the pipe, or is gone, whatever the worker is doing."""

    def wait() -> None:
        parent.poll(None)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Have the processes that start in the block leave Ctrl-C to their parent, from their first moment on."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _kill_workers() -> None:
    for process in multiprocessing.active_children():
        process.kill()
    _run_finalizers(0)  # else the tracker of semaphores, which outlives us, complains of those that are left


class _Pool:
    """A pool that ends at once when it is closed before its work is done."""

    def __init__(self, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._workers, self._end = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(
            jobs, mp_context=context, initializer=_end_with_parent, initargs=(self._workers,)
        )

    def submit(self, function: Callable[[Item], Result], item: Item) -> Future[Result]:
        with _deaf_to_ctrl_c():
            return self._executor.submit(function, item)

    def close(self, *, is_done: bool) -> None:
        if not is_done:
            self._end.close()
        self._executor.shutdown(cancel_futures=True)
        self._end.close()
        self._workers.close()


@dataclass(slots=True)
class _Task(Generic[Item, Result]):
    """An item, the future of its result (None before it is handed out), and how often it was tried alone."""

    item: Item
    future: Future[Result] | None = None
    alone: int = 0

    def is_lost(self) -> bool:
        """Whether there will be no result, since a process died."""
        future = self.future
        return future is None or not future.done() or isinstance(future.exception(), BrokenProcessPool)


def _ahead(
    source: Iterator[Item], tasks: deque[_Task[Item, Result]], most: int
) -> Iterator[_Task[Item, Result]]:
    """New tasks, until there are enough; none while lost ones are done again."""
    if all(task.future for task in tasks):
        for item in islice(source, most - len(tasks)):
            tasks.append(_Task(item))
            yield tasks[-1]


def spread(function: Callable[[Item], Result], items: Iterable[Item], *, jobs: int) -> Iterator[Result]:
    """`function(item)` for each item, in their order, in `jobs` processes; items are read as they are needed.

    When a process dies, what it and the others had in hand is done again, one by one, so that an item that kills
    each process is told from the rest. Raises KgError for such an item, and whatever `function` raises.
    """
    source = iter(items)
    tasks: deque[_Task[Item, Result]] = deque()
    pool, is_done = _Pool(jobs), False
    with when_stopped(_kill_workers):
        try:
            while True:
                try:
                    for task in _ahead(source, tasks, AHEAD * jobs):
                        task.future = pool.submit(function, task.item)
                    if not tasks:
                        is_done = True
                        return
                    if tasks[0].future is None:
                        tasks[0].alone += 1
                        tasks[0].future = pool.submit(function, tasks[0].item)
                    result = tasks[0].future.result()
                except BrokenProcessPool as error:
                    _give_up_or_mark(tasks, error)
                    pool.close(is_done=False)
                    pool = _Pool(jobs)
                else:
                    tasks.popleft()
                    yield result
        finally:
            pool.close(is_done=is_done)


def _give_up_or_mark(tasks: Iterable[_Task[Item, Result]], error: BrokenProcessPool) -> None:
    """Mark what was lost with a process to be done again. Raises KgError when it was alone too often."""
    if any(task.alone >= ATTEMPTS for task in tasks):
        raise KgError(
            "a process of the extraction died again and again over the same work (out of memory?); "
            "run again with fewer --jobs"
        ) from error
    logger.warning("a process of the extraction died; what it had in hand is done again")
    for task in tasks:
        if task.is_lost():
            task.future = None
