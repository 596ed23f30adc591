"""Each format where it is hard; ids of cases are those of the reports they come from."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.records import Paper
from kg.sources import markdown, plain, read_papers, ris, tables


def read(file: Path, content: bytes | str, format: str | None = None) -> tuple[list[Paper], list[str]]:
    """Papers and problems of a file with `content`."""
    file.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    problems: list[str] = []
    return list(read_papers([file], format=format, on_problem=problems.append)), problems


def json_lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


# arXiv


def test_arxiv_accents_and_fallbacks(tmp_path: Path) -> None:
    """tex-accents."""
    rows = [
        {
            "id": "0704.0001",
            "title": "The Erd\\H{o}s\n  problem",
            "abstract": "  We do.\n",
            "authors_parsed": [
                ['M\\"uller', "P.", "Jr"],
                ["\\c{C}elik", "", ""],
                ["Poincar\\'e", "Henri", ""],
            ],
            "categories": "math.CO",
            "doi": "10.1103/PhysRevD.76.013009 10.1103/other",
            "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}],
        },
        {
            "id": "hep-th/9901001",
            "abstract": "B.",
            "authors_parsed": "broken",
            "authors": "A. Bee (MIT), C. Dee",
        },
    ]
    first, second = read(tmp_path / "a.jsonl", json_lines(*rows))[0]
    assert first.title == "The Erdős problem"
    assert first.text == "  We do.\n"
    assert first.authors == ("P. Müller Jr", "Çelik", "Henri Poincaré")
    assert (first.doi, first.year) == ("10.1103/physrevd.76.013009", 2007)
    assert first.url == "https://arxiv.org/abs/0704.0001v1"
    assert (second.year, second.authors, second.venue) == (1999, ("A. Bee", "C. Dee"), "arXiv")


def test_arxiv_affiliations_in_brackets(tmp_path: Path) -> None:
    row = {"id": "2405.00001", "abstract": "A.", "categories": "cs.LG", "update_date": "2024-05-02"}
    names = "Ann Lee (1 and 2), Bo Ray (2), and Cy Dee ((1) MIT, (2) ETH)"
    (paper,), _ = read(tmp_path / "a.jsonl", json_lines({**row, "authors": names}))
    assert paper.authors == ("Ann Lee", "Bo Ray", "Cy Dee")


# OpenReview


def test_openreview_values_in_objects(tmp_path: Path) -> None:
    """in-openreview-v2."""
    content = (
        '{"id":"f1","content":{"title":{"value":"T"},"abstract":{"value":"A"},"keywords":{"value":["k"]}}}'
    )
    (paper,), problems = read(tmp_path / "a.json", content)
    assert (paper.id, paper.title, paper.text, paper.keywords) == ("f1", "T", "A", ("k",))
    assert problems == []


def test_openreview_v1_dates_and_reviews(tmp_path: Path) -> None:
    rows = [
        {"id": "n1", "forum": "f", "cdate": 1514764800000, "content": {"abstract": "A.", "authors": ["B C"]}},
        {"id": "n2", "forum": "f", "content": {"review": {"value": "Fine."}}},
        {"id": "n3", "content": {"abstract": {"value": "D."}, "venueid": {"value": "x.org/2021/Workshop"}}},
    ]
    (one, two), problems = read(tmp_path / "a.jsonl", json_lines(*rows))
    assert (one.year, one.authors, one.url) == (2018, ("B C",), "https://openreview.net/forum?id=f")
    assert (two.year, two.venue) == (2021, "x.org/2021/Workshop")
    assert problems == [
        "a.jsonl:2: the note has no abstract; reviews, comments and decisions have none; it is left out"
    ]


# OpenAlex


def test_openalex_index_of_words(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"id": "https://openalex.org/W1", "abstract_inverted_index": {"b": [1, 10**15], "a": [0], "": [2]}},
        {"id": "https://openalex.org/W2", "title": "T", "abstract_inverted_index": None},
        {"id": "https://openalex.org/W3", "abstract_inverted_index": {"a": "x"}},
        {"id": "https://openalex.org/W4", "abstract_inverted_index": ["a"]},
        {"id": "https://openalex.org/W5", "title": None, "abstract_inverted_index": None},
    ]
    papers, problems = read(tmp_path / "a.jsonl", json_lines(*rows))
    assert [(p.id, p.text) for p in papers] == [("W1", "a b  b"), ("W2", "")]
    assert [problem.partition(": ")[2] for problem in problems] == [
        "paper W2 has an empty abstract; it is kept, without concepts",
        "abstract_inverted_index has no list of places for 'a'; it is left out",
        "abstract_inverted_index is no object of words and their places; it is left out",
        "there is neither an abstract nor a title; it is left out",
    ]


def test_openalex_keywords_of_early_2024(tmp_path: Path) -> None:
    keywords = [{"keyword": "nets", "score": 0.5}, {"display_name": "toys"}]
    work = {
        "id": "https://openalex.org/W1",
        "title": "T",
        "keywords": keywords,
        "abstract_inverted_index": {"a": [0]},
    }
    assert read(tmp_path / "a.json", json_lines(work))[0][0].keywords == ("nets", "toys")


# Crossref


def test_crossref_single_work_and_event(tmp_path: Path) -> None:
    """html-jats: the tags stay in the abstract, which the extraction reads without them."""
    work = {
        "DOI": "10.5555/A(1)",
        "title": ["<i>E. coli</i> &amp; us", "other"],
        "subtitle": ["A study"],
        "abstract": "<jats:p>We use <jats:italic>NET</jats:italic>.</jats:p>",
        "published-print": {"date-parts": [[None]]},
        "created": {"date-parts": [[2019, 1, 2]]},
        "event": {"name": "Conf"},
        "author": [{"given": "A", "family": "Bee", "suffix": "Jr"}, {"name": "The Group, Inc."}, {"x": 1}],
    }
    (paper,), problems = read(tmp_path / "a.json", json.dumps({"status": "ok", "message": work}))
    assert paper.title == "E. coli & us: A study"
    assert paper.text == work["abstract"]
    assert (paper.year, paper.venue) == (2019, "Conf")
    assert paper.authors == ("A Bee Jr", "The Group Inc.")
    assert (paper.id, paper.doi, paper.url) == (
        "10.5555/A(1)",
        "10.5555/a(1)",
        "https://doi.org/10.5555/a(1)",
    )
    assert problems == []


@pytest.mark.parametrize("doi", ["", "10.5555/x"])
@pytest.mark.parametrize(
    "issued", [{"date-parts": [["2024", 5]]}, {"raw": "May 2024"}, {"literal": "2024-05"}]
)
def test_citations_of_zotero(tmp_path: Path, doi: str, issued: dict[str, Any]) -> None:
    """CSL-JSON, in which few preprints and papers of conferences have a DOI."""
    citation = {
        "id": "lee2024",
        "type": "paper-conference",
        "title": "T",
        "abstract": "A.",
        "container-title": "Conf",
        "author": [{"family": "Gogh", "given": "Ann", "non-dropping-particle": "van"}],
        "issued": issued,
        "URL": "https://example.org/t",
        "keyword": "nets, toys",
    }
    (paper,), problems = read(tmp_path / "a.json", json.dumps([citation | ({"DOI": doi} if doi else {})]))
    assert (paper.id, paper.doi, paper.year, paper.venue) == (doi or "lee2024", doi, 2024, "Conf")
    assert (paper.authors, paper.url) == (("Ann van Gogh",), "https://example.org/t")
    assert (paper.keywords, problems) == (("nets", "toys"), [])


def test_a_doi_alone_makes_no_work_of_crossref(tmp_path: Path) -> None:
    row = {"DOI": "10.5555/X", "title": "T", "abstract": "A."}
    own = {"id": "p", "year": 2020, "venue": "Conf", "authors": ["Ann Lee"], "publisher": "E"}
    citation = {"id": "p", "issued": {"date-parts": [[2020]]}, "author": [{"given": "Ann", "family": "Lee"}]}
    rows = [row | own, row | citation | {"container-title": "Conf"}]
    (one,), _ = read(tmp_path / "a.jsonl", json_lines(rows[0]))
    assert (one.id, one.doi, one.year, one.venue, one.authors) == (
        *("p", "10.5555/x", 2020, "Conf"),
        ("Ann Lee",),
    )
    (other,), _ = read(tmp_path / "b.jsonl", json_lines(rows[1]))
    assert (other.id, other.year, other.venue, other.authors) == ("10.5555/X", 2020, "Conf", ("Ann Lee",))


# Semantic Scholar


def test_semantic_scholar_in_its_spellings(tmp_path: Path) -> None:
    rows = [
        {"corpusid": 7, "externalids": {"ArXiv": "2101.00001", "DOI": None}, "title": "T", "abstract": "A."},
        {
            "paper_id": "8",
            "abstract": "B.",
            "doi": "10.5555/x",
            "authors": [{"first": "A", "middle": ["B."], "last": "C"}],
        },
        {"id": "9", "paperAbstract": "C.", "s2Url": "https://s.example/9", "journal": {"name": "J"}},
        {"paperId": "10", "title": "T", "abstract": None, "s2FieldsOfStudy": [{"category": "Art"}]},
    ]
    papers, _ = read(tmp_path / "a.jsonl", json_lines(*rows))
    assert [(p.id, p.text, p.doi) for p in papers] == [
        ("7", "A.", "10.48550/arxiv.2101.00001"),
        ("8", "B.", "10.5555/x"),
        ("9", "C.", ""),
        ("10", "", ""),
    ]
    assert papers[1].authors == ("A B. C",)
    assert (papers[2].url, papers[2].venue) == ("https://s.example/9", "J")
    assert papers[3].keywords == ("Art",)


def test_semantic_scholar_data_sets(tmp_path: Path) -> None:
    """abstracts, which has the ids elsewhere, and S2ORC, which is no note of OpenReview."""
    rows = [
        {
            "corpusid": 7,
            "openaccessinfo": {"externalids": {"ArXiv": "2101.00001", "DOI": "10.5555/X", "MAG": None}},
            "abstract": "A.",
        },
        {"corpusid": 8, "content": {"text": "Whole text.", "annotations": {}}},
    ]
    (paper,), problems = read(tmp_path / "a.jsonl", json_lines(*rows))
    assert (paper.id, paper.doi, paper.url) == ("7", "10.5555/x", "https://arxiv.org/abs/2101.00001")
    assert problems == ["a.jsonl:2: there is neither an abstract nor a title; it is left out"]


@pytest.mark.parametrize("member", ["citedPaper", "citingPaper"])
def test_semantic_scholar_references_and_citations(tmp_path: Path, member: str) -> None:
    paper = {"paperId": "7", "title": "T", "abstract": "A.", "year": 2024}
    answer = {"offset": 0, "data": [{"contexts": [], "isInfluential": False, member: paper}]}
    (found,), problems = read(tmp_path / "a.json", json.dumps(answer))
    assert (found.id, found.title, found.text, found.year) == ("7", "T", "A.", 2024)
    assert problems == []


def test_kinds_may_be_mixed_and_from_overrides(tmp_path: Path) -> None:
    rows = [{"id": "p", "venue": "V", "abstract": "A."}, {"DOI": "10.5555/x", "title": "T", "abstract": "B."}]
    papers, _ = read(tmp_path / "a.jsonl", json_lines(*rows))
    assert [(p.id, p.venue) for p in papers] == [("p", "V"), ("10.5555/x", "")]
    papers, _ = read(tmp_path / "a.jsonl", json_lines(*rows), "crossref")
    assert [(p.id, p.venue) for p in papers] == [("p", ""), ("10.5555/x", "")]


# BibTeX


def test_bibtex_nested_braces(tmp_path: Path) -> None:
    """in-bib-nested."""
    entry = "@article{a, title={What is {Deep {NET}} now?}, month=may, year=1993}"
    (paper,), _ = read(tmp_path / "a.bib", entry)
    assert (paper.id, paper.title, paper.year) == ("a", "What is Deep NET now?", 1993)


def test_bibtex_unclosed_brace(tmp_path: Path) -> None:
    """in-bib-unclosed."""
    papers, problems = read(tmp_path / "a.bib", "@misc{a, keywords={x, {y}, } \n@misc{b, title={ok}}")
    assert [(p.id, p.title, p.source) for p in papers] == [("b", "ok", "a.bib:2")]
    assert problems[0] == "a.bib:1: syntax error: premature end of file; a is left out"


def test_bibtex_strings_names_and_addresses(tmp_path: Path) -> None:
    content = r"""% from a manager
