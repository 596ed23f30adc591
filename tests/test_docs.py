"""The page of commands speaks of every command and option that there is, and of no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from kg.cli.app import COMMANDS, app

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
SECTIONS = dict(
    zip(re.findall(r"^## kg (\w+)$", PAGE, re.M), re.split(r"^## kg \w+$", PAGE, flags=re.M)[1:], strict=True)
)


def long_options(command: str) -> set[str]:
    parameters = get_command(app).commands[command].params  # type: ignore[attr-defined]
    names = {name for p in parameters for name in (*p.opts, *p.secondary_opts) if name.startswith("--")}
    return names - {"--help"}


def test_there_is_a_section_for_each_command() -> None:
    assert list(SECTIONS) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_documented(command: str) -> None:
    missing = {
        name
        for name in long_options(command) - {"--evidence"}
        if not re.search(rf"{name}(?![\w-])", SECTIONS[command])
    }
    assert missing == set()


def test_no_option_is_invented() -> None:
    known = {"--help", "--debug", "--version"}.union(*(long_options(command) for command in COMMANDS))
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", PAGE)) <= known


def test_the_scores_of_the_readme_are_those_of_the_model_card() -> None:
    card = (ROOT / "docs/model.md").read_text("utf-8")
    (row,) = re.findall(r"^\| held-out conference abstracts .*$", card, re.MULTILINE)
    scores = [round(float(cell)) for cell in row.split("|")[3:6]]
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [int(score) for score in re.findall(r"F1 (\d+)", readme)] == scores
