"""How the tagger does on other people's annotation: SciER (Zhang et al., EMNLP 2024), methods, datasets and tasks.

`python -m kg.training.scier FOLDER` scores the packaged model as it is, on passages of full texts that it was
never trained for. With `--network teacher.pt --encoder DIR` that network is trained on SciER's own training split
first. Nothing of it is packaged: the data are GPL-3.0, and serve for comparison alone.

Strict: the same words and the same type, as published. Loose: words in common and the same type.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import spacy

from kg.extract import decoding
from kg.extract.decoding import TAGS
from kg.extract.pieces import windows
from kg.extract.pipeline import extract_paper, load_pipeline
from kg.extract.tokenizer import WordTokenizer
from kg.gold import GoldConcept
from kg.records import Paper
from kg.training.examples import IGNORED, Example, gold_spans

if TYPE_CHECKING:
    from kg.training.network import TaggerNetwork

SETS = ("test", "test_ood")
PASSAGE = 150
"""Tokens after which a passage ends, with the end of the sentence."""

Place = tuple[int, int, str]
"""Start and end in characters, and the type."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Some sentences that follow each other, their tokens joined by spaces, and what is annotated in them."""

    text: str
    places: frozenset[Place]


def _passages(sentences: Iterable[tuple[str, str, Iterable[Place]]]) -> Iterator[Passage]:
    """Passages of sentences (document, text, places in it); none reaches into another document."""
    of, text, places = "", "", set[Place]()
    for document, sentence, found in sentences:
        if text and (document != of or text.count(" ") >= PASSAGE):
            yield Passage(text, frozenset(places))
            text, places = "", set()
        of, shift = document, len(text) + 1 if text else 0
        places |= {(start + shift, end + shift, name) for start, end, name in found}
        text = f"{text} {sentence}" if text else sentence
    if text:
        yield Passage(text, frozenset(places))


def read_training(path: Path) -> list[Passage]:
    """Passages of train.sentences.jsonl; an entity is annotated wherever its words stand in its sentence."""

    def sentences() -> Iterator[tuple[str, str, list[Place]]]:
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            concepts = [GoldConcept(name, surface, ("used",), (surface,)) for surface, name in row["ner"]]
            found = gold_spans(row["sentence"], concepts)
            yield row["doc_id"], row["sentence"], [(a, b, concept.type) for a, b, concept in found]

    return list(_passages(sentences()))


def read_set(path: Path) -> list[Passage]:
    """Passages of a set whose entities are given by their tokens in the document."""

    def sentences() -> Iterator[tuple[str, str, list[Place]]]:
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            first = 0
            for tokens, entities in zip(row["sentences"], row["ner"], strict=True):
                starts = [0]
                for token in tokens:
                    starts.append(starts[-1] + len(token) + 1)
                yield (
                    row["doc_id"],
                    " ".join(tokens),
                    [(starts[a - first], starts[b - first + 1] - 1, name) for a, b, name in entities],
                )
                first += len(tokens)

    return list(_passages(sentences()))


def scores(passages: Sequence[Passage], find: Callable[[str], Iterable[Place]]) -> tuple[float, float]:
    """Strict and loose F1 of what `find` finds, in percent."""
    right = near_found = near_gold = found_count = gold_count = 0
    for passage in passages:
        found = set(find(passage.text))
        gold = passage.places
        right += len(found & gold)
        near_found += sum(any(_touch(place, other) for other in gold) for place in found)
        near_gold += sum(any(_touch(place, other) for other in found) for place in gold)
        found_count, gold_count = found_count + len(found), gold_count + len(gold)
    strict = 200 * right / max(1, found_count + gold_count)
    precision, recall = near_found / max(1, found_count), near_gold / max(1, gold_count)
    return strict, 200 * precision * recall / max(1e-9, precision + recall)


def _touch(one: Place, other: Place) -> bool:
    return one[2] == other[2] and one[0] < other[1] and other[0] < one[1]


def packaged() -> Callable[[str], Iterator[Place]]:
    """What the packaged pipeline finds in a text: its mentions of the types that SciER has."""
    nlp = load_pipeline()

    def find(text: str) -> Iterator[Place]:
        for concept in extract_paper(nlp, Paper("", text)).concepts:
            if concept.type != "Metric":
                for mention in concept.mentions:
                    yield mention.start, mention.end, concept.type

    return find


def trained(network: TaggerNetwork) -> Callable[[str], Iterator[Place]]:
    """What a network finds in a text, without the rules of the pipeline."""
    import torch

    from kg.training.train import tokenizer

    split, pieces = WordTokenizer(spacy.blank("en").vocab), tokenizer()
    pieces.no_padding()
    pieces.no_truncation()

    def find(text: str) -> Iterator[Place]:
        words = list(split(text))
        for window in windows(pieces, "", text, [word.idx for word in words]):
            with torch.no_grad():
                tags, _ = network(
                    *(torch.tensor([part]) for part in (window.ids, window.shapes, window.heads))
                )
            for span in decoding.spans(tags[0].float().numpy()):
                last = words[window.first + span.end - 1]
                yield words[window.first + span.start].idx, last.idx + len(last), span.type

    return find


def example(passage: Passage, number: int, split: WordTokenizer) -> Example:
    """A passage as tagged words."""
    words = list(split(passage.text))
    tags = [0] * len(words)
    for start, end, name in passage.places:
        inside = [i for i, word in enumerate(words) if word.idx < end and start < word.idx + len(word)]
        for position, index in enumerate(inside):
            tags[index] = TAGS.index(f"{'I' if position else 'B'}-{name}")
    starts = tuple(word.idx for word in words)
    return Example(str(number), "", passage.text, starts, tuple(tags), (IGNORED,) * len(words))


def main() -> None:
    """Print the scores."""
    from kg.training.finetune import Settings, finetune
    from kg.training.train import saved, tokenizer

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="SciER's files")
    parser.add_argument("--network", type=Path, help="network to train on SciER's training split")
    parser.add_argument("--encoder", type=Path, help="folder of its encoder")
    parser.add_argument("--student", action="store_true", help="it leaves words early")
    parser.add_argument("--epochs", type=int, default=5)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    finders = {"packaged": packaged()}
    if arguments.network:
        split = WordTokenizer(spacy.blank("en").vocab)
        passages = read_training(arguments.folder / "train.sentences.jsonl")
        rows = [example(passage, number, split) for number, passage in enumerate(passages)]
        network = saved(arguments.network, arguments.encoder, student=arguments.student)
        tuned = finetune(network, tokenizer(), rows, Settings(epochs=arguments.epochs))
        finders["trained on SciER"] = trained(tuned)
    print(f"{'':18}{'set':10}{'strict':>8}{'loose':>8}   (F1)")
    for name, find in finders.items():
        for part in SETS:
            strict, loose = scores(read_set(arguments.folder / f"{part}.jsonl"), find)
            print(f"{name:18}{part:10}{strict:8.1f}{loose:8.1f}")


if __name__ == "__main__":
    main()