@comment{x, title = {no paper}}
@string(ec = "Conf")
@InProceedings(one,
  Title = "{\"U}ber 95\% {N}ets", Booktitle = ec # " " # 2020,
  Abstract = {We say "hi"
    at {\em 95\%}.},
  Author = {Erd{\H o}s, P{\'a}l and {The Group, Inc.} and others},
  Eprint = {2001.00001v2}, ArchivePrefix = {arXiv}, keywords = {a, b; c})
@misc{two, title = unknown # "Two", abstract = {B.}, howpublished = {\url{https://a.example/b_c}}, title = {again}}
"""
    (one, two), problems = read(tmp_path / "a.txt", content)
    assert one.text == 'We say "hi"\n    at {\\em 95\\%}.'
    assert (one.title, one.venue, one.year) == ("Über 95% Nets", "Conf 2020", 2020)
    assert one.authors == ("Pál Erdős", "The Group, Inc.")
    assert (one.url, one.keywords) == ("https://arxiv.org/abs/2001.00001v2", ("a", "b", "c"))
    assert (two.title, two.url, two.source) == ("Two", "https://a.example/b_c", "a.txt:10")
    assert problems == ["a.txt:10: undefined string: unknown"]


@pytest.mark.parametrize(
    ("field", "url", "doi"),
    [
        (r"doi={10.1007/978-3-030-58452-8\_13}", "https://doi.org/10.1007/978-3-030-58452-8_13", "_13"),
        (r"doi={10.1007/{978}-3{\_}13}", "https://doi.org/10.1007/978-3_13", "_13"),
        (r"doi={10.1007/978-3{_}13}, url={x}", "https://doi.org/10.1007/978-3_13", "_13"),
        (r"url={https://a.org/paper{\_}files/x\%20y\#z}", "https://a.org/paper_files/x%20y#z", ""),
        (r"url={https://a.org/{P}aper}", "https://a.org/Paper", ""),
        (r"url={\url{https://a.org/x}, 2020}", "https://a.org/x", ""),
        (r"url={https://a.org/\~{}b/{\~{}}c/{\~}d}", "https://a.org/~b/~c/~d", ""),
        (r"howpublished={\url{https://a.org/x\_y}, 2020}", "https://a.org/x_y", ""),
        (r"howpublished={\href{https://a.org/x}{the page}}", "https://a.org/x", ""),
    ],
)
def test_bibtex_escapes_in_addresses(tmp_path: Path, field: str, url: str, doi: str) -> None:
    (paper,), _ = read(tmp_path / "a.bib", f"@misc{{a, title={{A}}, {field}}}")
    assert paper.url == url
    assert paper.doi.endswith(doi)
    assert bool(paper.doi) == bool(doi)


@pytest.mark.parametrize("eprint", ["2405.00002", "2405.00002 [cs]", "arXiv:2405.00002"])
def test_bibtex_preprints_of_zotero(tmp_path: Path, eprint: str) -> None:
    entry = f"@misc{{a, abstract={{A.}}, eprint={{{eprint}}}, archiveprefix={{arXiv}}}}"
    assert read(tmp_path / "a.bib", entry)[0][0].url == "https://arxiv.org/abs/2405.00002"


@pytest.mark.parametrize(
    "before",
    [
        "Scopus\nEXPORT DATE: 01 May 2024\n\n",
        "Automatically generated by Mendeley Desktop 1.19.8\nAny changes to this file will be lost.\n\nOptions\n\n",
        "% Encoding: UTF-8\n\n",
    ],
)
def test_bibtex_under_lines_of_who_wrote_it(tmp_path: Path, before: str) -> None:
    (paper,), _ = read(tmp_path / "export.txt", before + "@article{a,\nabstract = {A.}\n}\n")
    assert (paper.id, paper.text) == ("a", "A.")


def test_bibtex_entries_without_keys(tmp_path: Path) -> None:
    jabref = "@Article{,\n  title = {T},\n  abstract = {A.},\n}\n\n"
    content = jabref + "@misc{ , title={U}, abstract={B.}}\n@misc{-k, abstract={C.}}"
    papers, problems = read(tmp_path / "a.bib", content)
    assert [(p.id, p.title, p.text, p.source) for p in papers] == [
        ("a-01", "T", "A.", "a.bib:1"),
        ("a-02", "U", "B.", "a.bib:6"),
        ("-k", "", "C.", "a.bib:7"),
    ]
    assert problems == []


def test_bibtex_entry_without_an_end_is_bounded(tmp_path: Path) -> None:
    content = "@misc{a, abstract={" + ("x {y} " * 2000 + "\n") * 100 + "\n@misc{b, abstract={B.}}"
    papers, problems = read(tmp_path / "a.bib", content)
    assert [p.id for p in papers] == ["b"]
    assert problems == ["a.bib:1: an entry of more than 1024 Ki characters; it is left out"]


# RIS


def test_ris_stray_lines(tmp_path: Path) -> None:
    """in-ris-stray."""
    papers, _ = read(tmp_path / "a.ris", "1.\nTY  - JOUR\nTI  - T\nER  -\nC1  - Database: X")
    assert [(p.title, p.source) for p in papers] == [("T", "a.ris:2")]


def test_ris_with_mark_crlf_and_missing_ends(tmp_path: Path) -> None:
    """in-bom."""
    content = (
        "\ufeffTY  - JOUR\r\nT1  - One\r\nN2  - First\r\n  and second.\r\nUR  - https://a.example/b;c\r\n"
        "A1  - Davis, Sammy, Jr.\r\nY1  - 2001/05//\r\nTY  - CONF\r\nTI  - Two\r\nAB  - B.\r\n"
    )
    (one, two), problems = read(tmp_path / "a.ris", content)
    assert (one.text, one.year, one.url) == ("First and second.", 2001, "https://a.example/b;c")
    assert one.authors == ("Sammy Davis Jr.",)
    assert (two.title, two.text) == ("Two", "B.")
    assert [problem.partition(": ")[0] for problem in problems] == ["a.ris:1", "a.ris:8"]


@pytest.mark.parametrize("tag", ["AB", "N2"])
def test_ris_abstract_in_several_fields(tmp_path: Path, tag: str) -> None:
    content = (
        f"TY  - JOUR\n{tag}  - Aim: A.\n{tag}  - Result:\n  B.\nTI  - T\n{tag}  - \n{tag}  - End.\nER  - \n"
    )
    (paper,), _ = read(tmp_path / "a.ris", content)
    assert (paper.title, paper.text) == ("T", "Aim: A. Result: B. End.")
    (paper,), _ = read(tmp_path / "a.ris", f"TY  - JOUR\nAB  - \nTI  - T\n{tag}  - A.\nER  - \n")
    assert paper.text == "A."


def test_ris_keywords_on_lines_of_their_own(tmp_path: Path) -> None:
    """As EndNote writes them."""
    (paper,), _ = read(
        tmp_path / "a.ris", "TY  - JOUR\nAB  - A.\nKW  - nets\ntoys\ndeep things\nmore\nER  - \n"
    )
    assert paper.keywords == ("nets", "toys", "deep things", "more")


@pytest.mark.parametrize(
    ("type", "tag", "venue"),
    [("CONF", "C3", "Proc"), ("CPAPER", "BT", "Proc"), ("CHAP", "BT", "Proc"), ("RPRT", "C3", "")],
)
def test_ris_proceedings(tmp_path: Path, type: str, tag: str, venue: str) -> None:
    """Zotero has only `C3` where no conference is named, DBLP only `BT`."""
    (paper,), _ = read(tmp_path / "a.ris", f"TY  - {type}\nAB  - A.\n{tag}  - Proc\nER  - \n")
    assert paper.venue == venue


@pytest.mark.parametrize("name", ["a.ris", "a.bib", "a.csv", "a.tsv", "a.md"])
def test_another_encoding_is_refused(tmp_path: Path, name: str) -> None:
    """in-encoding."""
    start = {"a.csv": "title,abstract\n", "a.tsv": "title\tabstract\n", "a.ris": "TY  - JOUR\nAB  - "}
    content = (start.get(name, "") + "Über α-Nets").encode("iso8859-7", "replace")
    with pytest.raises(InputError, match=r"is not UTF-8.*convert it, e\.g\. iconv"):
        read(tmp_path / name, content)


# Tables


def test_csv_with_mark_quotes_and_crlf(tmp_path: Path) -> None:
    """in-bom."""
    content = '\ufeffid,title,abstract\r\n1,T,A\r\n2,"U, V","We ""do""\r\nB"\r\n\r\n,,\r\n3,W,"x" y\r\n'
    papers, problems = read(tmp_path / "a.csv", content)
    assert [(p.id, p.title, p.text, p.source) for p in papers] == [
        ("1", "T", "A", "a.csv:2"),
        ("2", "U, V", 'We "do"\nB', "a.csv:3"),
        ("3", "W", "x y", "a.csv:7"),
    ]
    assert problems == []


def test_csv_big_field(tmp_path: Path) -> None:
    """in-csv-big-field."""
    (paper,), _ = read(tmp_path / "a.csv", "id;abstract\n1;" + "word " * 28_000)
    assert len(paper.text) == 140_000


def test_csv_rows_that_are_wrong(tmp_path: Path) -> None:
    content = 'id,abstract,title\n1,A,T,more\n2,B\n3\n4,"C,T\n5,D,U\n'
    papers, problems = read(tmp_path / "a.csv", content)
    assert [(p.id, p.text) for p in papers] == [("2", "B"), ("5", "D")]
    assert [problem.split("; left")[0] for problem in problems] == [
        "a.csv:2: 4 cells under 3 columns",
        "a.csv:4: there is neither an abstract nor a title",
        "a.csv:5: a quote in it is not closed as it should be (unexpected end of data)",
    ]


@pytest.mark.parametrize(
    ("row", "lost"),
    [
        ('1,T,"open\n', "left out"),
        ('1,"T,open\n', "left out"),
        ('1,T,"open\nand more\n', "left out to line 3"),
        ('1,T,"open\n9,V,"shut"\n', "left out"),
    ],
)
def test_a_stray_quote_costs_its_row_alone(tmp_path: Path, row: str, lost: str) -> None:
    content = f"id,title,abstract\n{row}2,U,good\n" + "3,V,good\n" * 1000
    papers, problems = read(tmp_path / "a.csv", content)
    assert [p.id for p in papers if p.id != "9"] == ["2", "3"]
    assert problems[0].startswith("a.csv:2: ")
    assert problems[0].endswith(f"; {lost}")


def test_lines_are_not_read_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line here ends the quote of the line before and opens one, which nothing closes."""
    monkeypatch.setattr(tables, "LONGEST_ROW", 1000)
    given = 0
    put_back = tables._Lines.put_back

    def counted(lines: tables._Lines, back: list[tuple[int, str]]) -> None:
        nonlocal given
        given += sum(len(line) for _, line in back)
        put_back(lines, back)

    monkeypatch.setattr(tables._Lines, "put_back", counted)
    content = "title,abstract\n" + 'a","b\n' * 2000
    problems: list[str] = []
    list(tables.reader(",;")(io.BytesIO(content.encode()), "a", "a", problems.append))
    assert problems
    assert 0 < given < 2 * len(content)


@pytest.mark.parametrize("mark", [",", "\t"])
def test_empty_cells_at_the_end_of_rows(tmp_path: Path, mark: str) -> None:
    """As Web of Science writes them; a cell that says something under no column is wrong all the same."""
    content = 'id,title,abstract\n1,T,A,\n2,U,"B\nB",, \n3,V,"C\n4,W,D,,x\n'.replace(",", mark)
    papers, problems = read(tmp_path / "a", content, "tsv" if mark == "\t" else "csv")
    assert [(p.id, p.text) for p in papers][:2] == [("1", "A"), ("2", "B\nB")]
    assert "4" not in [p.id for p in papers]
    assert problems


@pytest.mark.parametrize(
    ("column", "cell", "names"),
    [
        ("Author", "García Márquez, Gabriel José", ("Gabriel José García Márquez",)),
        ("AF", "García Márquez, Gabriel José; Lee, Ann", ("Gabriel José García Márquez", "Ann Lee")),
        ("Author", "Ann Lee, Bo Ray, Cy Dee", ("Ann Lee", "Bo Ray", "Cy Dee")),
        ("Author", "Ann Lee and Bo Ray", ("Ann Lee", "Bo Ray")),
        ("authors", "Ann Lee, Bo Ray", ("Ann Lee", "Bo Ray")),
        ("authors", "Márquez, Gabriel", ("Gabriel Márquez",)),
        ("authors", "Ann Lee, Bo Ray and Cy Dee", ("Ann Lee", "Bo Ray", "Cy Dee")),
        ("authors", "Ann Lee, Bo Ray, and Cy Dee", ("Ann Lee", "Bo Ray", "Cy Dee")),
        ("authors", "Ann Lee, and Bo Ray", ("Ann Lee", "Bo Ray")),
        (
            "authors",
            "García Márquez, Gabriel José and Van Ray, Bo",
            ("Gabriel José García Márquez", "Bo Van Ray"),
        ),
        ("authors", "Lee, A., Núñez, J.-M., Ray, B. C.", ("A. Lee", "J.-M. Núñez", "B. C. Ray")),
        ("authors", "['Ann Lee', 'Bo O\\'Ray']", ("Ann Lee", "Bo O'Ray")),
        ("authors", "['Ann Lee' 'Lee, Bo']", ("Ann Lee", "Bo Lee")),
        ("authors", "[Ann Lee]", ("[Ann Lee]",)),
        ("Author full names", "Lee, Ann (57200000001); Ray, Bo (57200000002)", ("Ann Lee", "Bo Ray")),
        ("Author full names", "Lee, Ann (57200000001)", ("Ann Lee",)),
        ("Author/s", "Ann Lee; Bo Ray", ("Ann Lee", "Bo Ray")),
    ],
)
def test_authors_in_tables(tmp_path: Path, column: str, cell: str, names: tuple[str, ...]) -> None:
    (paper,), _ = read(tmp_path / "a.csv", f'{column},abstract\n"{cell}",A\n')
    assert paper.authors == names


def test_the_columns_of_web_of_science(tmp_path: Path) -> None:
    """`ID` are its further keywords, which many papers share; `AU` has initials."""
    content = (
        "PT\tAU\tAF\tTI\tSO\tDE\tID\tAB\tPY\tUT\n"
        "J\tLee, A; Ray, B\tLee, Ann; Ray, Bo\tT\tEX J\tnets; toys\tSETS\tWe do A.\t2024\tWOS:1\n"
        "J\tDee, C\tDee, Cy\tU\tEX J\t\tSETS\tWe do B.\t2023\tWOS:2\n"
    )
    papers, problems = read(tmp_path / "savedrecs.txt", content)
    assert [(p.id, p.authors, p.keywords) for p in papers] == [
        ("WOS:1", ("Ann Lee", "Bo Ray"), ("nets", "toys")),
        ("WOS:2", ("Cy Dee",), ()),
    ]
    assert problems == []


@pytest.mark.parametrize("said", ["[No abstract available]", "No abstract available.", " Abstract Missing\n"])
def test_words_for_no_abstract(tmp_path: Path, said: str) -> None:
    (paper,), problems = read(tmp_path / "a.csv", f'id,title,abstract\n1,T,"{said}"\n')
    assert (paper.title, paper.text) == ("T", "")
    assert problems == ["a.csv:2: paper 1 has an empty abstract; it is kept, without concepts"]


def test_full_names_go_before_initials(tmp_path: Path) -> None:
    """Scopus writes `Lee A.` without a comma."""
    content = 'Authors,Author full names,Abstract\nLee A.,"Lee, Ann (57200000001)",We do A.\n'
    assert read(tmp_path / "scopus.csv", content)[0][0].authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "before",
    [
        "sep=;\r\n",
        '"sep=;"\n',
        ";;\n",
        "\n\n",
        '"About the data: exported on May 1, 2024; of all."\n',
        "a\nb\nc\n",
    ],
)
def test_lines_before_the_names_of_columns(tmp_path: Path, before: str) -> None:
    (paper,), problems = read(tmp_path / "a.csv", before + 'ID;Title;Abstract\n1;T;"We do; A."\n')
    assert (paper.id, paper.title, paper.text) == ("1", "T", "We do; A.")
    assert problems == []
    if before.startswith(("sep", '"sep')):
        assert read(tmp_path / "b.txt", before + "ID;Title;Abstract\n1;T;A.\n")[0][0].id == "1"


def test_keywords_that_pandas_saved(tmp_path: Path) -> None:
    content = 'abstract,keywords\nA,"[\'nets\', \'toys\']"\nB,"[""nets"", ""big toys""]"\nC,[nets]\n'
    papers, _ = read(tmp_path / "a.csv", content)
    assert [p.keywords for p in papers] == [("nets", "toys"), ("nets", "big toys"), ("[nets]",)]


@pytest.mark.parametrize("column", ["PubYear", "publish_time", "Publication Date", "Date Published"])
def test_columns_of_years(tmp_path: Path, column: str) -> None:
    assert read(tmp_path / "a.csv", f"abstract,{column}\nA,2024-05-01\n")[0][0].year == 2024


def test_csv_without_abstracts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.csv:1: no column holds abstracts; .*: id, title"):
        read(tmp_path / "a.csv", "id,title\n1,T\n")


def test_tsv_quotes_as_they_come(tmp_path: Path) -> None:
    content = 'AB\tPublication_Year\n"Deep" nets\t2001\n"a ""b"""\t2002\n"open\t2003\n"two\nlines"\t2004\n'
    papers, problems = read(tmp_path / "a.tsv", content)
    assert [(p.text, p.year) for p in papers] == [
        ('"Deep" nets', 2001),
        ('a "b"', 2002),
        ('"open', 2003),
        ("two\nlines", 2004),
    ]
    assert problems == []


def test_tsv_quotes_over_several_lines(tmp_path: Path) -> None:
    """As pandas writes them: in the last column too, where the first line alone would do as a row."""
    content = 'title\tabstract\nT\t"We train A.\n\nWe test ""B""."\nU\t"open\nV\tclosed"\nW\t"""C\nD"""\nX\t"no\nend\n'
    papers, problems = read(tmp_path / "a.tsv", content)
    assert [(p.title, p.text, p.source) for p in papers] == [
        ("T", 'We train A.\n\nWe test "B".', "a.tsv:2"),
        ("U", '"open', "a.tsv:5"),
        ("V", 'closed"', "a.tsv:6"),
        ("W", '"C\nD"', "a.tsv:7"),
        ("X", '"no', "a.tsv:9"),
        ("end", "", "a.tsv:10"),
    ]
    assert problems == ["a.tsv:10: paper a-06 has an empty abstract; it is kept, without concepts"]


cells = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Cn", "Co"]), max_size=20)


@settings(max_examples=40)
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=5), st.sampled_from(",;\t"))
def test_tables_round_trip(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]], mark: str
) -> None:
    file = tmp_path_factory.mktemp("table") / ("a.tsv" if mark == "\t" else "a.csv")
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, delimiter=mark)
        writer.writerow(["id", "abstract", "title"])
        writer.writerows((f"p{place}", abstract, title) for place, (abstract, title) in enumerate(rows))
    papers = read_papers([file], format="tsv" if mark == "\t" else "csv", on_problem=lambda problem: None)
    texts = {paper.id: paper.text for paper in papers}
    assert texts
    assert all(texts[name] == rows[int(name[1:])][0] for name in texts)


