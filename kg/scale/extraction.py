"""The one place that goes from papers to their extractions: by what an earlier run found, else by the pipeline."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from kg.errors import KgError
from kg.records import Paper
from kg.scale.earlier import EarlierExtractions
from kg.scale.processes import spread
from kg.scale.work import Failed, Recipe, Result, extract_lines

TASK = 16
"""Papers that are extracted at a time, by a process if there are several."""
READ_AHEAD = 256
"""Papers that are looked up at a time."""

Chunk = list[tuple[Paper, bytes | None]]
"""Papers, each with the line of an earlier run if there is one."""


def _chunks(papers: Iterable[Paper], earlier: EarlierExtractions | None) -> Iterator[Chunk]:
    chunk: Chunk = []
    unknown = 0
    for paper in papers:
        line = None if earlier is None else earlier.find(paper)
        unknown += line is None
        chunk.append((paper, line))
        if unknown == TASK or len(chunk) == READ_AHEAD:
            yield chunk
            chunk, unknown = [], 0
    if chunk:
        yield chunk


def extract_papers(
    papers: Iterable[Paper],
    made: Recipe,
    *,
    jobs: int = 1,
    earlier: EarlierExtractions | None = None,
    on_failure: Callable[[Failed], None],
) -> Iterator[tuple[Paper, bytes]]:
    """Papers in their order, each with the line of its extraction, made in `jobs` processes.

    What `earlier` holds of the same text and title is taken over. A paper that makes the pipeline fail is left out,
    and `on_failure` is told. Raises InputError for a pipeline that cannot be used, KgError when it fails for every
    paper, or when processes die over the same papers again and again.
    """
    waiting: deque[Chunk] = deque()

    def unknown() -> Iterator[list[Paper]]:
        for chunk in _chunks(papers, earlier):
            waiting.append(chunk)
            yield [paper for paper, line in chunk if line is None]

    work = partial(extract_lines, made)
    results = map(work, unknown()) if jobs == 1 else spread(work, unknown(), jobs=jobs)
    done, last = 0, None
    for found in results:
        new = iter(found)
        for paper, line in waiting.popleft():
            result: Result = next(new) if line is None else line
            if isinstance(result, Failed):
                last = result
                on_failure(result)
            else:
                done += 1
                yield paper, result
    if last and not done:
        raise KgError(f"the extraction fails for every paper; the last: {last}")
