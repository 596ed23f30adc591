"""`kg export`: a build's graph in one more format."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.options import Folder, Links
from kg.errors import InputError


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
    links: Links = None,
    base_iri: Annotated[str | None, typer.Option(help="Another base IRI than the build's.")] = None,
    evidence: Annotated[
        bool | None, typer.Option("--evidence/--no-evidence", help="Otherwise than in the build.")
    ] = None,
) -> None:
    """Write the graph of a build in one more format.

    Formats: turtle, ntriples, jsonld, rdfxml, trig, graphml, gexf, html; csv and parquet, a folder of tables.

    Example: kg export out --out graph.trig
    """
    from kg.build import read_build
    from kg.export import FOLDER_FORMATS, format_of, write
    from kg.files import (
        CONCEPTS,
        EXTRACTIONS,
        REPORT,
        check_not_an_input,
        check_output_file,
        check_output_folder,
        replacing,
        replacing_all,
    )

    chosen = format_of(out, format_name)
    if chosen in FOLDER_FORMATS:
        if str(out) == "-":
            raise InputError(
                f"{chosen} is a folder of tables, which standard output cannot take; name one with --out"
            )
        check_output_folder(out)
    elif str(out) != "-":
        check_output_file(out)
        check_not_an_input(out, [folder / name for name in (EXTRACTIONS, CONCEPTS, REPORT)])
    built = read_build(folder, base_iri=base_iri, links=links)
    with_evidence = built.evidence if evidence is None else evidence
    if str(out) == "-":
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch, "graph")
            write(built.graph, file, chosen, evidence=with_evidence)
            with file.open("rb") as written:
                shutil.copyfileobj(written, sys.stdout.buffer)
        return
    with replacing_all(out) if chosen in FOLDER_FORMATS else replacing(out) as scratch_path:
        write(built.graph, scratch_path, chosen, evidence=with_evidence)
