"""Hostile texts through cleaning, links, acronyms and keys; the inputs that fuzzing keeps are read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile import FORMATS, NASTY, PATTERNS, check_reader, check_text, repeated
from hypothesis import given
from hypothesis import strategies as st

CORPUS = Path(__file__).parent / "corpus"

any_text = st.text(st.characters(codec=None))
"""Lone surrogates and characters that are none, too."""
fragments = st.lists(
    st.one_of(st.sampled_from((*NASTY, *PATTERNS)), st.text(max_size=8), any_text), max_size=12
)


@pytest.mark.parametrize("text", NASTY)
def test_a_nasty_text_is_read(text: str) -> None:
    check_text(text)
    check_text(f"We use {text} on {text}.")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_read_however_often_it_comes(pattern: str) -> None:
    check_text(repeated(pattern, 3000))


@given(fragments)
def test_any_text_is_read(parts: list[str]) -> None:
    check_text("".join(parts))
    check_text(" ".join(parts))


@pytest.mark.parametrize("file", sorted((CORPUS / "cleaning").iterdir()), ids=lambda file: file.name)
def test_a_kept_text_is_read(file: Path) -> None:
    check_text(file.read_bytes().decode("utf-8", "replace"))


@pytest.mark.parametrize("format_name", sorted(FORMATS))
@given(data=st.binary(max_size=400))
def test_a_reader_takes_any_bytes(format_name: str, data: bytes) -> None:
    check_reader(format_name, data)


@pytest.mark.parametrize("file", sorted((CORPUS / "readers").iterdir()), ids=lambda file: file.name)
def test_a_kept_file_is_read(file: Path) -> None:
    for format_name in FORMATS:
        check_reader(format_name, file.read_bytes())
