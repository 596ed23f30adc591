"""Papers that come twice; ids of cases are those of the reports they come from."""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.records import Paper
from kg.sources import read_papers
from kg.sources.duplicates import Index, _repeated, suffix_of
from kg.sources.identifiers import arxiv_of, doi_of


def kept(folder: Path, *rows: Mapping[str, Any]) -> tuple[list[str], list[str], dict[str, int]]:
    """Ids of the papers that are kept, problems, and the counts by reason."""
    (folder / "a.jsonl").write_text("".join(json.dumps({"abstract": "", **row}) + "\n" for row in rows))
    problems: list[str] = []
    counts: dict[str, int] = {}
    papers = read_papers([folder], on_problem=problems.append, on_duplicates=counts.update)
    return [paper.id for paper in papers], problems, counts


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_versions_on_arxiv(tmp_path: Path, order: tuple[int, ...]) -> None:
    """dup-versions."""
    rows = [{"id": name, "abstract": name} for name in ("1108.1172", "1108.1172v2", "arXiv:1108.1172")]
    ids, problems, counts = kept(tmp_path, *(rows[place] for place in order))
    assert ids == ["1108.1172v2"]
    assert counts == {"arXiv id": 2}
    assert problems[0].startswith("left out, since they came again: 2 (2 by arXiv id): a.jsonl:")


def test_the_newest_of_two_snapshots(tmp_path: Path) -> None:
    def row(version: str, text: str) -> dict[str, Any]:
        return {
            "id": "2101.00001",
            "authors_parsed": [],
            "abstract": text,
            "versions": [{"version": version}],
        }

    (tmp_path / "b.jsonl").write_text(json.dumps(row("v3", "New.")) + "\n" + json.dumps(row("v2", "Mid.")))
    ids, _, counts = kept(tmp_path, row("v1", "Old."))
    assert (ids, counts) == (["2101.00001"], {"arXiv id": 2})
    (paper,) = read_papers([tmp_path], on_problem=print)
    assert (paper.text, paper.url) == ("New.", "https://arxiv.org/abs/2101.00001v3")


def test_same_title_is_not_the_same_paper(tmp_path: Path) -> None:
    """dup-false."""
    rows = [
        {"id": "p", "title": "Notes", "year": 2009, "doi": "10.5555/1", "abstract": "None."},
        {"id": "q", "title": "Notes", "year": 2010, "doi": "10.5555/2", "abstract": "None."},
        {"id": "r", "title": "Notes", "year": 2009},
        {"id": "s", "title": "Notes", "year": 2010},
    ]
    assert kept(tmp_path, *rows)[0] == ["p", "q", "r", "s"]


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ({"doi": "10.5555/Ab"}, {"doi": "https://doi.org/10.5555/aB"}, "DOI"),
        (
            {"title": "Deep Nets", "abstract": "We\ndo it."},
            {"title": "Deep  nets.", "abstract": "We do <i>it</i>."},
            "title and text",
        ),
        (
            {"title": "Erd\\H{o}s", "abstract": "Of Erd\\H{o}s, 50\\% -- a ``net'' of $\\alpha$."},
            {"title": "Erdős", "abstract": "Of Erdős, 50% – a “net” of α."},
            "title and text",
        ),
        (
            {"title": "T", "abstract": "<p>We &amp; &lt;you&gt; do B&#233;zier's.</p>"},
            {"title": "T", "abstract": "We & <you> do Bézier’s."},
            "title and text",
        ),
        (
            {"title": "T", "abstract": "A.", "doi": "10.5555/1"},
            {"title": "T", "abstract": "A."},
            "title and text",
        ),
        (
            {"title": "T", "abstract": "A.", "doi": "10.5555/1"},
            {"title": "T", "abstract": "A.", "doi": "10.48550/arXiv.2101.00001"},
            "title and text",
        ),
        (
            {"url": "https://arxiv.org/abs/2101.00001"},
            {"url": "http://arxiv.org/pdf/2101.00001v2.pdf"},
            "arXiv id",
        ),
        (
            {"url": "https://arxiv.org/abs/math.GT/0309136"},
            {"doi": "10.48550/arxiv.math/0309136"},
            "arXiv id",
        ),
        ({"title": "T", "abstract": "A."}, {"title": "U", "abstract": "A."}, None),
        ({"title": "T", "abstract": "A."}, {"title": "T", "abstract": "B."}, None),
        ({"title": "T"}, {"title": "T"}, None),
        (
            {"title": "T", "abstract": "A.", "doi": "10.5555/1"},
            {"title": "T", "abstract": "A.", "doi": "10.5555/2"},
            None,
        ),
        (
            {"url": "https://arxiv.org/abs/2101.00001", "doi": "10.5555/1"},
            {"url": "https://arxiv.org/abs/2101.00002", "doi": "10.5555/1"},
            None,
        ),
    ],
)
def test_reasons(tmp_path: Path, one: dict[str, str], other: dict[str, str], reason: str | None) -> None:
    ids, problems, counts = kept(tmp_path, {"id": "p", **one}, {"id": "q", **other})
    assert counts == ({reason: 1} if reason else {})
    assert len(ids) == (1 if reason else 2)
    assert [problem for problem in problems if "came again" in problem] == (
        [
            f"left out, since they came again: 1 (1 by {reason}): {line} is {other}"
            for line, other in [WHICH[ids[0]]]
        ]
        if reason
        else []
    )