# Markdown


def test_markdown_headings(tmp_path: Path) -> None:
    content = """Example 2019
============

Deep Nets
---------
__Authors__: Ann Lee and Bo Ray
- **Year:** 2020

We do A.

So: we do more.

### Nets for $k$-means ###
Abstract: B.

## Whole paper
Some affiliation
### Abstract
C.
### Introduction
Not this.
#### Nor this
Nor that.

## Empty

## Code
```
# no heading
```
"""
    papers, problems = read(tmp_path / "a.md", content)
    assert [(p.title, p.text, p.venue, p.year, p.source) for p in papers] == [
        ("Deep Nets", "We do A.\n\nSo: we do more.", "Example", 2020, "a.md:4"),
        ("Nets for k-means", "B.", "Example", 2019, "a.md:13"),
        ("Whole paper", "C.", "Example", 2019, "a.md:16"),
        ("Code", "```\n# no heading\n```", "Example", 2019, "a.md:27"),
    ]
    assert papers[0].authors == ("Ann Lee", "Bo Ray")
    assert [problem.partition(": ")[0] for problem in problems] == [
        "a.md:16",
        "a.md:20",
        "a.md:22",
        "a.md:25",
    ]


def test_markdown_notes(tmp_path: Path) -> None:
    front = "title: Deep\nauthors: [A Bee, C Dee]\ntags:\n  - x\ndate: 2020-01-02\nother: {a: 1}\n"
    (paper,), problems = read(tmp_path / "a.md", f"---\n{front}---\nOne.\n\nTwo.\n")
    assert (paper.title, paper.text, paper.authors) == ("Deep", "One.\n\nTwo.", ("A Bee", "C Dee"))
    assert (paper.keywords, paper.year) == (("x",), 2020)
    papers, _ = read(tmp_path / "b.md", "One.\n\nTwo.\n")
    assert [(p.text, p.source) for p in papers] == [("One.", "b.md:1"), ("Two.", "b.md:3")]
    papers, problems = read(tmp_path / "c.md", "---\n{a: [\n---\n# T\nOne.\n")
    assert [(p.title, p.text) for p in papers] == [("T", "One.")]
    assert problems[0].startswith("c.md:1: the front matter is left out: no YAML: ")


