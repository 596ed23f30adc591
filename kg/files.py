"""Outputs that are whole or not there at all: written beside their place, then moved into it."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.errors import InputError, KgError
from kg.stopping import when_stopped

EXTRACTIONS = "extractions.jsonl"
CONCEPTS = "concepts.jsonl"
REPORT = "report.json"
RDF_FILE = "graph.ttl"
GRAPH_FILES = {RDF_FILE: "turtle", "graph.graphml": "graphml", "graph.gexf": "gexf", "graph.html": "html"}
"""Name of an output -> its format in `kg.export`."""
BUILD_FILES = (EXTRACTIONS, CONCEPTS, *GRAPH_FILES, REPORT)
"""What `kg build` writes into a folder."""

_PAUSES = (0.1, 0.3, 0.6)
"""Seconds between attempts to replace a file that is in use."""

_DISK_FAILS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ESTALE}
_DISK_REFUSES = _DISK_FAILS | {errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR}


def real_path(path: Path) -> Path:
    """Where links lead; a link that leads back to itself is what it is."""
    return Path(os.path.realpath(path))


def check_output_folder(folder: Path, names: Iterable[str] = ()) -> None:
    """Raise InputError unless `folder` is, or can become, a folder that takes files, those called `names` too."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; name a folder with --out")
    if real_path(folder).is_symlink():
        raise InputError(f"{folder}: is a link that leads back to itself; name another folder with --out")
    nearest = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        raise InputError(f"{folder}: cannot write into {nearest}; name another folder with --out")
    for name in names:
        _check_place(folder / name)


def _check_place(file: Path) -> None:
    """Raise InputError unless a file can take the place of `file`, or of what that link leads to."""
    place = real_path(file)
    if place.exists() and not place.is_file():
        what = "a folder" if place.is_dir() else "no file"
        raise InputError(f"{file}: is {what}, and a file has to be written there; move it away")
    if file.is_symlink() and not place.parent.is_dir():
        raise InputError(
            f"{file}: is a link into {place.parent}, which is no folder; make that, or remove the link"
        )
    if file.is_symlink() and not os.access(place.parent, os.W_OK | os.X_OK):
        raise InputError(
            f"{file}: is a link into {place.parent}, which cannot be written into; remove the link"
        )


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


def check_outside(output: Path, inputs: Iterable[Path]) -> None:
    """Raise InputError when `output`, a file or folder, is in a folder of inputs, and not hidden there.

    It could destroy one of them, and would be read as one the next time.
    """
    for source in inputs:
        if source.is_dir() and real_path(output).is_relative_to(real_path(source)):
            within = real_path(output).relative_to(real_path(source))
            if not any(part.startswith(".") for part in within.parts):
                raise InputError(f"{output}: is in {source}, which is read; name a place outside of it")


@contextmanager
def packaged(file: Path) -> Iterator[None]:
    """Raise KgError when a file that came with the package cannot be read as what it is."""
    try:
        yield
    except Exception as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise KgError(f"{file}: is missing or damaged ({reason}); install the package again") from error


class Lock:
    """A file that one process at a time can hold; a process that dies lets it go."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor = -1

    def take(self) -> bool:
        """Hold the file from now on; whether that was possible."""
        while True:
            self._descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if self.is_held():
                return True
            there = self._file.exists()
            self.close()
            if there:
                return False
            # Who held it until now has just taken the file away.

    def is_held(self) -> bool:
        """Whether this process holds the file."""
        if self._descriptor < 0:
            return False
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return os.path.samestat(self._file.stat(), os.fstat(self._descriptor))
        except (BlockingIOError, FileNotFoundError):
            return False

    def close(self) -> None:
        """Let the file go."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1


@contextmanager
def _scratch(shown: Path, target: Path, beside: Path) -> Iterator[Path]:
    """A new folder in `beside` for what shall become `target`, this run's alone, and gone after the block.

    What a killed run left of its own is cleared away. Raises InputError when `beside` takes no files, or another run
    is at `target`.
    """
    missing = [parent for parent in (beside, *beside.parents) if not parent.exists()]
    scratch, lock_file = beside / f".{target.name}.building", beside / f".{target.name}.lock"
    lock = Lock(lock_file)

    def clear() -> None:
        if lock.is_held():
            shutil.rmtree(scratch, ignore_errors=True)
            lock_file.unlink(missing_ok=True)
        for parent in missing:
            with suppress(OSError):
                parent.rmdir()

    with when_stopped(clear):
        try:
            try:
                beside.mkdir(parents=True, exist_ok=True)
                if not lock.take():
                    raise InputError(f"{shown}: another run is writing into it; wait for its end")
                shutil.rmtree(scratch, ignore_errors=True)
                scratch.mkdir()
            except OSError as error:
                kind = KgError if error.errno in _DISK_FAILS else InputError
                reason = error.strerror or error
                raise kind(f"{shown}: cannot write into {beside}: {reason}; name another place") from error
            try:
                yield scratch
            except (OSError, KgError) as error:
                if scratch.exists():
                    raise
                raise KgError(f"{shown}: {scratch} was taken away during the run; run again") from error
        finally:
            with suppress(OSError):
                clear()
            lock.close()


