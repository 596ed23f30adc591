"""Measurements of the exports at the size of a conference, printed as a table.

Run by `python -m tests.bench_exports [PAPERS]`; 3,500 made-up papers, the default, make a million triples. Each
measurement has a process of its own, whose memory is counted beyond that of the graph. Nothing here passes or fails;
figures belong to the machine that they were measured on.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "export"))

from made_graph import made_graph

from kg.export.rdf import FORMATS, write_rdf
from kg.export.tables import FORMATS as TABLE_FORMATS
from kg.export.tables import write_tables
from kg.query import load, question, questions, run

MOST_USED = """SELECT ?name WHERE {{ ?c a kg:{kind} ; skos:prefLabel ?name . ?p ?relation ?c .
?relation rdfs:subPropertyOf kg:about }} GROUP BY ?name ORDER BY DESC(COUNT(?p)) ?name LIMIT 1"""


def peak() -> float:
    """The most memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(work: Callable[..., object], *arguments: object) -> tuple[float, float, object]:
    """CPU seconds, MB beyond what the process had before, and the result."""
    before, started = peak(), time.process_time()
    result = work(*arguments)
    return time.process_time() - started, peak() - before, result


def export_rdf(papers: int, folder: Path, format: str) -> None:
    """Write one RDF format."""
    graph = made_graph(papers)
    path = folder / f"graph.{format}"
    seconds, megabytes, count = measured(lambda: write_rdf(graph, path, format=format))
    size = path.stat().st_size / 1e6
    print(f"  {format:34}{seconds:8.1f}{megabytes:8.0f}  {count:,} triples, {size:.0f} MB", flush=True)


def export_by_rdflib(papers: int, folder: Path) -> None:
    """The same triples held and written by rdflib."""
    import rdflib

    path = folder / "graph.ntriples"
    seconds, megabytes, graph = measured(lambda: rdflib.Graph().parse(path, format="nt"))
    print(f"  {'rdflib holds them':34}{seconds:8.1f}{megabytes:8.0f}", flush=True)
    # In Turtle it makes a prefix up for each paper, and looks for a free one from the first on, in quadratic time.
    seconds, megabytes, _ = measured(
        lambda: graph.serialize(folder / "rdflib.nt", format="nt11", encoding="utf-8")  # type: ignore[attr-defined]
    )
    print(f"  {'rdflib writes them as N-Triples':34}{seconds:8.1f}{megabytes:8.0f}", flush=True)


def export_by_pyoxigraph(papers: int, folder: Path) -> None:
    """The same triples read and written by pyoxigraph, without making them."""
    import pyoxigraph as ox

    path = folder / "graph.ntriples"
    seconds, megabytes, _ = measured(
        lambda: ox.serialize(
            (quad.triple for quad in ox.parse(path=path, format=ox.RdfFormat.N_TRIPLES)),
            folder / "pyoxigraph.ttl",
            ox.RdfFormat.TURTLE,
        )
    )
    print(f"  {'pyoxigraph reads and writes them':34}{seconds:8.1f}{megabytes:8.0f}", flush=True)


def export_tables(papers: int, folder: Path, format: str) -> None:
    """Write the tables."""
    graph = made_graph(papers)
    seconds, megabytes, _ = measured(lambda: write_tables(graph, folder, format=format))
    size = sum(file.stat().st_size for file in folder.glob(f"*.{format}")) / 1e6
    print(f"  {'tables, ' + format:34}{seconds:8.1f}{megabytes:8.0f}  {size:.0f} MB", flush=True)


def ask(papers: int, folder: Path) -> None:
    """Load the Turtle and ask each question about what most papers are about."""
    seconds, megabytes, store = measured(load, folder / "graph.ttl")
    print(f"  {'load':34}{seconds:8.2f}{megabytes:8.0f}", flush=True)
    names = {"paper": "paper-000007"}
    for kind in ("Method", "Dataset", "Task"):
        answer = run(store, MOST_USED.format(kind=kind))  # type: ignore[arg-type]
        names[kind.lower()] = answer.content.decode().splitlines()[1].strip('"')
    names["concept"] = names["method"]
    for found in questions():
        given = {p.name: names[p.name] for p in found.parameters if p.name in names and p.default}
        query = question(found.name).query
        seconds, megabytes, answer = measured(lambda q, g: run(store, q, parameters=g), query, given)  # type: ignore
        rows = answer.content.count(b"\n")  # type: ignore[attr-defined]
        print(f"  {found.name:34}{seconds:8.2f}{megabytes:8.0f}  {rows:,} lines", flush=True)


def in_a_process(work: Callable[..., None], *arguments: object) -> None:
    """Do a measurement in a fresh process."""
    process = get_context("spawn").Process(target=work, args=arguments)
    process.start()
    process.join()


def main() -> None:
    """Print all measurements."""
    papers = int(sys.argv[1]) if len(sys.argv) > 1 else 3500
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"{papers} made-up papers: CPU seconds, MB beyond the graph")
        for format in FORMATS:
            in_a_process(export_rdf, papers, folder, format)
        in_a_process(export_by_pyoxigraph, papers, folder)
        in_a_process(export_by_rdflib, papers, folder)
        for format in TABLE_FORMATS:
            in_a_process(export_tables, papers, folder, format)
        (folder / "graph.turtle").rename(folder / "graph.ttl")
        print("questions: CPU seconds, MB")
        in_a_process(ask, papers, folder)


if __name__ == "__main__":
    main()
