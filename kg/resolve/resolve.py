"""One concept, one node: the concepts of all papers, merged by type, normalised name and acronym.

The extractions are read twice: first to learn what acronyms stand for, then to gather names. Memory grows with
the number of names and of the papers that use them, not with the text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from kg.records import Assertion, Concept, Extraction, Mention, Merge, PaperConcept
from kg.resolve.senses import AcronymSenses
from kg.text import clean
from kg.text.names import is_acronym, key, words
from kg.vocabulary import BASE_IRI, RELATIONS, concept_iri, slug

SPELLING = "spelling"
"""The forms have one key: they differ in case, plural, hyphens, accents, markup or a generic last word."""
ACRONYM = "acronym"
"""The papers use the acronym beside its long form."""
DOMINANT_SENSE = "dominant sense"
"""The papers leave the acronym undefined; nearly all that define it mean this."""
SAME_IN_PAPER = "same concept in paper"
"""The papers use the form as another name of the concept."""


class NodeKey(NamedTuple):
    """What makes two concepts one: the type and the key of the full name."""

    type: str
    name: str


@dataclass(slots=True)
class _Node:
    labels: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    forms: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    by_rule: dict[str, dict[str, dict[str, None]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(dict))
    )


@lru_cache(maxsize=1 << 16)
def _plain(surface: str) -> str:
    return clean(surface).text


def name_key(surface: str, concept_type: str) -> str:
    """The key under which a surface form of a type is merged; never empty for a name."""
    return key(_plain(surface), concept_type) or surface.strip()


def _surfaces(concept: PaperConcept) -> list[str]:
    return sorted({mention.text for mention in concept.mentions} or {concept.label})


def _full_name(concept: PaperConcept, surfaces: list[str]) -> str | None:
    """The surface that is the concept's full name, or None where the paper has nothing but acronyms."""
    long = [surface for surface in surfaces if not is_acronym(_plain(surface))]
    if not long or concept.label in long:
        return concept.label if long else None
    return max(long, key=lambda surface: (len(surface), surface))


class Resolution:
    """The concepts of a corpus, and what each paper asserts of them."""

    def __init__(
        self, concepts: tuple[Concept, ...], ids: Mapping[NodeKey, str], senses: AcronymSenses
    ) -> None:
        self.concepts = concepts
        self._ids = ids
        self._senses = senses

    def assertions(self, extraction: Extraction) -> list[Assertion]:
        """The edges of one paper, in text order; its concepts that are one node are one edge a relation."""
        edges: dict[tuple[str, str], Assertion] = {}
        for concept in extraction.concepts:
            node = self._ids[_node_key(concept, self._senses)[0]]
            relation = RELATIONS[concept.role]
            mentions = set(concept.mentions)
            confidence = concept.confidence
            if known := edges.get((relation, node)):
                mentions |= set(known.mentions)
                confidence = max(confidence, known.confidence)
            edges[relation, node] = Assertion(
                paper=extraction.paper.id,
                relation=relation,
                concept=node,
                role=concept.role,
                confidence=confidence,
                mentions=tuple(sorted(mentions, key=_place)),
            )
        return list(edges.values())


def _place(mention: Mention) -> tuple[int, int]:
    return mention.start, mention.end


def _node_key(concept: PaperConcept, senses: AcronymSenses) -> tuple[NodeKey, str]:
    """The node of a paper's concept, and the surface that is its name there."""
    surfaces = _surfaces(concept)
    full = _full_name(concept, surfaces)
    name = full or (concept.label if concept.label in surfaces else surfaces[0])
    own = name_key(name, concept.type)
    if full is None and (sense := senses.dominant(concept.type, own)):
        return NodeKey(concept.type, sense), name
    return NodeKey(concept.type, own), name


def _learn_senses(extractions: Iterable[Extraction]) -> AcronymSenses:
    senses = AcronymSenses()
    for extraction in extractions:
        for concept in extraction.concepts:
            surfaces = _surfaces(concept)
            if full := _full_name(concept, surfaces):
                long = name_key(full, concept.type)
                for surface in surfaces:
                    if is_acronym(_plain(surface)):
                        senses.define(concept.type, name_key(surface, concept.type), long)
    return senses


def _rule(surface: str, node_key: NodeKey, defined: bool) -> str:
    if name_key(surface, node_key.type) == node_key.name:
        return SPELLING
    if is_acronym(_plain(surface)):
        return ACRONYM if defined else DOMINANT_SENSE
    return SAME_IN_PAPER


def _gather(extractions: Iterable[Extraction], senses: AcronymSenses) -> dict[NodeKey, _Node]:
    nodes: dict[NodeKey, _Node] = defaultdict(_Node)
    for extraction in extractions:
        for concept in extraction.concepts:
            node_key, name = _node_key(concept, senses)
            node = nodes[node_key]
            node.labels[_plain(concept.label)] += 1
            if name_key(name, concept.type) == node_key.name:
                node.names[" ".join(words(_plain(name), concept.type)) or name.strip()] += 1
            for surface in _surfaces(concept):
                rule = _rule(surface, node_key, defined=not is_acronym(_plain(name)))
                node.forms[surface][extraction.paper.id] = None
                node.by_rule[rule][surface][extraction.paper.id] = None
    return nodes


def _most_common(counts: Counter[str]) -> str:
    return min(counts, key=lambda name: (-counts[name], name))


def _merges(node: _Node) -> tuple[Merge, ...]:
    """The ledger of a node: for each rule the forms it brought, where there is anything to merge."""
    return tuple(
        Merge(
            rule,
            tuple(sorted(forms)),
            tuple(sorted({paper for papers in forms.values() for paper in papers})),
        )
        for rule, forms in sorted(node.by_rule.items())
        if len(forms) > 1 or (len(node.forms) > 1 and rule != SPELLING)
    )


def _concept(iri: str, node_key: NodeKey, node: _Node) -> Concept:
    label = _most_common(node.labels)
    aliases = {_plain(form) for form in node.forms} - {label}
    return Concept(
        id=iri,
        type=node_key.type,
        label=label,
        aliases=tuple(sorted(aliases)),
        forms={form: tuple(sorted(papers)) for form, papers in sorted(node.forms.items())},
        papers=tuple(sorted({paper for papers in node.forms.values() for paper in papers})),
        merges=_merges(node),
    )


def _ids(nodes: Mapping[NodeKey, _Node], base_iri: str) -> dict[NodeKey, str]:
    """An IRI for each node: from its most frequent name, or with its key's hash where another has that IRI."""
    ids: dict[NodeKey, str] = {}
    owners: dict[str, NodeKey] = {}
    for node_key in sorted(nodes):
        name = _most_common(nodes[node_key].names) if nodes[node_key].names else node_key.name
        iri = concept_iri(base_iri, node_key.type, name)
        if iri in owners:
            iri = f"{iri}-{slug(node_key.name + '!').rsplit('-', 1)[-1]}"
        owners[iri] = node_key
        ids[node_key] = iri
    return ids


def resolve(extractions: Callable[[], Iterable[Extraction]], *, base_iri: str = BASE_IRI) -> Resolution:
    """The concepts of a corpus, sorted by IRI. `extractions` is called once for each reading."""
    senses = _learn_senses(extractions())
    nodes = _gather(extractions(), senses)
    ids = _ids(nodes, base_iri)
    concepts = sorted(
        (_concept(ids[k], k, node) for k, node in nodes.items()), key=lambda concept: concept.id
    )
    return Resolution(tuple(concepts), ids, senses)
