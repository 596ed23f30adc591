"""Files of papers, and folders compared."""

from __future__ import annotations

import json
from pathlib import Path


def write_papers(file: Path, *names: str, text: str = "We train FooNet on BarSet.") -> Path:
    """A file of papers, each of which has its name in its text."""
    rows = ({"id": name, "title": f"On {name}", "abstract": f"{name}: {text}"} for name in names)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def differing(one: Path, other: Path) -> list[str]:
    """Names of files that two folders do not have alike."""
    names = {path.name for folder in (one, other) for path in folder.iterdir()}
    return sorted(name for name in names if not _same(one / name, other / name))


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()
