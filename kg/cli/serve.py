"""`kg serve`: a build in the browser, and as a SPARQL endpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.progress import say
from kg.errors import InputError


def serve_cli(
    folder: Annotated[Path, typer.Argument(help="A build's folder, or an RDF file.", metavar="OUT")],
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = 8000,
    timeout: Annotated[float, typer.Option(help="Most seconds that a query may take.")] = 30.0,
    limit: Annotated[int, typer.Option(help="Most rows that an answer may have.")] = 100_000,
    request_size: Annotated[int, typer.Option(help="Most bytes that a request may have.", min=1)] = 1_000_000,
) -> None:
    """Serve a build's page and a SPARQL endpoint to this machine.

    Read-only, on 127.0.0.1 alone, until it is stopped with Ctrl-C. Needs the extra serve.

    Example: kg serve out --port 8000
    """
    try:
        from kg.query.server import serve
    except ImportError as error:
        raise InputError(
            f"kg serve needs more than kg itself: pip install 'paperkg[serve]' ({error})"
        ) from error

    def announce(address: str) -> None:
        page = f"the page at {address} and " if folder.is_dir() else ""
        say(f"{folder}: {page}SPARQL at {address}sparql; stop with Ctrl-C")

    serve(folder, port=port, timeout=timeout, limit=limit, size=request_size, on_ready=announce)
