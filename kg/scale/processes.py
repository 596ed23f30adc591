"""Extraction spread over processes of this machine, each of which loads the pipeline once, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from multiprocessing import get_context

from kg.errors import KgError
from kg.extract.pipeline import extract, load_pipeline
from kg.records import Extraction, Paper

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


Task = Callable[[Sequence[Paper]], list[Extraction]]


def _spread(pool: ProcessPoolExecutor, task: Task, papers: Sequence[Paper]) -> Iterator[Extraction]:
    tasks = [papers[first : first + TASK] for first in range(0, len(papers), TASK)]
    try:
        yield from chain.from_iterable(pool.map(task, tasks))
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
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            yield lambda papers: _spread(pool, task, papers)
        finally:
            pool.shutdown(cancel_futures=True)
