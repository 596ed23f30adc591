"""What was taken for what: tables of counts, gold down and found across."""

from __future__ import annotations

from collections.abc import Iterable

from kg.evaluate.scores import Outcome, types_of
from kg.vocabulary import roles_of

MISSED = "missed"
EXTRA = "extra"
OTHER_TYPE = "other type"


def type_confusion(outcomes: Iterable[Outcome]) -> dict[str, dict[str, int]]:
    """Gold type -> found type -> how many; what was `missed` is the last column, what is `extra` the last row."""
    outcomes = list(outcomes)
    types = types_of(outcomes)
    table = {row: dict.fromkeys((*types, MISSED), 0) for row in types}
    table[EXTRA] = dict.fromkeys(types, 0)
    for outcome in outcomes:
        row = outcome.gold.type if outcome.gold else EXTRA
        table[row][outcome.found.type if outcome.found else MISSED] += 1
    return table


def role_confusion(outcomes: Iterable[Outcome], concept_type: str) -> dict[str, dict[str, int]]:
    """The same for the roles of one type: gold role -> found role -> how many.

    A gold concept that was found as another type is in the column `other type`, whatever its role. Where gold has
    two roles, the one that was found counts, else the first.
    """
    roles = roles_of(concept_type)
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
