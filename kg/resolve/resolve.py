"""One concept, one node: the concepts of all papers, merged by type, name and sense.

The extractions are read twice: first to learn what acronyms stand for, then to gather names. Time is linear in the
number of mentions, since concepts are found by their keys and never compared in pairs; memory grows with the number of
names and of the papers that use them, not with the text.
"""

from __future__ import annotations

import gc
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from kg.records import Assertion, Concept, Extraction, Mention
from kg.resolve.hierarchy import Hierarchy, spaced_names
from kg.resolve.iris import NodeKey, digest, node_iri
from kg.resolve.ledger import Gathered
from kg.resolve.links import LinkLine, Links
from kg.resolve.naming import Naming, Placement
from kg.resolve.papers import name_key, plain, read_names
from kg.resolve.renamed import Renamings
from kg.resolve.senses import Senses
from kg.vocabulary import BASE_IRI, RELATIONS

logger = logging.getLogger(__name__)


class Resolution:
    """The concepts of a corpus, and what each paper asserts of them."""

    def __init__(self, concepts: tuple[Concept, ...], ids: Mapping[NodeKey, str], naming: Naming) -> None:
        self.concepts = concepts
        self.naming = naming
        self._ids = ids
        self._kept_apart = {
            pair: number
            for node, iri in (ids.items() if naming.links else ())
            for other, number in naming.links.kept_apart(node)
            if other in ids
            for pair in ((iri, ids[other]), (ids[other], iri))
        }

    def id_of(self, node: NodeKey) -> str | None:
        """The IRI of the concept with this key, if papers have one."""
        return self._ids.get(node)

    def kept_apart(self, one: str, other: str) -> int | None:
        """The number of the line of links that keeps two concepts (their IRIs) apart, if one does."""
        return self._kept_apart.get((one, other))

    def placements(self, extraction: Extraction) -> Iterator[tuple[Placement, Sequence[str]]]:
        """Where each concept of one paper is put, with its surface forms."""
        names = read_names(extraction)
        for name in names.names:
            yield from self.naming.assign(name, names)

    def assertions(self, extraction: Extraction) -> list[Assertion]:
        """The edges of one paper, in text order; its concepts that are one node are one edge a relation."""
        edges: dict[tuple[str, str], Assertion] = {}
        names = read_names(extraction)
        for name in names.names:
            concept = name.concept
            for placed, forms in self.naming.assign(name, names):
                node, relation = self._ids[placed.node], RELATIONS[concept.role]
                mentions = {mention for mention in concept.mentions if mention.text in forms}
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


def _learn(extractions: Iterable[Extraction], links: Links) -> Naming:
    senses, renamings = Senses(), Renamings()
    for extraction in extractions:
        names = read_names(extraction)
        senses.add(names)
        renamings.add(names)
    decided = renamings.decided(lambda node: senses.number_of_papers(node.type, node.name))
    return Naming(senses, decided, links)


def _gather(extractions: Iterable[Extraction], naming: Naming) -> dict[NodeKey, Gathered]:
    nodes: dict[NodeKey, Gathered] = defaultdict(Gathered)
    refused: dict[NodeKey, NodeKey] = {}
    undefined: dict[tuple[str, str], NodeKey] = {}
    for extraction in extractions:
        names = read_names(extraction)
        for name in names.names:
            for placed, forms in naming.assign(name, names):
                node = nodes[placed.node]
                whole = len(forms) == len(name.forms)
                label = plain(name.concept.label if whole else forms[0])
                rules = [(form, naming.rule_of(form, placed, names)) for form in forms]
                node.take_in(placed, rules, extraction.paper.id, label)
                node.names.update(spaced_names((placed.text, *map(plain, forms)), placed.node))
                for other in placed.refused:
                    refused[other] = min(placed.node, refused.get(other, placed.node))
                if placed.undefined:
                    use = (placed.own.type, placed.undefined)
                    undefined[use] = min(placed.node, undefined.get(use, placed.node))
    for (kind, short), taken in undefined.items():
        for long, _ in naming.senses.senses(kind, short):
            refused.setdefault(NodeKey(kind, name_key(long, kind)), taken)
    for other, taken in sorted(refused.items()):
        if other not in nodes:  # where fewer papers decide, this is what the name would be
            nodes[taken].replace(other)
    return dict(nodes)


def _ids(nodes: Iterable[NodeKey], base_iri: str) -> dict[NodeKey, str]:
    ids: dict[NodeKey, str] = {}
    owners: set[str] = set()
    for node in sorted(nodes):
        iri = node_iri(base_iri, node)
        if iri in owners:
            iri = f"{iri}-{digest(node)}"
        owners.add(iri)
        ids[node] = iri
    return ids


def _concept(
    node: NodeKey, gathered: Gathered, ids: Mapping[NodeKey, str], hierarchy: Hierarchy, base_iri: str
) -> Concept:
    forms = gathered.forms()
    label = gathered.label()
    ties = hierarchy.ties(node)
    return Concept(
        id=ids[node],
        type=node.type,
        label=label,
        aliases=gathered.aliases(label, forms),
        forms=forms,
        papers=tuple(sorted({paper for papers in forms.values() for paper in papers})),
        broader=tuple(tie.concept for tie in ties if tie.relation == "broader"),
        merges=gathered.merges(len(forms)),
        related=tuple(sorted({tie.concept for tie in ties if tie.relation == "related"})),
        ties=ties,
        replaces=tuple(sorted({node_iri(base_iri, old) for old in gathered.moves.replaces} - {ids[node]})),
        ambiguous=gathered.moves.ambiguous,
    )


def _warn_of_unused(links: Links, concepts: Iterable[Concept]) -> None:
    names = {
        NodeKey(concept.type, name_key(plain(form), concept.type))
        for concept in concepts
        for form in (*concept.forms, concept.label)
    }
    for line, form in links.unused(names):
        logger.warning("links, line %d: no paper names %r as it is written there", line.number, form)


def resolve(
    extractions: Callable[[], Iterable[Extraction]],
    *,
    base_iri: str = BASE_IRI,
    links: Sequence[LinkLine] = (),
) -> Resolution:
    """The concepts of a corpus, sorted by IRI. `extractions` is called once for each reading.

    `links` win over every rule; a warning names each form in them that no paper has.
    """
    with _no_collector():
        return _resolve(extractions, base_iri, links)


@contextmanager
def _no_collector() -> Iterator[None]:
    """Let no collector of circles walk over the millions of names again and again; there are no circles among them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _resolve(
    extractions: Callable[[], Iterable[Extraction]], base_iri: str, links: Sequence[LinkLine]
) -> Resolution:
    naming = _learn(extractions(), Links(links))
    nodes = _gather(extractions(), naming)
    ids = _ids(nodes, base_iri)
    hierarchy = Hierarchy(nodes, ids, naming)
    in_order = sorted(nodes, key=ids.__getitem__)
    concepts = tuple(_concept(node, nodes.pop(node), ids, hierarchy, base_iri) for node in in_order)
    if links:
        _warn_of_unused(naming.links, concepts)
    return Resolution(concepts, ids, naming)