def test_front_matter_in_toml(tmp_path: Path) -> None:
    front = 'title = "Deep"\nauthors = ["A Bee"]\ndate = 2020-01-02T03:04:05Z\nvenue = ""\n[x]\na = 1\n'
    (paper,), problems = read(tmp_path / "a.md", f"+++\n{front}+++\n\nOne.\n")
    assert (paper.title, paper.text, paper.authors) == ("Deep", "One.", ("A Bee",))
    assert (paper.year, paper.venue, problems) == (2020, "", [])
    papers, problems = read(tmp_path / "b.md", "+++\ntitle = \n+++\n# T\nOne.\n")
    assert [(p.title, p.text) for p in papers] == [("T", "One.")]
    assert problems[0].startswith("b.md:1: the front matter is left out: no TOML: ")


@pytest.mark.parametrize("front", ["x = " + "[" * 60_000, "a." * 30_000 + "a = 1", "[a]\na.b = 1\n" * 90])
def test_deep_toml_costs_itself_alone(tmp_path: Path, front: str) -> None:
    papers, _ = read(tmp_path / "a.md", f"+++\n{front}\n+++\n# T\n\nOne.\n")
    assert [(p.title, p.text) for p in papers] == [("T", "One.")]


@pytest.mark.parametrize("below", ["", "{{% callout %}}\nClick.\n", "## Notes\nMine.\n"])
def test_markdown_with_the_abstract_in_front(tmp_path: Path, below: str) -> None:
    """As Hugo's publications have it, beside a summary."""
    front = "title: T\nabstract: >-\n  We do A.\n  It works.\nsummary: Short.\ndoi: 10.5555/t\n"
    (paper,), problems = read(tmp_path / "a.md", f"---\n{front}---\n\n{below}")
    assert (paper.title, paper.text, paper.doi) == ("T", "We do A. It works.", "10.5555/t")
    assert [problem.partition(": ")[2] for problem in problems] == (
        ["what stands below front matter with an abstract is left out"] if below else []
    )


