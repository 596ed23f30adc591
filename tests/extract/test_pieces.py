from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from kg.extract.identity import MODEL_FOLDER
from kg.extract.pieces import (
    CAPITALISED,
    CAPITALS,
    DIGITS,
    LOWER,
    MAX_PIECES,
    MAX_WINDOWS,
    MIXED,
    SIGN,
    shape,
    special_piece,
    windows,
)
from kg.extract.tokenizer import WordTokenizer
from kg.sources import read_papers

PIECES = Tokenizer.from_file(str(MODEL_FOLDER / "tokenizer.json"))
WORDS = WordTokenizer(spacy.blank("en").vocab)


def starts(text: str) -> list[int]:
    return [word.idx for word in WORDS(text) if not word.is_space]


def test_a_short_text_is_one_window_with_its_title() -> None:
    (window,) = windows(PIECES, "Deep nets", "We use BERT.", starts("We use BERT."))
    assert (
        PIECES.decode(list(window.ids), skip_special_tokens=False)
        == "[CLS] deep nets [SEP] we use bert. [SEP]"
    )
    assert [PIECES.id_to_token(window.ids[head]) for head in window.heads] == ["we", "use", "bert", "."]


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("deep", LOWER),
        ("Deep", CAPITALISED),
        ("A", CAPITALISED),
        ("BERT", CAPITALS),
        ("3D", CAPITALS),
        ("iPhone", MIXED),
        ("2024", DIGITS),
        ("-", SIGN),
        ("\u6df1", LOWER),
        ("", SIGN),
    ],
)
def test_how_a_piece_is_written(piece: str, expected: int) -> None:
    assert shape(piece) == expected


def test_each_piece_has_its_shape_and_special_ones_have_none() -> None:
    (window,) = windows(PIECES, "Deep nets", "We use BERT.", starts("We use BERT."))
    assert window.shapes == (0, CAPITALISED, LOWER, 0, CAPITALISED, LOWER, CAPITALS, SIGN, 0)


def test_no_text_no_window() -> None:
    assert list(windows(PIECES, "title", " \n", starts(" \n"))) == []


@given(
    st.lists(
        st.sampled_from(["a", "graph", "antidisestablishmentarianism", "ReLU6", "深度", "\x00", ",", "🦆"]),
        max_size=40,
    ),
    st.integers(1, 60),
    st.sampled_from(["", "A title", "title " * 100]),
)
def test_windows_fit_the_model_and_cover_every_word(words: list[str], times: int, title: str) -> None:
    text = " ".join(words * times)
    begins = starts(text)
    seen = set()
    found = list(windows(PIECES, title, text, begins))
    for window in found:
        assert len(window.ids) == len(window.shapes) <= MAX_PIECES
        assert all(0 < head < len(window.ids) for head in window.heads)
        seen |= set(range(window.first, window.first + len(window.heads)))
    assert seen == set(range(len(seen)))
    assert len(seen) == len(begins) or len(found) == MAX_WINDOWS


def test_a_tokenizer_of_another_kind_is_refused() -> None:
    with pytest.raises(Exception, match="no piece"):
        special_piece(PIECES, "[NONE]")


@given(st.text(st.sampled_from("aZ9é́ \n-.,深×\u200b\ufb01İſ🦆[]SEPMK"), max_size=60) | st.text(max_size=60))
def test_words_read_apart_give_the_pieces_of_the_whole_text(text: str) -> None:
    whole = PIECES.encode(text, add_special_tokens=False).ids
    begins = starts(text)
    if begins:
        (window,) = windows(PIECES, "", text, begins)
        assert list(window.ids[1:-1]) == whole


def at_random(letters: str, length: int) -> str:
    """A thousand words of so many letters."""
    chance = random.Random(0)
    return " ".join("".join(chance.choices(letters, k=length)) for _ in range(1000))


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("We train a network on images and measure its accuracy. " * 60, False),
        ("We train a network on images and measure its accuracy. " * 300, True),
        (at_random(string.ascii_lowercase, 5), True),
        (at_random("ACGT", 8), True),
        (at_random("0123456789abcdef", 8), True),
        ("$x_{1}^{2}$ " * 300, True),
        (at_random("深度学习", 3), True),
    ],
    ids=["abstract", "article", "letters", "bases", "hashes", "formulas", "characters"],
)
def test_a_text_whose_end_is_not_read_is_reported(tmp_path: Path, text: str, reported: bool) -> None:
    file = tmp_path / "a.txt"
    file.write_text(text, encoding="utf-8")
    problems: list[str] = []
    (paper,) = read_papers([file], on_problem=problems.append)
    *_, last = windows(PIECES, "", paper.text, starts(paper.text))
    is_whole = last.first + len(last.heads) == len(starts(paper.text))
    assert is_whole is not reported
    assert [("may be missing from its end" in line) for line in problems] == [True] * reported
