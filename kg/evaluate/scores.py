"""Extractions against gold: precision, recall and F1 of concepts, edges, mentions and links.

A found concept is right when it shares a normalised surface form with a gold concept of its type, one to one;
its edge is right when the role is too; a mention when its exact span and type are. What only one of two
annotators marked (`optional`) counts neither way, and where they gave two roles either is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.evaluate.matching import match, named_found, named_gold, normalise_url
from kg.gold import GoldConcept, GoldPaper, occurrences
from kg.records import Extraction, PaperConcept
from kg.vocabulary import concept_types

MEASURES = ("concept", "edge", "loose", "mention", "link")


@dataclass(frozen=True, slots=True)
class Rates:
    """Counts of right, predicted and gold items, and the rates they make, in percent."""

    right: int
    predicted: int
    gold: int

    @property
    def precision(self) -> float:
        """Share of the predicted that is right."""
        return 100 * self.right / max(1, self.predicted)

    @property
    def recall(self) -> float:
        """Share of the gold that was found."""
        return 100 * self.right / max(1, self.gold)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall (van Rijsbergen, 1979)."""
        return 200 * self.right / max(1, self.predicted + self.gold)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a concept: missed (`found` is None), extra (`gold` is None), or the two of one name.

    A found concept that has the name of a gold concept, but another type, is paired with it, and wrong.
    """

    gold: GoldConcept | None
    found: PaperConcept | None

    @property
    def right(self) -> bool:
        """Whether name and type are right."""
        return self.gold is not None and self.found is not None and self.gold.type == self.found.type

    @property
    def right_role(self) -> bool:
        """Whether name, type and role are right."""
        return (
            self.gold is not None
            and self.found is not None
            and self.right
            and self.found.role in self.gold.roles
        )


def types_of(outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """The four concept types, then those of another field that gold or found concepts have."""
    return concept_types(
        concept.type for outcome in outcomes for concept in (outcome.gold, outcome.found) if concept
    )


def concept_rates(outcomes: Iterable[Outcome], measure: str, concept_type: str | None = None) -> Rates:
    """Rates of `concept` (name and type) or `edge` (role too), of one type or of all."""
    right = predicted = gold = 0
    for outcome in outcomes:
        of_gold = outcome.gold is not None and concept_type in (None, outcome.gold.type)
        gold += of_gold
        predicted += outcome.found is not None and concept_type in (None, outcome.found.type)
        right += of_gold and (outcome.right if measure == "concept" else outcome.right_role)
    return Rates(right, predicted, gold)


@dataclass(frozen=True, slots=True)
class JudgedPaper:
    """One abstract: the outcome of each concept that counts, and how many names, mentions and links are right."""

    id: str
    outcomes: tuple[Outcome, ...]
    counts: Mapping[str, int]
    missing: bool = False

    @property
    def f1(self) -> float:
        """F1 of the concepts, in percent; 100 where there is none to find and none was found."""
        return concept_rates(self.outcomes, "concept").f1 if self.outcomes else 100.0


@dataclass(frozen=True, slots=True)
class Scores:
    """The judged abstracts, in the order of the gold, and what they sum up to."""

    papers: tuple[JudgedPaper, ...]

    @property
    def abstracts(self) -> int:
        """How many abstracts have gold."""
        return len(self.papers)

    @property
    def missing(self) -> int:
        """How many of them have no extraction."""
        return sum(paper.missing for paper in self.papers)

    @property
    def perfect(self) -> int:
        """In how many every concept was found, and no other."""
        return sum(all(outcome.right for outcome in paper.outcomes) for paper in self.papers)

    @property
    def worst(self) -> list[tuple[float, str]]:
        """Concept F1 and id of each abstract, the lowest first."""
        return sorted((paper.f1, paper.id) for paper in self.papers)

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes of all abstracts."""
        return [outcome for paper in self.papers for outcome in paper.outcomes]

    def rates(self, measure: str, concept_type: str | None = None) -> Rates:
        """Rates of `concept`, `edge`, `loose`, `mention` or `link`; the first two by type as well."""
        if measure in ("concept", "edge"):
            return concept_rates(self.outcomes, measure, concept_type)
        if measure == "loose":
            exact = self.rates("concept")
            return Rates(self._count("loose"), exact.predicted, exact.gold)
        return Rates(*(self._count(f"{measure} {part}") for part in ("right", "predicted", "gold")))

    @property
    def role_accuracy(self) -> float:
        """Share of the right concepts whose role is right, in percent."""
        return 100 * self.rates("edge").right / max(1, self.rates("concept").right)

    @property
    def aliases(self) -> float:
        """Share of the surface forms of the right concepts that were found, in percent."""
        return 100 * self._count("surfaces found") / max(1, self._count("surfaces"))

    @property
    def link_roles(self) -> float:
        """Share of the right links whose role is right, in percent."""
        return 100 * self._count("link role") / max(1, self._count("link right"))

    def _count(self, name: str) -> int:
        return sum(paper.counts.get(name, 0) for paper in self.papers)


