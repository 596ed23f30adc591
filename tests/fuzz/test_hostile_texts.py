"""Hostile texts through cleaning, links, acronyms and keys; the inputs that fuzzing keeps are read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile import (
    FILES,
    FORMATS,
    NASTY,
    PATTERNS,
    RUNS,
    SCAFFOLDS,
    VALUES,
    check_file,
    check_reader,
    check_text,
    filled,
    long_run,
    processor_seconds,
    repeated,
    repeated_file,
)
from hypothesis import given
from hypothesis import strategies as st

from kg.resolve.papers import inner_acronyms
from kg.text import clean
from kg.text.names import key

CORPUS = Path(__file__).parent / "corpus"

any_text = st.text(st.characters(codec=None))
"""Lone surrogates and characters that are none, too."""
fragments = st.lists(
    st.one_of(
        st.sampled_from((*NASTY, *PATTERNS, *(part for run in RUNS for part in run))),
        st.text(max_size=8),
        any_text,
    ),
    max_size=12,
)

values = st.lists(
    st.one_of(
        st.sampled_from(VALUES),
        st.text(max_size=8),
        st.tuples(st.sampled_from(VALUES), st.sampled_from(VALUES)).map("".join),
    ),
    min_size=1,
    max_size=24,
)


@pytest.mark.parametrize("text", NASTY)
def test_a_nasty_text_is_read(text: str) -> None:
    check_text(text)
    check_text(f"We use {text} on {text}.")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_read_however_often_it_comes(pattern: str) -> None:
    check_text(repeated(pattern, 3000))


@pytest.mark.parametrize("run", RUNS, ids=repr)
def test_a_long_run_that_ends_wrong_is_read_in_linear_time(run: tuple[str, str, str]) -> None:
    with processor_seconds(10):
        check_text(long_run(*run, 30_000))


def test_a_title_and_a_name_of_any_length_are_read_in_linear_time() -> None:
    with processor_seconds(10):
        clean("<title>abstract" + " " * 200_000)
        key("aa" + "ouriz" * 60_000)
        inner_acronyms("A" * 4000 + "1 net")


@given(fragments)
def test_any_text_is_read(parts: list[str]) -> None:
    check_text("".join(parts))
    check_text(" ".join(parts))


@pytest.mark.parametrize("file", sorted((CORPUS / "cleaning").iterdir()), ids=lambda file: file.name)
def test_a_kept_text_is_read(file: Path) -> None:
    check_text(file.read_bytes().decode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("format_name", sorted(FORMATS))
@given(data=st.binary(max_size=400))
def test_a_reader_takes_any_bytes(format_name: str, data: bytes) -> None:
    check_reader(format_name, data)


@pytest.mark.parametrize("format_name", sorted(SCAFFOLDS))
@given(values=values)
def test_a_reader_takes_any_value_of_a_field(format_name: str, values: list[str]) -> None:
    check_reader(format_name, filled(format_name, values))


@pytest.mark.parametrize("format_name", sorted(SCAFFOLDS))
def test_a_scaffold_holds_papers(format_name: str) -> None:
    assert check_reader(format_name, filled(format_name, ["a", "2020"])) > 0


def test_every_format_has_a_scaffold() -> None:
    assert set(SCAFFOLDS) == set(FORMATS)


@pytest.mark.parametrize(
    ("format_name", "before", "again", "after"),
    FILES,
    ids=[f"{one[0]} {one[1][-8:]}{one[2]}" for one in FILES],
)
def test_a_reader_takes_what_comes_again_and_again(
    format_name: str, before: str, again: str, after: str
) -> None:
    """Without an end to it for hours where a rule is not linear; `tests.bench_hostile` has the seconds."""
    check_reader(format_name, repeated_file(before, again, after, 200_000))


@pytest.mark.parametrize("file", sorted((CORPUS / "readers").iterdir()), ids=lambda file: file.name)
def test_a_kept_file_is_read(file: Path) -> None:
    check_file(file.read_bytes())
    for format_name in FORMATS:
        check_reader(format_name, file.read_bytes())