def test_markdown_summary_in_front_is_no_abstract(tmp_path: Path) -> None:
    (paper,), _ = read(tmp_path / "a.md", "---\nsummary: Short.\n---\n# T\nWe do A.\n")
    assert (paper.title, paper.text) == ("T", "We do A.")


@pytest.mark.parametrize("field", ["doi: 10.5555/t", "url: https://example.org/t"])
def test_markdown_sections_of_a_note_on_one_paper(tmp_path: Path, field: str) -> None:
    start = f"---\ntitle: T\n{field}\n---\nWe do A.\n"
    (paper,), problems = read(tmp_path / "a.md", start + "\n## Notes\nMine.\n\n### More\nYours.\n")
    assert (paper.title, paper.text) == ("T", "We do A.")
    assert [problem.partition(": ")[2] for problem in problems] == [
        f"the section '{section}' is no abstract; it is left out" for section in ("Notes", "More")
    ]
    (paper,), _ = read(tmp_path / "a.md", start + "\n## Abstract\nWe do B.\n\n## Notes\nMine.\n")
    assert (paper.title, paper.text) == ("T", "We do B.")


@pytest.mark.parametrize("front", ["", "---\ntitle: My list\nauthor: Me\n---\n"])
def test_markdown_lists_of_papers_under_a_text(tmp_path: Path, front: str) -> None:
    content = front + "What I read.\n\n## T\nWe do A.\n\n## [U](https://example.org/u)\nWe do B.\n"
    papers, _ = read(tmp_path / "a.md", content)
    assert [(p.title, p.text) for p in papers[1:]] == [("T", "We do A."), ("U", "We do B.")]