def _judge(paper: GoldPaper, extraction: Extraction | None) -> JudgedPaper:
    concepts = extraction.concepts if extraction else ()
    gold, found = named_gold(paper.concepts), named_found(concepts)
    pairs = match(gold, found)
    forgiven = {j for i, j in pairs.items() if gold[i].optional}
    rest = [j for j in range(len(found)) if j not in pairs.values()]
    counts: Counter[str] = Counter()
    outcomes = []
    for i, named in enumerate(gold):
        if named.optional:
            continue
        if (j := pairs.get(i)) is not None:
            counts["surfaces"] += len(named.names)
            counts["surfaces found"] += len(named.names & found[j].names)
        elif (j := next((j for j in rest if found[j].names & named.names), None)) is not None:
            rest.remove(j)
        outcomes.append(Outcome(paper.concepts[i], None if j is None else concepts[j]))
    outcomes += [Outcome(None, concepts[j]) for j in rest]
    kept = [named for j, named in enumerate(found) if j not in forgiven]
    counts["loose"] = len(match([named for named in gold if not named.optional], kept, loose=True))
    counts += _mentions(paper, extraction, forgiven) + _links(paper, extraction)
    return JudgedPaper(paper.id, tuple(outcomes), counts, extraction is None)


def _mentions(paper: GoldPaper, extraction: Extraction | None, forgiven: set[int]) -> Counter[str]:
    text = extraction.paper.text if extraction else ""
    optional = {span for c in paper.concepts if c.optional for span in occurrences(text, c.surfaces)}
    gold = {
        (*span, c.type) for c in paper.concepts if not c.optional for span in occurrences(text, c.surfaces)
    }
    found = {
        (m.start, m.end, c.type)
        for j, c in enumerate(extraction.concepts if extraction else ())
        if j not in forgiven
        for m in c.mentions
        if (m.start, m.end) not in optional
    }
    return Counter(
        {"mention gold": len(gold), "mention predicted": len(found), "mention right": len(gold & found)}
    )


def _links(paper: GoldPaper, extraction: Extraction | None) -> Counter[str]:
    gold = {normalise_url(url): roles for url, roles in paper.links.items()}
    found = {normalise_url(link.url): link.role for link in (extraction.links if extraction else ())}
    both = gold.keys() & found.keys()
    return Counter(
        {
            "link gold": len(gold),
            "link predicted": len(found),
            "link right": len(both),
            "link role": sum(found[url] in gold[url] for url in both),
        }
    )


def evaluate(gold: Iterable[GoldPaper], extractions: Iterable[Extraction]) -> Scores:
    """Scores of `extractions` over the abstracts of `gold`; a gold abstract without extraction found nothing."""
    by_id = {extraction.paper.id: extraction for extraction in extractions}
    return Scores(tuple(_judge(paper, by_id.get(paper.id)) for paper in gold))
