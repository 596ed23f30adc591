"""What is gathered for each concept while papers are read, and the ledger that is made of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from kg.records import Merge
from kg.resolve.iris import NodeKey
from kg.resolve.naming import SPELLING
from kg.resolve.papers import plain

MOST_REASONS = 3
"""So many different reasons of one rule are kept, the first in order."""


def _by_form() -> dict[str, dict[str, dict[str, None]]]:
    return defaultdict(lambda: defaultdict(dict))


@dataclass(slots=True)
class Gathered:
    """One concept: how often each label, the papers of each surface form by rule, and the rules' reasons.

    `names` are those of the concept's key (see `kg.resolve.hierarchy`), `replaces` what single papers would call it,
    `senses` what an ambiguous acronym may stand for.
    """

    labels: Counter[str] = field(default_factory=Counter)
    names: set[str] = field(default_factory=set)
    by_rule: dict[str, dict[str, dict[str, None]]] = field(default_factory=_by_form)
    reasons: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    replaces: set[NodeKey] = field(default_factory=set)
    senses: set[NodeKey] = field(default_factory=set)
    ambiguous: bool = False

    def forms(self) -> dict[str, tuple[str, ...]]:
        """Each surface form with the ids of its papers, both sorted."""
        forms: dict[str, set[str]] = defaultdict(set)
        for by_form in self.by_rule.values():
            for form, papers in by_form.items():
                forms[form].update(papers)
        return {form: tuple(sorted(papers)) for form, papers in sorted(forms.items())}

    def label(self) -> str:
        """The commonest label; of equal ones the one with fewest capitals, then the first in order."""
        capitals = {label: sum(c.isupper() for c in label) for label in self.labels}
        return min(self.labels, key=lambda label: (-self.labels[label], capitals[label], label))

    def aliases(self, label: str, forms: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
        """The other names, without markup."""
        return tuple(sorted({plain(form) for form in forms} - {label}))

    def merges(self, number_of_forms: int) -> tuple[Merge, ...]:
        """For each rule the forms it brought; spelling alone says nothing where there is but one form."""
        return tuple(
            Merge(
                rule,
                tuple(sorted(forms)),
                tuple(sorted({paper for papers in forms.values() for paper in papers})),
                "; ".join(sorted(self.reasons[rule])[:MOST_REASONS]) if rule in self.reasons else "",
            )
            for rule, forms in sorted(self.by_rule.items())
            if len(forms) > 1 or rule in self.reasons or (number_of_forms > 1 and rule != SPELLING)
        )
