"""Tables as pandas, DuckDB and the csv module read them: the same rows, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import random
from pathlib import Path
from typing import Any

import duckdb
import networkx as nx
import pandas as pd
import pyarrow.parquet as pq
import pytest

from kg.errors import InputError
from kg.export import format_of, write
from kg.export.tables import FORMATS, TABLES, write_tables
from kg.graph import attributes as a
from kg.records import Mention
from kg.vocabulary import BASE_IRI, concept_iri, paper_iri

SEED = f"{BASE_IRI}paper/seed-01"
DEEPNET = f"{BASE_IRI}method/deepnet"
ASSERTION = f"{BASE_IRI}assertion/seed-01/introduces/method/deepnet"
PAGE = Path(__file__).parents[2] / "docs" / "tables.md"

Rows = list[dict[str, Any]]


def parquet_rows(folder: Path, name: str) -> Rows:
    return pq.read_table(folder / f"{name}.parquet").to_pylist()


def csv_rows(folder: Path, name: str) -> Rows:
    """The rows of a CSV file, typed by the schema as docs/tables.md says."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [{key: typed(value, TABLES[name].columns[key]) for key, value in row.items()} for row in rows]


def typed(cell: str, kind: str) -> Any:
    if kind == "list":
        return cell.removeprefix("'").split(" | ") if cell else []
    if not cell:
        return None
    return {"string": lambda text: text.removeprefix("'"), "int": int, "double": float}[kind](cell)


@pytest.fixture
def folder(graph: nx.MultiDiGraph, tmp_path: Path) -> Path:
    for format in FORMATS:
        write_tables(graph, tmp_path, format=format)
    return tmp_path


@pytest.mark.parametrize("read", [csv_rows, parquet_rows])
def test_what_the_tables_hold(folder: Path, graph: nx.MultiDiGraph, read: Any) -> None:
    papers = {row["id"]: row for row in read(folder, "papers")}
    assert papers[SEED] == {
        "id": SEED,
        "identifier": "seed-01",
        "label": "Deep Networks",
        "title": "Deep Networks",
        "year": 2020,
        "venue": "Test & Co",
        "doi": None,
        "url": None,
        "authors": [],
        "keywords": ["deep learning"],
        "abstract": graph.nodes[SEED][a.TEXT],
    }
    assert papers[f"{BASE_IRI}paper/odd%2Fid%202"]["year"] is None
    (deepnet,) = [row for row in read(folder, "concepts") if row["id"] == DEEPNET]
    named = {"type": "Method", "label": "DeepNet", "aliases": ["deep net"], "papers": 1}
    assert deepnet == {"id": DEEPNET, **named, "broader": [], "related": [], "ambiguous": 0}
    link = "https://github.com/example/deepnet"
    assert read(folder, "links") == [{"id": link, "label": link, "papers": 1}]
    (assertion,) = [row for row in read(folder, "assertions") if row["id"] == ASSERTION]
    ends = {"paper": SEED, "relation": "introduces", "target": DEEPNET, "target_type": "Method"}
    assert assertion == {"id": ASSERTION, **ends, "role": "introduced", "confidence": 0.9, "weight": 1}
    (mention,) = [row for row in read(folder, "mentions") if row["assertion"] == ASSERTION]
    assert mention == {
        "assertion": ASSERTION,
        "paper": SEED,
        "target": DEEPNET,
        "start": 13,
        "end": 20,
        "text": "DeepNet",
    }


def test_both_formats_have_the_same_rows_as_the_graph(folder: Path, graph: nx.MultiDiGraph) -> None:
    for name in TABLES:
        assert csv_rows(folder, name) == parquet_rows(folder, name)
    assert {row["id"] for name in ("papers", "concepts", "links") for row in csv_rows(folder, name)} == {
        paper_iri(BASE_IRI, data[a.IDENTIFIER]) if a.IDENTIFIER in data else node
        for node, data in graph.nodes(data=True)
    }
    assertions = csv_rows(folder, "assertions")
    assert len({row["id"] for row in assertions}) == len(assertions) == graph.number_of_edges()
    abstracts = {row["id"]: row["abstract"] for row in csv_rows(folder, "papers")}
    for row in csv_rows(folder, "mentions"):
        assert abstracts[row["paper"]][row["start"] : row["end"]] == row["text"]


