"""The reading and scoring of SciER's files; what is trained on them is measured, not tested."""

from __future__ import annotations

import json
from pathlib import Path

import spacy

from kg.extract.decoding import TAGS
from kg.extract.tokenizer import WordTokenizer
from kg.training.scier import Passage, example, read_set, read_training, scores


def test_training_sentences_of_a_document_are_a_passage(tmp_path: Path) -> None:
    rows = [
        {"doc_id": "a", "sentence": "BERT and BERT win .", "ner": [["BERT", "Method"]]},
        {"doc_id": "a", "sentence": "On GLUE .", "ner": [["GLUE", "Dataset"]]},
        {"doc_id": "b", "sentence": "Nothing .", "ner": []},
    ]
    path = tmp_path / "train.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    first, second = read_training(path)
    assert {first.text[a:b] for a, b, _ in first.places} == {"BERT", "GLUE"}
    assert len(first.places) == 3
    assert second == Passage("Nothing .", frozenset())


def test_tokens_of_a_document_become_characters_of_a_passage(tmp_path: Path) -> None:
    row = {
        "doc_id": "a",
        "sentences": [["We", "train", "self", "-", "attention", "."], ["SQuAD", "helps", "."]],
        "ner": [[[2, 4, "Method"]], [[6, 6, "Dataset"]]],
    }
    path = tmp_path / "test.jsonl"
    path.write_text(json.dumps(row) + "\n")
    (passage,) = read_set(path)
    found = {(passage.text[a:b], name) for a, b, name in passage.places}
    assert found == {("self - attention", "Method"), ("SQuAD", "Dataset")}
    tagged = example(passage, 0, WordTokenizer(spacy.blank("en").vocab))
    assert [TAGS[tag] for tag in tagged.tags] == [
        "O",
        "O",
        *["B-Method", "I-Method", "I-Method"],
        "O",
        "B-Dataset",
        "O",
        "O",
    ]


def test_strict_wants_the_same_words_and_loose_some_of_them() -> None:
    passage = Passage("deep nets on GLUE", frozenset({(0, 9, "Method"), (13, 17, "Dataset")}))
    assert scores([passage], lambda text: [(5, 9, "Method"), (13, 17, "Dataset")]) == (50.0, 100.0)
    assert scores([passage], lambda text: [(0, 9, "Task")]) == (0.0, 0.0)
    assert scores([passage], lambda text: []) == (0.0, 0.0)
