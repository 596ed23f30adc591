"""From files to a folder: every output, the same bytes again, and the same content in every format."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
from conftest import SHARED, needs_shared

from kg.build import Options, build
from kg.built import load_rows, read_build
from kg.errors import InputError
from kg.export import write
from kg.extractions import concept_row, json_line, read_extractions
from kg.files import BUILD_FILES, GRAPH_FILES
from kg.graph.assemble import graph_of
from kg.vocabulary import CONCEPT_TYPES, LINK, ONTOLOGY, PREFIXES, RELATION_IRIS

EXAMPLES = Path(__file__).parents[1] / "examples"
EXPORTS = Path(__file__).parents[1] / "exports"
SEEDS = [SHARED / "seeds" / name for name in ("000_093ebc27df52064e.txt", "004_a52acaadc9bdfeb8.txt")]
SEED_URLS = {
    "https://github.com/H-EmbodVis/NAUTILUS",
    "https://github.com/cuong-dm/ROOT",
    "https://github.com/nguyenngocbaocmt02/EPIC",
    "https://github.com/yulemao/Object_Concepts_Emerge_from_Motion",
    "https://github.com/JialongZhou666/GUARDIAN",
    "https://github.com/KaleabTessera/HyperMARL",
    "https://github.com/Euphoria16/UI-Genie",
}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))}


def differing(one: Path, other: Path) -> list[str]:
    a, b = contents(one), contents(other)
    return sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of ten abstracts."""
    out = tmp_path_factory.mktemp("build") / "out"
    build([EXAMPLES / "plain.txt"], out)
    return out


def test_all_files_are_there(small: Path) -> None:
    assert sorted(path.name for path in small.iterdir()) == sorted(BUILD_FILES)


