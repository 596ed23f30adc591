# ruff: noqa: E501
"""Files of the same kinds as those of the collected reports: cut off, glued, badly encoded, given twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.sources import read_papers


def read(folder: Path, name: str, content: str | bytes) -> tuple[list[str], list[str]]:
    """Id, title, text and year of each paper of a file, and what was reported."""
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    problems: list[str] = []
    papers = read_papers([file], on_problem=problems.append)
    return [f"{one.id}|{one.title}|{one.text[:20]}|{one.year or ''}" for one in papers], problems


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


CASES = [
    # in-jsonl-truncated, in-jsonl-torn-append
    ("a.jsonl", '{"id":"a","abstract":"x"}\n\n{"id":"b","abst\n{"id":"c","abstract":"y"}\n', "a||x| c||y|", "a.jsonl:3: not JSON"),
    ("a.jsonl", b'{"id":"a","abstract":"x"}\n{"id":"b","abstract":"\xe2\x82', "a||x|", "a.jsonl:2: not UTF-8"),
    ("a.jsonl", '{"id":"a","abstract":"x"}{"id":"b"\n{"id":"c","abstract":"y"}\n', "c||y|", "a.jsonl:1: not JSON"),
    ("a.jsonl", b'{"id":"a","abstract":"x"}\n\xff\xfe\n{"id":"b","abstract":"y"}', "a||x| b||y|", "a.jsonl:2: not UTF-8"),
    ("a.json", '[{"id":"a","abstract":"x"},{"id":"b","abs', "a||x|", "after item 1"),
    # in-bom
    ("a.json", b'\xef\xbb\xbf[{"id":"a","abstract":"x"}]', "a||x|", ""),
    ("a.ris", b"\xef\xbb\xbfTY  - JOUR\r\nTI  - T\r\nAB  - A\r\nER  - \r\n", "a-01|T|A|", ""),
    ("a.bib", b"\xef\xbb\xbf@article{a,title={T},abstract={A}}", "a|T|A|", ""),
    ("a.md", b"\xef\xbb\xbf# T\n\nA.\n", "a-01|T|A.|", ""),
    ("a.tsv", b"\xef\xbb\xbfid\ttitle\tabstract\r\n1\tT\tA\r\n", "1|T|A|", ""),
    # in-csv-big-field
    ("a.csv", "id,title,abstract\n1,T," + "x" * 140_000 + "\n2,U,B\n", f"1|T|{'x' * 20}| 2|U|B|", "140000 characters"),
    ("a.csv", 'id;title;abstract\n1;T;"' + "x" * 200_000 + '"\n', f"1|T|{'x' * 20}|", "200000 characters"),
    ("a.tsv", "id\ttitle\tabstract\n1\tT\t" + "x" * 140_000 + "\n", f"1|T|{'x' * 20}|", "140000 characters"),
    # in-json-crlf
    ("a.jsonl", '{"id":"a","abstract":"x\u2028y"}\r\n{"id":"b","abstract":"\x85"}\r\n', "a||x\u2028y| b||\x85|", "empty abstract"),
    ("a.json", '[\r\n{"id":"a",\r\n"abstract":"x\u2029y"}\r\n]', "a||x\u2029y|", ""),
    # in-ris-stray
    ("a.ris", "Found 2\n\n1.\nTY  - JOUR\nTI  - T\nAB  - A\nER  - \nC1  - x\n\n2.\nTY  - JOUR\nTI  - U\nAB  - B\nER  - \nend", "a-01|T|A| a-02|U|B|", ""),
    ("a.ris", "TY  - JOUR\nTI  - T\nAB  - A\nTY  - JOUR\nTI  - U\nAB  - B\nER  - ", "a-01|T|A| a-02|U|B|", "no ER line"),
    # in-bib-nested, in-bib-unclosed
    ("a.bib", "@article{a, title={{N {D} N}}, abstract={A}, year={1993}}", "a|N D N|A|1993", ""),
    ("a.bib", "@misc{a, note={y {z}\n@misc{b, title={U}, abstract={B}}\n@misc{c, title={V}, abstract={C}}", "b|U|B| c|V|C|", "a.bib:1: syntax error"),
    ("a.bib", '@misc{a, title="x\n@misc{b, title={U}, abstract={B}}', "b|U|B|", "a.bib:1"),
    # in-empty-abstract
    ("a.jsonl", lines({"id": "p", "title": "T", "abstract": "\u200b \n"}, {"id": "q", "abstract": "<p></p>"}), "p|T|\u200b \n| q||<p></p>|", "2 empty"),
    # in-openreview-v2
    ("a.jsonl", lines({"id": "f", "content": {"title": "T", "abstract": "A"}}, {"id": "g", "content": {"title": {"value": None}, "abstract": {"value": "B"}}}), "f|T|A| g||B|", ""),
    # dup-versions, dup-false
    ("a.jsonl", lines(*({"id": key, "abstract": key} for key in ("1108.1172", "arXiv:1108.1172v3", "http://arxiv.org/abs/1108.1172v2", "1108.1172v1 [cs.LG]"))), "arXiv:1108.1172v3||arXiv:1108.1172v3|", "left out, since they came again: 3"),
    ("a.jsonl", lines({"id": "hep-th/9901001v1", "abstract": "x"}, {"id": "hep-th/9901001v2", "abstract": "y"}), "hep-th/9901001v2||y|", "came again: 1"),
    ("a.jsonl", lines({"id": "1", "doi": "10.1000/ABC", "abstract": "x"}, {"id": "2", "doi": "https://doi.org/10.1000/abc", "abstract": "y"}), "1||x|", "1 by DOI"),
    ("a.jsonl", lines({"id": "1", "title": "N", "doi": "10.1000/a", "abstract": "x"}, {"id": "2", "title": "N", "doi": "10.1000/b", "abstract": "x"}), "1|N|x| 2|N|x|", ""),
    ("a.jsonl", lines({"id": "1", "title": "Notes", "year": 2009, "abstract": "x"}, {"id": "2", "title": "Notes", "year": 2010, "abstract": "y"}), "1|Notes|x|2009 2|Notes|y|2010", ""),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "wanted", "problem"), CASES)
def test_what_can_be_read_is_read(
    tmp_path: Path, name: str, content: str | bytes, wanted: str, problem: str
) -> None:
    found, problems = read(tmp_path, name, content)
    assert " ".join(found) == wanted
    if problem == "2 empty":
        assert sum("empty abstract" in line for line in problems) == 2
    else:
        assert bool(problems) == bool(problem), problems
        assert any(problem in line for line in problems) or not problem


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"id,title,abstract\n1,T,caf\xe9\n", r"byte 25 \(0xe9\) is not UTF-8; .*iconv"),
        ("a.ris", "TY  - JOUR\nTI  - αβ\nER  - \n".encode("cp1253"), "is not UTF-8; .*iconv"),
        ("a.bib", '@article{a, title={Müller}, abstract={x}}'.encode("latin-1"), "is not UTF-8; .*iconv"),
        ("a.md", "# é\n\nx\n".encode("cp1252"), "is not UTF-8; .*iconv"),
        ("a.jsonl", '{"id":"a","abstract":"é"}'.encode("utf-16"), "is UTF-16; convert it: iconv"),
        ("a.jsonl", '{"id":"a","abst', r"holds no abstracts \(a.jsonl:1: not JSON"),
        ("a.tsv", 'id\ttitle\tabstract"x\n"y\n', "a.tsv:"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_one_clear_line(
    tmp_path: Path, name: str, content: str | bytes, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(tmp_path, name, content)
    assert "\n" not in str(caught.value)
