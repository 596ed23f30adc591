"""Gold annotation as tagged words, in the shape that the tagger is trained on."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import spacy
from tokenizers import Tokenizer

from kg.extract.decoding import TAGS
from kg.extract.pieces import Window, windows
from kg.extract.tagger import ROLE_NAMES
from kg.extract.tokenizer import WordTokenizer
from kg.gold import GoldConcept, GoldPaper, occurrences, read_gold
from kg.text import clean

IGNORED = -100


@dataclass(frozen=True, slots=True)
class Example:
    """One abstract, cleaned, with the tag and the role of each of its words.

    Roles are `IGNORED` outside mentions, and both everywhere in an abstract that nobody annotated. `reader`
    tells whose annotation it is: 0 for the first.
    """

    id: str
    title: str
    text: str
    word_starts: tuple[int, ...]
    tags: tuple[int, ...]
    roles: tuple[int, ...]
    reader: int = 0

    def windows(self, tokenizer: Tokenizer, *, with_title: bool) -> Iterator[Window]:
        """The abstract as the model reads it."""
        return windows(tokenizer, self.title if with_title else "", self.text, self.word_starts)


def gold_spans(text: str, concepts: Iterable[GoldConcept]) -> list[tuple[int, int, GoldConcept]]:
    """The mentions of all concepts in the text as read, longest surface first, without overlap."""
    owner = {surface: concept for concept in concepts for surface in concept.surfaces}
    return [(start, end, owner[text[start:end]]) for start, end in occurrences(text, owner)]


def examples(gold: Iterable[GoldPaper], abstracts: dict[str, tuple[str, str]]) -> Iterator[Example]:
    """Tagged words of each gold abstract; `abstracts` maps an id to its title and text."""
    tokenizer = WordTokenizer(spacy.blank("en").vocab)
    for paper in gold:
        title, source = abstracts[paper.id]
        cleaned = clean(source)
        words = [word for word in tokenizer(cleaned.text) if not word.is_space]
        places = [cleaned.to_source(word.idx, word.idx + len(word)) for word in words]
        tags, roles = [0] * len(words), [IGNORED] * len(words)
        for start, end, concept in gold_spans(source, paper.concepts):
            inside = [i for i, (a, b) in enumerate(places) if a < end and start < b]
            for position, index in enumerate(inside):
                tags[index] = TAGS.index(f"{'I' if position else 'B'}-{concept.type}")
                roles[index] = ROLE_NAMES.index(concept.roles[0])
        starts = tuple(word.idx for word in words)
        yield Example(paper.id, clean(title).text, cleaned.text, starts, tuple(tags), tuple(roles))


def read_examples(annotations: Iterable[Path], corpus: Path) -> list[Example]:
    """The examples of annotation files (ids and surfaces), whose texts stand in `corpus` (abstracts.jsonl.gz).

    Each file is another reader, the first one 0.
    """
    gold = [list(read_gold(path)) for path in annotations]
    wanted = {paper.id for papers in gold for paper in papers}
    texts = read_texts(corpus, wanted)
    return [
        replace(example, reader=reader)
        for reader, papers in enumerate(gold)
        for example in examples(papers, texts)
    ]


def read_texts(corpus: Path, ids: Collection[str]) -> dict[str, tuple[str, str]]:
    """Title and abstract of each of the `ids` that the corpus has."""
    return {row["id"]: (row["title"], row["abstract"]) for row in _rows(corpus) if row["id"] in ids}


def read_unlabelled(corpus: Path, without: Collection[str], *, since: int, most: int) -> list[Example]:
    """Abstracts of a corpus that nobody annotated, from venues of the year `since` on; none of the ids `without`.

    `most` of them, the same ones each time.
    """
    rows = [row for row in _rows(corpus) if row["id"] not in without and int(row["venue"][-4:]) >= since]
    random.Random(0).shuffle(rows)
    texts = {row["id"]: (row["title"], row["abstract"]) for row in rows[:most]}
    found = examples((GoldPaper(identifier, (), {}) for identifier in texts), texts)
    return [replace(example, tags=(IGNORED,) * len(example.tags)) for example in found]


def _rows(corpus: Path) -> Iterator[dict[str, str]]:
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
