"""`kg query`: SPARQL, or a named question, over an export."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.given import text_of
from kg.cli.progress import say
from kg.errors import InputError


def _list_questions() -> None:
    from kg.query import questions

    for question in questions():
        print(f"{question.name}: {question.description}")
        for parameter in question.parameters:
            default = "" if parameter.default is None else f" (default: {parameter.default})"
            print(f"    --param {parameter.name}=…  {parameter.description}{default}")


def _parameters(given: list[str]) -> dict[str, str]:
    pairs = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not (name and equals):
            raise InputError(f"--param {item}: write NAME=VALUE")
        if name in pairs:
            raise InputError(f"--param {name} is given twice; give it once")
        pairs[name] = value
    return pairs


def query_cli(
    folder: Annotated[
        Path | None,
        typer.Argument(help="A build's folder, or an RDF file.", metavar="OUT", show_default=False),
    ] = None,
    sparql: Annotated[
        str | None,
        typer.Argument(help="SPARQL, or @FILE that holds it.", metavar="QUERY", show_default=False),
    ] = None,
    question: Annotated[str | None, typer.Option("--question", "-q", help="Ask a named question.")] = None,
    param: Annotated[list[str] | None, typer.Option(help="A question's parameter, NAME=VALUE.")] = None,
    show_list: Annotated[
        bool, typer.Option("--list", help="List the questions and their parameters.")
    ] = False,
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="table, csv, tsv, json or ttl.")
    ] = "table",
    limit: Annotated[int, typer.Option(help="Most rows to show.")] = 1000,
    timeout: Annotated[float, typer.Option(help="Most seconds to take.")] = 60.0,
) -> None:
    """Ask a build in SPARQL, or by a named question.

    Queries only read. The prefixes kg, skos, dcterms and the like need no declaration.

    Example: kg query out --question methods-for-task --param task="image classification"
    """
    if show_list:
        _list_questions()
        return
    if folder is None:
        raise InputError("name a build's folder, or list the questions with --list")
    if (sparql is None) == (question is None):
        raise InputError("give either a SPARQL query or --question NAME (kg query --list shows them)")
    from kg.query import bind, check_read_only, format_result, load, run, unknown_name
    from kg.query import question as find_question

    text = find_question(question).query if question else _text_of(sparql or "")
    text = bind(text, _parameters(param or []))
    check_read_only(text)
    store = load(folder)
    result = run(store, text, limit=limit, timeout=timeout)
    if result.is_empty:
        if wrong := unknown_name(store, text):
            raise InputError(f"{folder}: {wrong}")
        say("nothing in the graph answers this")
    answer = format_result(result, format_name)
    sys.stdout.write(answer if answer.endswith("\n") else answer + "\n")
    sys.stdout.flush()  # a large store takes a while to go
    if result.limited:
        say(f"there are more than these {limit} rows; ask for more with --limit")


def _text_of(sparql: str) -> str:
    if not sparql.startswith("@"):
        return sparql
    return text_of(Path(sparql[1:]), "query")
