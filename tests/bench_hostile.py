"""CPU seconds and memory that hostile texts take: `python -m tests.bench_hostile [CHARACTERS]`.

Each pattern of `tests.hostile` is repeated to a text of 100,000 characters, and to one four times as long; so is the
middle of what begins well and ends wrong (`RUNS`). `rules` are cleaning, links and acronyms; `extraction` is all of
`kg extract` for that text as one abstract, the network too. A rule that is not linear shows as a growth above 4. The
files of `tests.hostile`, one long value or many records each, go through their readers alike. The run fails where one
takes more than a second per 100 kB of text.
"""

from __future__ import annotations

import random
import resource
import string
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from kg.extract.acronyms import find_acronyms
from kg.extract.links import find_links
from kg.extract.pipeline import extract_paper, load_pipeline
from kg.records import Paper
from kg.text import clean
from tests.hostile import FILES, PATTERNS, RUNS, check_reader, long_run, repeated, repeated_file

CHARACTERS = 100_000
FACTOR = 4
SLOWEST = 1.0
"""CPU seconds for each 100,000 bytes."""


def texts() -> dict[str, Callable[[int], str]]:
    """Name of a kind of text -> how to make one of a length."""
    chance = random.Random(0)
    kinds: dict[str, Callable[[int], str]] = {repr(one[:24]): partial(repeated, one) for one in PATTERNS}
    kinds |= {repr(" ".join(run))[:24]: partial(long_run, *run) for run in RUNS}
    alphabets = {"letters": string.ascii_letters, "signs": string.punctuation, "printable": string.printable}
    alphabets["any"] = "".join(map(chr, range(1, 0x3000)))
    for name, alphabet in alphabets.items():
        kinds[f"random {name}"] = lambda size, of=alphabet: "".join(chance.choices(of, k=size))  # type: ignore[misc]
    kinds["one word"] = lambda size: "a" * size
    kinds["nested braces"] = lambda size: "{" * (size // 2) + "}" * (size // 2)
    kinds["nested commands"] = lambda size: "\\emph{" * (size // 7) + "}" * (size // 7)
    kinds["one address"] = lambda size: "https://a.example/" + "a/" * (size // 2)
    return kinds


def measure_readers(size: int) -> int:
    """Print what readers take for the files of `tests.hostile`; how many of these take too long."""
    found = []
    for format_name, before, again, after in FILES:
        times = [
            seconds(partial(check_reader, format_name), repeated_file(before, again, after, length))
            for length in (size, FACTOR * size)
        ]
        found.append((times[1], times[1] / max(times[0], 0.005), f"{format_name} {(before[-12:] + again)!r}"))
    print(f"{'':40} {FACTOR} times the file: CPU s  growth")
    for time_of, growth, name in sorted(found, reverse=True)[:8]:
        print(f"{name:40} {time_of:24.3f}  {growth:6.1f}")
    slow = sum(time_of > SLOWEST * FACTOR * size / 100_000 for time_of, _, _ in found)
    print(f"readers: {len(found)} kinds of files, {slow} too slow")
    return slow


def rules(text: str) -> None:
    """All that is no network."""
    find_links(text)
    find_acronyms(clean(text).text)


def seconds(work: Callable[[Any], object], text: str | bytes) -> float:
    """CPU seconds of this process."""
    started = time.process_time()
    work(text)
    return time.process_time() - started


def main(size: int) -> int:
    """Print what was measured; 1 when a text takes too long."""
    slow = measure_readers(size)
    nlp = load_pipeline()

    def extraction(text: str) -> None:
        extract_paper(nlp, Paper("p", text))

    extraction(repeated("We use BERT on ImageNet. infor- mation speci\x00c ", 50_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{'':24} rules, CPU s  {FACTOR} times the text: growth  extraction, CPU s", flush=True)
    found: dict[str, tuple[float, float, float]] = {}
    for name, make in texts().items():
        short, long = make(size), make(FACTOR * size)
        one, more = seconds(rules, short), seconds(rules, long)
        whole = seconds(extraction, short)
        found[name] = (one, more / max(one, 0.005), whole)
        slow += max(more / FACTOR, whole) > SLOWEST * len(short.encode("utf-8", "replace")) / 100_000
    for name, (one, growth, whole) in sorted(found.items(), key=lambda kind: -kind[1][2])[:12]:
        print(f"{name:24} {one:10.3f}  {growth:24.1f}  {whole:18.2f}")
    for column, title in enumerate(("rules", "growth", "extraction")):
        values = [row[column] for row in found.values()]
        print(f"{title}: median {median(values):.3f}, largest {max(values):.3f}, {len(values)} kinds of text")
    held = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / (FACTOR * size)
    print(f"memory: {held:.0f} bytes at most for each character of the longest text; {slow} kinds too slow")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else CHARACTERS))
