from __future__ import annotations

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.tokenizer import WordTokenizer

TOKENIZE = WordTokenizer(spacy.blank("en").vocab)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("GPT-4-based (ε-Nash)", ["GPT", "-", "4", "-", "based", "(", "ε", "-", "Nash", ")"]),
        ("don't use BERT_base.", ["don", "'", "t", "use", "BERT", "_", "base", "."]),
        ("3D, ±5%…", ["3D", ",", "±", "5", "%", "…"]),
        ("", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert [token.text for token in TOKENIZE(text)] == words


@given(st.text())
def test_the_text_stays_whole(text: str) -> None:
    assert TOKENIZE(text).text == text
