"""Inputs as streams of bytes: which files there are, unpacked, hashed, and told from binary ones."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.sources.fields import Report

STDIN = "-"
_BUFFER = 1 << 16
_SIGNATURES = {
    b"%PDF-": "a PDF; put its abstracts into a text file first",
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"BZh": "packed with bzip2; unpack it first",
    b"\xfd7zXZ\x00": "packed with xz; unpack it first",
    b"\x28\xb5\x2f\xfd": "packed with zstd; unpack it first",
    b"\xff\xfe": "UTF-16; convert it: iconv -f UTF-16 -t UTF-8",
    b"\xfe\xff": "UTF-16; convert it: iconv -f UTF-16 -t UTF-8",
}
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """One input. `name` is what reports call it; without a `path` it is standard input."""

    name: str
    path: Path | None = None
    in_folder: bool = False

    @property
    def stem(self) -> str:
        """The file's name without folder and endings."""
        name = Path(self.name).name.removesuffix(".gz")
        return Path(name).stem if self.path else "stdin"

    @property
    def suffix(self) -> str:
        """The ending that tells the format: `.jsonl` of `a.jsonl.gz`."""
        return Path(self.name.lower().removesuffix(".gz")).suffix if self.path else ""

    @property
    def is_stream(self) -> bool:
        """Whether it can be read only once: standard input, a pipe."""
        return self.path is None or not self.path.is_file()


def _shown(name: str) -> str:
    """A file name that every output can hold, whatever bytes it has on disk."""
    return os.fsencode(name).decode("utf-8", "replace")


def _files_of(folder: Path, suffixes: Collection[str], report: Report) -> list[Source]:
    found, skipped = [], []

    def unreadable(error: OSError) -> None:
        report(f"{error.filename}: cannot be read and is left out: {error.strerror}")

    for path, folders, files in os.walk(folder, onerror=unreadable):
        for link in sorted(name for name in folders if Path(path, name).is_symlink()):
            report(f"{Path(path, link)}: a link to a folder, which is not followed; name it as an input")
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            file = Path(path, name)
            source = Source(_shown(file.relative_to(folder).as_posix()), file, in_folder=True)
            if name.startswith(".") or source.suffix not in suffixes:
                skipped.append(source.name)
            else:
                found.append(source)
    if skipped:
        more = f" and {len(skipped) - 3} more" if len(skipped) > 3 else ""
        report(f"{folder}: skipped, hidden or of no known ending: {', '.join(skipped[:3])}{more}")
    if not found:
        raise InputError(
            f"{folder}: holds no file that can be read; known endings: {', '.join(sorted(suffixes))}"
        )
    return found


def find_sources(paths: Iterable[Path | str], suffixes: Collection[str], report: Report) -> list[Source]:
    """The files that `paths` name, folders walked, in an order that does not depend on theirs; stdin comes last.

    Raises InputError for a path that does not exist, and for a folder without a file of one of `suffixes`.
    """
    found: dict[Path | None, Source] = {}
    for path in paths:
        if str(path) == STDIN:
            found[None] = Source(STDIN)
            continue
        path = Path(path)
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
        members = _files_of(path, suffixes, report) if path.is_dir() else [Source(_shown(path.name), path)]
        for source in members:
            key = source.path.resolve() if source.path else None
            if key in found:
                report(f"{source.path}: named twice, read once")
            found.setdefault(key, source)
    return sorted(found.values(), key=lambda source: (source.path is None, source.name, str(source.path)))


class _Hashing(io.RawIOBase):
    """A stream that hashes what is read from it."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self.digest = hashlib.sha256()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data: bytes = (
            self._raw.read1(len(buffer)) if hasattr(self._raw, "read1") else self._raw.read(len(buffer))
        )
        buffer[: len(data)] = data
        self.digest.update(data)
        return len(data)

    def hexdigest(self) -> str:
        """SHA-256 of the whole stream; what no one has read yet is read now."""
        while chunk := self._raw.read(_BUFFER):
            self.digest.update(chunk)
        return self.digest.hexdigest()


@dataclass(slots=True)
class OpenSource:
    """An input that is being read: `file` gives its bytes, unpacked."""

    source: Source
    file: io.BufferedReader[Any]
    hashing: _Hashing

    def head(self) -> bytes:
        """The first bytes, left in the stream, without a byte order mark."""
        try:
            return self.file.peek(_BUFFER)[:_BUFFER].removeprefix(b"\xef\xbb\xbf")
        except (EOFError, zlib.error, OSError) as error:
            raise InputError(f"{self.source.name}: cannot be unpacked, it seems cut off: {error}") from error

    def refuse_binary(self) -> None:
        """Raise InputError when the first bytes are those of a file that holds no text."""
        head = self.head()
        for signature, what in _SIGNATURES.items():
            if head.startswith(signature):
                raise InputError(f"{self.source.name}: is {what}")
        if head.count(b"\x00") * 100 > len(head):
            offset = head.index(b"\x00")
            raise InputError(
                f"{self.source.name}: is binary (byte {offset} is NUL); give a text file in UTF-8"
            )


@contextmanager
def open_source(source: Source) -> Iterator[OpenSource]:
    """Open an input, unpacking gzip whatever its name. Raises InputError when the system refuses."""
    try:
        raw = source.path.open("rb") if source.path else sys.stdin.buffer
    except OSError as error:
        raise InputError(f"{source.path}: cannot read: {error.strerror}") from error
    try:
        hashing = _Hashing(raw)
        file: io.BufferedReader[Any] = io.BufferedReader(hashing, _BUFFER)
        if file.peek(2).startswith(_GZIP):
            unpacked: Any = gzip.GzipFile(fileobj=file)
            file = io.BufferedReader(unpacked, _BUFFER)
        yield OpenSource(source, file, hashing)
    finally:
        if source.path:
            raw.close()


def source_hash(path: Path | str) -> str:
    """SHA-256 of the bytes of a file as stored, in hexadecimal. Raises InputError when it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"{path}: cannot read: {error.strerror}") from error
