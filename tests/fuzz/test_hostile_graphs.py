"""Hostile names and texts through resolution and every writer: each output is read by two other programs."""

from __future__ import annotations

import csv
import json
import re
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import igraph
import networkx as nx
import pandas as pd
import pyoxigraph as ox
import pytest
import rdflib
from hostile import NASTY
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from kg.build import build
from kg.built import read_build
from kg.export import WRITERS, write
from kg.extractions import extraction_row, read_extractions
from kg.records import Extraction, Link, Mention, Paper, PaperConcept

ABSTRACT = ox.NamedNode("http://purl.org/dc/terms/abstract")
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
XML = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)

words = st.one_of(st.sampled_from(NASTY), st.text(st.characters(codec=None), max_size=12))
names = words.filter(lambda name: bool(name.strip()))


def extraction(identifier: str, title: str, surface: str, url: str, kind: tuple[str, str]) -> Extraction:
    """A paper that says all of it; its own names are hostile wherever it has any."""
    text = f"{surface} {title} {url}"
    mention = Mention(0, len(surface), surface)
    paper = Paper(
        identifier,
        text,
        title=title,
        venue=title,
        url=url,
        keywords=(surface,),
        authors=(title,),
        doi="10.1/x",
    )
    link = Link(url or "x", "code", Mention(0, 1, text[:1]))
    return Extraction(paper, (PaperConcept(kind[0], surface, kind[1], 0.5, (mention,)),), (link,), "test 1")


KINDS = (("Method", "introduced"), ("Dataset", "used"), ("Task", "addressed"), ("Metric", "used"))
papers = st.lists(st.tuples(words, names, words, st.sampled_from(KINDS)), min_size=1, max_size=4)


class Page(HTMLParser):
    """The elements of a page with the names of their attributes, and the texts of its scripts."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.data: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.data.append(data)


def built(rows: list[Extraction], folder: Path) -> Path:
    """A build of extractions that another program wrote, lone surrogates as JSON's escapes."""
    file = folder / "made.jsonl"
    file.write_text("".join(json.dumps(extraction_row(row)) + "\n" for row in rows), encoding="utf-8")
    build([], folder / "out", extractions=file, on_warning=lambda _: None)
    return folder / "out"


@pytest.fixture(scope="module")
def elements(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, tuple[str, ...]]]:
    """The elements of the page of a harmless graph."""
    out = built(
        [extraction("p", "a title", "BERT", "https://a.example/x", KINDS[0])],
        tmp_path_factory.mktemp("harmless"),
    )
    return Page((out / "graph.html").read_text("utf-8")).elements


def strings(row: object) -> Iterator[str]:
    if isinstance(row, str):
        yield row
    elif isinstance(row, dict | list):
        for one in row.values() if isinstance(row, dict) else row:
            yield from strings(one)


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(papers)
def test_every_output_is_read_elsewhere(
    elements: list[tuple[str, tuple[str, ...]]], drawn: list[tuple[str, str, str, tuple[str, str]]]
) -> None:
    rows = [extraction(f"{title[:20]} {place}", title, *rest) for place, (title, *rest) in enumerate(drawn)]  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder:
        check(built(rows, Path(folder)), len(rows), elements)


def check(out: Path, count: int, elements: list[tuple[str, tuple[str, ...]]]) -> None:
    lines = {
        name: (out / name).read_bytes().split(b"\n")[:-1] for name in ("extractions.jsonl", "concepts.jsonl")
    }
    found = {name: [json.loads(line) for line in of] for name, of in lines.items()}
    assert len(found["extractions.jsonl"]) == len(list(read_extractions(out / "extractions.jsonl"))) == count
    for name, of in found.items():
        (read,) = duckdb.sql(
            f"SELECT count(*) FROM read_json_auto('{out / name}', format='newline_delimited')"
        ).fetchall()[0]
        assert read == len(of)
    triples = {quad.triple for quad in ox.parse(path=out / "graph.ttl", format=ox.RdfFormat.TURTLE)}
    assert len(rdflib.Graph().parse(out / "graph.ttl")) == len(triples)
    described = {triple for triple in triples if triple.predicate == ABSTRACT}
    assert len(described) == count
    graph = nx.read_graphml(out / "graph.graphml", force_multigraph=True)
    assert igraph.Graph.Read_GraphML(str(out / "graph.graphml")).vcount() == len(graph)
    assert nx.read_gexf(out / "graph.gexf").number_of_nodes() == len(graph)
    for name in ("graph.graphml", "graph.gexf"):
        assert etree.parse(out / name, XML).docinfo.internalDTD is None
    page = Page((out / "graph.html").read_text("utf-8"))
    assert page.elements == elements
    island = next(json.loads(data) for data in page.data if data.lstrip().startswith('{"'))
    assert len(island["nodes"]["iri"]) == len(graph)
    check_tables(out, count)


def check_tables(out: Path, count: int) -> None:
    graph = read_build(out).rows
    for format in ("csv", "parquet"):
        (out / format).mkdir()
        write(graph, out / format, format)
    for file in sorted((out / "csv").iterdir()):
        with file.open(encoding="utf-8", newline="") as text:
            cells = [cell for row in csv.reader(text) for cell in row]
        assert not [cell for cell in cells if cell.startswith(FORMULA) and not re.fullmatch(r"-[\d.]+", cell)]
        read = pd.read_csv(file, keep_default_na=False)
        assert len(read) == len(pd.read_parquet(out / "parquet" / f"{file.stem}.parquet"))
    assert len(pd.read_csv(out / "csv" / "papers.csv")) == count


@pytest.mark.parametrize("format", sorted(WRITERS))
def test_no_name_is_a_path(format: str, tmp_path: Path) -> None:
    """What a writer writes is the file, or are the files of the folder, that it was given."""
    rows = [
        extraction(f"../../{name}", name, name, name, KINDS[0])
        for name in ("../../x", "/etc/x", "..\\x", "CON")
    ]
    out = built(rows, tmp_path)
    inner = tmp_path / "inner"
    inner.mkdir()
    ending = WRITERS[format][0]
    target = inner / ("tables" if ending is None else f"graph{ending}")
    if ending is None:
        target.mkdir()
    before = {path for path in tmp_path.rglob("*") if inner not in (path, *path.parents)}
    write(read_build(out).rows, target, format)
    assert {path for path in tmp_path.rglob("*") if inner not in (path, *path.parents)} == before
    assert {path.name for path in inner.iterdir()} == {target.name}
