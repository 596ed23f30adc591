"""A query over a store, with an end to its time and its rows."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pyoxigraph as ox

from kg.errors import InputError, KgError
from kg.query.syntax import bind, check_read_only, syntax_error
from kg.vocabulary import PREFIXES


class UnfinishedError(KgError):
    """The query was given up; it goes on in its thread, which ends with the process at the latest."""


class TimeoutReachedError(UnfinishedError):
    """The query took too long."""


Look = Callable[[threading.Thread], None]
"""Looks at the thread of a query that runs, and raises UnfinishedError to have it given up."""

LONGEST_TIMEOUT = 1e7
"""Seconds; what waits takes no more than some such number."""

LOOK_EVERY = 0.1
"""Seconds between two looks."""


Kind = Literal["select", "ask", "graph"]


@dataclass(frozen=True, slots=True)
class Result:
    """An answer, serialised once: SPARQL TSV for `select` and `ask`, N-Triples for `graph`.

    `limited` says that there were more rows or triples than asked for.
    """

    kind: Kind
    content: bytes
    limited: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is no row and no triple; the answer of ASK is one."""
        return self.kind != "ask" and self.content.count(b"\n") == (self.kind == "select")


def run(
    store: ox.Store,
    query: str,
    *,
    parameters: Mapping[str, str] | None = None,
    limit: int | None = None,
    timeout: float | None = None,
    look: Look | None = None,
) -> Result:
    """Answer a SELECT, ASK, CONSTRUCT or DESCRIBE query; the prefixes of `kg.vocabulary` need no declaration.

    `parameters` are bound as terms (see `kg.query.syntax`); at most `limit` rows or triples come back;
    `timeout` is in seconds; `look` is called all the while. In TriG the query sees the union of all graphs.
    Raises `InputError` for a query that is wrong or would change or call something, `KgError` when it fails, its
    subclass `UnfinishedError` when it takes too long, or `look` raises it.
    """
    check_limits(limit, timeout)
    text = bind(query, parameters or {})
    check_read_only(text)
    worker = _Worker(store, text, limit)
    worker.start()
    try:
        _wait(worker, timeout, look)
    except UnfinishedError:
        # Native code cannot be stopped from here: the thread ends at its next row, or with the process.
        worker.output.cancelled = True
        raise
    if isinstance(worker.error, SyntaxError):
        raise syntax_error(text, str(worker.error)) from worker.error
    if worker.error is not None:
        raise KgError(f"the query failed: {' '.join(str(worker.error).split())}") from worker.error
    if worker.result is None:
        raise KgError("the query ended without an answer")
    return worker.result


def _wait(worker: threading.Thread, timeout: float | None, look: Look | None) -> None:
    """Wait for the end of a query; raises UnfinishedError when it is not to be waited for any longer."""
    end = None if timeout is None else time.monotonic() + timeout
    while worker.is_alive():
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            raise TimeoutReachedError(
                f"the query took longer than {timeout:g} s: narrow it, or allow it more time"
            )
        worker.join(left if look is None else min(LOOK_EVERY, left or LOOK_EVERY))
        if look is not None and worker.is_alive():
            look(worker)


class _Worker(threading.Thread):
    """Runs one query: pyoxigraph's results may not leave the thread that made them, their bytes may."""

    def __init__(self, store: ox.Store, query: str, limit: int | None) -> None:
        super().__init__(name="query", daemon=True)
        self._store = store
        self._query = query
        self._limit = limit
        self.output = _Lines(None)
        self.result: Result | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.result = self._answer()
        except Exception as error:
            self.error = error

    def _answer(self) -> Result:
        answer = self._store.query(self._query, prefixes=PREFIXES, use_default_graph_as_union=True)
        if isinstance(answer, ox.QueryBoolean):
            return Result("ask", b"true" if answer else b"false")
        kind: Kind = "graph" if isinstance(answer, ox.QueryTriples) else "select"
        output: Any = self.output
        header = 1 if kind == "select" else 0
        self.output.limit = None if self._limit is None else self._limit + header
        format: Any = ox.RdfFormat.N_TRIPLES if kind == "graph" else ox.QueryResultsFormat.TSV
        with contextlib.suppress(_FullError):
            answer.serialize(output, format=format)
        return Result(kind, *self.output.content())


class _FullError(Exception):
    """Enough lines have been written."""


class _Lines:
    """A file that takes no more lines than `limit`; both formats have one row, or triple, a line."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.cancelled = False
        self._data = bytearray()
        self._lines = 0

    def write(self, data: bytes) -> int:
        if self.cancelled:
            raise _FullError
        self._data += data
        self._lines += data.count(b"\n")
        if self.limit is not None and self._lines > self.limit:
            raise _FullError
        return len(data)

    def flush(self) -> None:
        """Nothing waits to be written."""

    def content(self) -> tuple[bytes, bool]:
        """The lines up to the limit, and whether there were more."""
        if self.limit is None or self._lines <= self.limit:
            return bytes(self._data), False
        ends = re.finditer(b"\n", self._data)
        end = 0
        for _ in range(self.limit):
            end = next(ends).end()
        return bytes(self._data[:end]), True


def check_limits(limit: int | None, timeout: float | None) -> None:
    """Raise `InputError` for a limit or a timeout that leaves nothing, or a timeout without end."""
    if limit is not None and limit < 1:
        raise InputError(f"a limit of {limit} rows leaves nothing: use 1 or more")
    if timeout is not None and not timeout > 0:
        raise InputError(f"a timeout of {timeout:g} s leaves no time: use more than 0")
    if timeout is not None and timeout > LONGEST_TIMEOUT:
        raise InputError(f"a timeout of {timeout:g} s is too long: use {LONGEST_TIMEOUT:.0f} or less")
