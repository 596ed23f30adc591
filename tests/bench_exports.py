"""Measurements of the exports at the size of a conference, printed as a table.

Run by `python -m tests.bench_exports [PAPERS]`; 3,500 made-up papers, the default, make a million triples. Each
measurement has a process of its own: CPU seconds, and memory beyond what the process had before. Where a library does
the same work, it does so in the same run, and the ratio of its time to ours is printed. Nothing here passes or fails;
figures belong to the machine that they were measured on.
"""

from __future__ import annotations

import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

sys.path.append(str(Path(__file__).parent / "export"))

import networkx as nx
from made_graph import made_graph

from kg.export.gephi import GephiGraph
from kg.export.gexf import write_gexf
from kg.export.graphml import write_graphml
from kg.export.rdf import FORMATS, write_rdf
from kg.export.tables import FORMATS as TABLE_FORMATS
from kg.export.tables import write_tables
from kg.graph import attributes as a
from kg.graph.cut import Cut, cut
from kg.graph.layout import lay_out
from kg.graph.projection import SIDES, project
from kg.query import load, question, questions, run
from kg.vocabulary import PAPER

T = TypeVar("T")

VALIDATED = 300
"""Papers whose triples, some 100,000, are validated."""
MOST_USED = """SELECT ?name WHERE {{ ?c a kg:{kind} ; skos:prefLabel ?name . ?p ?relation ?c .
?relation rdfs:subPropertyOf kg:about }} GROUP BY ?name ORDER BY DESC(COUNT(?p)) ?name LIMIT 1"""
FIRST = "SELECT ?title { ?paper dcterms:title ?title } ORDER BY ?title LIMIT 1"


def peak() -> float:
    """The most memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(work: Callable[..., object], *arguments: object) -> tuple[float, float, object]:
    """CPU seconds, MB beyond what the process had before, and the result."""
    before, started = peak(), time.process_time()
    result = work(*arguments)
    return time.process_time() - started, peak() - before, result


def show(name: str, seconds: float, megabytes: float, more: str = "") -> float:
    """Print a line, and give back the seconds."""
    print(f"  {name:34}{seconds:8.2f}{megabytes:8.0f}  {more}".rstrip(), flush=True)
    return seconds


def megabytes_of(*paths: Path) -> str:
    """The size of files."""
    return f"{sum(path.stat().st_size for path in paths) / 1e6:.0f} MB"


def export_rdf(papers: int, folder: Path, format: str) -> float:
    """Write one RDF format."""
    graph = made_graph(papers)
    path = folder / f"graph.{format}"
    seconds, megabytes, count = measured(lambda: write_rdf(graph, path, format=format))
    return show(format, seconds, megabytes, f"{count:,} triples, {megabytes_of(path)}")


def hold_by_rdflib(papers: int, folder: Path) -> tuple[float, float]:
    """The same triples held and written by rdflib."""
    import rdflib

    path = folder / "graph.ntriples"
    seconds, megabytes, graph = measured(lambda: rdflib.Graph().parse(path, format="nt"))
    held = show("rdflib holds them", seconds, megabytes)
    # In Turtle it makes a prefix up for each paper, and looks for a free one from the first on, in quadratic time.
    seconds, megabytes, _ = measured(
        lambda: graph.serialize(folder / "rdflib.nt", format="nt11", encoding="utf-8")  # type: ignore[attr-defined]
    )
    return held, show("rdflib writes them as N-Triples", seconds, megabytes)


def export_by_pyoxigraph(papers: int, folder: Path) -> float:
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
    return show("pyoxigraph reads and writes them", seconds, megabytes)


def export_tables(papers: int, folder: Path, format: str) -> float:
    """Write the tables."""
    graph = made_graph(papers)
    seconds, megabytes, _ = measured(lambda: write_tables(graph, folder, format=format))
    return show(f"tables, {format}", seconds, megabytes, megabytes_of(*folder.glob(f"*.{format}")))


def export_gephi(papers: int, folder: Path, format: str) -> tuple[float, float]:
    """GraphML or GEXF, and the same nodes, edges and columns written by networkx."""
    graph = made_graph(papers)
    lay_out(graph)
    writers = {"graphml": (write_graphml, nx.write_graphml), "gexf": (write_gexf, nx.write_gexf)}
    own, other = writers[format]
    path = folder / f"graph.{format}"
    seconds, megabytes, _ = measured(own, graph, path)
    ours = show(format, seconds, megabytes, f"{len(graph):,} nodes, {megabytes_of(path)}")
    drawn = GephiGraph(graph)
    plain = nx.MultiDiGraph()
    for node in drawn.nodes():
        place = {"x": node.x, "y": node.y, "size": node.size, "label": node.label}
        plain.add_node(node.id, **place, **node.values)
    for edge in drawn.edges():
        plain.add_edge(edge.source, edge.target, weight=edge.weight, **edge.values)
    path = folder / f"networkx.{format}"
    seconds, megabytes, _ = measured(other, plain, path)
    return ours, show(f"{format}, networkx", seconds, megabytes, megabytes_of(path))


def tie(papers: int, side: str) -> tuple[float, float]:
    """A projection with its filter, and the one of networkx with the same weights and none."""
    graph = cut(made_graph(papers), Cut(min_support=2))
    seconds, megabytes, ties = measured(project, graph, side)
    count = ties.number_of_edges()  # type: ignore[attr-defined]
    ours = show(f"{side} tied, filtered", seconds, megabytes, f"{count:,} ties")
    plain = nx.Graph(graph)
    nodes = [node for node in plain if (graph.nodes[node][a.TYPE] == PAPER) == (side == "papers")]
    weighted = nx.bipartite.collaboration_weighted_projected_graph
    seconds, megabytes, ties = measured(weighted, plain, nodes)
    count = ties.number_of_edges()  # type: ignore[attr-defined]
    return ours, show(f"{side} tied, networkx", seconds, megabytes, f"{count:,} ties")


def check(folder: Path) -> float:
    """Validate the RDF of fewer papers, as a file of its own."""
    from kg.validate import validate

    path = folder / "validated.ttl"
    count = write_rdf(made_graph(VALIDATED), path)
    seconds, megabytes, problems = measured(validate, path)
    more = f"{count:,} triples, {len(problems)} problems"  # type: ignore[arg-type]
    return show("validate", seconds, megabytes, more)


def first_answer(folder: Path) -> float:
    """`kg query` on the Turtle, from the start of its process to the end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "kg", "query", str(folder / "graph.ttl"), FIRST, "--format", "csv"]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": "0"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return show("kg query, its first answer", seconds, after.ru_maxrss / 1024)


