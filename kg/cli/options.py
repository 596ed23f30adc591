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
    str | None, typer.Option("--from", help="Format of the sources, in place of what name and content say.")
]
Pipeline = Annotated[
    str | None,
    typer.Option(
        "--pipeline",
        help="An installed spaCy pipeline, or the folder of a saved one, in place of the packaged one.",
        metavar="NAME|PATH",
    ),
]


def _between_0_and_1(value: float | None) -> float | None:
    if value is not None and not 0 <= value <= 1:
        raise typer.BadParameter(f"{value} is not between 0 and 1")
    return value


MinConfidence = Annotated[
    float | None,
    typer.Option(
        "--min-confidence",
        callback=_between_0_and_1,
        help="Leave concepts below this confidence out (0 to 1), in place of the pipeline's own threshold.",
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that extract.")]
BaseIri = Annotated[str, typer.Option("--base-iri", help="What the IRIs of papers and concepts begin with.")]
Links = Annotated[
    Path | None,
    typer.Option(
        "--links",
        help="CSV with what is the same and what is not: form,type,form,type,same|different. Wins over every rule.",
        metavar="FILE",
        show_default=False,
    ),
]
Evidence = Annotated[
    bool, typer.Option("--evidence/--no-evidence", help="Write assertions with their mentions into the RDF.")
]
