"""Attributes of any kind as typed columns, for formats that declare one type for each attribute.

The types are boolean, int, long, double and string: those that every reader of GraphML knows.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import Any

from kg.export.characters import clean
from kg.records import Mention

SEPARATOR = " | "

_UNNAMEABLE = re.compile(r"[^\w.-]+")

Plain = bool | int | float | str


@dataclass(frozen=True, slots=True)
class Column:
    """An attribute: its key in the graph, its name in the file, and its type."""

    key: str
    name: str
    type: str


def plain(value: Any) -> Plain | None:
    """`value` as a truth value, a number or a text; None for what is empty or not finite.

    Members of a collection are joined by " | ", each once, those of a set in sorted order; a mapping becomes
    JSON, a date is spelled as in ISO 8601, and scalars of numpy become Python's.
    """
    if type(value) is not str:
        if getattr(value, "ndim", None) == 0:
            value = value.item()
        if value is None or isinstance(value, (bool, int)):
            return value
        if isinstance(value, float):
            return value if math.isfinite(value) else None
        value = _text(value)
    text = clean(value)
    return text if text.strip() else None


def _text(value: Any) -> str:
    if isinstance(value, Mention):
        return value.text
    if isinstance(value, Mapping):
        members = {str(key): member for key, member in value.items()}
        return json.dumps(members, ensure_ascii=False, sort_keys=True, default=str) if members else ""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        kept = [spelled(member) for member in map(plain, value) if member is not None]
        return SEPARATOR.join(dict.fromkeys(sorted(kept) if isinstance(value, Set) else kept))
    return str(value)


def spelled(value: Plain) -> str:
    """A value as XML Schema's types spell it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


def columns(rows: Iterable[Mapping[str, Any]], known: Sequence[str], reserved: Set[str]) -> list[Column]:
    """The columns that `rows` fill: those of `known` in its order, then others by name.

    A column has the narrowest type that all its values fit, at last string. The name of another column is
    changed when it is among the `reserved` ones or equals an earlier one, both without regard to case, or
    holds other characters than letters, digits, `_`, `.` and `-`.
    """
    types: dict[str, set[str]] = {}
    for key, value in chain.from_iterable(row.items() for row in rows):
        # What holds a text is of that type whatever else it holds.
        if "string" not in types.get(key, ()) and (kept := plain(value)) is not None:
            types.setdefault(key, set()).add(_type(kept))
    taken = set(reserved)
    found = []
    for key in chain((key for key in known if key in types), sorted(types.keys() - set(known), key=str)):
        name = key if key in known else _free(_UNNAMEABLE.sub("_", str(key)), taken)
        taken.add(name.lower())
        found.append(Column(key, name, _widest(types[key])))
    return found


def filled(found: Iterable[Column], row: Mapping[str, Any]) -> dict[str, str]:
    """The values of `row` by the names of their columns, without empty ones."""
    held = ((column.name, row[column.key]) for column in found if row.get(column.key) is not None)
    values = ((name, plain(value)) for name, value in held)
    return {name: spelled(value) for name, value in values if value is not None}


def _free(name: str, taken: Set[str]) -> str:
    free, number = name, 1
    while free.lower() in taken:
        number += 1
        free = f"{name}_{number}"
    return free


def _type(value: Plain) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "int" if -(2**31) <= value < 2**31 else "long" if -(2**63) <= value < 2**63 else "string"
    return "double" if isinstance(value, float) else "string"


def _widest(types: Set[str]) -> str:
    if len(types) == 1:
        return next(iter(types))
    if types <= {"int", "long"}:
        return "long"
    return "double" if types <= {"int", "long", "double"} else "string"
