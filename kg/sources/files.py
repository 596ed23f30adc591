"""Inputs as streams of bytes: which files there are, unpacked (gzip, Zstandard), hashed, and told from binary ones."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from kg.errors import InputError
from kg.files import real_path
from kg.sources.fields import Report, one_line

STDIN = "-"
_BUFFER = 1 << 16
_SIGNATURES = {
    b"%PDF-": "a PDF; put its abstracts into a text file first",
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"BZh": "packed with bzip2; unpack it first",
    b"\xfd7zXZ\x00": "packed with xz; unpack it first",
    b"\xff\xfe": "UTF-16; convert it: iconv -f UTF-16 -t UTF-8",
    b"\xfe\xff": "UTF-16; convert it: iconv -f UTF-16 -t UTF-8",
}
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_PACKED = (".gz", ".zst")
_ABOUT_THE_FOLDER = frozenset({"changelog", "contributing", "licence", "license", "notice", "readme"})
"""What the names of files begin with, up to the first dot, that speak of what is beside them: `README.de.md`."""

UNPACKING_ERRORS = (EOFError, zlib.error, OSError)
"""What reading a packed file raises when it is cut off or damaged."""


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """One input. `name` is what reports call it; without a `path` it is standard input.

    `copy` holds the bytes of what can be read only once.
    """

    name: str
    path: Path | None = None
    in_folder: bool = False
    copy: IO[bytes] | None = field(default=None, compare=False)

    @property
    def stem(self) -> str:
        """The file's name without folder and endings."""
        return Path(_unpacked(Path(self.name).name)).stem if self.path else "stdin"

    @property
    def suffix(self) -> str:
        """The ending that tells the format: `.jsonl` of `a.jsonl.gz`."""
        return Path(_unpacked(self.name.lower())).suffix if self.path else ""

    @property
    def is_packed(self) -> bool:
        """Whether the name says that it has to be unpacked."""
        return self.name.lower().endswith(_PACKED)

    @property
    def is_stream(self) -> bool:
        """Whether it can be read only once: standard input, a pipe."""
        return self.path is None or not self.path.is_file()


def _unpacked(name: str) -> str:
    return name[: -len(Path(name).suffix)] if name.lower().endswith(_PACKED) else name


def _shown(name: str) -> str:
    """A file name that every output can hold, whatever bytes it has on disk."""
    return one_line(os.fsencode(name).decode("utf-8", "replace"))