def _keep(path: Path) -> None:
    """Have a file or folder on the disk itself, so that it outlives a loss of power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A scratch path to write to; it takes the place of `file` when the block ends well, else it is removed.

    A symbolic link stays a link: what it points to is replaced. What is no regular file (a pipe, /dev/null) is
    written to as it is. Raises KgError when the disk refuses, InputError when another run writes the file.
    """
    target = real_path(file)
    if target.exists() and not target.is_file():
        yield target
        return
    with _clear_failures(file), _scratch(file, target, target.parent) as scratch:
        written = scratch / target.name
        yield written
        if target.exists():
            shutil.copymode(target, written)
        _keep(written)
        _put(written, target)
        with suppress(OSError):
            _keep(target.parent)


@contextmanager
def replacing_all(folder: Path) -> Iterator[Path]:
    """A scratch folder; its files take their places in `folder` together when the block ends well.

    At every moment the folder has all of the old ones or all of the new ones: a new folder appears as a whole, and
    one that is there changes places with the new one, other files and all. Where that cannot be (see `_exchanged`),
    files are moved in one by one. Raises KgError when the disk refuses, InputError when another run writes there.
    """
    target = real_path(folder)
    with _clear_failures(folder), _scratch(folder, target, _place_beside(target)) as scratch:
        yield scratch
        for path in (*scratch.iterdir(), scratch):
            _keep(path)
        if not target.exists():
            scratch.rename(target)
        elif not _exchanged(scratch, target):
            _move_in(scratch, target)
        for path in (target, target.parent):
            with suppress(OSError):
                _keep(path)


def _put(written: Path, target: Path) -> None:
    """Move a file over another; a share whose server has that open for somebody else refuses only for a moment."""
    for pause in _PAUSES:
        try:
            written.replace(target)
            return
        except PermissionError:
            time.sleep(pause)
    written.replace(target)


def _place_beside(target: Path) -> Path:
    """Where the scratch folder for `target` can be: next to it, else within it."""
    if target.exists() and (target.is_mount() or not os.access(target.parent, os.W_OK | os.X_OK)):
        return target
    return target.parent


def _move_in(scratch: Path, target: Path) -> None:
    """Let each file take its place in `target`, or where a link there leads, when all are on the disks of theirs."""
    placed: list[tuple[Path, Path]] = []

    def take() -> None:
        for new, place in placed:
            if new.exists():
                _put(new, place)

    def undo() -> None:
        for new, _ in placed:
            new.unlink(missing_ok=True)

    with when_stopped(undo):
        try:
            for written in sorted(scratch.iterdir()):
                _check_place(target / written.name)
                place = real_path(target / written.name)
                placed.append((place.with_name(f".{place.name}.new"), place))
                _bring(written, placed[-1][0])
            with when_stopped(take):
                take()
        finally:
            undo()


def _bring(written: Path, new: Path) -> None:
    """Move a file, to another disk as a copy."""
    try:
        written.replace(new)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        shutil.copyfile(written, new)
        _keep(new)


def _exchanged(scratch: Path, target: Path) -> bool:
    """Let the new folder and the old one change places in one step, and say whether that was possible.

    It is not for a folder that has folders or symbolic links in it, or that this process stands in, and where the
    system has no such step.
    """
    others: list[Path] = []
    try:
        if scratch.parent != target.parent or Path.cwd().is_relative_to(target):
            return False
        there = list(target.iterdir())
        if any(path.is_symlink() or not path.is_file() for path in there):
            return False
        shutil.copystat(target, scratch)
        os.utime(scratch)
        os.chown(scratch, target.stat().st_uid, target.stat().st_gid)
        for path in there:
            if not (scratch / path.name).exists():
                (scratch / path.name).hardlink_to(path)
                others.append(scratch / path.name)
        _exchange(scratch, target)
    except OSError:
        for other in others:
            other.unlink(missing_ok=True)
        return False
    return True


def _exchange(one: Path, other: Path) -> None:
    """Linux' renameat2 with RENAME_EXCHANGE. Raises OSError where system or file system have it not."""
    system = ctypes.CDLL(None, use_errno=True)
    here, exchange = -100, 2
    if not hasattr(system, "renameat2"):
        raise OSError(errno.ENOSYS, "no renameat2")
    if system.renameat2(here, os.fsencode(one), here, os.fsencode(other), exchange):
        raise OSError(ctypes.get_errno(), "renameat2")
