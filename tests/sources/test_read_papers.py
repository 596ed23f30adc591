"""Reading files of abstracts; ids of cases are those of the reports they come from."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import threading
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from conftest import SHARED, needs_shared

from kg.errors import InputError
from kg.records import Paper
from kg.sources import read_papers, source_hash


def read(*sources: Path | str, format: str | None = None) -> tuple[list[Paper], list[str]]:
    """Papers and problems."""
    problems: list[str] = []
    return list(read_papers(sources, format=format, on_problem=problems.append)), problems


def write(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path


def json_lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def stdin_of(content: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedReader(io.BytesIO(content)))  # type: ignore[arg-type]


# Plain text


def test_plain_text_with_a_heading(tmp_path: Path) -> None:
    file = write(
        tmp_path / "seed.txt", "NeurIPS 2025 Papers\n\nWe do A.\n \t\nWe do B,\nin two lines.\n\n\nC wins.\n"
    )
    papers, problems = read(file)
    assert [(p.id, p.text, p.venue, p.year, p.source) for p in papers] == [
        ("seed-01", "We do A.", "NeurIPS", 2025, "seed.txt:3"),
        ("seed-02", "We do B,\nin two lines.", "NeurIPS", 2025, "seed.txt:5"),
        ("seed-03", "C wins.", "NeurIPS", 2025, "seed.txt:9"),
    ]
    assert problems == []


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ("We do A.\n\nWe do B.", ["We do A.", "We do B."]),
        ("One line without a stop", ["One line without a stop"]),
        ("A heading (draft)\n\nWe do A.", ["We do A."]),
        ("Two lines\nwithout a stop\n\nWe do A.", ["Two lines\nwithout a stop", "We do A."]),
        (f"{'long ' * 30}\n\nWe do A.", [("long " * 30).strip(), "We do A."]),
        ("  indented\\emph{x}  \n\n  $k$-means.  ", ["$k$-means."]),
        ("A. \u2028 B.\n\u00a0\nC.", ["A. \u2028 B.", "C."]),
        ("{\\em Deep} nets win.\n\nMore.", ["{\\em Deep} nets win.", "More."]),
    ],
)
def test_headings_and_blocks(tmp_path: Path, content: str, texts: list[str]) -> None:
    assert [p.text for p in read(write(tmp_path / "a.txt", content))[0]] == texts


@pytest.mark.parametrize(
    ("heading", "venue", "year"),
    [
        ("NeurIPS 2025 Papers", "NeurIPS", 2025),
        ("ACL 2024", "ACL", 2024),
        ("Robotics: Science and Systems, 2023 Accepted Papers", "Robotics: Science and Systems", 2023),
        ("My favourite abstracts", "", None),
        ("2024", "", None),
    ],
)
def test_venue_and_year_of_a_heading(tmp_path: Path, heading: str, venue: str, year: int | None) -> None:
    (paper,), _ = read(write(tmp_path / "a.txt", f"{heading}\n\nWe do A."))
    assert (paper.venue, paper.year) == (venue, year)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "in-bom"])
def test_line_ends_and_byte_order_mark(tmp_path: Path, bom: bytes, end: str) -> None:
    text = end.join(["ICML 2020", "", "We do é,", "and B.", "", "C."])
    papers, _ = read(write(tmp_path / "a.txt", bom + text.encode()))
    assert [p.text for p in papers] == ["We do é,\nand B.", "C."]
    assert papers[0].year == 2020


def test_more_than_99_abstracts(tmp_path: Path) -> None:
    content = "".join(f"A {number}.\n\n" for number in range(100))
    papers, _ = read(write(tmp_path / "x.y.txt.gz", gzip.compress(content.encode())))
    assert [papers[i].id for i in (0, 98, 99)] == ["x.y-01", "x.y-99", "x.y-100"]


# JSON Lines


def test_json_lines_fields(tmp_path: Path) -> None:
    rows = [
        {
            "id": "p1",
            "title": " A\n title ",
            "abstract": " We\ndo. ",
            "year": 2020,
            "venue": "ICML",
            "url": "https://a.example/1",
            "keywords": "nets; graphs;;nets",
        },
        {"id": 2, "text": "B.", "year": "2019", "keywords": ["x", " y ", 3]},
        {"abstract": "C.", "venue": "3dv2025", "unknown": {"a": [1]}},
        {"id": "p4", "abstract": "D.", "year": "soon"},
    ]
    papers, problems = read(write(tmp_path / "c.jsonl", json_lines(*rows)))
    assert papers == [
        Paper(
            "p1", " We\ndo. ", "A title", 2020, "ICML", "https://a.example/1", ("nets", "graphs"), "c.jsonl:1"
        ),
        Paper("2", "B.", "", 2019, "", "", ("x", "y", "3"), "c.jsonl:2"),
        Paper("c-03", "C.", "", 2025, "3dv2025", "", (), "c.jsonl:3"),
        Paper("p4", "D.", source="c.jsonl:4"),
    ]
    assert problems == ['c.jsonl:4: the year "soon" is none that is known; left out']


def test_truncated_line(tmp_path: Path) -> None:
    """in-jsonl-truncated."""
    papers, problems = read(write(tmp_path / "a.jsonl", '{"id":"a","abstract":"x"}\n{"id":"b","abst'))
    assert [p.id for p in papers] == ["a"]
    assert len(problems) == 1
    assert problems[0].startswith("a.jsonl:2: not JSON")


def test_torn_lines(tmp_path: Path) -> None:
    """in-jsonl-torn-append: two records on one line, and a line cut inside of a character."""
    content = b'{"id":"b","abst{"id":"c","abstract":"x"}\n{"id":"d","abstract":"y"}\n[1]\n{"id":"e","abstract":"\xe2'
    papers, problems = read(write(tmp_path / "a.jsonl", content))
    assert [p.id for p in papers] == ["d"]
    assert [p.split(":")[1] for p in problems] == ["1", "3", "4"]
    assert "not UTF-8 at byte 22" in problems[2]


def test_crlf_and_line_separators(tmp_path: Path) -> None:
    """in-json-crlf, in-bom."""
    content = '\ufeff{"id":"a","abstract":"one \u2028 two\u0085"}\r\n\r\n{"id":"b","abstract":"x\\r\\ny"}\r\n'
    papers, problems = read(write(tmp_path / "a.jsonl", content))
    assert [(p.id, p.text, p.source) for p in papers] == [
        ("a", "one \u2028 two\u0085", "a.jsonl:1"),
        ("b", "x\r\ny", "a.jsonl:3"),
    ]
    assert problems == []


def test_empty_abstract_is_kept(tmp_path: Path) -> None:
    """in-empty-abstract."""
    rows = [
        {"id": "p1", "title": " ", "abstract": "   "},
        {"id": "p2", "abstract": None},
        {"id": "p3", "title": "T"},
    ]
    papers, problems = read(write(tmp_path / "a.jsonl", json_lines(*rows)))
    assert [(p.id, p.title, p.text) for p in papers] == [("p1", "", "   "), ("p2", "", "")]
    assert [p.split(": ")[0] for p in problems] == ["a.jsonl:1", "a.jsonl:2", "a.jsonl:3"]


def test_lone_surrogates(tmp_path: Path) -> None:
    """uni-surrogate."""
    content = r'{"id":"p1","title":"a\ud835b","abstract":"x\udc00y \ud83d\ude00"}'
    (paper,), problems = read(write(tmp_path / "a.jsonl", content))
    assert (paper.title, paper.text) == ("a\ufffdb", "x\ufffdy 😀")
    assert problems == ["a.jsonl:1: paper p1: replaced by U+FFFD, since no file format holds them: U+DC00"]


def test_control_characters_keep_their_places(tmp_path: Path) -> None:
    """gml-control-char-lib, uni-ligature-nul: one report names the paper, and no offset moves."""
    row = {"id": "p1", "title": "Deep\u200b\u202eNet\x01", "abstract": "speci\x00cation\x0c\x01\tx\ufffe"}
    (paper,), problems = read(write(tmp_path / "a.jsonl", json_lines(row)))
    assert (paper.title, paper.text) == ("DeepNet", "speci\ufffdcation \ufffd\tx\ufffd")
    assert len(problems) == 1
    assert "paper p1" in problems[0]
    assert "U+0000, U+0001, U+FFFE" in problems[0]


@pytest.mark.parametrize(
    "line",
    ["[" * 100_000, '{"a":' * 100_000, "null", '"x"', '{"id":"x","abstract":[1]}', "{'id': 1}", "9" * 5000],
)
def test_hostile_lines_are_reported(tmp_path: Path, line: str) -> None:
    papers, problems = read(write(tmp_path / "a.jsonl", f'{line}\n{{"id":"b","abstract":"x"}}\n'))
    assert [p.id for p in papers] == ["b"]
    assert problems[0].startswith("a.jsonl:1: ")


def test_a_cut_gzip_file_gives_what_it_holds(tmp_path: Path) -> None:
    packed = gzip.compress(
        json_lines(*({"id": str(i), "abstract": os.urandom(50).hex()} for i in range(5000))).encode()
    )
    papers, problems = read(write(tmp_path / "a.jsonl.gz", packed[: len(packed) // 2]))
    assert 1000 < len(papers) < 4000
    assert "a.jsonl.gz: cannot be read to its end" in problems[-1]


def zstandard(content: bytes) -> bytes:
    """The content in two frames, as parallel packers write it."""
    from backports import zstd

    return zstd.compress(content[: len(content) // 2]) + zstd.compress(content[len(content) // 2 :])


def test_zstandard_whole_and_cut(tmp_path: Path) -> None:
    rows = json_lines(*({"id": str(i), "abstract": os.urandom(50).hex()} for i in range(5000))).encode()
    papers, problems = read(write(tmp_path / "x.jsonl.zst", zstandard(rows)))
    assert ([p.id for p in papers[::4999]], problems) == (["0", "4999"], [])
    papers, problems = read(write(tmp_path / "a.jsonl.zst", zstandard(rows)[:-200]))
    assert 2000 < len(papers) < 5000
    assert "a.jsonl.zst: cannot be read to its end" in problems[-1]
    before, _, after = zstandard(rows)[4:].partition(b"\x28\xb5\x2f\xfd")
    damaged = b"\x28\xb5\x2f\xfd" + before + b"\x28\xb5\x2f\xfe" + after
    papers, problems = read(write(tmp_path / "b.jsonl.zst", damaged))
    assert 2000 < len(papers) < 3000
    assert "b.jsonl.zst: cannot be read to its end" in problems[-1]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard], ids=["gz", "zst"])
def test_every_format_packed(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    contents = {
        "a.bib": "@misc{k, abstract={A.}}",
        "a.csv": "id,abstract\nk,A.\n",
        "a.json": '[{"id":"k","abstract":"A."}]',
        "a.jsonl": '{"id":"k","abstract":"A."}',
        "a.md": "# T\nA.\n",
        "a.ris": "TY  - JOUR\nID  - k\nAB  - A.\nER  - \n",
        "a.tsv": "id\tabstract\nk\tA.\n",
        "a.txt": "A.",
    }
    suffix = ".gz" if pack is gzip.compress else ".zst"
    for name, content in contents.items():
        (paper,), problems = read(write(tmp_path / f"{name}{suffix}", pack(content.encode())))
        assert (paper.id in ("k", "a-01"), paper.text, problems) == (True, "A.", [])


def test_dumps_in_folders(tmp_path: Path) -> None:
    """Files as OpenAlex and Semantic Scholar publish them: packed, without an ending that tells the format."""
    row = json_lines({"id": "https://openalex.org/W1", "abstract_inverted_index": {"A": [0]}}).encode()
    write(tmp_path / "updated_date=2024-01-01" / "part_000.gz", gzip.compress(row))
    write(tmp_path / "notes.gz", gzip.compress(b"Just words."))
    write(tmp_path / "manifest", "no papers")
    (paper,), problems = read(tmp_path)
    assert (paper.id, paper.text) == ("W1", "A")
    assert any("skipped" in p and "manifest" in p for p in problems)
    assert any(p.startswith("notes.gz: no format is known by it") for p in problems)


def test_a_file_that_changes_is_noticed(tmp_path: Path) -> None:
    file = write(tmp_path / "a.txt", "We do A.")
    papers = read_papers([file], on_problem=print)
    write(file, "We do B.")
    with pytest.raises(InputError, match=r"a\.txt: was changed while it was read"):
        list(papers)


def test_many_papers_without_abstract_are_counted(tmp_path: Path) -> None:
    rows = [{"id": str(number), "title": f"T {number}", "abstract": None} for number in range(9)]
    papers, problems = read(write(tmp_path / "a.jsonl", json_lines(*rows)))
    assert len(papers) == 9
    assert len(problems) == 6
    assert problems[-1] == "a.jsonl: 9 of 9 papers in all have an empty abstract"


def test_a_line_without_an_end_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    with file.open("wb") as out:
        out.write(b'{"id":"a","abstract":"A."}\n{"id":"b","abstract":"')
        for _ in range(65):
            out.write(b"x" * (1 << 20))
        out.write(b'"}\n{"id":"c","abstract":"C."}\n')
    papers, problems = read(file)
    assert [paper.id for paper in papers] == ["a", "c"]
    assert problems == ["a.jsonl:2: longer than 64 MiB; the line is left out"]


# Which reader


def test_format_by_content_and_by_name(tmp_path: Path) -> None:
    row = json_lines({"id": "p", "abstract": "x"})
    for name, content in [
        ("a.jsonl", row.encode()),
        ("b.txt", row.encode()),
        ("c", b"\n" + row.encode()),
        ("d.jsonl.gz", gzip.compress(row.encode())),
        ("e.data", gzip.compress(row.encode())),
    ]:
        assert read(write(tmp_path / name, content))[0][0].id == "p", name
    assert read(write(tmp_path / "notes", "We do A."))[0][0].id == "notes-01"
    assert read(write(tmp_path / "b.txt", row), format="plain")[0][0].text == row.strip()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAB We do A.\nER\n\nEF", "Web of Science"),
        ("\nPMID- 123\nOWN - NLM\nAB  - We do A.\n", "PubMed"),
        ("%0 Journal Article\n%T T\n%X We do A.\n", "EndNote"),
        ('<?xml version="1.0"?>\n<feed/>', "XML"),
        ("<!DOCTYPE html>\n<p>We do A.", "HTML"),
        ("{\\rtf1 We do A.}", "RTF"),
    ],
)
@pytest.mark.parametrize("name", ["savedrecs.txt", "savedrecs.ciw", "savedrecs"])
def test_what_is_no_plain_text(tmp_path: Path, name: str, content: str, what: str) -> None:
    file = write(tmp_path / "in" / name, content)
    with pytest.raises(InputError, match=rf"^{name}: is .*{what}"):
        read(file)
    assert read(file, format="plain")[0]
    write(tmp_path / "in" / "b.txt", "We do B.")
    assert [p.text for p in read(tmp_path / "in")[0]] == ["We do B."]


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"We do A.\n\nWe do B.",))
    writer.start()
    papers, _ = read(pipe)
    writer.join()
    assert [p.text for p in papers] == ["We do A.", "We do B."]


def test_what_is_no_regular_file_in_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "We do A.")
    os.mkfifo(tmp_path / "b.txt")
    (tmp_path / "c.txt").symlink_to("/dev/zero")
    (tmp_path / "d.txt").symlink_to("b.txt")
    (tmp_path / "e.txt").symlink_to("nowhere")
    (tmp_path / "f.txt").symlink_to("a.txt")
    papers, problems = read(tmp_path)
    assert [p.text for p in papers] == ["We do A."]
    assert [problem.split(": ")[0] for problem in problems[:4]] == [
        str(tmp_path / f"{name}.txt") for name in "bcde"
    ]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    content = json_lines({"abstract": "x"}, {"id": "q", "abstract": "y"}).encode()
    monkeypatch.setattr("sys.stdin", stdin_of(content))
    hashes: list[tuple[str, str]] = []
    papers = list(
        read_papers(["-"], on_problem=print, on_source=lambda name, digest: hashes.append((name, digest)))
    )
    assert [p.id for p in papers] == ["stdin-01", "q"]
    assert hashes == [("-", hashlib.sha256(content).hexdigest())]


def test_folders_are_walked_in_order(tmp_path: Path) -> None:
    for name in (
        "b/z.txt",
        "b/a.txt",
        "a.jsonl",
        ".hidden.txt",
        "README.md",
        "README.zh-CN.md",
        "notes.pdf",
        ".git/x.txt",
        "c/empty.txt",
    ):
        write(
            tmp_path / name, json_lines({"id": "j", "abstract": "J."}) if name == "a.jsonl" else f"In {name}."
        )
    write(tmp_path / "c/empty.txt", "\n \n")
    papers, problems = read(tmp_path)
    assert [(p.id, p.source) for p in papers] == [
        ("j", "a.jsonl:1"),
        ("a-01", "b/a.txt:1"),
        ("z-01", "b/z.txt:1"),
    ]
    assert any("skipped" in p and ".hidden.txt, README.md, README.zh-CN.md and 1 more" in p for p in problems)
    assert any("c/empty.txt: holds no abstracts; the file is left out" in p for p in problems)


def test_the_order_of_files_does_not_matter(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{name}.txt", f"We do {name}.") for name in "cab"]
    assert read(*files)[0] == read(*reversed(files))[0] == read(tmp_path)[0]
    papers, problems = read(files[0], str(files[0]))
    assert len(papers) == 1
    assert "named twice" in problems[0]


def test_how_paths_are_spelled_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a/x.txt", "b/x.txt", "b/c/y.txt", "z/x.txt"):
        write(tmp_path / name, f"In {name}.")
    write(tmp_path / "b" / "c" / "empty.txt", " ")
    monkeypatch.chdir(tmp_path)
    spellings: list[list[Path | str]] = [
        ["a/x.txt", "b", "b/c/y.txt", "b/c"],
        ["b/c", "./b/c/y.txt", "b", Path("a/x.txt")],
        [tmp_path / "b/c/y.txt", "b", "z/../b/c", tmp_path / "a/x.txt"],
    ]
    found = [read(*paths) for paths in spellings]
    assert [p.source for p in found[0][0]] == ["x.txt:1", "x.txt:1", "y.txt:1"]
    assert [p.text for p in found[0][0]] == ["In a/x.txt.", "In b/x.txt.", "In b/c/y.txt."]
    assert found[0] == found[1] == found[2]


# Papers that come twice


def test_repeated_ids(tmp_path: Path) -> None:
    rows = [("p", "One."), ("q", "Two."), ("p", "One."), ("p", "Other."), ("p", "Other.")]
    papers, problems = read(
        write(tmp_path / "a.jsonl", json_lines(*({"id": i, "abstract": t} for i, t in rows)))
    )
    renamed = f"p-{hashlib.sha256(b'Other.').hexdigest()[:8]}"
    assert [(p.id, p.text) for p in papers] == [("p", "One."), ("q", "Two."), (renamed, "Other.")]
    assert problems[-1].startswith(
        "left out, since they came again: 2 (2 by id and text): a.jsonl:3 is a.jsonl:1"
    )
    assert problems[0].startswith("a.jsonl:4: the id p was used before")


# What is refused


def refused(*sources: Path | str, format: str | None = None) -> str:
    """The message; raised by the call, before any paper is asked for."""
    with pytest.raises(InputError) as error:
        read_papers(sources, format=format, on_problem=print)
    assert error.value.exit_code == 2
    assert "\n" not in str(error.value)
    return str(error.value)


REFUSED: Iterable[tuple[str, bytes, str]] = [
    ("a.txt", b"", "a.txt: holds no abstracts"),
    ("a.txt", b" \n\r\n\t\n", "a.txt: holds no abstracts"),
    ("a.txt", b"NeurIPS 2025 Papers\n\n", "a.txt: holds no abstracts"),
    ("a.jsonl", b"", "a.jsonl: holds no abstracts"),
    ("a.jsonl", b"We do A.\n", "a.jsonl: holds no abstracts (a.jsonl:1: not JSON"),
    ("a.txt.gz", gzip.compress(b"", mtime=0), "a.txt.gz: holds no abstracts"),
    ("a.txt", bytes(range(1, 256)), "byte 127 (0x80) is not UTF-8"),
    ("a.txt", b"We do A.\n\n" * 20_000 + b"caf\xe9", "byte 200003 (0xe9) is not UTF-8"),
    ("a.txt", b"\x00\x01\x02\x03", "byte 0 is NUL"),
    ("a.jsonl", b"\x00" * 100, "byte 0 is NUL"),
    ("a.txt", "Größe".encode("utf-16"), "is UTF-16"),
    ("a.txt", "Size".encode("utf-16-le"), "byte 1 is NUL"),
    ("a.txt", b"%PDF-1.7\nx", "is a PDF"),
    ("a.jsonl", b"PK\x03\x04rest", "zip archive"),
    ("a.docx", b"id,title\n1,T\n", "the ending .docx is none that is known"),
    ("a.txt.zst", b"\x28\xb5\x2f\xfd" + bytes(20), "a.txt.zst: cannot be unpacked"),
    ("a.txt", b"x" * (1 << 26) + b"x", "from byte 0 on, a line of more than 64 MiB"),
]


@pytest.mark.parametrize(("name", "content", "message"), REFUSED)
def test_refused_before_the_first_paper(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    """in-encoding among them."""
    good = write(tmp_path / "good" / "0.txt", "We do A.")
    assert message in refused(good, write(tmp_path / name, content))


def test_refused_paths(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "none.txt")
    (tmp_path / "empty").mkdir()
    assert "holds no file that can be read" in refused(tmp_path / "empty")
    write(tmp_path / "binary" / "a.txt", b"\x00\x01")
    assert "none of the files can be read: a.txt" in refused(tmp_path / "binary")
    assert "unknown format xml; known: json, jsonl, arxiv" in refused(tmp_path / "none.txt", format="xml")
    assert "no input" in refused()


def test_standard_input_without_abstracts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", stdin_of(b"\n\n"))
    with pytest.raises(InputError, match="holds no abstracts"):
        read("-")


# In the large


def test_memory_does_not_grow_with_the_text(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    with file.open("w", encoding="utf-8") as out:
        out.writelines(
            json_lines({"id": str(i), "abstract": f"{i:04} " + f"{i:04}" * 2000}) for i in range(2000)
        )
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_papers([file], on_problem=print)) == 2000
        assert tracemalloc.get_traced_memory()[1] < file.stat().st_size / 5
    finally:
        tracemalloc.stop()


def test_source_hash(tmp_path: Path) -> None:
    packed = gzip.compress(b"We do A.")
    file = write(tmp_path / "a.txt.gz", packed)
    hashes: dict[str, str] = {}
    list(read_papers([file], on_problem=print, on_source=hashes.__setitem__))
    assert hashes == {"a.txt.gz": source_hash(file)} == {"a.txt.gz": hashlib.sha256(packed).hexdigest()}


@needs_shared
def test_seeds() -> None:
    papers, problems = read(SHARED / "seeds")
    assert problems == []
    assert len(papers) == 38
    assert papers[0].id == "000_093ebc27df52064e-01"
    assert {(p.venue, p.year) for p in papers} == {("NeurIPS", 2025)}
    stored = (SHARED / "seeds" / "004_a52acaadc9bdfeb8.txt").read_text(encoding="utf-8")
    assert all(p.text in stored for p in papers[19:])


def test_a_link_to_a_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "b.txt").write_text("An abstract.")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Another abstract.")
    (tmp_path / "in" / "linked").symlink_to(tmp_path / "real")
    problems: list[str] = []
    papers = list(read_papers([tmp_path / "in"], on_problem=problems.append))
    assert [paper.id for paper in papers] == ["a-01"]
    assert "not followed" in problems[0]
