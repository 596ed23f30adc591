"""Cost of everything after extraction against the number of papers, printed as a table.

Run by `python -m tests.bench_scale_graph [EXTRACTIONS] [--papers N…]`. EXTRACTIONS are those of a few thousand papers,
as `kg extract` writes them (the examples' in their place are too few to stand for a field); `tests.made_corpus` makes
as many of them as are wanted. Each size has a process of its own. CPU seconds do not hang on what else the machine
does; MB are the most that the process had by the end of the stage. Nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from kg.built import load_rows
from kg.export import laid_out, write
from kg.extractions import concept_row, extraction_row, json_line, read_extractions
from kg.graph.core import drawn
from kg.graph.rows import Rows
from kg.graph.statistics import statistics
from tests.made_corpus import made_corpus

EXAMPLES = Path(__file__).parents[1] / "exports" / "extractions.jsonl"
SIZES = (1_000, 5_000, 20_000, 87_000)
PART = 10_000


def made(papers: int, base: Path, folder: Path) -> None:
    """Write so many extractions, in the order of their ids as a build has it."""
    path = folder / "extractions.jsonl"
    lines: dict[str, tuple[int, int]] = {}
    with (folder / "unsorted").open("wb") as out:
        for extraction in made_corpus(papers, list(read_extractions(base))):
            line = json_line(extraction_row(extraction))
            lines[extraction.paper.id] = out.tell(), len(line)
            out.write(line)
    with (folder / "unsorted").open("rb") as unsorted, path.open("wb") as out:
        for _, (place, length) in sorted(lines.items()):
            unsorted.seek(place)
            out.write(unsorted.read(length))


class Table:
    """Prints a line a stage, with its CPU seconds, those for 1,000 papers, and the peak of memory."""

    def __init__(self, papers: int) -> None:
        self.papers, self.total = papers, 0.0

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        started = time.process_time()
        yield
        seconds = time.process_time() - started
        self.total += seconds
        self.line(name, seconds)

    def parts(self, rows: Rows, folder: Path, format: str) -> None:
        """Write one of the formats that come in parts, and say how large it is."""
        (folder / format).mkdir()
        with self.stage(f"{format} in parts"):
            write(rows, folder / format, format, part_size=PART)
        size = sum(file.stat().st_size for file in (folder / format).iterdir())
        print(f"    {size / 1e6:,.0f} MB")

    def line(self, name: str, seconds: float) -> None:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  {name:28}{seconds:9.1f}{1000 * seconds / self.papers:9.2f}{peak:9.0f}", flush=True)


def measure(papers: int, base: Path, page: bool, rdf_alone: bool) -> None:
    """Print the stages of one size."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        in_a_process(made, papers, base, folder)
        source = folder / "extractions.jsonl"
        table = Table(papers)
        print(f"{papers:,} papers, {source.stat().st_size / 1e6:,.0f} MB of extractions")
        with table.stage("resolve"):
            resolution, rows = load_rows(source)
        print(f"    {len(resolution.concepts):,} concepts, {rows.counts['Link']:,} links")
        if rdf_alone:
            table.parts(rows, folder, "ntriples")
            table.line("all", table.total)
            return
        with table.stage("concepts.jsonl"), (folder / "concepts.jsonl").open("wb") as out:
            out.writelines(json_line(concept_row(concept)) for concept in resolution.concepts)
        with table.stage("count"):
            found = statistics(rows)
        print(f"    {found['edges']:,} edges, {found['components']:,} components")
        with table.stage("graph.ttl"):
            write(rows, folder / "graph.ttl", "turtle")
        with table.stage("what is drawn"):
            graph = drawn(rows)
        print(f"    {graph.graph.get('cut', 'all of it')}")
        table.parts(rows, folder, "ntriples")
        table.parts(rows, folder, "parquet")
        if page:
            with table.stage("lay out"):
                graph = laid_out(graph)
            for format in ("graphml", "gexf", "html"):
                with table.stage(f"graph.{format}"):
                    write(graph, folder / f"graph.{format}", format)
        table.line("all", table.total)


def in_a_process(work: Callable[..., object], *arguments: object) -> None:
    """Do a piece of work in a fresh process, whose memory is its own."""
    process = get_context("spawn").Process(target=work, args=arguments)
    process.start()
    process.join()


def main() -> None:
    """Print all measurements."""
    parser = argparse.ArgumentParser()
    parser.add_argument("extractions", nargs="?", type=Path, default=EXAMPLES)
    parser.add_argument("--papers", nargs="+", type=int, default=SIZES)
    parser.add_argument("--page", action="store_true", help="layout, GraphML, GEXF and the page, too")
    parser.add_argument("--rdf-alone", action="store_true", help="resolve and N-Triples.gz, no more")
    given = parser.parse_args()
    print(f"{'stage':30}{'CPU s':>9}{'a 1,000':>9}{'MB':>9}")
    for papers in given.papers:
        in_a_process(measure, papers, given.extractions, given.page, given.rdf_alone)


if __name__ == "__main__":
    main()