def test_markdown_notes_of_obsidian(tmp_path: Path) -> None:
    """Inline fields of Dataview, links between notes, callouts."""
    content = (
        "---\ntitle: T\nauthors:\n  - '[[Ann Lee]]'\n  - [[people/Bo Ray|Bo Ray]]\ntags: [nets]\n---\n"
        "Year:: 2024\n**DOI**:: 10.5555/t\n\n> [!info]- Files\n> [pdf](x.pdf)\n\n"
        "> [!Abstract]+ Abstract\n> We do A.\n>\n> It works.\n\n> [!note]\n> Mine.\n\n# Notes\nMore.\n"
    )
    (paper,), problems = read(tmp_path / "a.md", content)
    assert (paper.title, paper.text, paper.doi, paper.year) == (
        "T",
        "We do A.\n\nIt works.",
        "10.5555/t",
        2024,
    )
    assert (paper.authors, paper.keywords) == (("Ann Lee", "Bo Ray"), ("nets",))
    assert [problem.partition(": ")[2] for problem in problems] == [
        "what stands before the heading 'Abstract' is left out",
        "the section '[!note]' is no abstract; it is left out",
        "the section 'Notes' is no abstract; it is left out",
    ]
    content = "# T\n> [!abstract]\n> We do A.\n\nMine.\n\n# U\n>[!ABSTRACT]\n>We do B.\n# V\nWe do C.\n"
    papers, _ = read(tmp_path / "a.md", content)
    assert [(p.title, p.text) for p in papers] == [("T", "We do A."), ("U", "We do B."), ("V", "We do C.")]


