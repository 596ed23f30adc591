"""The page of formats tells the truth: its examples are read, its tables are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kg.records import Paper
from kg.sources import FORMATS, read_papers
from kg.sources.columns import NAMES
from kg.text import clean

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

TEXT = "We train TinyNet on ToyBench. It halves the error of BigNet."
AUTHORS = ("Ann Lee", "José Núñez")
KEYWORDS = ("small networks", "toys")
DOI = "10.5555/tiny.1"
PAGE_OF_DOI = "https://doi.org/10.5555/tiny.1"
PAGE_OF_PAPER = "https://example.org/tiny"
FORUM = "https://openreview.net/forum?id=aBcDeF"
S2_ID = "0123456789abcdef0123456789abcdef01234567"

# Name of the file -> format, id, and where the record of the format has less, or says it otherwise.
EXPECTED: dict[str, tuple[str, str, dict[str, object]]] = {
    "abstracts.txt": (
        "plain",
        "abstracts-01",
        {"title": "", "url": "", "doi": "", "authors": (), "keywords": ()},
    ),
    "notes.md": ("markdown", "notes-01", {}),
    "papers.jsonl": ("jsonl", "tiny", {}),
    "papers.json": ("json", "tiny", {}),
    "arxiv-metadata-oai-snapshot.json": (
        "arxiv",
        "2405.00001",
        {"url": "https://arxiv.org/abs/2405.00001v2", "keywords": ("cs.LG", "cs.CV")},
    ),
    "notes.json": (
        "openreview",
        "aBcDeF",
        {"url": FORUM, "doi": "", "venue": "Example Conference 2024 poster"},
    ),
    "works.json": ("openalex", "W4400000001", {}),
    "crossref.json": ("crossref", "10.5555/Tiny.1", {"url": PAGE_OF_DOI}),
    "s2.json": (
        "semanticscholar",
        S2_ID,
        {"url": f"https://www.semanticscholar.org/paper/{S2_ID}", "keywords": ("Computer Science",)},
    ),
    "references.bib": ("bibtex", "lee2024tiny", {}),
    "references.ris": ("ris", "lee2024", {}),
    "library.csv": ("csv", "L1", {}),
    "savedrecs.tsv": ("tsv", "WOS:000000000000001", {"url": PAGE_OF_DOI}),
}


def read_one(file: Path, format: str | None = None) -> Paper:
    problems: list[str] = []
    (paper,) = read_papers([file], format=format, on_problem=problems.append)
    assert problems == []
    return paper


@pytest.mark.parametrize(("name", "content"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_are_the_same_paper(tmp_path: Path, name: str, content: str) -> None:
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
    format, identifier, otherwise = EXPECTED[name]
    paper = read_one(file)
    fields: dict[str, object] = {
        "title": "Tiny Nets",
        "year": 2024,
        "venue": "Example Conference",
        "authors": AUTHORS,
        "url": PAGE_OF_PAPER,
        "doi": DOI,
        "keywords": KEYWORDS,
    } | otherwise
    assert paper.id == identifier
    assert {field: getattr(paper, field) for field in fields} == fields
    assert clean(paper.text).text.strip() == TEXT
    # The content tells the format without the ending, but for those that any text could be.
    nameless = tmp_path / "nameless"
    nameless.write_text(content, encoding="utf-8")
    named = read_one(nameless, format)
    assert (named.title, named.text, named.doi) == (paper.title, paper.text, paper.doi)
    if format not in ("plain", "markdown"):
        assert read_one(nameless) == named


def test_every_format_has_an_example_and_a_row() -> None:
    assert {name for name, _ in EXAMPLES} == EXPECTED.keys()
    assert {format for format, _, _ in EXPECTED.values()} == FORMATS.keys()
    rows = re.findall(r"^\| \[.*?\]\(#(.*?)\) \| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    assert sorted(name for _, name, _ in rows) == sorted(FORMATS)
    headings = {re.sub(r"\W+", "-", line.lower()) for line in re.findall(r"^## (.+)$", PAGE, re.MULTILINE)}
    assert {anchor for anchor, _, _ in rows} <= headings
    for _, name, told_by in rows:
        assert set(re.findall(r"`(\.\w+)`", told_by)) <= set(FORMATS[name].suffixes)


def test_the_table_of_columns_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| (\w+) \| ((?:`[^`]+`(?:, )?)+) \|$", PAGE, re.MULTILINE)
    assert {field: tuple(re.findall("`([^`]+)`", names)) for field, names in rows} == NAMES
