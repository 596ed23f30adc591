"""The commands in one table, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import errno
import functools
import io
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

import typer

from kg.cli.build import build_cli
from kg.cli.evaluate import evaluate_cli
from kg.cli.explain import explain_cli
from kg.cli.export import export_cli
from kg.cli.extract import extract_cli
from kg.cli.progress import say, warn
from kg.cli.query import query_cli
from kg.cli.serve import serve_cli
from kg.cli.stats import stats_cli
from kg.cli.validate import validate_cli
from kg.errors import KgError
from kg.stopping import end_on_signals
from kg.version import __version__
from kg.warnings import logged_warnings

COMMANDS: dict[str, Callable[..., None]] = {
    "build": build_cli,
    "extract": extract_cli,
    "export": export_cli,
    "query": query_cli,
    "serve": serve_cli,
    "validate": validate_cli,
    "stats": stats_cli,
    "explain": explain_cli,
    "evaluate": evaluate_cli,
}

_WRONG_PATHS = {errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG}
"""What the system says of a path that has to be given otherwise."""

app = typer.Typer(
    name="kg",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _until_the_pipe_closes(command: Callable[..., None]) -> Callable[..., None]:
    """The command, ending well when who reads its output has read enough."""

    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_answers()

    return run


def _forget_answers() -> None:
    """Let what is not yet written go nowhere; the interpreter would try once more at its end, and complain."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_RDWR), sys.stdout.fileno())


for _name, _command in COMMANDS.items():
    app.command(_name)(_until_the_pipe_closes(_command))


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def kg(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Turn abstracts into a knowledge graph of papers, methods, datasets, tasks and metrics.

    Example: kg build abstracts.txt --out out
    """
    if debug:
        logging.basicConfig(level=logging.DEBUG)


def main() -> None:
    """Run the command line; exit 0 done, 1 the work failed, 2 the call or an input is wrong."""
    _write_utf8()
    debug = "--debug" in sys.argv[1:2]
    arguments = sys.argv[1:] or ["--help"]
    try:
        with logged_warnings(warn):
            sys.exit(app(arguments, standalone_mode=False) or 0)
    except KgError as error:
        if debug:
            raise
        _fail(str(error), error.exit_code)
    except OSError as error:
        if debug:
            raise
        _forget_answers()
        named = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
        is_wrong = bool(named) and error.errno in _WRONG_PATHS
        _fail(f"{named}cannot read or write: {error.strerror or error}", 2 if is_wrong else 1)
    except MemoryError:
        if debug:
            raise
        _fail("there is not enough memory for this; give it fewer papers or --jobs", 1)
    except Exception as error:
        if debug:
            raise
        # Errors of the call (typer's vendored or installed click) know their exit code and their own wording.
        if hasattr(error, "format_message"):
            _fail(
                f"{error.format_message()} (see {_called(error)} --help)", int(getattr(error, "exit_code", 2))
            )
        _fail(f"unexpected {type(error).__name__}: {error} (run kg --debug … for the traceback)", 1)


def _write_utf8() -> None:
    """Answers are UTF-8 whatever the locale says; messages show what their encoding lacks as escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")


def _called(error: Exception) -> str:
    """The command that an error of the call is about."""
    context = getattr(error, "ctx", None)
    return f"kg {context.info_name}" if context is not None and context.parent is not None else "kg"


def _fail(message: str, code: int) -> None:
    say(message)
    sys.exit(code)


if __name__ == "__main__":
    end_on_signals()
    main()
