"""The packaged lists of words (see data/README.md)."""

from __future__ import annotations

import gzip
from importlib import resources
from pathlib import Path

from kg.files import packaged


def word_list(name: str) -> str:
    """The text of a list. Raises KgError when its file is missing or damaged."""
    file = resources.files("kg.text") / "data" / name
    with packaged(Path(str(file))):
        text = gzip.decompress(file.read_bytes()).decode("ascii")
        if not text:
            raise EOFError("it is empty")
        return text
