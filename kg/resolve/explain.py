"""Why names are one concept, or are not: the ledger of a name with its evidence, and what was nearly merged."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kg.errors import InputError
from kg.records import Concept, Extraction
from kg.resolve.apart import NotMerged, nearly_merged
from kg.resolve.iris import NodeKey
from kg.resolve.naming import (
    ACRONYM,
    DOMINANT_SENSE,
    INNER_ACRONYM,
    LIKE_PAPERS,
    LINKS,
    SAME_IN_PAPER,
    SPELLING,
    WORDING,
)
from kg.resolve.papers import name_key, plain
from kg.resolve.renamed import SHORTENED, WORD_ORDER
from kg.resolve.resolve import Resolution
from kg.text import clean
from kg.text.near import near_names

MEANINGS = {
    SPELLING: "one name but for case, plural, hyphens, accents, British letters or markup",
    WORDING: "one name but for a generic word, the order of its words or the form of one",
    ACRONYM: "the papers have it beside the long form",
    INNER_ACRONYM: "it has an acronym in the place of words",
    DOMINANT_SENSE: "the papers leave the acronym undefined, and nearly all that define it mean this",
    LIKE_PAPERS: "the papers leave the acronym undefined, and papers that share rarer concepts with them mean this",
    SHORTENED: "it is the name without its last word, and papers use both",
    WORD_ORDER: "it has the modifiers in another order",
    SAME_IN_PAPER: "the papers use it for the same concept",
    LINKS: "the file of links says so",
}
"""What each rule of the ledger says."""

_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bal)(?<!\bcf)(?<!\bet)[.!?][\"”)]?\s+(?=[\"“(]?[A-Z0-9])"
)
_WIDTH = 240


@dataclass(frozen=True, slots=True)
class Evidence:
    """A form in the sentence of a paper in which it stands."""

    form: str
    paper: str
    sentence: str


@dataclass(slots=True)
class Sense:
    """One concept that bears the name: evidence by rule of its ledger, the names of its ties, and refused merges."""

    concept: Concept
    evidence: dict[str, list[Evidence]] = field(default_factory=lambda: defaultdict(list))
    labels: dict[str, str] = field(default_factory=dict)
    undecided: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    not_merged: list[NotMerged] = field(default_factory=list)


def explain(
    name: str, resolution: Resolution, extractions: Iterable[Extraction], *, most: int = 2
) -> list[Sense]:
    """The concepts that bear a name (a form, a label or an IRI), those of most papers first.

    `most` sentences are given for each rule. Raises InputError, with names that are alike, for one that no concept has.
    """
    found = _bearers(name, resolution)
    if not found:
        raise InputError(f"no concept is named {name!r}{_hint(name, resolution)}")
    senses = [Sense(concept) for concept in found]
    by_id = {concept.id: concept for concept in resolution.concepts}
    for sense in senses:
        sense.labels = {tie.concept: by_id[tie.concept].label for tie in sense.concept.ties}
        sense.not_merged = nearly_merged(sense.concept, found, resolution)
    _add_evidence(senses, resolution, extractions, most)
    return senses


def _bearers(name: str, resolution: Resolution) -> list[Concept]:
    """The concepts with that IRI, label or form, in whatever spelling; first those whose own key the name has."""
    keys: dict[str, str] = {}

    def own_key(kind: str) -> str:
        return keys.setdefault(kind, name_key(plain(name), kind))

    found = []
    folded = name.casefold()
    for concept in resolution.concepts:
        kind = concept.type
        forms = [plain(form) for form in (concept.label, *concept.forms)]
        named = name == concept.id or name in concept.replaces or folded in map(str.casefold, forms)
        if named or any(name_key(form, kind) == own_key(kind) for form in forms):
            is_key = resolution.id_of(NodeKey(kind, own_key(kind))) == concept.id
            found.append((not is_key, -len(concept.papers), concept.id, concept))
    return [entry[-1] for entry in sorted(found, key=lambda entry: entry[:3])]


def _hint(name: str, resolution: Resolution) -> str:
    near = near_names(
        name, (form for concept in resolution.concepts for form in (concept.label, *concept.aliases))
    )
    return f": did you mean {', '.join(near)}?" if near else ""


def _add_evidence(
    senses: list[Sense], resolution: Resolution, extractions: Iterable[Extraction], most: int
) -> None:
    """The sentences for each rule, and why papers left an acronym without a sense."""
    by_id = {sense.concept.id: sense for sense in senses}
    wanted = {paper: None for sense in senses for papers in sense.concept.forms.values() for paper in papers}
    rules = {
        (sense.concept.id, form, paper): merge.rule
        for sense in senses
        for merge in sense.concept.merges
        for form in merge.forms
        for paper in sense.concept.forms.get(form, ())
        if paper in merge.papers
    }
    for extraction in extractions:
        paper = extraction.paper
        if paper.id not in wanted:
            continue
        for placed, forms in resolution.placements(extraction):
            sense = by_id.get(resolution.id_of(placed.node) or "")
            if sense is None:
                continue
            if placed.ambiguous:
                sense.undecided[placed.why].append(paper.id)
            for form in forms:
                rule = rules.get((sense.concept.id, form, paper.id))
                known = sense.evidence[rule] if rule else []
                if rule and len(known) < most and all(e.form != form for e in known[: most - 1]):
                    known.append(Evidence(plain(form), paper.id, sentence_of(paper.text, form)))


def sentence_of(text: str, form: str) -> str:
    """The sentence in which a surface form stands first in an abstract, without markup, cut to some 240 characters."""
    place = max(text.find(form), 0)
    cleaned = clean(text)
    middle = next((i for i in range(len(cleaned.text)) if cleaned.to_source(i, i + 1)[0] >= place), 0)
    borders = [0, *(match.end() for match in _SENTENCE_END.finditer(cleaned.text)), len(cleaned.text)]
    start = max(border for border in borders if border <= middle)
    end = min((border for border in borders if border > middle), default=len(cleaned.text))
    sentence = cleaned.text[start:end].strip()
    if len(sentence) <= _WIDTH:
        return " ".join(sentence.split())
    left = max(0, middle - start - _WIDTH // 2)
    cut = " ".join(sentence[left : left + _WIDTH].split())
    return ("… " if left else "") + cut + (" …" if left + _WIDTH < len(sentence) else "")


def sense_row(sense: Sense) -> dict[str, object]:
    """A sense as a JSON object."""
    concept = sense.concept
    return {
        "id": concept.id,
        "type": concept.type,
        "label": concept.label,
        "ambiguous": concept.ambiguous,
        "papers": list(concept.papers),
        "forms": {form: list(papers) for form, papers in concept.forms.items()},
        "merges": [
            {
                "rule": merge.rule,
                "meaning": MEANINGS[merge.rule],
                "why": merge.why,
                "forms": list(merge.forms),
                "papers": list(merge.papers),
                "evidence": [
                    {"form": e.form, "paper": e.paper, "sentence": e.sentence}
                    for e in sense.evidence[merge.rule]
                ],
            }
            for merge in concept.merges
        ],
        "ties": [
            {
                "relation": t.relation,
                "id": t.concept,
                "label": sense.labels[t.concept],
                "rule": t.rule,
                "name": t.name,
            }
            for t in concept.ties
        ],
        "replaces": list(concept.replaces),
        "undecided": [{"why": why, "papers": papers} for why, papers in sorted(sense.undecided.items())],
        "not_merged": [
            {"id": n.concept.id, "type": n.concept.type, "label": n.concept.label, "why": n.why}
            for n in sense.not_merged
        ],
    }


def explanation_text(name: str, senses: list[Sense]) -> str:
    """An explanation for people to read."""
    count = "one concept" if len(senses) == 1 else f"{len(senses)} concepts"
    return "\n\n".join([f"{name}: {count}", *("\n".join(_sense_lines(sense)) for sense in senses)])


def _papers(number: int) -> str:
    return f"{number} paper{'' if number == 1 else 's'}"


def _sense_lines(sense: Sense) -> Iterator[str]:
    concept = sense.concept
    ambiguous = ", ambiguous" if concept.ambiguous else ""
    yield f"{concept.label}  ({concept.type}, {_papers(len(concept.papers))}{ambiguous})"
    yield f"  {concept.id}"
    yield f"  names: {', '.join(_names(concept.forms))}"
    for merge in concept.merges:
        merged = {form: concept.forms[form] for form in merge.forms}
        yield f"  {merge.rule}: {', '.join(_names(merged, plain_only=True))}"
        yield f"    {merge.why or MEANINGS[merge.rule]}"
        for found in sense.evidence[merge.rule]:
            yield f"    {found.paper}: {found.sentence}"
    for why, papers in sorted(sense.undecided.items()):
        yield f"  no sense in {', '.join(papers[:5])}{' …' if len(papers) > 5 else ''}: {why}"
    for tie in concept.ties:
        yield f"  {tie.relation}: {sense.labels[tie.concept]}  ({tie.rule}: {tie.name})"
    if concept.replaces:
        yield f"  replaces: {', '.join(concept.replaces)}"
    for near in sense.not_merged:
        other = near.concept
        yield f"  not merged: {other.label} ({other.type}, {_papers(len(other.papers))}): {near.why}"


def _names(forms: Mapping[str, tuple[str, ...]], *, plain_only: bool = False) -> list[str]:
    """The plain forms by the number of their papers."""
    papers: dict[str, set[str]] = defaultdict(set)
    for form, users in forms.items():
        papers[" ".join(plain(form).split())].update(users)
    ranked = sorted(papers.items(), key=lambda item: (-len(item[1]), item[0]))
    return [form if plain_only else f"{form} {len(users)}" for form, users in ranked]
