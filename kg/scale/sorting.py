"""Lines of extractions in the order of their papers, sorted on disk: memory holds a few megabytes of them."""

from __future__ import annotations

import hashlib
import heapq
import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from kg.errors import InputError

RUN = 1 << 24
"""Bytes that are sorted in memory at a time."""
PIECE = 1 << 16
"""Bytes that are read of each sorted run at a time."""
BUFFER = 1 << 20
"""Bytes that are written at a time."""

Keyed = tuple[str, bytes]
"""The id of a paper, and the line of its extraction."""


def _runs(lines: Iterable[Keyed]) -> Iterator[list[Keyed]]:
    """Sorted lists of lines, each as large as memory may hold."""
    run: list[Keyed] = []
    size = 0
    for keyed in lines:
        run.append(keyed)
        size += len(keyed[1])
        if size >= RUN:
            yield sorted(run)
            run, size = [], 0
    if run:
        yield sorted(run)


def _write(run: list[Keyed], file: IO[bytes]) -> tuple[int, int]:
    """Write a run behind what is there, the id before each line; where it begins and ends."""
    start = file.tell()
    for key, line in run:
        encoded = key.encode("utf-8", "surrogatepass")
        file.write(b"%d %d\n" % (len(encoded), len(line)) + encoded + line)
    return start, file.tell()


class _Region(io.RawIOBase):
    """A part of a file, for a reader of its own."""

    def __init__(self, file: IO[bytes], start: int, end: int) -> None:
        self._descriptor, self._at, self._end = file.fileno(), start, end

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = os.pread(self._descriptor, min(len(buffer), self._end - self._at), self._at)
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


def _read(region: _Region) -> Iterator[Keyed]:
    """The lines of a run, read piece by piece."""
    reader = io.BufferedReader(region, PIECE)
    while head := reader.readline():
        key, line = map(int, head.split())
        yield reader.read(key).decode("utf-8", "surrogatepass"), reader.read(line)


def write_sorted(lines: Iterable[Keyed], path: Path) -> str:
    """Write lines sorted by the ids of their papers; SHA-256 of the file.

    Raises InputError when two have one id.
    """
    digest, before = hashlib.sha256(), None
    with tempfile.TemporaryFile(dir=path.parent, buffering=BUFFER) as scratch, path.open("wb", BUFFER) as out:
        places = [_write(run, scratch) for run in _runs(lines)]
        scratch.flush()
        for key, line in heapq.merge(*(_read(_Region(scratch, *place)) for place in places)):
            if key == before:
                raise InputError(f"the paper id {key!r} occurs twice; give each paper its own id")
            before = key
            digest.update(line)
            out.write(line)
    return digest.hexdigest()
