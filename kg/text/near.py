"""Names near one that is not known, for messages that help."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST = 3
"""So many near names are shown."""


def near_names(value: str, names: Iterable[str]) -> list[str]:
    """The names most like `value`: alike letter by letter, else the shortest of which it is a part."""
    wanted = value.lower()
    spelled: dict[str, str] = {}
    for name in sorted(names):
        spelled.setdefault(name.lower(), name)
    near = difflib.get_close_matches(wanted, spelled, n=MOST, cutoff=0.7)
    near += sorted(
        (name for name in spelled if wanted in name and name not in near), key=lambda n: (len(n), n)
    )
    return [spelled[name] for name in near[:MOST]]
