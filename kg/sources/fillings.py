"""What papers that are left out, since they came again, say of those that are kept in their place."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from dataclasses import replace
from typing import Any

from kg.records import Paper
from kg.sources.fields import url_of_doi

FIELDS = ("title", "year", "venue", "url", "doi", "authors", "keywords")


class Fillings:
    """Fields by the position of the paper that they are for, on disk: memory holds a number for each.

    `counts` has how many papers were given each field.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115
        self._places: dict[int, list[int]] = {}
        self.counts: Counter[str] = Counter()

    def add(self, kept: int, paper: Paper) -> None:
        """Note what a paper says of the one at the position `kept`; who comes first is asked first."""
        known = {name: value for name in FIELDS if (value := getattr(paper, name))}
        if known:
            self._places.setdefault(kept, []).append(self._file.tell())
            self._file.write(json.dumps(known).encode("ascii") + b"\n")

    def fill(self, position: int, paper: Paper) -> Paper:
        """The paper at a position with each field that it lacks and another has."""
        if position not in self._places:
            return paper
        found: dict[str, Any] = {}
        for place in self._places.pop(position):
            self._file.seek(place)
            for name, value in json.loads(self._file.readline()).items():
                if not getattr(paper, name):
                    found.setdefault(name, tuple(value) if isinstance(value, list) else value)
        self.counts.update(found.keys())
        filled = replace(paper, **found)
        return filled if filled.url else replace(filled, url=url_of_doi(filled.doi))