def ask(papers: int, folder: Path) -> float:
    """Load the Turtle and ask each question about what most papers are about; the slowest one."""
    seconds, megabytes, store = measured(load, folder / "graph.ttl")
    show("load", seconds, megabytes)
    names = {"paper": "paper-000007"}
    for kind in ("Method", "Dataset", "Task"):
        answer = run(store, MOST_USED.format(kind=kind))  # type: ignore[arg-type]
        names[kind.lower()] = answer.content.decode().splitlines()[1].strip('"')
    names["concept"] = names["method"]
    slowest = 0.0
    for found in questions():
        given = {p.name: names[p.name] for p in found.parameters if p.name in names and p.default}
        query = question(found.name).query
        seconds, megabytes, answer = measured(lambda q, g: run(store, q, parameters=g), query, given)  # type: ignore
        rows = answer.content.count(b"\n")  # type: ignore[attr-defined]
        slowest = max(slowest, show(found.name, seconds, megabytes, f"{rows:,} lines"))
    return slowest


def in_a_process(work: Callable[..., T], *arguments: object) -> T:
    """What a measurement gives back that is taken in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def ratio(name: str, other: float, own: float) -> None:
    """Print how many times our time a library takes."""
    print(f"  {name:34}{other / own:8.1f} times our time", flush=True)


def main() -> None:
    """Print all measurements."""
    papers = int(sys.argv[1]) if len(sys.argv) > 1 else 3500
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"{papers} made-up papers: CPU seconds, MB beyond the graph")
        rdf = {format: in_a_process(export_rdf, papers, folder, format) for format in FORMATS}
        in_a_process(export_by_pyoxigraph, papers, folder)
        held, written = in_a_process(hold_by_rdflib, papers, folder)
        ratio("rdflib, held and written", held + written, rdf["ntriples"])
        for format in TABLE_FORMATS:
            in_a_process(export_tables, papers, folder, format)
        for format in ("graphml", "gexf"):
            own, other = in_a_process(export_gephi, papers, folder, format)
            ratio(f"networkx, {format}", other, own)
        for side in SIDES:
            own, other = in_a_process(tie, papers, side)
            ratio(f"networkx, {side} tied", other, own)
        (folder / "graph.turtle").rename(folder / "graph.ttl")
        print("questions and checks: CPU seconds, MB")
        in_a_process(check, folder)
        in_a_process(first_answer, folder)
        in_a_process(ask, papers, folder)


if __name__ == "__main__":
    main()