@pytest.mark.parametrize(
    "front",
    ["year: !!bool x", "year: !!int ''", "year: !!timestamp x", "x: {a: 0x" + "f" * 4000 + "}"],
)
def test_values_of_front_matter_are_texts_whatever_their_tags(tmp_path: Path, front: str) -> None:
    papers, _ = read(tmp_path / "a.md", f"---\nvenue: Conf\n{front}\nurl:\n---\n# T\n\nOne.\n")
    assert [(p.title, p.text, p.venue, p.url) for p in papers] == [("T", "One.", "Conf", "")]


@pytest.mark.parametrize("front", ["x: " + "[" * 60_000, "x: " + "? " * 30_000, "- " * 30_000])
def test_deep_front_matter_takes_no_time_and_costs_itself_alone(tmp_path: Path, front: str) -> None:
    papers, problems = read(tmp_path / "a.md", f"---\n{front}\n---\n# T\n\nOne.\n")
    assert [(p.title, p.text) for p in papers] == [("T", "One.")]
    assert problems[0].startswith("a.md:1: the front matter is left out: ")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\n", ""),
        ("---\n\n", "\n---\n"),
        ("---\ntitle: U\n" + "x: y\n" * 300, ""),
        ("---\n- " + "x" * 70_000 + "\n---\n", ""),
    ],
)
def test_a_rule_at_the_top_is_no_front_matter(tmp_path: Path, before: str, after: str) -> None:
    papers, _ = read(tmp_path / "a.md", f"{before}# T\n\nWe use NET.\n{after}")
    assert (papers[-1].title, papers[-1].text.partition("\n")[0]) == ("T", "We use NET.")
    assert all(paper.text.strip("-") for paper in papers)


