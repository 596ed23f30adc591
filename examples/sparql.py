"""Ask a built graph two questions in SPARQL.

You will see two tables: the methods that papers compare themselves with, beside the paper of this graph that
introduced each; and what is done with ImageNet, by task, with the papers and the repositories of their code.

    python examples/sparql.py          # the example graph in exports/
    python examples/sparql.py out      # the folder of another build, or an RDF file
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rdflib import Graph
from rdflib.query import ResultRow

EXPORTS = Path(__file__).parents[1] / "exports"

PREFIXES = """
PREFIX kg: <https://w3id.org/paperkg/ontology#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
"""

COMPARED = """
SELECT ?method ?introduced_by (COUNT(DISTINCT ?paper) AS ?papers) WHERE {
  ?concept a kg:Method ; skos:prefLabel ?method .
  ?paper kg:comparesWith ?concept .
  ?origin kg:introduces ?concept ; dcterms:title ?introduced_by .
}
GROUP BY ?concept ?method ?introduced_by
ORDER BY DESC(?papers) ?method ?introduced_by
LIMIT 10
"""

ON_IMAGENET = """
SELECT DISTINCT ?task ?paper ?code WHERE {
  ?publication kg:uses ?dataset ; kg:addresses ?problem ; schema:codeRepository ?code ; dcterms:title ?paper .
  ?dataset a kg:Dataset ; skos:prefLabel ?name .
  ?problem skos:prefLabel ?task .
  FILTER(LCASE(STR(?name)) = "imagenet")
}
ORDER BY ?task ?paper ?code
"""

QUERIES = (
    ("Methods that papers compare themselves with, and the papers that introduced them", COMPARED),
    ("What is done with ImageNet: tasks, papers and their code", ON_IMAGENET),
)


def read_graph(path: Path) -> Graph:
    """The RDF file `path`, or the one in the folder of a build."""
    file = path / "graph.ttl" if path.is_dir() else path
    return Graph().parse(file, format="turtle" if file.suffix == ".ttl" else None)


def ask(graph: Graph, query: str) -> tuple[list[str], list[list[str]]]:
    """The names of the columns and the rows that answer a SELECT query."""
    result = graph.query(PREFIXES + query)
    rows = [[str(value or "") for value in row] for row in result if isinstance(row, ResultRow)]
    return [str(name) for name in result.vars or ()], rows


def table(columns: list[str], rows: list[list[str]], *, widest: int = 48) -> str:
    """Aligned text; cells longer than `widest` are cut."""
    lines = [
        [cell if len(cell) <= widest else cell[: widest - 1] + "…" for cell in row]
        for row in [columns, *rows]
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    spaced = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
    return "\n".join(spaced)


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the arguments and print both answers; the exit code is 2 when there is no graph to read."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "graph", nargs="?", type=Path, default=EXPORTS, help="folder of a build, or an RDF file"
    )
    options = parser.parse_args(arguments)
    try:
        graph = read_graph(options.graph)
    except Exception as error:  # each of rdflib's parsers has errors of its own
        reason = " ".join(str(error).split())
        print(f"{parser.prog}: {options.graph}: cannot be read as RDF: {reason}", file=sys.stderr)
        return 2
    for heading, query in QUERIES:
        print(heading, table(*ask(graph, query)), "", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
