"""What an earlier run found, looked up by what decides it: the text, its title, and the pipeline."""

from __future__ import annotations

import hashlib
import json
import os
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from kg.extractions import divide, extraction_line, extraction_of, join, parse_json
from kg.records import Paper


def _key(title: str, text: str) -> tuple[int, int]:
    """128 bits of what a pipeline reads of a paper."""
    whole = f"{title}\0{text}".encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(whole, digest_size=16).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")


class EarlierExtractions:
    """The lines of a file of extractions that a pipeline made, found by text. 48 bytes of each are held.

    `pipeline` is the name as extractions record it. A `digest` vouches for the lines: a file with another SHA-256
    holds none. Without one each line is checked, and those that are no extraction are passed over. A file that is
    missing holds none.
    """

    def __init__(self, path: Path, *, pipeline: str, digest: str | None = None) -> None:
        self._file = path.open("rb", 1 << 20) if path.is_file() else None
        whole, keys = self._read(pipeline, checked=digest is None)
        if digest not in (None, whole):
            keys = _columns()
        firsts = np.frombuffer(keys[0], dtype=np.uint64) if keys[0] else np.empty(0, np.uint64)
        self._order = np.argsort(firsts, kind="stable")
        self._firsts = firsts[self._order]
        self._seconds, self._places, self._ends = keys[1:]

    def _read(self, pipeline: str, *, checked: bool) -> tuple[str, tuple[array[int], ...]]:
        """SHA-256 of the file, and of each line of the pipeline: its key's two halves, its place and its end."""
        columns = _columns()
        made_by = f', "pipeline": {json.dumps(pipeline, ensure_ascii=False)}}}\n'.encode()
        whole, place = hashlib.sha256(), 0
        for line in self._lines():
            whole.update(line)
            if line.endswith(made_by) and (not checked or _is_sound(line)):
                paper = _title_and_text(line)
                if paper is not None:
                    for column, value in zip(columns, (*_key(*paper), place, place + len(line)), strict=True):
                        column.append(value)
            place += len(line)
        return whole.hexdigest(), columns

    def _lines(self) -> Iterator[bytes]:
        if self._file is not None:
            self._file.seek(0)
            yield from self._file

    def find(self, paper: Paper) -> bytes | None:
        """The line of `paper`, with its own fields and what was found in the same text under the same title."""
        first, second = _key(paper.title, paper.text)
        at = int(self._firsts.searchsorted(np.uint64(first)))
        if self._file is None or at == len(self._firsts) or self._firsts[at] != first:
            return None
        row = int(self._order[at])
        if self._seconds[row] != second:
            return None
        place = self._places[row]
        return join(paper, divide(os.pread(self._file.fileno(), self._ends[row] - place, place))[1])

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def _columns() -> tuple[array[int], ...]:
    return tuple(array("Q") for _ in range(4))


def _title_and_text(line: bytes) -> tuple[str, str] | None:
    try:
        row = parse_json(divide(line)[0])
        return row["title"], row["text"]
    except (ValueError, KeyError, TypeError):
        return None


def _is_sound(line: bytes) -> bool:
    """Whether a line is that of an extraction, byte for byte."""
    try:
        return extraction_line(extraction_of(line)) == line
    except ValueError:
        return False
