"""What an earlier run found is taken over for the same text, and for no other."""

from __future__ import annotations

import hashlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kg.extractions import divide, extraction_line, join
from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.scale.earlier import EarlierExtractions

texts = st.one_of(
    st.text(max_size=30), st.sampled_from(['}, "concepts": [', '\\"}, \\"concepts\\": [', '"]}\\n'])
)
papers = st.builds(
    Paper, id=texts, text=texts, title=texts, venue=texts, year=st.none() | st.just(2020), source=texts
)


def made(paper: Paper, *, pipeline: str = "test 1", label: str = "FooNet") -> Extraction:
    mentions = (Mention(0, 1, paper.text[:1]),) if paper.text else ()
    concepts = (PaperConcept("Method", label, "used", 0.5, mentions),) if mentions else ()
    return Extraction(paper, concepts, (), pipeline)


@given(papers, papers)
def test_a_line_is_divided_and_joined_again(paper: Paper, other: Paper) -> None:
    line = extraction_line(made(paper))
    head, findings = divide(line)
    assert b'{"paper": ' + head + findings == line == join(paper, findings)
    other = replace(other, text=paper.text, title=paper.title)
    assert join(other, findings) == extraction_line(replace(made(paper), paper=other))


def written(file: Path, *extractions: Extraction) -> tuple[Path, str]:
    file.write_bytes(b"".join(map(extraction_line, extractions)))
    return file, hashlib.sha256(file.read_bytes()).hexdigest()


PAPERS = [Paper(f"p{number}", f"FooNet {number}", f"Title {number}") for number in range(50)]


def test_the_same_text_under_the_same_title_by_the_same_pipeline(tmp_path: Path) -> None:
    file, digest = written(tmp_path / "e", *map(made, PAPERS))
    with closing(EarlierExtractions(file, pipeline="test 1", digest=digest)) as earlier:
        for paper in PAPERS:
            assert earlier.find(paper) == extraction_line(made(paper))
            moved = replace(paper, id="elsewhere", source="other.txt:3", year=1999)
            assert earlier.find(moved) == extraction_line(replace(made(paper), paper=moved))
            assert earlier.find(replace(paper, text=paper.text + ".")) is None
            assert earlier.find(replace(paper, title="")) is None
    with closing(EarlierExtractions(file, pipeline="test 2", digest=digest)) as earlier:
        assert not any(map(earlier.find, PAPERS))


def test_a_missing_file_holds_nothing(tmp_path: Path) -> None:
    with closing(EarlierExtractions(tmp_path / "none", pipeline="test 1")) as earlier:
        assert earlier.find(PAPERS[0]) is None


def test_of_a_damaged_file_the_sound_lines_are_taken(tmp_path: Path) -> None:
    file, digest = written(tmp_path / "e", *map(made, PAPERS[:6]))
    lines = file.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"end": 1', b'"end": 9999')
    lines[2] = lines[2].replace(b"FooNet 2", b"FooNet\xff2")
    lines[3] = lines[3].replace(b"used", b"eaten")
    lines[5] = lines[5][:-9]
    file.write_bytes(b"".join(lines))
    with closing(EarlierExtractions(file, pipeline="test 1", digest=digest)) as earlier:
        assert not any(map(earlier.find, PAPERS))
    with closing(EarlierExtractions(file, pipeline="test 1")) as earlier:
        found = [earlier.find(paper) for paper in PAPERS[:6]]
    assert [line is not None for line in found] == [True, False, False, False, True, False]
