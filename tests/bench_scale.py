"""Measurements of extraction against the number of papers and processes, printed as a table.

    python -m tests.bench_scale                        what make bench runs: 1,000 papers
    python -m tests.bench_scale --sizes 1000 5000 20000 87000 --pair 5000 --build 5000
    python -m tests.bench_scale --pipeline NAME        another pipeline, such as a fast one for a first look

Abstracts are those of ../shared, repeated under other names where they do not suffice, else made-up ones. Each run is
a command in a process of its own; its memory is the highest of all its processes, as the system counts it. Ratios are
of runs that follow each other. Nothing here passes or fails; figures belong to the machine that they were measured on.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.made_up import made_up

CORPUS = Path(__file__).parents[2] / "shared/corpus/abstracts.jsonl.gz"
NEW = 100
"""Papers that are added to a build."""


@dataclass(frozen=True)
class Run:
    """What a command took: seconds on the clock, of all processors, and the most memory of one process in MB."""

    clock: float
    cpu: float
    peak: float


def run(*arguments: object) -> Run:
    """Run a command of kg, whose output nobody reads. Raises RuntimeError when it fails."""
    command = [sys.executable, "-m", "kg", *map(str, arguments)]
    with tempfile.TemporaryFile() as said:
        outputs = [
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_DUP2, said.fileno(), 2),
        ]
        started = time.perf_counter()
        process = os.posix_spawn(sys.executable, command, os.environ, file_actions=outputs)
        _, status, used = os.wait4(process, 0)
        clock = time.perf_counter() - started
        if status:
            said.seek(0)
            raise RuntimeError(f"{' '.join(command)} failed: {said.read().decode()}")
    return Run(clock, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def rows() -> Iterator[dict[str, object]]:
    """Papers without end, each of which has another text than all others."""
    if CORPUS.is_file():
        for turn in itertools.count():
            with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
                for row in map(json.loads, lines):
                    more = f" ({turn})" if turn else ""
                    yield {
                        "id": f"{row['id']}{more}",
                        "title": row["title"],
                        "abstract": row["abstract"] + more,
                    }
    for extraction in made_up(10_000_000):
        paper = extraction.paper
        yield {"id": paper.id, "title": paper.title, "abstract": paper.text}


def write_papers(folder: Path, name: str, count: int, *, skip: int = 0) -> Path:
    """A file of so many papers."""
    file = folder / name
    with file.open("w", encoding="utf-8") as out:
        for row in itertools.islice(rows(), skip, skip + count):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    return file


def start_up(folder: Path) -> None:
    """Seconds until the first help, and until the first abstract; the best of five."""
    one = folder / "one.txt"
    one.write_text("We train a ResNet on ImageNet.\n")
    for name, arguments in (("kg --help", ["--help"]), ("kg extract of one abstract", ["extract", one])):
        runs = [run(*arguments) for _ in range(5)]
        best = min(runs, key=lambda one: one.clock)
        print(f"{name:40}{best.clock:8.2f} s{best.cpu:8.2f} CPU s", flush=True)


def growth(folder: Path, sizes: Sequence[int], options: Sequence[str]) -> tuple[Path, Path]:
    """Extraction against the number of papers, in one process; the papers and extractions of the last size."""
    print(f"{'extraction: papers':>20}{'s':>10}{'CPU s':>10}{'CPU ms a paper':>16}{'peak MB':>10}")
    first, papers, extractions = None, folder / "grown.jsonl", folder / "grown-extractions.jsonl"
    for size in sizes:
        extractions.unlink(missing_ok=True)
        papers = write_papers(folder, papers.name, size)
        took = run("extract", papers, "--out", extractions, *options)
        first = first or took
        print(
            f"{size:20,}{took.clock:10.1f}{took.cpu:10.1f}{1000 * took.cpu / size:16.2f}{took.peak:10.0f}"
            f"  {took.peak / first.peak:.2f} of the first",
            flush=True,
        )
    return papers, extractions


def processes(folder: Path, size: int, options: Sequence[str]) -> None:
    """Two processes against one, for a file and for shards, their start included."""
    papers = write_papers(folder, "papers.jsonl", size)
    for name, target in (
        ("a file", ("--out", folder / "e.jsonl")),
        ("shards", ("--shards", folder / "shards")),
    ):
        clocks = {}
        for jobs in (1, 2):
            clocks[jobs] = run("extract", papers, *target, "--jobs", jobs, *options).clock
            (folder / "e.jsonl").unlink(missing_ok=True)
            shutil.rmtree(folder / "shards", ignore_errors=True)
        print(
            f"{size:,} papers into {name}: one process {clocks[1]:.1f} s, two {clocks[2]:.1f} s: "
            f"{clocks[1] / clocks[2]:.2f} times",
            flush=True,
        )


def read_seconds(out: Path) -> dict[str, float]:
    """Seconds of each stage, as a build's report has them."""
    seconds: dict[str, float] = json.loads((out / "report.json").read_text("utf-8"))["seconds"]
    return seconds


def stages(folder: Path, size: int, options: Sequence[str]) -> None:
    """What share of a build comes after the extraction."""
    run("build", write_papers(folder, "papers.jsonl", size), "--out", folder / "out", "--timings", *options)
    seconds = read_seconds(folder / "out")
    after = sum(value for name, value in seconds.items() if name not in ("read", "extract"))
    share = after / sum(seconds.values())
    print(
        f"build of {size:,} papers: {sum(seconds.values()):.1f} s, after extraction {after:.1f} s: {share:.0%}"
    )
    print("  " + ", ".join(f"{name} {value:.1f}" for name, value in seconds.items()), flush=True)
    shutil.rmtree(folder / "out")


def vouch(report: Path) -> None:
    """Let a build take over extractions that were given: here they are what the pipeline found."""
    row = json.loads(report.read_text("utf-8"))
    del row["extractions"]["given"]
    report.write_text(json.dumps(row), "utf-8")


def added(folder: Path, old: Path, extractions: Path, size: int, options: Sequence[str]) -> None:
    """The extraction of a build to which a few papers come, against that of these papers alone."""
    sources = folder / "sources"
    sources.mkdir()
    old.rename(sources / "old.jsonl")
    new = write_papers(sources, "new.jsonl", NEW, skip=size)
    run("build", new, "--out", folder / "alone", "--timings", *options)
    run("build", "--extractions", extractions, "--out", folder / "out")
    vouch(folder / "out" / "report.json")
    run("build", sources, "--out", folder / "out", "--timings", *options)
    alone, both = read_seconds(folder / "alone"), read_seconds(folder / "out")
    print(
        f"extraction of {NEW} papers: {alone['extract']:.1f} s; added to a build of {size:,}: "
        f"{both['extract']:.1f} s, {both['extract'] / alone['extract']:.2f} times; reading all: {both['read']:.1f} s",
        flush=True,
    )


def main() -> None:
    """Print all measurements."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[250, 1000], help="papers that one process extracts"
    )
    parser.add_argument("--pair", type=int, default=1000, help="papers for two processes against one")
    parser.add_argument("--build", type=int, default=1000, help="papers of a whole build")
    parser.add_argument("--pipeline", help="another pipeline than the packaged one")
    given = parser.parse_args()
    options = ["--pipeline", given.pipeline] if given.pipeline else []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start_up(folder)
        old, extractions = growth(folder, given.sizes, options)
        processes(folder, given.pair, options)
        stages(folder, given.build, options)
        added(folder, old, extractions, given.sizes[-1], options)


if __name__ == "__main__":
    main()