@pytest.mark.parametrize("format", FORMATS)
def test_duckdb_joins_them(folder: Path, format: str) -> None:
    options = ", header = true" if format == "csv" else ""
    read = {name: f"read_{format}('{folder / name}.{format}'{options})" for name in TABLES}
    found = duckdb.sql(
        f"""SELECT p.title, c.label, m.text FROM {read["assertions"]} a
            JOIN {read["papers"]} p ON p.id = a.paper JOIN {read["concepts"]} c ON c.id = a.target
            JOIN {read["mentions"]} m ON m.assertion = a.id
            WHERE a.relation = 'introduces' AND a.confidence > 0.5 AND p.year = 2020"""
    ).fetchall()
    assert found == [("Deep Networks", "DeepNet", "DeepNet")]


def test_pandas_reads_both_alike(folder: Path) -> None:
    for name in TABLES:
        table = pd.read_csv(folder / f"{name}.csv", keep_default_na=False, na_values=[""])
        typed_ = pd.read_parquet(folder / f"{name}.parquet")
        assert list(table.columns) == list(typed_.columns) == list(TABLES[name].columns)
        assert table.shape == typed_.shape
        plain = [column for column, kind in TABLES[name].columns.items() if kind in ("int", "double")]
        pd.testing.assert_frame_equal(table[plain], typed_[plain], check_dtype=False)


FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠1",
    "'=1",
    '="a","b"',
]


def hostile_graph(words: str) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph(**{a.BASE: BASE_IRI})
    paper, concept = paper_iri(BASE_IRI, words), concept_iri(BASE_IRI, "Method", words)
    graph.add_node(
        paper, **{a.TYPE: "Paper", a.LABEL: words, a.IDENTIFIER: words, a.TITLE: words, a.TEXT: words}
    )
    graph.nodes[paper].update({a.VENUE: words, a.URL: words, a.KEYWORDS: (words,)})
    graph.add_node(
        concept, **{a.TYPE: "Method", a.LABEL: "m", a.ALIASES: (words,), a.BROADER: (), a.PAPERS: 1}
    )
    edge = {a.RELATION: "uses", a.ROLE: "used", a.CONFIDENCE: 0.5, a.WEIGHT: 1}
    graph.add_edge(paper, concept, key="uses", **edge, **{a.MENTIONS: (Mention(0, len(words), words),)})
    return graph


@pytest.mark.parametrize("words", FORMULAS)
def test_no_cell_is_a_formula_and_every_text_comes_back(tmp_path: Path, words: str) -> None:
    for format in FORMATS:
        write_tables(hostile_graph(words), tmp_path, format=format)
    for name in TABLES:
        with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        assert not [cell for cell in cells if cell.startswith(tuple("=+-@\t\r\n＝＋－＠"))]
        assert csv_rows(tmp_path, name) == parquet_rows(tmp_path, name)
    assert csv_rows(tmp_path, "papers")[0]["abstract"] == words
    assert csv_rows(tmp_path, "concepts")[0]["aliases"] == [words]
    assert csv_rows(tmp_path, "mentions")[0]["text"] == words


@pytest.mark.parametrize("words", FORMULAS)
def test_pandas_gets_the_texts_back_as_the_page_says(tmp_path: Path, words: str) -> None:
    write_tables(hostile_graph(words), tmp_path)
    frame = pd.read_csv(tmp_path / "papers.csv", keep_default_na=False, na_values=[""])
    frame = frame.map(lambda cell: cell[1:] if str(cell).startswith("'") else cell)
    assert frame.abstract.to_list() == [words]


