"""Authors and DOI on their way from a source to every output."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest

from kg.build import build
from kg.errors import InputError
from kg.extractions import extraction_row, json_line, read_extractions
from kg.graph import attributes as a
from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.validate import validate
from kg.vocabulary import BASE_IRI, PREFIXES

TEXT = "We use BERT."
BERT = PaperConcept("Method", "BERT", "used", 0.9, (Mention(7, 11, "BERT"),))
PAPER = Paper("p/1", TEXT, "T", authors=("Ann Lee", "José Núñez"), doi="10.5555/a<1>")


def write(file: Path, *extractions: Extraction) -> Path:
    file.write_bytes(b"".join(json_line(extraction_row(extraction)) for extraction in extractions))
    return file


def test_extractions_keep_them(tmp_path: Path) -> None:
    extraction = Extraction(PAPER, (BERT,), (), "test")
    assert list(read_extractions(write(tmp_path / "a.jsonl", extraction))) == [extraction]


def test_extractions_of_an_earlier_version_are_read(tmp_path: Path) -> None:
    row = {"paper": {"id": "p", "title": "", "text": TEXT}, "concepts": [], "links": [], "pipeline": ""}
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps(row))
    (found,) = read_extractions(file)
    assert (found.paper.authors, found.paper.doi) == ((), "")
    file.write_text(json.dumps(row | {"paper": {**row["paper"], "authors": "Ann Lee"}}))  # type: ignore[dict-item]
    with pytest.raises(InputError, match="'authors' is no list of texts"):
        list(read_extractions(file))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    other = Extraction(Paper("q", TEXT), (BERT,), (), "test")
    build(
        [],
        folder / "out",
        extractions=write(folder / "x.jsonl", Extraction(PAPER, (BERT,), (), "test"), other),
    )
    return folder / "out"


def test_rdf_and_graphml_have_them(built: Path) -> None:
    store = ox.Store()
    store.load(path=built / "graph.ttl", format=ox.RdfFormat.TURTLE)
    paper = ox.NamedNode(f"{BASE_IRI}paper/p%2F1")
    for name, values in {
        "dcterms:creator": {"Ann Lee", "José Núñez"},
        "bibo:doi": {"10.5555/a<1>"},
    }.items():
        prefix, _, local = name.partition(":")
        predicate = ox.NamedNode(PREFIXES[prefix] + local)
        assert {quad.object.value for quad in store.quads_for_pattern(paper, predicate, None)} == values
        assert len(list(store.quads_for_pattern(None, predicate, None))) == len(values)
    node = next(
        data
        for _, data in nx.read_graphml(built / "graph.graphml").nodes(data=True)
        if data.get(a.IDENTIFIER) == "p/1"
    )
    assert (node[a.AUTHORS], node[a.DOI]) == ("Ann Lee | José Núñez", "10.5555/a<1>")
    assert list(validate(built)) == []


def test_a_wrong_doi_is_found(built: Path, tmp_path: Path) -> None:
    turtle = (built / "graph.ttl").read_text(encoding="utf-8")
    (tmp_path / "graph.ttl").write_text(turtle.replace('"10.5555/', '"doi:10.5555/'), encoding="utf-8")
    assert any("DOI" in str(problem) for problem in validate(tmp_path / "graph.ttl"))
