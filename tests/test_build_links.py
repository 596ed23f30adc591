"""Links by hand and papers that are added later, through a whole build."""

from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.build import Options, build
from kg.built import read_build, read_resolution
from kg.errors import InputError
from kg.export import write
from kg.extractions import extraction_row, json_line
from kg.files import BUILD_FILES
from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.resolve.explain import explain, explanation_text
from kg.vocabulary import BASE_IRI

RDF_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")


def paper(name: str, *forms: str) -> Extraction:
    text = " ".join(f"We use {form}." for form in forms)
    mentions = tuple(Mention(start := text.index(form), start + len(form), form) for form in forms)
    return Extraction(
        Paper(name, text, title=name),
        (PaperConcept("Method", forms[0], "used", 0.9, mentions),),
        (),
        "test 1",
    )


FIRST = [
    paper("a", "multi-agent systems", "MAS"),
    paper("b", "MAS"),
    paper("c", "Adam"),
    paper("d", "AdamW"),
]
MORE = [
    paper("e", "multi-agent system"),
    paper("f", "margin aware sampling", "MAS"),
    paper("g", "ADAM"),
]


def folder_of(papers: list[Extraction], folder: Path, out: str, links: Path | None = None) -> Path:
    source = folder / "extractions.jsonl"
    source.write_bytes(b"".join(json_line(extraction_row(extraction)) for extraction in papers))
    build([], folder / out, options=Options(links=links), extractions=source)
    return folder / out


def ids(folder: Path) -> dict[str, str]:
    rows = map(json.loads, (folder / "concepts.jsonl").read_text(encoding="utf-8").splitlines())
    return {paper: row["id"].removeprefix(BASE_IRI) for row in rows for paper in row["papers"]}


def test_links_go_into_report_concepts_ledger_and_exports(tmp_path: Path) -> None:
    links = tmp_path / "links.csv"
    links.write_text("Adam,Method,AdamW,Method,same\nMAS,Method,multi-agent system,Method,different\n")
    out = folder_of(FIRST, tmp_path, "out", links=links)
    found = ids(out)
    assert found["c"] == found["d"] == "method/adam"
    assert found["b"] == "method/mas"
    assert json.loads((out / "report.json").read_text())["links"] == [
        [1, "Adam", "Method", "AdamW", "Method", "same"],
        [2, "MAS", "Method", "multi-agent system", "Method", "different"],
    ]
    labels = {
        quad.object.value for quad in ox.parse(path=out / "graph.ttl") if "altLabel" in quad.predicate.value
    }
    assert "AdamW" in labels
    resolution, extractions = read_resolution(out)
    said = explanation_text("AdamW", explain("AdamW", resolution, extractions()))
    assert "links: AdamW" in said
    assert "line 1: the same" in said
    assert "line 2" in explanation_text("MAS", explain("MAS", resolution, extractions()))


def test_a_build_can_be_exported_by_other_links(tmp_path: Path) -> None:
    out = folder_of(FIRST, tmp_path, "out")
    links = tmp_path / "links.csv"
    links.write_text("Adam,Method,AdamW,Method,same\n")
    assert BASE_IRI + "method/adamw" in subjects(out, tmp_path)
    assert BASE_IRI + "method/adamw" not in subjects(out, tmp_path, links)


def subjects(out: Path, folder: Path, links: Path | None = None) -> set[str]:
    """What an export of a build has of any type."""
    write(read_build(out, links=links).rows, folder / "graph.nt", "ntriples", evidence=False)
    return {quad.subject.value for quad in ox.parse(path=folder / "graph.nt") if quad.predicate == RDF_TYPE}


def test_a_contradiction_ends_the_run_and_names_both_lines(tmp_path: Path) -> None:
    links = tmp_path / "links.csv"
    links.write_text("Adam,Method,AdamW,Method,same\n\nadamw,Method,ADAM,Method,different\n")
    with pytest.raises(InputError, match="lines 1 and 3 contradict each other"):
        folder_of(FIRST, tmp_path, "out", links=links)
    assert not (tmp_path / "out").exists()


def test_papers_added_later_give_the_bytes_of_all_at_once(tmp_path: Path) -> None:
    once = folder_of([*FIRST, *MORE], tmp_path, "once")
    folder_of(FIRST, tmp_path, "grown")
    grown = folder_of([*FIRST, *MORE], tmp_path, "grown")
    for name in set(BUILD_FILES) - {"report.json", "extractions.jsonl"}:
        assert (grown / name).read_bytes() == (once / name).read_bytes(), name


def test_a_sense_that_splits_says_what_replaces_it(tmp_path: Path) -> None:
    before = ids(folder_of(FIRST, tmp_path, "before"))
    out = folder_of([*FIRST, *MORE], tmp_path, "after")
    assert before["b"] == "method/multi-agent-system"
    assert ids(out)["b"] == "method/mas"
    assert {BASE_IRI + iri for iri in before.values()} <= {
        iri for concept in read_resolution(out)[0].concepts for iri in (concept.id, *concept.replaces)
    }
