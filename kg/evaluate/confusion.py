"""What was taken for what: tables of counts, gold down and found across."""

from __future__ import annotations

from collections.abc import Iterable

from kg.evaluate.scores import Outcome
from kg.vocabulary import CONCEPT_TYPES, ROLES

MISSED = "missed"
EXTRA = "extra"
OTHER_TYPE = "other type"


def type_confusion(outcomes: Iterable[Outcome]) -> dict[str, dict[str, int]]:
    """Gold type -> found type -> how many; what was `missed` is the last column, what is `extra` the last row."""
    table = {row: dict.fromkeys((*CONCEPT_TYPES, MISSED), 0) for row in CONCEPT_TYPES}
    table[EXTRA] = dict.fromkeys(CONCEPT_TYPES, 0)
    for outcome in outcomes:
        row = outcome.gold.type if outcome.gold else EXTRA
        table[row][outcome.found.type if outcome.found else MISSED] += 1
    return table


def role_confusion(outcomes: Iterable[Outcome], concept_type: str) -> dict[str, dict[str, int]]:
    """The same for the roles of one type: gold role -> found role -> how many.

    A gold concept that was found as another type is in the column `other type`, whatever its role. Where gold has
    two roles, the one that was found counts, else the first.
    """
    roles = ROLES[concept_type]
    table = {row: dict.fromkeys((*roles, OTHER_TYPE, MISSED), 0) for row in roles}
    table[EXTRA] = dict.fromkeys(roles, 0)
    for outcome in outcomes:
        gold, found = outcome.gold, outcome.found
        if gold is None:
            if found is not None and found.type == concept_type:
                table[EXTRA][found.role] += 1
        elif gold.type == concept_type:
            if found is None:
                table[gold.roles[0]][MISSED] += 1
            elif outcome.right:
                table[found.role if outcome.right_role else gold.roles[0]][found.role] += 1
            else:
                table[gold.roles[0]][OTHER_TYPE] += 1
    return table
