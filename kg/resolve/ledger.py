"""What is gathered for each concept while papers are read, and the ledger that is made of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from kg.records import Merge
from kg.resolve.iris import NodeKey
from kg.resolve.naming import SPELLING, Placement
from kg.resolve.papers import plain

MOST_REASONS = 3
"""So many different reasons of one rule are kept, the first in order."""


@dataclass(slots=True)
class _Moves:
    """What the corpus did to a concept beyond spelling; most concepts have nothing of it.

    `reasons` are those of rules, `replaces` what single papers would call it, `senses` what an ambiguous acronym may
    stand for.
    """

    reasons: dict[str, set[str]] = field(default_factory=dict)
    replaces: set[NodeKey] = field(default_factory=set)
    senses: set[NodeKey] = field(default_factory=set)
    ambiguous: bool = False


_NONE = _Moves()


@dataclass(slots=True)
class Gathered:
    """One concept: how often each label, its names (see `kg.resolve.hierarchy`), and papers by rule and form.

    `number` says how many concepts were found before it.
    """

    number: int = 0
    labels: dict[str, int] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    papers: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _moves: _Moves | None = None

    @property
    def moves(self) -> _Moves:
        """What the corpus did to the concept, to be read."""
        return self._moves or _NONE

    def take_in(self, placed: Placement, forms: Iterable[tuple[str, str]], paper: str, label: str) -> None:
        """Take in a paper's concept, with its surface forms and the rules that make them names of this one."""
        self.labels[label] = self.labels.get(label, 0) + 1
        for form, rule in forms:
            papers = self.papers.setdefault((rule, form), [])
            if not papers or papers[-1] != paper:
                papers.append(paper)
            if placed.why and rule == placed.rule:
                self._moved().reasons.setdefault(rule, set()).add(placed.why)
        if placed.own != placed.node and placed.rule:
            self.replace(placed.own)
        if placed.ambiguous:
            self._moved().ambiguous = True
            self._moved().senses.update(placed.refused)

    def replace(self, node: NodeKey) -> None:
        """Note that the concept stands in the place of one that fewer papers would make."""
        self._moved().replaces.add(node)

    def _moved(self) -> _Moves:
        if self._moves is None:
            self._moves = _Moves()
        return self._moves

    def forms(self) -> dict[str, tuple[str, ...]]:
        """Each surface form with the ids of its papers, both sorted."""
        forms: dict[str, set[str]] = {}
        for (_, form), papers in self.papers.items():
            forms.setdefault(form, set()).update(papers)
        return {form: tuple(sorted(papers)) for form, papers in sorted(forms.items())}

    def label(self) -> str:
        """The commonest label; of equal ones the one with fewest capitals, then the first in order."""
        if len(self.labels) == 1:
            return next(iter(self.labels))
        capitals = {label: sum(c.isupper() for c in label) for label in self.labels}
        return min(self.labels, key=lambda label: (-self.labels[label], capitals[label], label))

    def aliases(self, label: str, forms: Iterable[str]) -> tuple[str, ...]:
        """The other names, without markup."""
        return tuple(sorted({plain(form) for form in forms} - {label}))

    def merges(self, number_of_forms: int) -> tuple[Merge, ...]:
        """For each rule the forms it brought; spelling alone says nothing where there is but one form."""
        reasons = self.moves.reasons
        if number_of_forms == 1 and not reasons:
            return ()
        by_rule: dict[str, list[tuple[str, list[str]]]] = defaultdict(list)
        for (rule, form), papers in self.papers.items():
            by_rule[rule].append((form, papers))
        return tuple(
            Merge(
                rule,
                tuple(sorted(form for form, _ in forms)),
                tuple(sorted({paper for _, papers in forms for paper in papers})),
                "; ".join(sorted(reasons[rule])[:MOST_REASONS]) if rule in reasons else "",
            )
            for rule, forms in sorted(by_rule.items())
            if len(forms) > 1 or rule in reasons or rule != SPELLING
        )