def test_markdown_front_matter_is_text(tmp_path: Path) -> None:
    front = """id: 2405.01230
title: 1984
doi:
url: ~
venue: null
authors:
  - name: Ann Lee
  -
keywords: [007, no]
date: !!timestamp 2020-01-x
"""
    (paper,), problems = read(tmp_path / "a.md", f"---\n{front}---\nOne.\n")
    assert (paper.id, paper.title, paper.year) == ("2405.01230", "1984", 2020)
    assert (paper.doi, paper.venue, paper.url) == ("", "", "")
    assert (paper.authors, paper.keywords) == (("Ann Lee",), ("007", "no"))
    assert problems == []


# All


@pytest.mark.parametrize(
    ("format", "before", "line", "after"),
    [
        ("plain", "", "ab", "\n\n"),
        ("markdown", "# Long\n", "ab", "\n# T\n"),
        ("ris", "TY  - JOUR\nAB  - x\n", "ab", "\nER  - \nTY  - JOUR\nAB  - "),
        ("ris", "TY  - JOUR\n", "KW  - a", "\nTY  - JOUR\nAB  - "),
    ],
)
def test_a_record_without_an_end_costs_itself_alone_and_little_memory(
    monkeypatch: pytest.MonkeyPatch, format: str, before: str, line: str, after: str
) -> None:
    module = {"plain": plain, "markdown": markdown, "ris": ris}[format]
    monkeypatch.setattr(module, "LONGEST", 20_000)
    content = f"{before}{chr(10).join([line] * 50_000)}{after}Good."
    file = io.BytesIO(content.encode())
    problems: list[str] = []
    list(module.read(io.BytesIO(f"{before}a{after}b".encode()), "a", "a", problems.append))  # imports
    tracemalloc.start()
    papers = list(module.read(file, "a", "a", problems.append))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [paper.text for paper in papers] == ["Good."]
    assert any("longer than" in problem and problem.startswith("a:1:") for problem in problems)
    assert peak < 500_000


@pytest.mark.parametrize(
    ("format", "content"),
    [
        ("bibtex", '@@@{{{"""###}}}@a{b,c=d#,}@string{x=@'),
        ("bibtex", "{" * 50_000),
        ("bibtex", "@a{b, title={" + "{" * 5000),
        ("ris", "TY  - \nER  - \nTY  -\nAU\nER  -"),
        ("ris", "ER  - \nER  - \n" * 1000),
        ("csv", "abstract," * 5000 + "\n" + '"' * 5001),
        ("tsv", 'abstract\n\t\t\t\n""""\n'),
        ("markdown", "#" * 10_000 + "\n---\n===\n```\n~~~\n"),
        ("markdown", "---\na: &x [*x]\n---\n" + "# \n" * 100),
        ("arxiv", '{"id": 1, "abstract": [], "versions": [1], "authors_parsed": [1, [], [2]]}'),
        ("openreview", '{"content": {"abstract": {"value": {"value": 1}}}, "cdate": 1e400}'),
        ("openalex", '{"abstract_inverted_index": {"a": [null]}, "authorships": [1, {"author": []}]}'),
        ("crossref", '{"DOI": 1, "title": {}, "issued": {"date-parts": {}}, "author": "x", "event": []}'),
        (
            "semanticscholar",
            '{"externalIds": [], "authors": [[]], "year": "x", "journal": [], "abstract": 1}',
        ),
        ("json", "[" * 100_000),
        ("json", '{"a":' * 100_000),
    ],
    ids=lambda value: value[:12],
)
def test_hostile_content_is_no_crash(tmp_path: Path, format: str, content: str) -> None:
    try:
        papers, problems = read(tmp_path / "a", content, format)
    except InputError:
        return
    assert papers
    assert all(paper.text.strip() or problems for paper in papers)


def many(format: str, count: int) -> Iterable[str]:
    """A file of `count` papers, whose texts have 10,000 characters each and differ."""
    starts = {"csv": "id,abstract\n", "json": '{"message": {"items": [\n'}
    ends = {"json": "]}}"}
    shapes = {
        "csv": '{0},"{1}"\n',
        "json": '{comma}{{"DOI": "10.5555/{0}", "title": ["T {0}"], "abstract": "{1}"}}\n',
        "bibtex": "@article{{k{0}, abstract = {{{1}}}}}\n",
        "ris": "TY  - JOUR\nID  - {0}\nAB  - {1}\nER  - \n",
        "markdown": "# Title {0}\n\n{1}\n\n",
    }
    yield starts.get(format, "")
    for number in range(count):
        text = f"{number:05}" * 2000
        yield shapes[format].format(number, text, comma="," if number else "")
    yield ends.get(format, "")


@pytest.mark.parametrize("format", ["csv", "json", "bibtex", "ris", "markdown"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, format: str) -> None:
    peaks = []
    for count in (5, 20, 200):  # the first loads the libraries
        file = tmp_path / f"{count}"
        file.write_text("".join(many(format, count)), encoding="utf-8")
        tracemalloc.start()
        try:
            assert sum(1 for _ in read_papers([file], format=format, on_problem=print)) == count
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[2] < peaks[1] + 500_000
    assert peaks[2] < file.stat().st_size / 2
