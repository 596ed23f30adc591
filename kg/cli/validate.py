"""`kg validate`: an export against its shapes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.progress import say


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
        say(f"{path}: {len(problems)} {noun}{rest}")
        raise typer.Exit(1)
    say(f"{path} conforms")
