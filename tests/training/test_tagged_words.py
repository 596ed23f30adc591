from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kg.extract.decoding import TAGS
from kg.extract.tagger import ROLE_NAMES
from kg.gold import GoldConcept, GoldPaper, read_gold
from kg.training.examples import IGNORED, examples, read_examples

DATA = Path(__file__).parents[2] / "kg" / "training" / "data"


def tagged(text: str, *concepts: GoldConcept) -> list[tuple[str, str, str | None]]:
    """(word, tag, role) for each word of an abstract."""
    (example,) = examples([GoldPaper("p", concepts, {})], {"p": ("A title", text)})
    ends = [*example.word_starts[1:], len(example.text)]
    words = [example.text[a:b].strip() for a, b in zip(example.word_starts, ends, strict=True)]
    roles = [None if role == IGNORED else ROLE_NAMES[role] for role in example.roles]
    return list(zip(words, (TAGS[tag] for tag in example.tags), roles, strict=True))


def test_words_of_a_surface_are_tagged_wherever_it_stands() -> None:
    found = tagged("GANs beat GANs.", GoldConcept("Method", "GAN", ("compared",), ("GANs",)))
    assert found == [
        ("GANs", "B-Method", "compared"),
        ("beat", "O", None),
        ("GANs", "B-Method", "compared"),
        (".", "O", None),
    ]


def test_the_longer_surface_wins_and_markup_does_not_shift_tags() -> None:
    found = tagged(
        "We study \\emph{graph} $\\beta$-VAE models.",
        GoldConcept("Method", "β-VAE", ("used",), ("$\\beta$-VAE",)),
        GoldConcept("Method", "VAE", ("used",), ("VAE",)),
    )
    assert [(word, tag) for word, tag, _ in found if tag != "O"] == [
        ("β", "B-Method"),
        ("-", "I-Method"),
        ("VAE", "I-Method"),
    ]


@pytest.mark.parametrize("path", sorted(DATA.glob("*.jsonl")), ids=lambda path: path.stem)
def test_annotations_hold_no_more_than_surfaces(path: Path) -> None:
    """By id and surface only: no surface is a passage of somebody's text."""
    papers = list(read_gold(path))
    assert len({paper.id for paper in papers}) == len(papers) > 2000
    lengths = [len(surface.split()) for paper in papers for c in paper.concepts for surface in c.surfaces]
    assert max(lengths) <= 15
    assert set(json.loads(path.read_text(encoding="utf-8").splitlines()[0])) <= {"id", "concepts", "links"}


def test_texts_come_from_the_corpus_by_id(tmp_path: Path) -> None:
    gold, corpus = tmp_path / "gold.jsonl", tmp_path / "corpus.jsonl.gz"
    concept = {"type": "Dataset", "label": "GLUE", "role": "used", "surfaces": ["GLUE"]}
    gold.write_text(json.dumps({"id": "a", "concepts": [concept]}) + "\n")
    with gzip.open(corpus, "wt", encoding="utf-8") as out:
        for identifier in ("b", "a"):
            out.write(
                json.dumps({"id": identifier, "title": "T", "abstract": f"GLUE of {identifier}"}) + "\n"
            )
    (example,) = read_examples([gold], corpus)
    assert (example.id, example.text, TAGS[example.tags[0]]) == ("a", "GLUE of a", "B-Dataset")
