"""`kg stats`: what a build holds, in numbers."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from kg.cli.options import Folder


def _table(rows: dict[str, Any], indent: str = "") -> list[str]:
    width = max((len(str(name)) for name in rows), default=0)
    lines = []
    for name, value in rows.items():
        if isinstance(value, dict):
            lines += [f"{indent}{name}", *_table(value, indent + "  ")]
        elif isinstance(value, list):
            lines.append(f"{indent}{name}")
            lines += [f"{indent}  {_cells(item)}" for item in value]
        else:
            lines.append(f"{indent}{name!s:<{width}}  {value}")
    return lines


def _cells(item: Any) -> str:
    values = item.values() if isinstance(item, dict) else item if isinstance(item, list) else [item]
    return "  ".join(str(value) for value in values)


def stats_cli(
    folder: Folder,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Count what a build holds.

    Example: kg stats out
    """
    from kg.built import read_build
    from kg.graph.statistics import statistics

    counts = statistics(read_build(folder).rows)
    print(json.dumps(counts, ensure_ascii=False, indent=1) if as_json else "\n".join(_table(counts)))