def test_mentions_are_what_the_text_says(small: Path) -> None:
    found = 0
    for line in (small / "extractions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for concept in row["concepts"]:
            for mention in concept["mentions"]:
                assert row["paper"]["text"][mention["start"] : mention["end"]] == mention["text"]
                found += 1
    assert found > 100


def test_equal_input_gives_equal_bytes_whatever_the_hash_seed(small: Path, tmp_path: Path) -> None:
    code = (
        "import sys, pathlib, kg.build as b; b.build([pathlib.Path(sys.argv[1])], pathlib.Path(sys.argv[2]))"
    )
    arguments = [sys.executable, "-c", code, str(EXAMPLES / "plain.txt"), str(tmp_path / "out")]
    subprocess.run(arguments, check=True, env=os.environ | {"PYTHONHASHSEED": "4242"})
    assert differing(small, tmp_path / "out") == []


def test_the_number_of_processes_does_not_matter(small: Path, tmp_path: Path) -> None:
    build([EXAMPLES / "plain.txt"], tmp_path / "out", options=Options(jobs=2))
    assert differing(small, tmp_path / "out") == []


def test_the_order_of_files_does_not_matter(tmp_path: Path) -> None:
    for name, text in (("a", "We use BERT on GLUE."), ("b", "We compare GPT-2 with BERT.")):
        (tmp_path / f"{name}.txt").write_text(text)
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    build(files, tmp_path / "one")
    build(files[::-1], tmp_path / "other")
    assert differing(tmp_path / "one", tmp_path / "other") == []


def test_a_rerun_takes_up_what_is_there_and_gives_the_same_bytes(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    build([EXAMPLES / "plain.txt"], out)
    (out / "notes.txt").write_text("mine")

    def no_extraction(*_: object) -> None:
        raise AssertionError("extracted again")

    monkeypatch.setattr("kg.extract.pipeline._concepts", no_extraction)
    build([EXAMPLES / "plain.txt"], out)
    assert differing(small, out) == ["notes.txt"]


@pytest.mark.parametrize("out", ["out", ".out", "a/b/out"])
def test_an_output_in_a_folder_that_is_read_is_no_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    (tmp_path / "a" / "out").mkdir(parents=True)
    (tmp_path / "a.txt").write_text("We use BERT on GLUE.")
    (tmp_path / "a" / "out" / "b.txt").write_text("We use GPT-2 on SQuAD.")
    monkeypatch.chdir(tmp_path)
    reports = []
    for _ in range(2):
        build([Path()], Path(out))
        reports.append(Path(out, "report.json").read_bytes())
    assert reports[0] == reports[1]
    assert [source["name"] for source in json.loads(reports[0])["sources"]] == ["a.txt", "a/out/b.txt"]
    with pytest.raises(InputError, match=r"\.: is the folder that is read; name another with --out"):
        build([tmp_path], Path())


def test_a_damaged_earlier_file_is_not_taken_up(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "extractions.jsonl").write_text('{"paper": {"id": "plain-01", "te')
    build([EXAMPLES / "plain.txt"], out)
    assert differing(small, out) == []


def test_a_paper_twice_in_the_extractions_is_refused(small: Path, tmp_path: Path) -> None:
    doubled = tmp_path / "doubled.jsonl"
    doubled.write_bytes((small / "extractions.jsonl").read_bytes() * 2)
    with pytest.raises(InputError, match="occurs twice"):
        build([], tmp_path / "out", extractions=doubled)
    assert not (tmp_path / "out").exists()


def test_extractions_in_place_of_sources_give_the_same_concepts(small: Path, tmp_path: Path) -> None:
    build([], tmp_path / "out", extractions=small / "extractions.jsonl")
    assert (tmp_path / "out" / "concepts.jsonl").read_bytes() == (small / "concepts.jsonl").read_bytes()


def test_extractions_and_links_may_come_through_pipes_that_give_their_content_once(tmp_path: Path) -> None:
    line = (EXPORTS / "extractions.jsonl").read_bytes().splitlines(keepends=True)[0]
    contents = {"extractions": line, "links": b"VGG,Method,ResNet,Method,different\n"}
    for name, content in contents.items():
        os.mkfifo(tmp_path / name)
        threading.Thread(target=(tmp_path / name).write_bytes, args=(content,), daemon=True).start()
    command = (sys.executable, "-m", "kg", "build", "--extractions", "extractions", "--links", "links")
    with subprocess.Popen([*command, "--out", "out"], cwd=tmp_path) as process:
        try:
            assert process.wait(timeout=300) == 0
        finally:
            process.kill()
    report = json.loads((tmp_path / "out" / "report.json").read_bytes())
    assert report["sources"] == []
    assert report["links"] == [[1, "VGG", "Method", "ResNet", "Method", "different"]]
    assert (tmp_path / "out" / "extractions.jsonl").read_bytes() == line


def test_a_build_from_extractions_needs_no_room_elsewhere(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    build([], tmp_path / "out", extractions=small / "extractions.jsonl")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(BUILD_FILES)


def test_the_report_counts_what_the_files_hold(small: Path) -> None:
    report = json.loads((small / "report.json").read_text(encoding="utf-8"))
    concepts = [
        json.loads(line) for line in (small / "concepts.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert report["counts"]["papers"] == 10
    assert report["counts"]["concepts_by_type"] == {
        kind: sum(concept["type"] == kind for concept in concepts) for kind in CONCEPT_TYPES
    }
    assert [source["name"] for source in report["sources"]] == ["plain.txt"]
    assert report["warnings"] == []
    assert "seconds" not in report


def test_what_a_writer_warns_of_is_in_the_report(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "abstract": "We use BERT\\u0092s."}\n')
    report = build([tmp_path / "a.jsonl"], tmp_path / "out")
    written = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert written["warnings"] == report.warnings.first
    assert written["warning_count"] == len(report.warnings.first) == 2
    assert all("left out characters that XML cannot hold" in warning for warning in report.warnings.first)


def test_a_report_holds_warnings_and_names_that_utf8_cannot(tmp_path: Path) -> None:
    source = tmp_path / os.fsdecode(b"caf\xe9.jsonl")
    source.write_text('{"id": "a", "abstract": "We use BERT.", "year": "\\ud835"}\n', encoding="ascii")
    report = build([source], tmp_path / "out", on_warning=lambda message: None)
    assert "\ud835" in report.warnings.first[0]
    written = json.loads((tmp_path / "out" / "report.json").read_bytes())
    assert written["warnings"] == ['caf\ufffd.jsonl:1: the year "\ufffd" is none that is known; left out']
    assert written["sources"][0]["name"] == "caf\ufffd.jsonl"


def test_seconds_are_in_the_report_where_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("We use BERT on GLUE.")
    build([tmp_path / "a.txt"], tmp_path / "out", options=Options(timings=True))
    seconds = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))["seconds"]
    assert set(seconds) == {
        "read",
        "extract",
        "resolve",
        "count",
        "lay out",
        "write concepts.jsonl",
        *(f"write {name}" for name in GRAPH_FILES),
    }


def test_every_format_has_the_same_nodes_edges_and_labels(small: Path) -> None:
    graph = graph_of(read_build(small).rows)
    graphml, gexf = nx.read_graphml(small / "graph.graphml"), nx.read_gexf(small / "graph.gexf")
    store = ox.Store()
    store.bulk_load(path=small / "graph.ttl", format=ox.RdfFormat.TURTLE)
    labels = {str(node): data["label"] for node, data in graph.nodes(data=True)}
    edges = sorted((u, v, data["relation"]) for u, v, data in graph.edges(data=True))
    for read in (graphml, gexf):
        assert {node: data["label"] for node, data in read.nodes(data=True)} == labels
        assert sorted((u, v, data["relation"]) for u, v, data in read.edges(data=True)) == edges
    typed = {
        quad.subject.value
        for kind in ("Paper", *CONCEPT_TYPES, LINK)
        for quad in store.quads_for_pattern(
            None, ox.NamedNode(PREFIXES["rdf"] + "type"), ox.NamedNode(ONTOLOGY + kind), None
        )
    }
    assert typed == set(labels)
    in_rdf = sorted(
        (quad.subject.value, quad.object.value, relation)
        for relation, iri in RELATION_IRIS.items()
        for quad in store.quads_for_pattern(None, ox.NamedNode(iri), None, None)
        if quad.subject.value in labels and quad.object.value in labels
    )
    assert in_rdf == edges


@needs_shared
def test_the_seeds_give_38_papers_and_exactly_their_urls(tmp_path: Path) -> None:
    build(SEEDS, tmp_path / "out")
    extractions = list(read_extractions(tmp_path / "out" / "extractions.jsonl"))
    assert len(extractions) == 38
    assert extractions[0].paper.id == "000_093ebc27df52064e-01"
    assert {link.url for extraction in extractions for link in extraction.links} == SEED_URLS
    labels = {concept.label for extraction in extractions for concept in extraction.concepts}
    assert {"MAIL-BRO", "VGER", "HyperMARL"} <= labels


@pytest.mark.parametrize("name", GRAPH_FILES)
def test_exports_are_what_the_code_writes(name: str, tmp_path: Path) -> None:
    """From the committed extractions on, so that the arithmetic of another processor is no failure."""
    write(read_build(EXPORTS).rows, tmp_path / name, GRAPH_FILES[name])
    assert (tmp_path / name).read_bytes() == (EXPORTS / name).read_bytes(), (
        "run make demo and commit exports/"
    )


def test_the_concepts_of_exports_are_what_the_code_writes() -> None:
    resolution, _ = load_rows(EXPORTS / "extractions.jsonl")
    lines = b"".join(json_line(concept_row(concept)) for concept in resolution.concepts)
    assert lines == (EXPORTS / "concepts.jsonl").read_bytes(), "run make demo and commit exports/"


def test_the_extractions_of_exports_are_what_the_model_finds(tmp_path: Path) -> None:
    """All but one in a hundred of the mentions, which other processors may round to the other side."""
    build([EXAMPLES / "landmarks.jsonl"], tmp_path / "out")

    def mentions(path: Path) -> set[tuple[object, ...]]:
        return {
            (extraction.paper.id, concept.type, concept.role, mention)
            for extraction in read_extractions(path)
            for concept in extraction.concepts
            for mention in concept.mentions
        }

    found, committed = (mentions(folder / "extractions.jsonl") for folder in (tmp_path / "out", EXPORTS))
    assert len(found ^ committed) <= 0.01 * len(committed), "run make demo and commit exports/"


def test_progress_counts_the_papers_that_are_read(tmp_path: Path) -> None:
    most: dict[str, int] = {}

    def progress(stage: str, done: int) -> None:
        most[stage] = max(done, most.get(stage, 0))

    build([], tmp_path / "out", extractions=EXPORTS / "extractions.jsonl", progress=progress)
    assert most == {"extracting": 64, "reading extractions": 64, "writing": 4}
