from __future__ import annotations

import logging
from pathlib import Path

import pytest
from made_papers import concept, extraction, methods, node_of, nodes, resolved

from kg.errors import InputError
from kg.resolve.links import LinkLine, read_links
from kg.vocabulary import BASE_IRI


def lines(tmp_path: Path, *rows: str) -> tuple[LinkLine, ...]:
    file = tmp_path / "links.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return read_links(file)


def test_a_heading_quotes_spaces_and_empty_lines_are_read(tmp_path: Path) -> None:
    found = lines(
        tmp_path,
        "form,type,form,type,verdict",
        "",
        '"a, b", Method, c, Method, same',
        "d,Task,e,Task,different",
    )
    assert found == (
        LinkLine(3, "a, b", "Method", "c", "Method", "same"),
        LinkLine(4, "d", "Task", "e", "Task", "different"),
    )


def test_the_heading_may_have_capitals(tmp_path: Path) -> None:
    (found,) = lines(tmp_path, "Form,Type,Form,Type,Verdict", "a,Method,b,Method,same")
    assert found == LinkLine(2, "a", "Method", "b", "Method", "same")


@pytest.mark.parametrize(
    "row", ["MAS,Method,multi-agent system,Method,same", "multi-agent system,Method,MAS,Method,same"]
)
def test_a_line_settles_an_ambiguous_acronym(tmp_path: Path, row: str) -> None:
    papers = [
        extraction("a", ("Method", "used", ["MAS", "multi-agent system"])),
        extraction("b", ("Method", "used", ["MAS", "marginal ancestral sampling"])),
        extraction("c", ("Method", "used", ["MAS"])),
    ]
    assert any(c.ambiguous for c in resolved(papers).concepts)
    found = resolved(papers, lines(tmp_path, row))
    assert not any(c.ambiguous for c in found.concepts)
    assert node_of(found, "c", "MAS") == node_of(found, "a", "multi-agent system")


def test_same_makes_one_concept_under_the_first_name(tmp_path: Path) -> None:
    links = lines(
        tmp_path, "MNIST,Dataset,mnist digits,Dataset,same", "mnist digits,Dataset,LeCun digits,Dataset,same"
    )
    papers = [
        extraction(f"p{i}", ("Dataset", "used", [name]))
        for i, name in enumerate(["MNIST", "MNIST digits", "LeCun digits"])
    ]
    (found,) = resolved(papers, links).concepts
    assert found.id == BASE_IRI + "dataset/mnist"
    assert found.replaces == (BASE_IRI + "dataset/lecun-digit", BASE_IRI + "dataset/mnist-digit")
    (merge,) = [m for m in found.merges if m.rule == "links"]
    assert merge.forms == ("LeCun digits", "MNIST digits")
    assert merge.why == "line 1: the same; line 2: the same"


def test_different_wins_over_a_dominant_sense(tmp_path: Path) -> None:
    papers = methods(["multi-agent system", "MAS"], ["MAS"])
    links = lines(tmp_path, "MAS,Method,multi-agent systems,Method,different")
    found = resolved(papers, links)
    assert nodes(found) == {"method/multi-agent-system": {"multi-agent system"}, "method/mas": {"MAS"}}
    assert concept(found, "method/mas").papers == ("p0", "p1")
    assert {m.rule for m in concept(found, "method/mas").merges} == {"links"}


def test_different_keeps_names_apart_that_a_paper_takes_for_one(tmp_path: Path) -> None:
    papers = methods(["large language models", "language models"], ["language model"])
    links = lines(tmp_path, "large language model,Method,language model,Method,different")
    found = resolved(papers, links)
    assert node_of(found, "p0", "language models") == node_of(found, "p1", "language model")
    assert node_of(found, "p0", "large language models") == "method/large-language-model"
    edges = found.assertions(papers[0])
    assert {(edge.concept.rpartition("/")[2], edge.mentions[0].text) for edge in edges} == {
        ("large-language-model", "large language models"),
        ("language-model", "language models"),
    }


def test_different_keeps_a_spelling_apart(tmp_path: Path) -> None:
    papers = methods(["GAP"], ["gap"], ["GAPs"])
    links = lines(tmp_path, "GAP,Method,gap,Method,different")
    found = resolved(papers, links)
    assert node_of(found, "p0", "GAP") == node_of(found, "p2", "GAPs") == "method/gap"
    assert node_of(found, "p1", "gap") != "method/gap"
    assert node_of(found, "p1", "gap").startswith("method/gap-")


def test_same_gives_an_ambiguous_acronym_its_sense(tmp_path: Path) -> None:
    papers = methods(["conditional random field", "CRF"], ["case report form", "CRF"], ["CRF"])
    assert concept(resolved(papers), "method/crf").ambiguous
    links = lines(tmp_path, "conditional random field,Method,CRF,Method,same")
    found = resolved(papers, links)
    assert node_of(found, "p2", "CRF") == "method/conditional-random-field"
    assert node_of(found, "p1", "CRF") == "method/case-report-form"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["a,Method,b,Method"], "links.csv:1: expected form, type, form, type, same|different"),
        (["a,Method,b,Method,equal"], "links.csv:1: the last cell is 'equal'"),
        (["a,method,b,Method,same"], "links.csv:1: 'method' is no concept type"),
        (["a,Method,a,Task,same"], "links.csv:1: a Method and a Task cannot be one concept"),
        (["a,Method,a,Method,different"], "line 1 says that a name is different from itself"),
        (["a,Method,b,Method,same", "B,Method,A,Method,different"], "lines 1 and 2 contradict each other"),
        (
            ["a,Task,b,Task,same", "x,Task,y,Task,same", "b,Task,c,Task,same", "c,Task,a,Task,different"],
            "lines 1, 3 and 4 contradict each other on 'c' and 'a' (Task)",
        ),
        (["GAP,Task,gap,Task,same", "GAP,Task,gap,Task,different"], "lines 1 and 2 contradict each other"),
        (['a,Method,"b'], "is no CSV file in UTF-8"),
    ],
)
def test_what_is_wrong_is_said_with_its_lines(tmp_path: Path, rows: list[str], message: str) -> None:
    with pytest.raises(InputError) as error:
        lines(tmp_path, *rows)
    assert message in str(error.value)
    assert str(tmp_path / "links.csv") in str(error.value)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the links"):
        read_links(tmp_path / "none.csv")


def test_a_form_that_no_paper_has_is_warned_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    links = lines(tmp_path, "Adam,Method,AdamW,Method,different", "Adam,Method,ADAM,Method,same")
    with caplog.at_level(logging.WARNING, "kg"):
        resolved(methods(["Adam"]), links)
    assert [record.getMessage() for record in caplog.records] == [
        "links, line 1: no paper names 'AdamW' as it is written there"
    ]
