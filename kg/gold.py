"""Gold annotation: concepts as surfaces of an abstract, one JSON object a line, the texts in a file beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.extractions import parse_json
from kg.vocabulary import check_type_and_role


@dataclass(frozen=True, slots=True)
class GoldConcept:
    """One annotated concept; any of `roles` is right, and an optional one counts neither way."""

    type: str
    label: str
    roles: tuple[str, ...]
    surfaces: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class GoldPaper:
    """The annotation of one abstract; `links` maps each URL to its right roles."""

    id: str
    concepts: tuple[GoldConcept, ...]
    links: dict[str, tuple[str, ...]]


def _alternatives(role: str | list[str]) -> tuple[str, ...]:
    return (role,) if isinstance(role, str) else tuple(role)


def _check_concept(row: dict[str, Any]) -> None:
    roles = _alternatives(row["role"])
    if not roles:
        raise ValueError(f"a concept without a role: {row['label']!r}")
    for role in roles:
        check_type_and_role(row["type"], role)
    if not row["surfaces"] or not all(isinstance(s, str) and s.strip() for s in row["surfaces"]):
        raise ValueError(f"a concept without a surface, or with an empty one: {row['label']!r}")


def _gold_paper(row: dict[str, Any]) -> GoldPaper:
    for concept in row.get("concepts", ()):
        _check_concept(concept)
    concepts = tuple(
        GoldConcept(
            type=c["type"],
            label=c["label"],
            roles=_alternatives(c["role"]),
            surfaces=tuple(c["surfaces"]),
            optional=bool(c.get("optional")),
        )
        for c in row.get("concepts", ())
    )
    return GoldPaper(row["id"], concepts, {x["url"]: _alternatives(x["role"]) for x in row.get("links", ())})


def read_gold(path: Path) -> Iterator[GoldPaper]:
    """The annotated abstracts of a gold file.

    Raises InputError, naming the line, when the file is missing or a line is not a gold object.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(f"{path}: cannot read the gold annotation: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield _gold_paper(parse_json(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{path}:{number}: not a gold object ({error!r}); expected "
                '{"id": …, "concepts": [{"type", "label", "role", "surfaces"}]}'
            ) from error


def occurrences(text: str, surfaces: Iterable[str]) -> list[tuple[int, int]]:
    """Where `surfaces` stand in `text`: whole words, longer surfaces first, none inside another's place."""
    taken = bytearray(len(text))
    found = []
    for surface in sorted(set(surfaces), key=len, reverse=True):
        for match in re.finditer(re.escape(surface), text):
            start, end = match.span()
            cuts_word = (start > 0 and surface[0].isalnum() and text[start - 1].isalnum()) or (
                end < len(text) and surface[-1].isalnum() and text[end].isalnum()
            )
            if cuts_word or any(taken[start:end]):
                continue
            taken[start:end] = b"\1" * (end - start)
            found.append((start, end))
    return found
