"""Extractions against gold: precision, recall and F1 of concepts, edges, mentions and links.

A predicted concept is right when it shares a normalised surface form with a gold concept of its type, one to
one; its edge is right when the role is too; a mention when its exact span and type are. What only one of two
annotators marked (`optional`) counts neither way, and where they gave two roles either is right.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kg.gold import GoldConcept, GoldPaper, occurrences
from kg.records import Extraction, PaperConcept

_COMMANDS = re.compile(
    r"\\(?:emph|text(?:bf|it|tt|sc)?|math(?:rm|bf|cal|tt))\s*\{([^{}]*)\}",
)
_GAPS = re.compile("[\\s\\-\u2010-\u2015/]+")
_OUTER = " .,;:()[]'\"“”‘’"


def normalise(surface: str) -> str:
    """The form under which surfaces are compared: no case, markup, hyphens or final plural."""
    plain = _COMMANDS.sub(r"\1", unicodedata.normalize("NFKC", surface))
    folded = re.sub(r"[*_`$\\{}~^]", "", plain).casefold()
    *before, last = _GAPS.sub(" ", folded).strip(_OUTER).split() or [""]
    if len(last) > 3 and last.endswith("ies"):
        last = last[:-3] + "y"
    elif len(last) > 4 and last.endswith(("sses", "ches", "shes", "xes")):
        last = last[:-2]
    elif len(last) > 2 and last.endswith("s") and not last.endswith(("ss", "us", "is")):
        last = last[:-1]
    return " ".join([*before, last])


def _same_url(url: str) -> str:
    address = re.sub(r"^https?://", "", url.strip(), flags=re.I)
    host = re.split(r"[/?#]", address, maxsplit=1)[0]
    return host.casefold() + address[len(host) :].rstrip("/")


def _words_overlap(a: str, b: str) -> bool:
    left, right = set(a.split()), set(b.split())
    return 2 * len(left & right) >= max(1, len(left | right))


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


@dataclass(slots=True)
class Scores:
    """Counts over all abstracts, keyed by measure, or by measure and type."""

    counts: Counter[str] = field(default_factory=Counter)
    by_type: Counter[tuple[str, str]] = field(default_factory=Counter)
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    worst: list[tuple[float, str]] = field(default_factory=list)
    abstracts: int = 0
    missing: int = 0
    perfect: int = 0

    def rates(self, measure: str, concept_type: str | None = None) -> Rates:
        """Rates of `concept`, `edge`, `loose`, `mention` or `link`; the first two by type as well."""
        if concept_type:
            right, predicted, gold = (
                self.by_type[name, concept_type] for name in (measure, "predicted", "gold")
            )
            return Rates(right, predicted, gold)
        if measure in ("concept", "edge", "loose"):
            predicted, gold = self.counts["predicted"], self.counts["gold"]
            return Rates(self.counts[measure], predicted, gold)
        names = (f"{measure} {part}" for part in ("right", "predicted", "gold"))
        return Rates(*(self.counts[name] for name in names))

    @property
    def role_accuracy(self) -> float:
        """Share of the right concepts whose role is right, in percent."""
        return 100 * self.counts["edge"] / max(1, self.counts["concept"])

    @property
    def aliases(self) -> float:
        """Share of the surface forms of the right concepts that were found, in percent."""
        return 100 * self.counts["surfaces found"] / max(1, self.counts["surfaces"])

    @property
    def link_roles(self) -> float:
        """Share of the right links whose role is right, in percent."""
        return 100 * self.counts["link role"] / max(1, self.counts["link right"])


@dataclass(frozen=True, slots=True)
class _Named:
    """A concept, gold or predicted, with the normalised names by which it is compared."""

    type: str
    names: frozenset[str]
    source: GoldConcept | PaperConcept


def _gold_named(paper: GoldPaper) -> list[_Named]:
    return [_Named(c.type, frozenset(map(normalise, c.surfaces)), c) for c in paper.concepts]


def _predicted_named(extraction: Extraction | None) -> list[_Named]:
    return [
        _Named(c.type, frozenset({normalise(c.label), *(normalise(m.text) for m in c.mentions)}), c)
        for c in (extraction.concepts if extraction else ())
    ]


def _pairs(
    gold: Sequence[_Named], predicted: Sequence[_Named], *, loose: bool = False
) -> Iterator[tuple[int, int]]:
    """Greedy one-to-one pairs of indexes: certain gold before optional, each with the first that fits."""
    used: set[int] = set()
    order = sorted(
        range(len(gold)), key=lambda i: isinstance(g := gold[i].source, GoldConcept) and g.optional
    )
    for i in order:
        for j, candidate in enumerate(predicted):
            if j in used or candidate.type != gold[i].type:
                continue
            same = bool(gold[i].names & candidate.names) or (
                loose and any(_words_overlap(a, b) for a in gold[i].names for b in candidate.names)
            )
            if same:
                used.add(j)
                yield i, j
                break


def _score_concepts(scores: Scores, paper: GoldPaper, extraction: Extraction | None) -> None:
    gold, predicted = _gold_named(paper), _predicted_named(extraction)
    optional = {
        i for i, named in enumerate(gold) if isinstance(named.source, GoldConcept) and named.source.optional
    }
    pairs = list(_pairs(gold, predicted))
    forgiven = {j for i, j in pairs if i in optional}
    matched = {i: j for i, j in pairs if i not in optional}
    kept_gold = [named for i, named in enumerate(gold) if i not in optional]
    kept = [named for j, named in enumerate(predicted) if j not in forgiven]
    scores.counts["gold"] += len(kept_gold)
    scores.counts["predicted"] += len(kept)
    scores.counts["concept"] += len(matched)
    scores.counts["loose"] += len(list(_pairs(kept_gold, kept, loose=True)))
    for name, named_list in (("gold", kept_gold), ("predicted", kept)):
        for named in named_list:
            scores.by_type[name, named.type] += 1
    for i, j in matched.items():
        _score_pair(scores, gold[i], predicted[j])
    _confuse(scores, gold, predicted, matched, optional, forgiven)
    right = len(matched)
    scores.perfect += right == len(kept_gold) == len(kept)
    found = len(kept_gold) + len(kept)
    scores.worst.append((200 * right / found if found else 100.0, paper.id))


def _score_pair(scores: Scores, gold: _Named, predicted: _Named) -> None:
    assert isinstance(gold.source, GoldConcept)
    assert isinstance(predicted.source, PaperConcept)
    role = predicted.source.role
    right_role = role in gold.source.roles
    scores.by_type["concept", gold.type] += 1
    scores.by_type["edge", gold.type] += right_role
    scores.counts["edge"] += right_role
    scores.counts["surfaces"] += len(gold.names)
    scores.counts["surfaces found"] += len(gold.names & predicted.names)
    wanted = role if right_role else gold.source.roles[0]
    scores.confusion[f"{gold.type} {wanted}", f"{predicted.type} {role}"] += 1


def _confuse(
    scores: Scores,
    gold: Sequence[_Named],
    predicted: Sequence[_Named],
    matched: Mapping[int, int],
    optional: set[int],
    forgiven: set[int],
) -> None:
    """Count what has no partner of its type: against one of another type, else against nothing."""
    rest = [j for j in range(len(predicted)) if j not in forgiven and j not in matched.values()]
    for i, named in enumerate(gold):
        if i in matched or i in optional:
            continue
        assert isinstance(named.source, GoldConcept)
        other = next((j for j in rest if predicted[j].names & named.names), None)
        found = "nothing"
        if other is not None:
            rest.remove(other)
            found = f"{predicted[other].type} {predicted[other].source.role}"  # type: ignore[union-attr]
        scores.confusion[f"{named.type} {named.source.roles[0]}", found] += 1
    for j in rest:
        scores.confusion["nothing", f"{predicted[j].type} {predicted[j].source.role}"] += 1  # type: ignore[union-attr]


def _score_mentions(scores: Scores, paper: GoldPaper, extraction: Extraction | None) -> None:
    text = extraction.paper.text if extraction else ""
    forgiven = {
        j for i, j in _pairs(_gold_named(paper), _predicted_named(extraction)) if paper.concepts[i].optional
    }
    optional = {span for c in paper.concepts if c.optional for span in occurrences(text, c.surfaces)}
    gold = {
        (*span, c.type) for c in paper.concepts if not c.optional for span in occurrences(text, c.surfaces)
    }
    predicted = {
        (m.start, m.end, c.type)
        for j, c in enumerate(extraction.concepts if extraction else ())
        if j not in forgiven
        for m in c.mentions
        if (m.start, m.end) not in optional
    }
    scores.counts["mention gold"] += len(gold)
    scores.counts["mention predicted"] += len(predicted)
    scores.counts["mention right"] += len(gold & predicted)


def _score_links(scores: Scores, paper: GoldPaper, extraction: Extraction | None) -> None:
    gold = {_same_url(url): roles for url, roles in paper.links.items()}
    predicted = {_same_url(link.url): link.role for link in (extraction.links if extraction else ())}
    both = gold.keys() & predicted.keys()
    scores.counts["link gold"] += len(gold)
    scores.counts["link predicted"] += len(predicted)
    scores.counts["link right"] += len(both)
    scores.counts["link role"] += sum(predicted[url] in gold[url] for url in both)


def evaluate(gold: Iterable[GoldPaper], extractions: Iterable[Extraction]) -> Scores:
    """Scores of `extractions` over the abstracts of `gold`; a gold abstract without extraction found nothing."""
    by_id = {extraction.paper.id: extraction for extraction in extractions}
    scores = Scores()
    for paper in gold:
        extraction = by_id.get(paper.id)
        scores.abstracts += 1
        scores.missing += extraction is None
        _score_concepts(scores, paper, extraction)
        _score_mentions(scores, paper, extraction)
        _score_links(scores, paper, extraction)
    scores.worst.sort()
    return scores