def test_numbers_below_zero_stay_numbers(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    graph.nodes[SEED][a.YEAR] = -400
    write_tables(graph, tmp_path)
    assert pd.read_csv(tmp_path / "papers.csv")["year"].min() == -400


@pytest.mark.parametrize("format", FORMATS)
def test_what_texts_cannot_hold(tmp_path: Path, format: str) -> None:
    write_tables(hostile_graph('a\x00b\ud800 "q", \U0001f600\r\nc\x85\u2028\x7f'), tmp_path, format=format)
    read = csv_rows if format == "csv" else parquet_rows
    (paper,) = read(tmp_path, "papers")
    assert paper["label"] == 'ab\ufffd "q", \U0001f600\r\nc\u2028'
    assert paper["abstract"] == 'a b\ufffd "q", \U0001f600\r\nc \u2028 '
    rows = duckdb.sql(f"SELECT label FROM '{tmp_path}/papers.{format}'").fetchall()
    assert rows == [(paper["label"],)]


@pytest.mark.parametrize("format", FORMATS)
def test_equal_graphs_give_equal_bytes(graph: nx.MultiDiGraph, tmp_path: Path, format: str) -> None:
    nodes, edges = list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))
    random.Random(1).shuffle(nodes)
    random.Random(2).shuffle(edges)
    other = nx.MultiDiGraph(**graph.graph)
    other.add_nodes_from(nodes)
    other.add_edges_from(edges)
    for name, drawn in (("a", graph), ("b", other)):
        (tmp_path / name).mkdir()
        write_tables(drawn, tmp_path / name, format=format)
    for name in TABLES:
        first = (tmp_path / "a" / f"{name}.{format}").read_bytes()
        assert first == (tmp_path / "b" / f"{name}.{format}").read_bytes()


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_graph_has_all_tables(tmp_path: Path, format: str) -> None:
    write(nx.MultiDiGraph(), tmp_path, format)
    for name, table in TABLES.items():
        columns = duckdb.sql(f"DESCRIBE SELECT * FROM '{tmp_path}/{name}.{format}'").fetchall()
        assert [column[0] for column in columns] == list(table.columns)


def test_types_of_another_field_have_their_rows(
    graph_of_another_field: nx.MultiDiGraph, tmp_path: Path
) -> None:
    write_tables(graph_of_another_field, tmp_path)
    genes = [row["id"] for row in csv_rows(tmp_path, "concepts") if row["type"] == "Gene"]
    assert genes == [f"{BASE_IRI}Gene/brca1", f"{BASE_IRI}Gene/tp53"]


def test_a_file_is_no_folder_of_tables() -> None:
    with pytest.raises(InputError, match=r"x.csv: tables are a folder of files; name it, with --format csv"):
        format_of(Path("x.csv"))
    assert format_of(Path("x.csv"), "csv") == "csv"


def test_an_unknown_format(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown format of tables 'xlsx': use one of csv, parquet"):
        write_tables(graph, tmp_path, format="xlsx")


def test_every_column_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    sections = dict(part.split("\n", 1) for part in page.split("\n## ")[1:])
    for name, table in TABLES.items():
        listed = [
            line.split("|")[1].strip() for line in sections[name].splitlines() if line.startswith("| `")
        ]
        assert listed == [f"`{column}`" for column in table.columns]


def test_the_examples_of_the_page_run(
    graph: nx.MultiDiGraph,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "tables").mkdir()
    write_tables(graph, tmp_path / "tables", format="parquet")
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    exec(page.partition("```python\n")[2].partition("```")[0], {})
    assert "ImageNet" in capsys.readouterr().out
    assert duckdb.sql(page.partition("```sql\n")[2].partition("```")[0]).fetchall() == [("DeepNet", 1)]
