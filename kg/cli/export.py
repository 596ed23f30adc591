"""`kg export`: a build's graph, or a part of it, in one more format."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.given import text_of
from kg.cli.options import Folder, Links
from kg.cli.progress import say
from kg.errors import InputError
from kg.stopping import when_stopped

if TYPE_CHECKING:
    import networkx as nx

    from kg.graph.rows import Rows

PROJECTION_FORMATS = ("graphml", "gexf")


def export_cli(
    folder: Folder,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="File to write, or folder for tables; - is standard output.")
    ],
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format", "-f", help="Format, where the file's ending does not tell.", show_default=False
        ),
    ] = None,
    papers: Annotated[
        list[str] | None,
        typer.Option(help="Only this paper, by id or title; @FILE has one a line.", metavar="PAPER|@FILE"),
    ] = None,
    concepts: Annotated[
        list[str] | None,
        typer.Option(help="Only papers about this; @FILE has one a line.", metavar="NAME|@FILE"),
    ] = None,
    types: Annotated[
        list[str] | None, typer.Option("--type", help="Only what is of this type.", metavar="TYPE")
    ] = None,
    relations: Annotated[
        list[str] | None, typer.Option("--relation", help="Only edges of this kind.", metavar="RELATION")
    ] = None,
    min_support: Annotated[int, typer.Option(min=1, help="Only what so many papers have.")] = 1,
    top: Annotated[
        int | None, typer.Option(min=1, help="Of each type, only so many with most papers.")
    ] = None,
    project: Annotated[
        str | None,
        typer.Option(help="Concepts tied by papers they share, or papers by concepts: concepts or papers."),
    ] = None,
    significance: Annotated[
        float | None,
        typer.Option(help="With --project, leave out ties as probable by chance (0.05); 1 keeps all."),
    ] = None,
    part_size: Annotated[
        int | None,
        typer.Option(
            min=1, help="So many papers a file: a folder of N-Triples.gz or Parquet.", metavar="PAPERS"
        ),
    ] = None,
    links: Links = None,
    base_iri: Annotated[str | None, typer.Option(help="Another base IRI than the build's.")] = None,
    evidence: Annotated[
        bool | None, typer.Option("--evidence/--no-evidence", help="Otherwise than in the build.")
    ] = None,
) -> None:
    """Write the graph of a build, or a part of it, in one more format.

    Formats: turtle, ntriples, jsonld, rdfxml, trig, graphml, gexf, html; csv and parquet, a folder of tables. Options
    that choose a part can be given together, and --papers, --concepts, --type and --relation several times.

    Example: kg export out --out methods.gexf --type Method --min-support 3
    """
    from kg.built import read_build
    from kg.export import format_of, write
    from kg.files import CONCEPTS, EXTRACTIONS, REPORT, check_not_an_input, replacing, replacing_all
    from kg.graph.assemble import graph_of
    from kg.graph.cut import Cut, cut

    chosen = format_of(out, format_name)
    _check_projection(project, significance, chosen)
    is_folder = _check_output(out, chosen, part_size is not None)
    if not is_folder and str(out) != "-":
        named = [Path(name[1:]) for name in (*(papers or ()), *(concepts or ())) if name.startswith("@")]
        parts = [folder / name for name in (EXTRACTIONS, CONCEPTS, REPORT)]
        check_not_an_input(out, [*parts, *named, *([links] if links else [])])
    wanted = Cut(
        papers=tuple(_names(papers or ())),
        concepts=tuple(_names(concepts or ())),
        types=tuple(types or ()),
        relations=tuple(relations or ()),
        min_support=min_support,
        top=top,
    )
    built = read_build(folder, base_iri=base_iri, links=links)
    graph: Rows | nx.Graph = built.rows
    if wanted != Cut() or project is not None:
        graph = cut(graph_of(built.rows), wanted) if wanted != Cut() else graph_of(built.rows)
        if project is not None:
            graph = _projection(graph, project, significance)
        say(f"{len(graph):,} nodes and {graph.number_of_edges():,} edges")
    with_evidence = built.evidence if evidence is None else evidence
    if str(out) == "-":
        with (
            tempfile.TemporaryDirectory() as scratch,
            when_stopped(lambda: shutil.rmtree(scratch, ignore_errors=True)),
        ):
            file = Path(scratch, "graph")
            write(graph, file, chosen, evidence=with_evidence)
            with file.open("rb") as written:
                shutil.copyfileobj(written, sys.stdout.buffer)
        return
    with replacing_all(out) if is_folder else replacing(out) as scratch_path:
        write(graph, scratch_path, chosen, evidence=with_evidence, part_size=part_size)


def _check_output(out: Path, chosen: str, in_parts: bool) -> bool:
    """Whether a folder is to be written."""
    from kg.export import FOLDER_FORMATS, check_parts
    from kg.files import check_output_file, check_output_folder

    if in_parts:
        check_parts(chosen, out)
    is_folder = in_parts or chosen in FOLDER_FORMATS
    if is_folder:
        if str(out) == "-":
            raise InputError(
                f"{chosen} is a folder of files, which standard output cannot take; name one with --out"
            )
        check_output_folder(out)
    elif str(out) != "-":
        check_output_file(out)
    return is_folder


def _check_projection(side: str | None, significance: float | None, chosen: str) -> None:
    from kg.graph.projection import SIDES

    if side is None:
        if significance is not None:
            raise InputError(f"--significance is for --project {' or '.join(SIDES)}; give both")
        return
    if side not in SIDES:
        raise InputError(f"--project {side}: name what to tie, {' or '.join(SIDES)}")
    if chosen not in PROJECTION_FORMATS:
        known = " or ".join(PROJECTION_FORMATS)
        raise InputError(f"a projection is for layout, and {chosen} has no terms for it; write {known}")
    if significance is not None and not 0 < significance <= 1:
        raise InputError(f"--significance {significance:g} is no probability; give one above 0, at most 1")


def _projection(graph: nx.MultiDiGraph, side: str, significance: float | None) -> nx.Graph:
    from kg.graph.projection import SIGNIFICANCE, project

    return project(graph, side, significance=SIGNIFICANCE if significance is None else significance)


def _names(given: Iterable[str]) -> Iterable[str]:
    """The names, those of a file in place of its name with @."""
    for name in given:
        if not name.startswith("@"):
            yield name
            continue
        path = Path(name[1:])
        lines = text_of(path, "names").splitlines()
        if not any(line.strip() for line in lines):
            raise InputError(f"{path}: there is no name in it, one a line")
        yield from (line.strip() for line in lines if line.strip())
