"""Build a graph from Python and ask it three questions.

You will see three tables: the datasets that most papers share, the methods that most papers compare
themselves with, and the papers that link two concepts, each with what the concepts are to it.

    python examples/python_api.py                                  # the example corpus, in a temporary folder
    python examples/python_api.py --out out --link BERT GLUE       # keep the build; link two other concepts
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import networkx as nx

from kg.build import build
from kg.errors import KgError

CORPUS = Path(__file__).parent / "landmarks.jsonl"
LINKED = ("Vision Transformer", "ImageNet")
TOP = 5


def read_concepts(folder: Path) -> list[dict[str, Any]]:
    """The concepts of a build, one object each: id, type, label, aliases, forms, papers, broader, merges."""
    lines = (folder / "concepts.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def most_shared(concepts: Iterable[dict[str, Any]], concept_type: str, count: int) -> list[tuple[str, int]]:
    """The concepts of a type that most papers have an edge to, with the number of these papers."""
    found = [
        (concept["label"], len(concept["papers"])) for concept in concepts if concept["type"] == concept_type
    ]
    return sorted(found, key=lambda item: (-item[1], item[0]))[:count]


def most_compared(graph: nx.MultiDiGraph, count: int) -> list[tuple[str, int]]:
    """The methods that most papers compare themselves with, with the number of these papers."""
    compared = Counter(
        concept for _, concept, relation in graph.edges(data="relation") if relation == "comparesWith"
    )
    found = [(graph.nodes[concept]["label"], papers) for concept, papers in compared.items()]
    return sorted(found, key=lambda item: (-item[1], item[0]))[:count]


def find_concept(concepts: Iterable[dict[str, Any]], name: str) -> str:
    """The IRI of the concept with this label, alias or surface form, whatever the case.

    Of several, the one that most papers name. Raises LookupError when there is none.
    """
    wanted = name.casefold()
    found = [
        concept
        for concept in concepts
        if wanted in {form.casefold() for form in (concept["label"], *concept["aliases"], *concept["forms"])}
    ]
    if not found:
        raise LookupError(f"no concept is called {name!r}; concepts.jsonl lists them all")
    best: str = min(found, key=lambda concept: (-len(concept["papers"]), concept["id"]))["id"]
    return best


def linking_papers(graph: nx.MultiDiGraph, first: str, second: str) -> list[tuple[str, str]]:
    """The titles of the papers with an edge to both concepts, each with the two relations."""
    papers = set(graph.predecessors(first)) & set(graph.predecessors(second))

    def relations(paper: str, concept: str) -> str:
        return ", ".join(sorted(data["relation"] for data in graph[paper][concept].values()))

    return sorted(
        (graph.nodes[paper]["label"], f"{relations(paper, first)} / {relations(paper, second)}")
        for paper in papers
    )


def show(heading: str, rows: Sequence[tuple[str, object]]) -> None:
    """Print a heading and two aligned columns."""
    width = max((len(left) for left, _ in rows), default=0)
    print(heading)
    if not rows:
        print("  none")
    for left, right in rows:
        print(f"  {left:{width}}  {right}")
    print()


def report(sources: list[Path], folder: Path, first: str, second: str) -> None:
    """Build `sources` in `folder` and print the three tables."""
    build(sources, folder)
    concepts = read_concepts(folder)
    graph = nx.read_graphml(folder / "graph.graphml", force_multigraph=True)
    linked = linking_papers(graph, find_concept(concepts, first), find_concept(concepts, second))
    show("Datasets by number of papers", most_shared(concepts, "Dataset", TOP))
    show("Methods that papers compare themselves with", most_compared(graph, TOP))
    show(f"Papers that link {first} and {second}", linked)


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the arguments and print the tables; the exit code is 2 when an input or a name is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "sources", nargs="*", type=Path, default=[CORPUS], help="files of abstracts (default: the examples)"
    )
    parser.add_argument("--out", type=Path, help="folder for the build (default: a temporary one)")
    parser.add_argument(
        "--link", nargs=2, default=LINKED, metavar="NAME", help=f"two concepts (default: {', '.join(LINKED)})"
    )
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as temporary:
            report(options.sources, options.out or Path(temporary, "build"), *options.link)
    except (KgError, LookupError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return error.exit_code if isinstance(error, KgError) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
