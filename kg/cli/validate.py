"""`kg validate`: an export against its shapes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def validate_cli(
    path: Annotated[Path, typer.Argument(help="A file of a build, or its folder.", metavar="PATH")],
    most: Annotated[int, typer.Option(min=0, help="List so many problems.")] = 100,
) -> None:
    """Check a file or a whole build.

    Looks at the shapes of the RDF, the rules of Gephi, and whether all files agree; exits with 1 when
    something is wrong.

    Example: kg validate out
    """
    from kg.validate import validate

    problems = validate(path)
    for problem in problems[:most]:
        print(problem)
    if problems:
        rest = f", of which {most} are listed" if len(problems) > most else ""
        noun = "problem" if len(problems) == 1 else "problems"
        print(f"kg: {path}: {len(problems)} {noun}{rest}", file=sys.stderr)
        raise typer.Exit(1)
    print(f"kg: {path} conforms", file=sys.stderr)
