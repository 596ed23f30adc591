"""Extraction in shards, in a folder: what is done stays done, whatever happens to the run.

    papers/000000.jsonl       papers, in the order of the sources
    extractions/000000.jsonl  their extractions; all files in order are what one process writes
    extractions/000000.json   what the file was made from and by, its own hash, and which papers failed
    manifest.json             what the papers were cut from, and the hash of each file of them

A shard is done when its record names the hash of its papers, the pipeline of the run and the libraries that it ran on,
and the hash of its result.
Each file takes its place as a whole; those of a shard need nothing but the shard, so that any machine that sees the
folder can do it, and do it again.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from kg.errors import InputError, KgError
from kg.extractions import json_line, paper_of, paper_row, parse_json
from kg.files import Lock, replacing
from kg.records import Paper
from kg.scale.earlier import EarlierExtractions
from kg.scale.work import Failed, Recipe, Result, extract_lines
from kg.sources import source_hash
from kg.warnings import Warnings

SHARD_SIZE = 1000
"""Papers of a shard, if nothing else is asked for: less than a minute of work."""

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Shard:
    """One shard of a folder, and the SHA-256 that the file of its papers has."""

    folder: Path
    number: int
    digest: str

    @property
    def papers(self) -> Path:
        """The file of its papers."""
        return self.folder / "papers" / f"{self.number:06d}.jsonl"

    @property
    def extractions(self) -> Path:
        """The file of its result."""
        return self.folder / "extractions" / f"{self.number:06d}.jsonl"

    @property
    def record(self) -> Path:
        """What is noted of its result."""
        return self.extractions.with_suffix(".json")


@dataclass(frozen=True, slots=True)
class Done:
    """A shard that is done: how many papers it has, which of them failed, and whether it was done by an earlier run."""

    shard: Shard
    papers: int
    failed: tuple[Failed, ...]
    is_earlier: bool


@dataclass(slots=True)
class About:
    """What reading the sources of a folder had to say.

    Their names and hashes; how many papers came again, and which fields others took from them; problems.
    """

    sources: list[tuple[str, str]] = field(default_factory=list)
    duplicates: dict[str, int] = field(default_factory=dict)
    filled: dict[str, int] = field(default_factory=dict)
    warnings: Warnings = field(default_factory=Warnings)

    def add_source(self, name: str, digest: str) -> None:
        """Note a source and the SHA-256 of its stored bytes."""
        self.sources.append((name, digest))


def _read_object(file: Path) -> dict[str, Any]:
    """The object in a file; an empty one where the file is missing or damaged."""
    try:
        found = parse_json(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(file: Path, content: bytes) -> None:
    with replacing(file) as scratch:
        scratch.write_bytes(content)


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Hold a folder of shards against other runs; it is made if it is not there.

    What a killed run was writing is cleared away. Raises InputError when another run is at work in it.
    """
    for part in ("papers", "extractions"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    lock = Lock(folder / ".lock")
    if not lock.take():
        raise InputError(f"{folder}: another run is writing into it; wait for its end")
    try:
        for place in (folder, folder / "papers", folder / "extractions"):
            for left in place.glob(".*.building"):
                shutil.rmtree(left, ignore_errors=True)
            for left in place.glob(".*.lock"):
                left.unlink(missing_ok=True)
        yield
    finally:
        lock.close()


def cut(papers: Iterable[Paper], folder: Path, *, size: int = SHARD_SIZE) -> Iterator[Shard]:
    """Cut papers into shards of `size` in a claimed folder; each can be worked on as soon as it comes.

    A file that holds the same papers already stays as it is. Memory holds one shard.
    """
    source = iter(papers)
    number = 0
    while part := list(islice(source, size)):
        content = b"".join(json_line(paper_row(paper)) for paper in part)
        shard = Shard(folder, number, hashlib.sha256(content).hexdigest())
        if not shard.papers.is_file() or source_hash(shard.papers) != shard.digest:
            _write(shard.papers, content)
        yield shard
        number += 1
    while (more := Shard(folder, number, "")).papers.exists() or more.extractions.exists():
        for file in (more.papers, more.extractions, more.record):
            file.unlink(missing_ok=True)
        number += 1


def find_done(shard: Shard, pipeline: str) -> Done | None:
    """What a run of the pipeline, as a recipe describes it, made of a shard's papers, if all is there and sound."""
    record = _read_object(shard.record)
    if (record.get("papers"), record.get("pipeline")) != (shard.digest, pipeline):
        return None
    try:
        if source_hash(shard.extractions) != record["extractions"]:
            return None
        failed = tuple(Failed(**row) for row in record["failed"])
        return Done(shard, int(record["count"]), failed, is_earlier=True)
    except (InputError, ValueError, KeyError, TypeError, OverflowError):
        return None


def _results(made: Recipe, shard: Shard, papers: Sequence[Paper]) -> list[Result]:
    """A result for each paper, taken over where the shard's file has its text: most papers move by a few places."""
    record = _read_object(shard.record)
    digest = str(record.get("extractions")) if record.get("pipeline") == made.described else ""
    with closing(EarlierExtractions(shard.extractions, pipeline=made.recorded, digest=digest)) as earlier:
        known = [earlier.find(paper) for paper in papers]
    unknown = [paper for paper, line in zip(papers, known, strict=True) if line is None]
    new = iter(extract_lines(made, unknown))
    return [next(new) if line is None else line for line in known]


def do(made: Recipe, shard: Shard) -> Done:
    """Do a shard, unless it is done. Raises KgError when its papers cannot be read, or are not those that were cut."""
    if done := find_done(shard, made.described):
        return done
    try:
        content = shard.papers.read_bytes()
    except OSError as error:
        raise KgError(
            f"{shard.papers}: cannot read: {error.strerror}; each machine must see the folder under this path"
        ) from error
    if hashlib.sha256(content).hexdigest() != shard.digest:
        raise KgError(f"{shard.papers}: was changed or damaged since it was cut; run again")
    papers = [paper_of(parse_json(line)) for line in content.splitlines()]
    digest = hashlib.sha256()
    failed: list[Failed] = []
    with replacing(shard.extractions) as scratch, scratch.open("wb") as out:
        for result in _results(made, shard, papers):
            if isinstance(result, Failed):
                failed.append(result)
            else:
                digest.update(result)
                out.write(result)
    record = {
        "papers": shard.digest,
        "pipeline": made.described,
        "extractions": digest.hexdigest(),
        "count": len(papers),
        "failed": [asdict(one) for one in failed],
    }
    _write(shard.record, json_line(record))
    return Done(shard, len(papers), tuple(failed), is_earlier=False)


Engine = Callable[[Callable[[Shard], Done], Iterable[Shard]], Iterable[Done]]
"""Does each shard, here or elsewhere, in any order."""


def extract_shards(
    papers: Iterable[Paper],
    folder: Path,
    made: Recipe,
    engine: Engine,
    *,
    size: int = SHARD_SIZE,
    about: About,
) -> Iterator[Done]:
    """Cut papers into shards of `size`, let `engine` do those that are not done, and write the manifest.

    `about` is filled as the papers are read. An earlier manifest goes at the start, so that nobody takes a folder for
    whole in which a run was stopped. Raises InputError when another run works in the folder, KgError when
    every paper fails.
    """
    with claimed(folder):
        (folder / MANIFEST).unlink(missing_ok=True)
        shards: list[Shard] = []

        def cutting() -> Iterator[Shard]:
            for shard in cut(papers, folder, size=size):
                shards.append(shard)
                yield shard

        succeeded, failed = 0, 0
        for done in engine(partial(do, made), cutting()):
            succeeded += done.papers - len(done.failed)
            failed += len(done.failed)
            yield done
        if failed and not succeeded:
            raise KgError(f"the extraction fails for every paper; see {folder / 'extractions'}/*.json")
        _write_manifest(folder, made, shards, about)


def _write_manifest(folder: Path, made: Recipe, shards: Sequence[Shard], about: About) -> None:
    row = {
        "pipeline": made.described,
        "libraries": made.libraries,
        "shards": [shard.digest for shard in shards],
        **asdict(about),
    }
    _write(folder / MANIFEST, json_line(row))


@dataclass(frozen=True, slots=True)
class Finished:
    """The files of a folder all of whose shards are done, what failed, and what there was to say of the sources.

    `libraries` are those that the pipeline ran on.
    """

    files: tuple[Path, ...]
    failed: tuple[Failed, ...]
    about: About
    libraries: str


def read_finished(folder: Path) -> Finished:
    """A folder of shards. Raises InputError when it is none, or when a shard is missing or damaged."""
    manifest = _read_object(folder / MANIFEST)
    again = f"kg extract SOURCE --shards {folder}"
    try:
        shards = [Shard(folder, number, digest) for number, digest in enumerate(manifest["shards"])]
        about = About(
            [(name, digest) for name, digest in manifest["sources"]],
            dict(manifest["duplicates"]),
            dict(manifest["filled"]),
            Warnings(list(manifest["warnings"]["first"]), int(manifest["warnings"]["count"])),
        )
        libraries = str(manifest["libraries"])
        done = [find_done(shard, manifest["pipeline"]) for shard in shards]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(
            f"{folder}: has no readable {MANIFEST}: shards are missing; do them with: {again}"
        ) from error
    missing = [shard.extractions.name for shard, found in zip(shards, done, strict=True) if found is None]
    if missing:
        names = ", ".join(missing[:3]) + (", …" if len(missing) > 3 else "")
        raise InputError(
            f"{folder}: {len(missing)} of {len(shards)} shards are missing or damaged ({names}); do them with: {again}"
        )
    failed = tuple(one for found in done if found for one in found.failed)
    return Finished(tuple(shard.extractions for shard in shards), failed, about, libraries)
