"""Every gold concept is in one cell of its row, every found one in one cell of its column."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kg.evaluate import Outcome, role_confusion, type_confusion
from kg.evaluate.scores import concept_rates
from kg.gold import GoldConcept
from kg.records import PaperConcept
from kg.vocabulary import CONCEPT_TYPES, ROLES

TYPES_AND_ROLES = [(name, role) for name in CONCEPT_TYPES for role in ROLES[name]]


def gold(concept_type: str, *roles: str) -> GoldConcept:
    return GoldConcept(concept_type, "x", roles, ("x",))


def found(concept_type: str, role: str) -> PaperConcept:
    return PaperConcept(concept_type, "x", role, 0.9, ())


def test_each_kind_of_mistake_has_its_cell() -> None:
    outcomes = [
        Outcome(gold("Method", "used"), found("Method", "used")),
        Outcome(gold("Method", "used"), found("Method", "compared")),
        Outcome(gold("Method", "compared", "mentioned"), found("Method", "mentioned")),
        Outcome(gold("Method", "compared", "mentioned"), found("Method", "introduced")),
        Outcome(gold("Method", "used"), found("Task", "addressed")),
        Outcome(gold("Method", "introduced"), None),
        Outcome(None, found("Method", "used")),
        Outcome(None, found("Dataset", "used")),
    ]
    types = type_confusion(outcomes)
    assert types["Method"] == {"Method": 4, "Dataset": 0, "Task": 1, "Metric": 0, "missed": 1}
    assert types["extra"] == {"Method": 1, "Dataset": 1, "Task": 0, "Metric": 0}
    none = {"introduced": 0, "used": 0, "compared": 0, "mentioned": 0, "other type": 0, "missed": 0}
    assert role_confusion(outcomes, "Method") == {
        "introduced": none | {"missed": 1},
        "used": none | {"used": 1, "compared": 1, "other type": 1},
        "compared": none | {"introduced": 1},
        "mentioned": none | {"mentioned": 1},
        "extra": {"introduced": 0, "used": 1, "compared": 0, "mentioned": 0},
    }
    assert sum(role_confusion(outcomes, "Task")["extra"].values()) == 0


def test_types_of_another_field_have_their_rows_and_columns() -> None:
    outcomes = [
        Outcome(gold("Gene", "used"), found("Gene", "compared")),
        Outcome(gold("Method", "used"), found("Chemical", "used")),
    ]
    types = type_confusion(outcomes)
    assert list(types) == [*CONCEPT_TYPES, "Chemical", "Gene", "extra"]
    assert (types["Gene"]["Gene"], types["Method"]["Chemical"]) == (1, 1)
    assert role_confusion(outcomes, "Gene")["used"]["compared"] == 1
    assert "Gene" not in type_confusion(outcomes[1:])


some_gold = st.sampled_from(TYPES_AND_ROLES).map(lambda pair: gold(*pair))
some_found = st.sampled_from(TYPES_AND_ROLES).map(lambda pair: found(*pair))


@given(
    st.lists(
        st.builds(Outcome, some_gold, st.none() | some_found) | st.builds(Outcome, st.none(), some_found)
    )
)
def test_the_tables_sum_up_to_the_scores(outcomes: list[Outcome]) -> None:
    types = type_confusion(outcomes)
    across = Counter[str]()
    for row in types.values():
        across.update(row)
    for name in CONCEPT_TYPES:
        rates = concept_rates(outcomes, "concept", name)
        assert (types[name][name], across[name], sum(types[name].values())) == (
            rates.right,
            rates.predicted,
            rates.gold,
        )
        roles = role_confusion(outcomes, name)
        in_rows = sum(sum(row.values()) for role, row in roles.items() if role != "extra")
        assert in_rows == rates.gold
        assert sum(roles["extra"].values()) == types["extra"][name]
        assert sum(roles[role]["missed"] for role in ROLES[name]) == types[name]["missed"]
        assert sum(roles[role][role] for role in ROLES[name]) == concept_rates(outcomes, "edge", name).right
