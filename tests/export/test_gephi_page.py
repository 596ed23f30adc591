"""docs/gephi.md says what the files hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kg.export.gephi import EDGE_COLUMNS, NODE_COLUMNS
from kg.graph.attributes import COLORS

PAGE = (Path(__file__).parents[2] / "docs" / "gephi.md").read_text("utf-8")


@pytest.mark.parametrize("column", [*NODE_COLUMNS, *EDGE_COLUMNS])
def test_every_column_is_explained(column: str) -> None:
    rows = [line.split(" | ")[0] for line in PAGE.splitlines() if line.startswith("| `")]
    assert any(f"`{column}`" in row for row in rows)


def test_no_column_is_explained_that_is_not_there() -> None:
    rows = [line.split(" | ")[0] for line in PAGE.splitlines() if line.startswith("| `")]
    explained = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert explained - {*NODE_COLUMNS, *EDGE_COLUMNS} == {"Id", "Label", "Kind", "Weight"}


@pytest.mark.parametrize(("type_", "color"), COLORS.items())
def test_the_colours_are_those_of_the_graph(type_: str, color: str) -> None:
    assert re.search(rf"^\| {type_.lower()} \|.*`{color}`", PAGE, re.M)
