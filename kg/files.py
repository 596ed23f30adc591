"""Outputs that are whole or not there at all: written beside their place, then moved into it."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.errors import InputError, KgError

EXTRACTIONS = "extractions.jsonl"
CONCEPTS = "concepts.jsonl"
REPORT = "report.json"
RDF_FILE = "graph.ttl"
GRAPH_FILES = {RDF_FILE: "turtle", "graph.graphml": "graphml", "graph.gexf": "gexf", "graph.html": "html"}
"""Name of an output -> its format in `kg.export`."""
BUILD_FILES = (EXTRACTIONS, CONCEPTS, *GRAPH_FILES, REPORT)
"""What `kg build` writes into a folder."""

_DISK_REFUSES = {errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EPERM, errno.EDQUOT, errno.EIO, errno.ENOTDIR}


def check_output_folder(folder: Path) -> None:
    """Raise InputError unless `folder` is, or can become, a folder that takes files."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; name a folder with --out")
    nearest = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        raise InputError(f"{folder}: cannot write into {nearest}; name another folder with --out")


def check_output_file(file: Path) -> None:
    """Raise InputError unless `file` can be written; the folder that holds it must be there."""
    if file.is_dir():
        raise InputError(f"{file}: is a folder; name a file with --out")
    if not file.parent.is_dir():
        raise InputError(f"{file}: there is no folder {file.parent}; make it first")
    if not os.access(file.parent, os.W_OK | os.X_OK):
        raise InputError(f"{file}: cannot write into {file.parent}; name another place with --out")


def check_not_an_input(file: Path, inputs: Iterable[Path]) -> None:
    """Raise InputError when writing `file` would destroy one of the files that are read for it."""
    for source in inputs:
        if file.exists() and source.exists() and file.samefile(source):
            raise InputError(f"{file}: is one of the inputs; name another file with --out")


@contextmanager
def _clear_failures(target: Path) -> Iterator[None]:
    """Say which output could not be written, where the disk refuses (full, read-only, gone)."""
    try:
        yield
    except OSError as error:
        if error.errno not in _DISK_REFUSES:
            raise
        raise KgError(f"{target}: cannot write: {error.strerror or error}") from error


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A scratch path to write to; it takes the place of `file` when the block ends well, else it is removed.

    A symbolic link stays a link: what it points to is replaced. What is no regular file (a pipe, /dev/null) is
    written to as it is. Raises KgError when the disk refuses.
    """
    target = file.resolve()
    if target.exists() and not target.is_file():
        yield target
        return
    with (
        _clear_failures(file),
        tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as scratch,
    ):
        written = Path(scratch, target.name)
        yield written
        written.replace(target)


def _claim(folder: Path, target: Path, beside: Path) -> tuple[Path, int]:
    """A new scratch folder for `target` in `beside`, locked as long as its descriptor is open.

    A scratch folder that nobody holds is what a killed run left, and is cleared away.
    """
    prefix = f".{target.name}.building-"
    try:
        beside.mkdir(parents=True, exist_ok=True)
        for other in sorted({*target.parent.glob(f"{prefix}*"), *target.glob(f"{prefix}*")}):
            descriptor = os.open(other, os.O_RDONLY)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(other, ignore_errors=True)
            except BlockingIOError:
                raise InputError(f"{folder}: another run is writing into it; wait for its end") from None
            finally:
                os.close(descriptor)
        scratch = Path(tempfile.mkdtemp(prefix=prefix, dir=beside))
        lock = os.open(scratch, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX)
        scratch.chmod(beside.stat().st_mode & 0o777)
    except OSError as error:
        raise InputError(
            f"{folder}: cannot write into {beside}: {error.strerror or error}; name another"
        ) from error
    return scratch, lock


@contextmanager
def replacing_all(folder: Path) -> Iterator[Path]:
    """A scratch folder; its files take their places in `folder` together when the block ends well.

    A new folder appears as a whole. In a folder that is there already, files are moved in one by one, and other
    files stay. Raises KgError when the disk refuses.
    """
    target = folder.resolve()
    missing = [parent for parent in target.parents if not parent.exists()]
    with _clear_failures(folder):
        is_new = not target.exists()
        scratch, lock = _claim(folder, target, target.parent if is_new else target)
        try:
            yield scratch
            if is_new and not target.exists():
                scratch.rename(target)
            else:
                for written in sorted(scratch.iterdir()):
                    written.replace((target / written.name).resolve())
        except BaseException:
            shutil.rmtree(scratch, ignore_errors=True)
            for parent in missing:
                with suppress(OSError):
                    parent.rmdir()
            raise
        finally:
            os.close(lock)
        shutil.rmtree(scratch, ignore_errors=True)
