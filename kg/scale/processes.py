"""Extraction spread over processes of this machine, each with the pipeline loaded once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain
from multiprocessing import get_context
from typing import TYPE_CHECKING

from kg.errors import KgError
from kg.extract.pipeline import extract, load_pipeline
from kg.records import Extraction, Paper

if TYPE_CHECKING:
    from spacy.language import Language

Extractor = Callable[[Sequence[Paper]], Iterable[Extraction]]
"""Papers in, their extractions out, in the same order."""

TASK = 16
"""Papers that travel to a worker together."""

_nlp: Language | None = None


def _start_worker() -> None:
    global _nlp
    _nlp = load_pipeline()


def _extract_task(papers: Sequence[Paper]) -> list[Extraction]:
    assert _nlp is not None
    return list(extract(_nlp, papers))


def _spread(pool: ProcessPoolExecutor, papers: Sequence[Paper]) -> Iterator[Extraction]:
    tasks = [papers[first : first + TASK] for first in range(0, len(papers), TASK)]
    try:
        yield from chain.from_iterable(pool.map(_extract_task, tasks))
    except BrokenProcessPool as error:
        raise KgError(
            "a process of the extraction died (out of memory?); run again with fewer --jobs"
        ) from error


@contextmanager
def process_pool(jobs: int) -> Iterator[Extractor]:
    """An extractor that works in `jobs` processes. It raises KgError when one of them dies."""
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker) as pool:
        try:
            yield lambda papers: _spread(pool, papers)
        finally:
            pool.shutdown(cancel_futures=True)
