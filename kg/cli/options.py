"""Options that several commands share, each described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Sources = Annotated[
    list[Path] | None,
    typer.Argument(
        help="Files or folders of abstracts; - is standard input.", metavar="SOURCE", show_default=False
    ),
]
Folder = Annotated[Path, typer.Argument(help="A build's folder.", metavar="OUT")]
InputFormat = Annotated[
    str | None, typer.Option("--from", help="Format of the sources, where name and content do not tell.")
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that extract.")]
BaseIri = Annotated[str, typer.Option("--base-iri", help="What the IRIs of papers and concepts begin with.")]
Evidence = Annotated[
    bool, typer.Option("--evidence/--no-evidence", help="Write assertions with their mentions into the RDF.")
]