WHICH = {"p": ("a.jsonl:2", "a.jsonl:1"), "q": ("a.jsonl:1", "a.jsonl:2")}


def test_an_id_alone_makes_no_paper_of_two(tmp_path: Path) -> None:
    """Keys of two libraries, and places in two files of one name, may be alike by chance."""
    for name, second in (("a", "A"), ("b", "B"), ("c", "C")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "k.bib").write_text(
            f"@misc{{smith2020, title={{{second}}}, doi={{10.5555/{name}}}}}"
        )
        (tmp_path / name / "t.csv").write_text(f"title,doi,abstract\n{second} too,10.5556/{name},\n")
    found = list(read_papers([tmp_path], on_problem=lambda problem: None))
    assert sorted((paper.title, paper.doi) for paper in found) == [
        *(("A", "10.5555/a"), ("A too", "10.5556/a"), ("B", "10.5555/b")),
        *(("B too", "10.5556/b"), ("C", "10.5555/c"), ("C too", "10.5556/c")),
    ]
    assert len({paper.id for paper in found}) == 6


def test_an_id_with_its_title_does(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"id": "p", "title": "Notes", "year": 2009},
        {"id": "p", "title": "Notes.", "year": 2009, "doi": "10.5555/1"},
        {"id": "p", "title": "Notes", "year": 2009, "doi": "10.5555/2"},
        {"id": "p", "title": "Notes", "year": 2010},
        {"id": "p"},
        {"id": "p"},
    ]
    ids, _, counts = kept(tmp_path, *rows)
    assert counts == {"id, title and year": 2}
    assert len(set(ids)) == len(ids) == 4


