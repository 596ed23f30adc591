"""Extraction spread over processes of this machine, each of which loads the pipeline once, by its name."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from multiprocessing.util import _run_finalizers  # type: ignore[attr-defined]

from kg.errors import KgError
from kg.extract.pipeline import extract, load_pipeline
from kg.records import Extraction, Paper
from kg.stopping import when_stopped

Extractor = Callable[[Sequence[Paper]], Iterable[Extraction]]
"""Papers in, their extractions out, in the same order."""

TASK = 16
"""Papers that travel to a worker together."""

_pipeline = cache(load_pipeline)


def _extract_task(
    pipeline: str | None, min_confidence: float | None, papers: Sequence[Paper]
) -> list[Extraction]:
    # Loaded here rather than when the process starts, so that an error of the pipeline comes back as what it is.
    return list(extract(_pipeline(pipeline), papers, min_confidence=min_confidence))


def _die_with_parent() -> None:
    """End this worker as soon as the process that started it is gone, however that came."""
    parent = multiprocessing.parent_process()
    assert parent

    def wait() -> None:
        parent.join()
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


Task = Callable[[Sequence[Paper]], list[Extraction]]


def _spread(pool: ProcessPoolExecutor, task: Task, papers: Sequence[Paper]) -> Iterator[Extraction]:
    tasks = [papers[first : first + TASK] for first in range(0, len(papers), TASK)]
    try:
        with _deaf_to_ctrl_c():
            found = pool.map(task, tasks)
        yield from chain.from_iterable(found)
    except BrokenProcessPool as error:
        raise KgError(
            "a process of the extraction died (out of memory?); run again with fewer --jobs"
        ) from error


@contextmanager
def process_pool(
    jobs: int, *, pipeline: str | None = None, min_confidence: float | None = None
) -> Iterator[Extractor]:
    """An extractor that works in `jobs` processes, with the packaged pipeline or another.

    It raises InputError for a pipeline that cannot be used, KgError when a process dies.
    """
    task = partial(_extract_task, pipeline, min_confidence)
    spawn = multiprocessing.get_context("spawn")
    with (
        when_stopped(_kill_workers),
        ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_die_with_parent) as pool,
    ):
        try:
            yield lambda papers: _spread(pool, task, papers)
        finally:
            pool.shutdown(cancel_futures=True)
