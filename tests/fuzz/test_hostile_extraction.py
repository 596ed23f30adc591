"""Hostile texts through the whole extraction, between words that it finds concepts in."""

from __future__ import annotations

import json

import pytest
from hostile import NASTY
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language

from kg.extract.pipeline import extract_paper, load_pipeline
from kg.extractions import extraction_row, json_line
from kg.records import Paper

pieces = st.lists(
    st.one_of(
        st.sampled_from(NASTY),
        st.sampled_from(
            ("We train BERT", " on ImageNet", " graph neural networks (GNNs) ", "Code: https://a.b/c ")
        ),
        st.text(st.characters(codec=None), max_size=6),
    ),
    max_size=10,
)


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load_pipeline()


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(text=pieces.map("".join), title=pieces.map("".join))
def test_offsets_are_right_in_any_text(nlp: Language, text: str, title: str) -> None:
    found = extract_paper(nlp, Paper("p", text, title=title))
    for concept in found.concepts:
        assert concept.label.strip()
        assert 0 <= concept.confidence <= 1
        for mention in concept.mentions:
            assert text[mention.start : mention.end] == mention.text
            assert mention.text
    for link in found.links:
        assert text[link.mention.start : link.mention.end] == link.mention.text
    assert json.loads(json_line(extraction_row(found)))["paper"]["id"] == "p"


@pytest.mark.parametrize(
    "nasty", ["\u200b", "\x00", "\u0301", "\u202e", "\\", "{", "$", "<b>", "&amp;", "\ud800"]
)
def test_a_concept_beside_nasty_signs_is_still_found(nlp: Language, nasty: str) -> None:
    text = f"{nasty * 3} We train BERT on the ImageNet dataset {nasty * 3} for image classification."
    mentions = [
        mention.text for one in extract_paper(nlp, Paper("p", text)).concepts for mention in one.mentions
    ]
    assert "BERT" in mentions
    assert any("ImageNet" in mention for mention in mentions)
