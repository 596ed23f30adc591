"""Measurements of reading: papers a second and peak memory, for each format, at one size and at five times that.

Run by `python -m tests.bench_sources [PAPERS]`. Papers are made up; each format and size has a process of its own, so
that its peak is its own. Reading means both times that `read_papers` goes through a file.
"""

from __future__ import annotations

import csv
import io
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kg.sources import read_papers

FACTOR = 5
WORDS = [
    f"{first}{last}"
    for first in ("net", "data", "meta", "graph")
    for last in ("work", "set", "model", "task")
]


def abstracts(count: int) -> Iterator[tuple[str, str, str]]:
    """Id, title and abstract of made-up papers, the same each time; an abstract has some 1,300 characters."""
    draw = random.Random(0)
    for number in range(count):
        words = " ".join(draw.choices(WORDS, k=160))
        yield f"p{number}", f"Paper {number} on {draw.choice(WORDS)}", f"We study {number}. {words}."


def _row(write: Callable[[str, str, str], dict[str, object]]) -> Callable[[str, str, str], str]:
    return lambda *paper: json.dumps(write(*paper)) + "\n"


def _cells(*cells: str) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def _index(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        found.setdefault(word, []).append(place)
    return found


AUTHORS = ["Ann Lee", "Bo Ray", "Cy Dee"]
FORMATS: dict[str, tuple[str, Callable[[str, str, str], str], str]] = {
    "plain": ("", lambda key, title, text: f"{text}\n\n", ""),
    "markdown": ("", lambda key, title, text: f"# {title}\n\n{text}\n\n", ""),
    "jsonl": (
        "",
        _row(lambda key, title, text: {"id": key, "title": title, "abstract": text, "authors": AUTHORS}),
        "",
    ),
    "arxiv": (
        "",
        _row(
            lambda key, title, text: {
                "id": key,
                "title": title,
                "abstract": text,
                "authors_parsed": [["Erd\\H{o}s", "P.", ""], ["Lee", "Ann", ""]],
                "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}],
            }
        ),
        "",
    ),
    "openalex": (
        "",
        _row(
            lambda key, title, text: {
                "id": f"https://openalex.org/W{key[1:]}",
                "title": title,
                "abstract_inverted_index": _index(text),
            }
        ),
        "",
    ),
    "crossref": (
        '{"message": {"items": [{}',
        lambda key, title, text: (
            ","
            + json.dumps(
                {
                    "DOI": f"10.5555/{key}",
                    "title": [title],
                    "abstract": f"<jats:p>{text}</jats:p>",
                    "author": [{"given": "Ann", "family": "Lee"}],
                }
            )
        ),
        "]}}",
    ),
    "bibtex": (
        "",
        lambda key, title, text: f"@article{{{key}, title = {{{title}}},\n abstract = {{{text}}}}}\n",
        "",
    ),
    "ris": (
        "",
        lambda key, title, text: f"TY  - JOUR\nID  - {key}\nTI  - {title}\nAB  - {text}\nER  - \n",
        "",
    ),
    "csv": ("id,title,abstract\n", _cells, ""),
}
"""Format -> start of the file, text of a paper, end of the file."""


def measure(format: str, file: Path) -> None:
    """Read one file and print the seconds that took and the peak memory in MB."""
    started = time.perf_counter()
    for _ in read_papers([file], format=format, on_problem=lambda problem: None):
        pass
    seconds = time.perf_counter() - started
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main(count: int) -> None:
    """Print a table of all formats."""
    print(f"{'format':12}{'MB':>8}{'papers a second':>18}{'peak MB':>10}{f'peak MB, {FACTOR} times':>22}")
    for format, (start, write, end) in FORMATS.items():
        figures: list[tuple[float, float]] = []
        for size in (count, FACTOR * count):
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "papers")
                with file.open("w", encoding="utf-8") as out:
                    out.write(start)
                    out.writelines(write(*paper) for paper in abstracts(size))
                    out.write(end)
                megabytes = file.stat().st_size / 1e6
                command = [sys.executable, "-m", "tests.bench_sources", format, str(file)]
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                seconds, peak = map(float, done.stdout.split())
                figures.append((seconds, peak))
        rate = FACTOR * count / figures[1][0]
        print(
            f"{format:12}{megabytes:8.1f}{rate:18,.0f}{figures[0][1]:10.1f}{figures[1][1]:22.1f}", flush=True
        )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(sys.argv[1], Path(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) == 2 else 10_000)