def _some(names: list[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def _may_hold_papers(source: Source, suffixes: Collection[str]) -> bool:
    """Whether a file of a folder is looked into: by its ending, or packed without one, as in published dumps."""
    if (
        source.name.rpartition("/")[2].startswith(".")
        or source.stem.lower().partition(".")[0] in _ABOUT_THE_FOLDER
    ):
        return False
    return source.suffix in suffixes or (source.is_packed and not source.suffix)


def _is_regular(file: Path) -> bool:
    """Whether a file can be read without waiting for someone who writes it; not so a link that leads nowhere."""
    try:
        return stat.S_ISREG(file.stat().st_mode)
    except OSError:
        return False


def _files_of(
    folder: Path, suffixes: Collection[str], report: Report, leave_out: Path | None
) -> list[Source]:
    found: list[Source] = []
    skipped: list[Source] = []

    def unreadable(error: OSError) -> None:
        report(f"{error.filename}: cannot be read and is left out: {error.strerror}")

    for path, folders, files in os.walk(folder, onerror=unreadable):
        for link in sorted(name for name in folders if Path(path, name).is_symlink()):
            report(f"{Path(path, link)}: a link to a folder, which is not followed; name it as an input")
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and not (leave_out and real_path(Path(path, name)) == leave_out)
        )
        for name in sorted(files):
            file = Path(path, name)
            source = Source(_shown(file.relative_to(folder).as_posix()), file, in_folder=True)
            if not _may_hold_papers(source, suffixes):
                skipped.append(source)
            elif _is_regular(file):
                found.append(source)
            else:
                report(f"{file}: no regular file, but a pipe, a device or a link to nothing; it is left out")
    if skipped:
        names = _some([source.name for source in skipped])
        report(f"{folder}: skipped, hidden, of no known ending or about the folder itself: {names}")
    if not found:
        raise InputError(
            f"{folder}: holds no file that can be read; known endings: {', '.join(sorted(suffixes))}"
        )
    return found


def find_sources(
    paths: Iterable[Path | str], suffixes: Collection[str], report: Report, *, leave_out: Path | None = None
) -> list[Source]:
    """The files that `paths` name, folders walked, in an order that does not depend on theirs; stdin comes last.

    The folder `leave_out` is passed over where it lies within another. A file that is named itself and in a folder
    goes by the former; the order is that of names, then of where files really are, so that it does not matter how a
    path is spelled.

    Raises InputError for a path that does not exist, and for a folder without a file of one of `suffixes`.
    """
    given = list(map(str, paths))
    named = [Path(path) for path in given if path != STDIN]
    for path in named:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
    left_out = leave_out and real_path(leave_out)
    spellings: dict[Path, list[Source]] = {}
    for path in sorted(named, key=lambda path: (real_path(path), path)):
        members = (
            _files_of(path, suffixes, report, left_out)
            if path.is_dir()
            else [Source(_shown(path.name), path)]
        )
        for source in members:
            spellings.setdefault(real_path(source.path or path), []).append(source)
    found = {
        file: min(sources, key=lambda source: (source.in_folder, source))
        for file, sources in spellings.items()
    }
    if twice := sorted(found[file].name for file, sources in spellings.items() if len(sources) > 1):
        report(f"named twice, read once: {_some(twice)}")
    files = sorted(found, key=lambda file: (found[file].name, file))
    return [*map(found.__getitem__, files), *([Source(STDIN)] if STDIN in given else [])]


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
        except UNPACKING_ERRORS as error:
            raise InputError(f"{self.source.name}: cannot be unpacked, it seems cut off: {error}") from error

    def refuse_binary(self) -> None:
        """Raise InputError when the first bytes are those of a file that holds no text."""
        head = self.head()
        for signature, what in _SIGNATURES.items():
            if head.startswith(signature):
                raise InputError(f"{self.source.name}: is {what}")
        if head.count(b"\x00") * 10 > len(head):
            offset = head.index(b"\x00")
            raise InputError(
                f"{self.source.name}: is binary (byte {offset} is NUL); give a text file in UTF-8"
            )


class _Zstandard(io.RawIOBase):
    """The content of a stream of Zstandard frames (RFC 8878); what is damaged raises OSError, as with gzip."""

    def __init__(self, packed: Any) -> None:
        # Only who has such a file waits for the library to load.
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        self._error = zstd.ZstdError
        self._file = zstd.ZstdFile(packed)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            return self._file.readinto(buffer)
        except self._error as error:
            raise OSError(str(error)) from error


def keep_stream(source: Source) -> Source:
    """What can be read only once as a source that can be read again, from a copy on disk that ends with it."""
    copy = tempfile.TemporaryFile()  # noqa: SIM115
    raw = _stored(source)
    try:
        shutil.copyfileobj(raw, copy, _BUFFER)
    finally:
        if source.path:
            raw.close()
    return replace(source, copy=copy)


def _stored(source: Source) -> IO[bytes]:
    if source.copy:
        source.copy.seek(0)
        return source.copy
    try:
        return source.path.open("rb") if source.path else sys.stdin.buffer
    except OSError as error:
        raise InputError(f"{source.path}: cannot read: {error.strerror}") from error


@contextmanager
def open_source(source: Source) -> Iterator[OpenSource]:
    """Open an input, unpacking it whatever its name. Raises InputError when the system refuses."""
    raw = _stored(source)
    try:
        hashing = _Hashing(raw)
        file: io.BufferedReader[Any] = io.BufferedReader(hashing, _BUFFER)
        start = file.peek(len(_ZSTD))
        if start.startswith(_GZIP):
            unpacked: Any = gzip.GzipFile(fileobj=file)
            file = io.BufferedReader(unpacked, _BUFFER)
        elif start.startswith(_ZSTD):
            file = io.BufferedReader(_Zstandard(file), _BUFFER)
        yield OpenSource(source, file, hashing)
    finally:
        if source.path and not source.copy:
            raw.close()


def named_hash(path: Path) -> list[tuple[str, str]]:
    """Name and SHA-256 of a file, as a build records it; nothing of what can be read only once."""
    return [(path.name, source_hash(path))] if path.is_file() else []


def source_hash(path: Path | str) -> str:
    """SHA-256 of the bytes of a file as stored, in hexadecimal. Raises InputError when it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"{path}: cannot read: {error.strerror}") from error