def test_halves_of_a_paper(tmp_path: Path) -> None:
    """Data sets of Semantic Scholar; what has its id by chance is not made one."""
    titles = [
        {"corpusid": n, "externalids": {"DOI": None}, "title": f"T{n}", "year": 2020} for n in (1, 2, 2)
    ]
    titles[2]["title"] = "Other"
    texts = [{"corpusid": n, "openaccessinfo": {"externalids": {}}, "abstract": f"A{n}."} for n in (1, 2)]
    (tmp_path / "papers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in titles))
    (tmp_path / "abstracts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in texts))
    (tmp_path / "x.csv").write_text("title,abstract\nChance,\n")
    (tmp_path / "x.txt").write_text("Another paper.\n")
    counts: dict[str, int] = {}
    papers = list(read_papers([tmp_path], on_problem=lambda problem: None, on_duplicates=counts.update))
    assert [(p.title, p.year, p.text) for p in papers] == [
        *(("T1", 2020, "A1."), ("", None, "A2."), ("T2", 2020, ""), ("Other", 2020, "")),
        *(("Chance", None, ""), ("", None, "Another paper.")),
    ]
    assert counts == {"id": 1}


def test_one_with_an_abstract_goes_first(tmp_path: Path) -> None:
    rows = [{"id": "p", "doi": "10.5555/1"}, {"id": "q", "doi": "10.5555/1", "abstract": "A."}]
    assert kept(tmp_path, *rows)[0] == ["q"]


def test_the_one_that_is_kept_takes_what_it_lacks(tmp_path: Path) -> None:
    rows = [
        {
            "id": "1108.1172v1",
            "title": "T",
            "abstract": "A.",
            "keywords": ["k"],
            "year": 2011,
            "venue": "First",
        },
        {"id": "1108.1172v3", "title": "T", "abstract": "New.", "year": 2013},
        {"id": "x", "abstract": "Else."},
        {
            "id": "1108.1172v2",
            "abstract": "B.",
            "doi": "10.5555/1",
            "authors": ["Ann Lee"],
            "venue": "Second",
        },
        {"id": "q", "title": "U", "abstract": "C.", "doi": "10.5555/2"},
        {"id": "r", "abstract": "D.", "doi": "10.5555/2", "url": "https://example.org/r"},
    ]
    file = tmp_path / "a.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    problems: list[str] = []
    counts: dict[str, int] = {}
    found = list(read_papers([file], on_problem=problems.append, on_filled=counts.update))
    assert [paper.id for paper in found] == ["1108.1172v3", "x", "q"]
    assert found[0] == Paper(
        id="1108.1172v3",
        text="New.",
        title="T",
        year=2013,
        venue="First",
        url="https://doi.org/10.5555/1",
        keywords=("k",),
        source="a.jsonl:2",
        authors=("Ann Lee",),
        doi="10.5555/1",
    )
    assert found[2].url == "https://doi.org/10.5555/2"
    assert counts == {"authors": 1, "doi": 1, "keywords": 1, "url": 1, "venue": 1}
    assert problems[-1] == (
        "taken over from papers that are left out: authors of 1, doi of 1, keywords of 1, url of 1, venue of 1"
    )


def test_what_is_kept_in_another_file_takes_it_too(tmp_path: Path) -> None:
    for name, row in (
        ("a", {"id": "p"}),
        ("b", {"id": "q", "abstract": "A.", "year": 2020}),
        ("c", {"id": "r"}),
    ):
        whole = {"doi": "10.5555/1", "abstract": "", "authors": [f"Ann {name.upper()}"], **row}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(whole))
    (tmp_path / "b.jsonl").write_text(json.dumps({"id": "q", "abstract": "A.", "doi": "10.5555/1"}))
    (paper,) = read_papers([tmp_path], on_problem=lambda problem: None)
    assert (paper.id, paper.authors) == ("q", ("Ann A",))


def test_what_three_have_in_common_by_pairs(tmp_path: Path) -> None:
    rows = [
        {"id": "p", "title": "T", "abstract": "A."},
        {"id": "q", "doi": "10.5555/1", "abstract": "B."},
        {"id": "r", "title": "T", "doi": "10.5555/1", "abstract": "A."},
    ]
    ids, _, counts = kept(tmp_path, *rows)
    assert (ids, counts) == (["p"], {"DOI": 1, "title and text": 1})


@given(st.lists(st.integers(0, 6), max_size=30))
def test_repeated_values(values: list[int]) -> None:
    places: dict[int, list[int]] = {}
    for place, value in enumerate(values):
        places.setdefault(value, []).append(place)
    expected = sorted(found for value, found in places.items() if value and len(found) > 1)
    assert _repeated(array("Q", values)) == expected


papers = st.builds(
    Paper,
    id=st.sampled_from(["p", "q", "2101.00001", "2101.00001v2", "2101.00002"]),
    text=st.sampled_from(["", "...", "A.", "B."]),
    title=st.sampled_from(["", "T", "U"]),
    year=st.sampled_from([None, 2020]),
    doi=st.sampled_from(["", "10.5555/1", "10.5555/2"]),
)


@given(st.lists(papers, max_size=12))
def test_decisions(found: list[Paper]) -> None:
    """Nothing is lost: who is left out is kept as another that is there, and no id stays twice."""
    index = Index()
    for paper in found:
        index.add(paper)
    decision = index.decide()
    assert all(place not in decision.kept_as for place in decision.kept_as.values())
    assert sum(decision.reasons.values()) == len(decision.kept_as)
    left = [paper for place, paper in enumerate(found) if place not in decision.kept_as]
    assert len({(paper.id, suffix_of(paper)) for paper in left}) == len(left)
    arxiv = [arxiv_of(paper)[0] for paper in left if arxiv_of(paper)[0]]
    assert len(set(arxiv)) == len(arxiv)
    names = [
        paper.id for place, paper in enumerate(found) if place not in {*decision.kept_as, *decision.renamed}
    ]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.1234/ABC", "10.1234/abc"),
        ("https://doi.org/10.1016/S0140-6736%2867%2990027-3", "10.1016/s0140-6736(67)90027-3"),
        ("doi: 10.1103/a.b 10.1103/c", "10.1103/a.b"),
        ("DOI:10.1103/a.", "10.1103/a"),
        ("10.1234/doi.56", "10.1234/doi.56"),
        ("https://doi.org/10.1234/a%E2%80%AEb%01", "10.1234/ab"),
        ("https://doi.org/10.1234/a%0Ab", "10.1234/a"),
        ("11.1234/x", ""),
        ("n/a", ""),
        (None, ""),
        (10.1234, ""),
    ],
)
def test_dois(text: object, doi: str) -> None:
    assert doi_of(text) == doi


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("1108.1172", ("1108.1172", 0)),
        ("ARXIV:1108.1172V12", ("1108.1172", 12)),
        ("math.GT/0309136v3", ("math/0309136", 3)),
        ("1199.1172", ("", 0)),
        ("3.1415", ("", 0)),
        ("1108.1172v2-copy", ("", 0)),
    ],
)
def test_arxiv_ids(name: str, found: tuple[str, int]) -> None:
    assert arxiv_of(Paper(name, "")) == found
