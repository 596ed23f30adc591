"""From a saved pipeline to a folder: types of another field in every output, reruns, thresholds, processes."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest
from conftest import save_pipeline
from spacy.language import Language
from spacy.tokens import Doc

from kg.build import Options, build
from kg.errors import InputError
from kg.extractions import read_extractions
from kg.graph.attributes import COLORS, OTHER_COLORS
from kg.query import format_result, load, run
from kg.records import Paper
from kg.scale.extraction import extract_papers
from kg.scale.work import recipe
from kg.validate import validate
from kg.vocabulary import BASE_IRI

ABSTRACTS = (
    "We use CRISPR to edit BRCA1 and compare it with TP53 for tumour classification, under olaparib.\n\n"
    "We find HOXZ9, a gene beside BRCA1. Code: https://github.com/example/hoxz9.\n"
)


@pytest.fixture(scope="module")
def abstracts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("abstracts") / "genes.txt"
    file.write_text(ABSTRACTS)
    return file


@pytest.fixture(scope="module")
def built(abstracts: Path, genes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("build") / "out"
    build([abstracts], out, options=Options(pipeline=str(genes)))
    return out


def test_the_build_conforms(built: Path) -> None:
    assert validate(built) == []


def test_concepts_of_another_field_are_in_every_output(built: Path) -> None:
    concepts = [json.loads(line) for line in (built / "concepts.jsonl").read_text().splitlines()]
    assert {concept["label"]: concept["type"] for concept in concepts} == {
        "olaparib": "Chemical",
        "BRCA1": "Gene",
        "HOXZ9": "Gene",
        "TP53": "Gene",
        "CRISPR": "Method",
        "tumour classification": "Task",
    }
    ids = {concept["id"]: concept["type"] for concept in concepts}
    segments = [iri.removeprefix(BASE_IRI).partition("/")[0] for iri in ids]
    assert sorted(segments) == ["Chemical", "Gene", "Gene", "Gene", "method", "task"]
    for read in (nx.read_graphml(built / "graph.graphml"), nx.read_gexf(built / "graph.gexf")):
        types = {node: data["type"] for node, data in read.nodes(data=True)}
        assert {node: kind for node, kind in types.items() if kind not in ("Paper", "Link")} == ids
    gexf = nx.read_gexf(built / "graph.gexf")
    colors = {
        data["type"]: "#{r:02x}{g:02x}{b:02x}".format(**data["viz"]["color"])
        for _, data in gexf.nodes(data=True)
    }
    assert (colors["Chemical"], colors["Gene"], colors["Method"]) == (*OTHER_COLORS[:2], COLORS["Method"])


def test_the_report_counts_them(built: Path) -> None:
    counts = json.loads((built / "report.json").read_text())["counts"]
    assert counts["concepts"] == 6
    assert counts["concepts_by_type"] == {
        "Method": 1,
        "Dataset": 0,
        "Task": 1,
        "Metric": 0,
        "Chemical": 1,
        "Gene": 3,
    }
    assert counts["edges_by_type_and_role"]["Gene"] == {
        "introduced": 1,
        "used": 2,
        "compared": 1,
        "mentioned": 0,
    }
    assert counts["concepts_per_paper"] == 3.5
    assert [concept["label"] for concept in counts["top_concepts"]["Gene"]] == ["BRCA1", "HOXZ9", "TP53"]


def test_sparql_asks_by_class_or_for_any_kind_of_concept(built: Path) -> None:
    def ask(query: str) -> str:
        return format_result(run(load(built), query), "csv").replace("\r\n", "\n")

    genes = f"?concept a <{BASE_IRI}type/Gene> ; skos:prefLabel ?name"
    assert ask(f"SELECT ?name {{ ?paper kg:introduces ?concept . {genes} }}") == "name\nHOXZ9\n"
    every = "?concept a ?type ; skos:prefLabel ?name . ?type rdfs:subClassOf kg:Concept ; rdfs:label ?label"
    assert ask(f"SELECT ?label (COUNT(?name) AS ?n) {{ {every} }} GROUP BY ?label ORDER BY ?label") == (
        "label,n\nChemical,1\nGene,3\nmethod,1\ntask,1\n"
    )
    table = format_result(run(load(built), f"SELECT ?concept {{ {genes} }} ORDER BY ?name"))
    assert [cell.partition(":")[0] for cell in table.split()[2:]] == ["Gene"] * 3


def same_files(one: Path, other: Path) -> bool:
    names = sorted(path.name for path in one.iterdir())
    return names == sorted(path.name for path in other.iterdir()) and all(
        (one / name).read_bytes() == (other / name).read_bytes() for name in names
    )


def test_processes_load_it_themselves_and_the_parent_does_not(
    abstracts: Path, genes: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_loading(*_: object) -> None:
        raise AssertionError("loaded in the parent")

    monkeypatch.setattr("kg.extract.pipeline.load_pipeline", no_loading)
    build([abstracts], tmp_path / "out", options=Options(pipeline=str(genes), jobs=2))
    assert same_files(tmp_path / "out", built)


def test_an_error_in_a_process_is_told_as_what_it_is(tmp_path: Path) -> None:
    folder = save_pipeline(tmp_path / "rules", [{"label": "no type", "pattern": "BRCA1"}])
    with pytest.raises(InputError, match=r"paper 'p': 'BRCA1' in .*'no type' is no concept type"):
        list(extract_papers([Paper("p", "BRCA1")], recipe(str(folder)), jobs=2, on_failure=print))


# Reruns and thresholds


@Language.component("half_sure_of_genes")
def half_sure_of_genes(doc: Doc) -> Doc:
    for span in doc.spans["concepts"]:
        span._.kg_confidence = 0.5 if span.label_ == "Gene" else 0.9
    return doc


@pytest.fixture(scope="module")
def unsure(tmp_path_factory: pytest.TempPathFactory) -> str:
    patterns = [{"label": "Gene", "pattern": "BRCA1"}, {"label": "Method", "pattern": "CRISPR"}]
    return str(save_pipeline(tmp_path_factory.mktemp("unsure") / "p", patterns, "half_sure_of_genes"))


def labels(out: Path) -> list[str]:
    return [c.label for e in read_extractions(out / "extractions.jsonl") for c in e.concepts]


def pipelines(out: Path) -> set[str]:
    return {extraction.pipeline for extraction in read_extractions(out / "extractions.jsonl")}


def test_a_rerun_takes_up_only_what_the_same_pipeline_found_with_the_same_threshold(
    abstracts: Path, genes: Path, unsure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    read: list[str] = []
    call = Language.__call__

    def counted(nlp: Language, doc: Doc) -> Doc:
        read.append(doc.text)
        return call(nlp, doc)

    monkeypatch.setattr(Language, "__call__", counted)

    def papers_read(**options: object) -> int:
        read.clear()
        build([abstracts], out, options=Options(**options))  # type: ignore[arg-type]
        return len(read)

    assert papers_read(pipeline=unsure) == 2
    assert labels(out) == ["CRISPR", "BRCA1", "BRCA1"]
    assert papers_read(pipeline=unsure) == 0
    assert papers_read(pipeline=unsure, min_confidence=0.0) == 0  # which is its own
    assert papers_read(pipeline=unsure, min_confidence=0.6) == 2
    assert labels(out) == ["CRISPR"]
    assert papers_read(pipeline=unsure, min_confidence=0.6) == 0
    assert papers_read(pipeline=unsure) == 2
    assert papers_read(pipeline=str(genes)) == 2


def test_read_extractions_are_filtered_and_never_taken_up_as_the_whole(
    abstracts: Path, unsure: str, tmp_path: Path
) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    build([abstracts], whole, options=Options(pipeline=unsure))
    (name,) = pipelines(whole)
    build([], out, extractions=whole / "extractions.jsonl", options=Options(min_confidence=0.6))
    assert labels(out) == ["CRISPR"]
    assert pipelines(out) == {f"{name} filtered at 0.6"}
    assert validate(out) == []
    build([abstracts], out, options=Options(pipeline=unsure))
    assert labels(out) == labels(whole)


def test_a_pipeline_and_extractions_are_one_too_many(built: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--pipeline has nothing to read"):
        build(
            [], tmp_path, extractions=built / "extractions.jsonl", options=Options(pipeline="en_core_web_sm")
        )
