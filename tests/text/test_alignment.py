"""Offsets hold, whatever is edited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text import CleanText, clean
from kg.text.alignment import Edit, marks

MARKUP = "\\emph{ {\\em } { $ \\alpha \\frac{a}{b} ** * _ ` `` '' -- <i> </i> &lt; &amp; \\cite{x} \\'e \\ ~ [x](https://a.example)"
LETTERS = [
    "-\n",
    "- ",
    "\n",
    " ",
    "  ",
    "\x00",
    "\u200b",
    "\u202e",
    "ﬁ",
    "e\u0301",
    "𝒪",
    "👩\u200d💻",
    "\u00e2\u0080\u0099",
]
PIECES = st.sampled_from([*MARKUP.split(" "), *LETTERS, "deep", "net", "a", "B", "深", "$5", "10%", "."])
SOURCES = st.one_of(st.lists(PIECES, max_size=25).map("".join), st.text(max_size=60))


def spans_of(length: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, length), st.integers(0, length)).map(lambda span: (min(span), max(span)))


@given(SOURCES)
def test_each_character_has_its_place(source: str) -> None:
    cleaned = clean(source)
    assert len(cleaned.text) == len(cleaned.starts) == len(cleaned.ends)
    places = list(zip(cleaned.starts, cleaned.ends, strict=True))
    assert places == sorted(places)
    assert all(0 <= start < end <= len(source) for start, end in places)


@given(st.data())
def test_spans_are_valid_nested_and_ordered(data: st.DataObject) -> None:
    source = data.draw(SOURCES)
    cleaned = clean(source)
    outer = data.draw(spans_of(len(cleaned.text)))
    first, last = cleaned.to_source(*outer)
    assert 0 <= first <= last <= len(source)
    inner = data.draw(
        st.tuples(st.integers(*outer), st.integers(*outer)).map(lambda span: (min(span), max(span)))
    )
    if inner[0] < inner[1]:
        inner_first, inner_last = cleaned.to_source(*inner)
        assert first <= inner_first < inner_last <= last
    if outer[0] < outer[1] < len(cleaned.text) and cleaned.ends[outer[1] - 1] <= cleaned.starts[outer[1]]:
        assert last <= cleaned.to_source(outer[1], len(cleaned.text))[0] or cleaned.pairs


@given(st.data())
def test_the_way_there_and_back_is_the_same_span(data: st.DataObject) -> None:
    cleaned = clean(data.draw(SOURCES))
    start, end = data.draw(spans_of(len(cleaned.text)))
    if start < end:
        there_start, there_end = cleaned.to_clean(*cleaned.to_source(start, end))
        assert there_start <= start < end <= there_end
        # only characters of one and the same source character (a ligature) can come along
        assert cleaned.to_source(there_start, there_end) == cleaned.to_source(start, end) or cleaned.pairs


@given(st.text(alphabet="abcXYZ深é 0123.,;:()", max_size=80))
def test_plain_text_stays_as_it_is(source: str) -> None:
    plain = " ".join(source.split())
    cleaned = clean(plain)
    assert cleaned.text == plain
    assert all(
        cleaned.to_source(i, j) == (i, j) for i in range(len(plain)) for j in range(i, len(plain) + 1, 7)
    )


@given(st.data())
def test_unedited_characters_are_where_they_were(data: st.DataObject) -> None:
    source = data.draw(st.text(max_size=40))
    borders = sorted(data.draw(st.sets(st.integers(0, len(source)), max_size=8)))
    regions = list(zip(borders[::2], borders[1::2], strict=False))
    edits = [Edit(start, end, data.draw(st.text(max_size=3))) for start, end in regions]
    edited = CleanText.of(source).edit(edits)
    untouched = [i for i in range(len(source)) if not any(start <= i < end for start, end in regions)]
    kept = [
        i for i, (s, e) in enumerate(zip(edited.starts, edited.ends, strict=True)) if (s, e) not in regions
    ]
    assert [edited.starts[i] for i in kept if edited.ends[i] - edited.starts[i] == 1] == untouched
    assert "".join(edited.text[i] for i in kept) == "".join(source[i] for i in untouched)


def test_edits_in_turn() -> None:
    twice = (
        CleanText.of("a<<b>>c").edit([Edit(1, 3, "("), Edit(4, 6, ")")]).edit([Edit(1, 2), Edit(3, 4, "]")])
    )
    assert twice.text == "ab]c"
    assert [twice.to_source(i, i + 1) for i in range(4)] == [(0, 1), (3, 4), (4, 6), (6, 7)]


def test_overlapping_edits_are_left_out() -> None:
    assert CleanText.of("abcdef").edit([Edit(1, 4, "x"), Edit(2, 5, "y"), Edit(4, 4, "z")]).text == "axef"


def test_marks_come_along_only_when_they_are_inside() -> None:
    source = "x *ab* c"
    edited = CleanText.of(source).edit(marks((2, 3), (5, 6)))
    assert edited.text == "x ab c"
    assert source[slice(*edited.to_source(2, 4))] == "ab"
    assert source[slice(*edited.to_source(2, 6))] == "*ab* c"
    assert source[slice(*edited.to_source(3, 6))] == "b* c"  # `a` is outside, so its mark is too
    bound = CleanText.of(source).edit(marks((2, 3), (5, 6), bound=True))
    assert source[slice(*bound.to_source(2, 4))] == "*ab*"
    assert source[slice(*bound.to_source(2, 3))] == "a"


def test_a_span_outside_of_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 9 of 3"):
        clean("abc").to_source(2, 9)
