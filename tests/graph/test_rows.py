"""A corpus as rows: read again each time, never held."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from kg.export.rdf import write_rdf
from kg.export.tables import write_tables
from kg.extractions import read_extractions
from kg.graph.rows import corpus_rows
from kg.graph.statistics import statistics
from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.resolve import resolve
from tests.made_corpus import made_corpus

EXAMPLES = Path(__file__).parents[2] / "exports" / "extractions.jsonl"
LONG = "So long a text that one paper is as large as many. " * 1000
PAPERS = 40


def long_papers() -> Iterator[Extraction]:
    """Two megabytes of text, made as they are read."""
    for number in range(PAPERS):
        concept = PaperConcept("Method", "text", "used", 0.9, (Mention(10, 14, "text"),))
        paper = Paper(f"p{number:03}", f"{LONG}{number}", title="A title")
        yield Extraction(paper, (concept,), (), "made up 1")


def write_all(folder: Path) -> None:
    rows = corpus_rows(long_papers, resolve(long_papers))
    write_rdf(rows, folder / "graph.nt", format="ntriples")
    write_tables(rows, folder)
    assert statistics(rows)["papers"] == PAPERS


def test_a_corpus_is_resolved_written_and_counted_without_being_held(tmp_path: Path) -> None:
    write_all(tmp_path)  # what is loaded once, word lists and the like, does not count
    tracemalloc.start()
    write_all(tmp_path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (tmp_path / "graph.nt").stat().st_size > PAPERS * len(LONG)
    assert peak < PAPERS * len(LONG) / 2


def test_a_made_corpus_is_one(tmp_path: Path) -> None:
    base = list(read_extractions(EXAMPLES))
    made = list(made_corpus(10 * len(base), base))
    assert made[: len(base)] == base
    assert made == list(made_corpus(10 * len(base), base))
    assert len({extraction.paper.id for extraction in made}) == len(made)
    for extraction in made:
        for mention in (m for concept in extraction.concepts for m in concept.mentions):
            assert extraction.paper.text[mention.start : mention.end] == mention.text
    labels = [len({c.label for e in made[: n * len(base)] for c in e.concepts}) for n in (1, 2, 10)]
    assert 1.5 * labels[0] < labels[1] < 2 * labels[0]  # Heaps' law, by far not linear
    assert 5 * labels[0] < labels[2] < 7.5 * labels[0]
