from __future__ import annotations

import pytest
from made_papers import extraction, methods, resolved

from kg.errors import InputError
from kg.records import Extraction
from kg.resolve.explain import explain, explanation_text, sense_row, sentence_of
from kg.resolve.links import LinkLine
from kg.vocabulary import BASE_IRI

PAPERS = [
    extraction("a", ("Method", "used", ["multi-agent systems", "MAS"]), text="And more."),
    extraction("b", ("Method", "used", ["multi-agent system", "MAS"])),
    extraction("c", ("Method", "used", ["MAS"])),
    extraction("d", ("Task", "addressed", ["marine animal segmentation", "MAS"])),
    *methods(["GPT-4"], ["Adam"]),
]


def explained(name: str, papers: list[Extraction] = PAPERS, links: tuple[LinkLine, ...] = ()) -> str:
    return explanation_text(name, explain(name, resolved(papers, links), papers))


def test_an_explanation_shows_senses_merges_evidence_and_what_was_not_merged() -> None:
    assert explained("mas") == "\n".join(
        [
            "mas: 2 concepts",
            "",
            "multi-agent system  (Method, 3 papers)",
            f"  {BASE_IRI}method/multi-agent-system",
            "  names: MAS 3, multi-agent system 1, multi-agent systems 1",
            "  acronym: MAS",
            "    the papers have it beside the long form",
            "    a: MAS.",
            "  dominant sense: MAS",
            "    2 of the 2 papers that define it mean this",
            "    c: MAS.",
            "  spelling: multi-agent system, multi-agent systems",
            "    one name but for case, plural, hyphens, accents, British letters or markup",
            "    a: multi-agent systems.",
            "    b: multi-agent system.",
            f"  replaces: {BASE_IRI}method/mas",
            "  not merged: marine animal segmentation (Task, 1 paper): the name is that of a Method here and of a Task "
            "there: types are never merged",
            "",
            "marine animal segmentation  (Task, 1 paper)",
            f"  {BASE_IRI}task/marine-animal-segmentation",
            "  names: MAS 1, marine animal segmentation 1",
            "  acronym: MAS",
            "    the papers have it beside the long form",
            "    d: MAS.",
            "  not merged: multi-agent system (Method, 3 papers): the name is that of a Task here and of a Method "
            "there: types are never merged",
        ]
    )


def test_an_ambiguous_acronym_says_why_it_has_no_sense() -> None:
    papers = methods(["conditional random field", "CRF"], ["case report form", "CRF"], ["CRF"])
    text = explained("CRF", papers)
    assert "CRF  (Method, 1 paper, ambiguous)" in text
    assert "  no sense in p2: no sense dominates: the commonest has 1 of the 2 papers that define it" in text
    assert "  related: conditional random field  (possible sense: crf)" in text
    assert "two definitions of one acronym are never merged by that acronym" in text


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("GPT-4", "GPT-4o", "versions and sizes differ"),
        ("SimCLR", "SimCSE", "names are spelled alike, which is no reason to merge"),
        ("GPT-4", "GPT-3", "versions and sizes differ"),
        ("object detection", "3D object detection", "versions and sizes differ"),
        ("object detection", "small object detection", "one says more: small"),
        ("supervised learning", "unsupervised learning", "one word differs: supervised, unsupervised"),
        (
            "text to image",
            "image to text",
            "the order of the words differs, which may say what is made of what",
        ),
    ],
)
def test_why_names_are_not_merged(one: str, other: str, why: str) -> None:
    papers = methods([one], [other])
    (sense,) = explain(one, resolved(papers), papers)
    assert [(near.concept.label, near.why) for near in sense.not_merged] == [(other, why)]


def test_links_show() -> None:
    links = (
        LinkLine(1, "Adam", "Method", "AdamW", "Method", "different"),
        LinkLine(4, "Adam", "Method", "adaptive moments", "Method", "same"),
    )
    papers = methods(["Adam"], ["AdamW"], ["adaptive moments"])
    text = explained("Adam", papers, links)
    assert "  links: adaptive moments\n    line 4: the same" in text
    assert "  not merged: AdamW (Method, 1 paper): line 1 of the links keeps them apart" in text


@pytest.mark.parametrize(
    "name", ["Multi-Agent Systems", f"{BASE_IRI}method/multi-agent-system", f"{BASE_IRI}method/mas"]
)
def test_any_spelling_and_any_iri_finds_the_concept(name: str) -> None:
    senses = explain(name, resolved(PAPERS), PAPERS)
    assert senses[0].concept.id == f"{BASE_IRI}method/multi-agent-system"


def test_an_unknown_name_gives_those_that_are_alike() -> None:
    with pytest.raises(
        InputError, match=r"no concept is named 'multiagent sistems': did you mean multi-agent system"
    ):
        explained("multiagent sistems")


def test_json_says_the_same() -> None:
    (sense, *_) = explain("MAS", resolved(PAPERS), PAPERS, most=1)
    row = sense_row(sense)
    assert row["id"] == f"{BASE_IRI}method/multi-agent-system"
    merges = {merge["rule"]: merge for merge in row["merges"]}  # type: ignore[attr-defined]
    assert merges["acronym"]["evidence"] == [{"form": "MAS", "paper": "a", "sentence": "MAS."}]
    assert merges["dominant sense"]["why"] == "2 of the 2 papers that define it mean this"
    assert [near["type"] for near in row["not_merged"]] == ["Task"]  # type: ignore[attr-defined]


def test_a_sentence_is_plain_and_cut_around_the_form() -> None:
    text = "First one. We use \\textbf{multi-agent} systems, e.g. MAS. Last."
    assert sentence_of(text, "MAS") == "We use multi-agent systems, e.g. MAS."
    long = "Start " + "word " * 100 + "MAS " + "more " * 100
    cut = sentence_of(long, "MAS")
    assert "MAS" in cut
    assert len(cut) < 250
    assert cut.startswith("… ")
    assert cut.endswith(" …")
