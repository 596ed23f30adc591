"""One concept, one node: the concepts of all papers, merged by type, name and sense.

The extractions are read twice: first to learn what acronyms stand for, then to gather names. Time is linear in the
number of mentions, since concepts are found by their keys and never compared in pairs; memory grows with the number of
names and of the papers that use them, not with the text.
"""

from __future__ import annotations

import gc
import logging
import marshal
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from kg.records import Assertion, Concept, Extraction, Mention, PaperConcept
from kg.resolve.hierarchy import Hierarchy, spaced_names
from kg.resolve.iris import NodeKey, digest, node_iri
from kg.resolve.ledger import Gathered
from kg.resolve.links import LinkLine, Links
from kg.resolve.naming import Naming, Placement
from kg.resolve.papers import PaperNames, name_key, plain, read_names, surfaces
from kg.resolve.renamed import Renamings
from kg.resolve.senses import Senses
from kg.vocabulary import BASE_IRI, RELATIONS

logger = logging.getLogger(__name__)


class Resolution:
    """The concepts of a corpus, and what each paper asserts of them."""

    def __init__(
        self, concepts: tuple[Concept, ...], ids: Mapping[NodeKey, str], naming: Naming, places: Places
    ) -> None:
        self.concepts = concepts
        self.naming = naming
        self._ids = ids
        self._places = places
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
        """The edges of a paper of the corpus, in text order; concepts that are one node are one edge a relation."""
        edges: dict[tuple[str, str], Assertion] = {}
        for concept, placed in self._places.of(extraction):
            relation = RELATIONS[concept.role]
            for number, forms in placed.items():
                node = self.concepts[number].id
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


class Places:
    """Where a corpus puts each surface form of each paper's concepts: one number a form."""

    def __init__(self) -> None:
        self._numbers = array("I")
        self._starts: dict[str, int] = {}

    def begin(self, paper: str) -> None:
        """Go on to another paper, whose concepts come in their order."""
        self._starts[paper] = len(self._numbers)

    def add(self, numbers: Mapping[str, int], forms: Iterable[str]) -> None:
        """Take in a concept, its forms in order and their numbers."""
        self._numbers.extend(numbers[form] for form in forms)

    def renumber(self, numbers: Sequence[int]) -> None:
        """Put a number of `numbers` in the place of each that stands for its place there."""
        self._numbers = array("I", map(numbers.__getitem__, self._numbers))

    def of(self, extraction: Extraction) -> Iterator[tuple[PaperConcept, Mapping[int, Sequence[str]]]]:
        """Each concept of a paper with the numbers that its forms have, and the forms."""
        place = self._starts[extraction.paper.id]
        for concept in extraction.concepts:
            found: dict[int, list[str]] = {}
            for form in surfaces(concept):
                found.setdefault(self._numbers[place], []).append(form)
                place += 1
            yield concept, found


def _place(mention: Mention) -> tuple[int, int]:
    return mention.start, mention.end


def _learn(extractions: Iterable[Extraction], links: Links, kept: IO[bytes]) -> Naming:
    """What the corpus says of its names; what each paper says of them is `kept` for the second reading."""
    senses, renamings = Senses(), Renamings()
    for extraction in extractions:
        names = read_names(extraction)
        marshal.dump(names.said(), kept)
        senses.add(names)
        renamings.add(names)
    decided = renamings.decided(lambda node: senses.number_of_papers(node.type, node.name))
    return Naming(senses, decided, links)


def _gather(
    extractions: Iterable[Extraction], naming: Naming, kept: IO[bytes]
) -> tuple[dict[NodeKey, Gathered], Places]:
    nodes: dict[NodeKey, Gathered] = {}
    places = Places()
    refused: dict[NodeKey, NodeKey] = {}
    undefined: dict[tuple[str, str], NodeKey] = {}
    for extraction in extractions:
        names = PaperNames.as_said(extraction, marshal.load(kept))
        places.begin(extraction.paper.id)
        for name in names.names:
            numbers: dict[str, int] = {}
            for placed, forms in naming.assign(name, names):
                if (node := nodes.get(placed.node)) is None:
                    node = nodes[placed.node] = Gathered(len(nodes))
                numbers |= dict.fromkeys(forms, node.number)
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
            places.add(numbers, name.forms)
    for (kind, short), taken in undefined.items():
        for long, _ in naming.senses.senses(kind, short):
            refused.setdefault(NodeKey(kind, name_key(long, kind)), taken)
    for other, taken in sorted(refused.items()):
        if other not in nodes:  # where fewer papers decide, this is what the name would be
            nodes[taken].replace(other)
    return nodes, places


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
    scratch: Path | None = None,
) -> Resolution:
    """The concepts of a corpus, sorted by IRI. `extractions` is called once for each reading.

    `links` win over every rule; a warning names each form in them that no paper has. What each paper says of its names
    is kept in a file without a name in the folder `scratch`, else in that of the system ($TMPDIR).
    """
    with _no_collector(), tempfile.TemporaryFile(dir=scratch) as kept:
        return _resolve(extractions, base_iri, links, kept)


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
    extractions: Callable[[], Iterable[Extraction]],
    base_iri: str,
    links: Sequence[LinkLine],
    kept: IO[bytes],
) -> Resolution:
    naming = _learn(extractions(), Links(links), kept)
    kept.seek(0)
    nodes, places = _gather(extractions(), naming, kept)
    ids = _ids(nodes, base_iri)
    hierarchy = Hierarchy(nodes, ids, naming)
    in_order = sorted(nodes, key=ids.__getitem__)
    order = array("I", bytes(4 * len(nodes)))
    for place, node in enumerate(in_order):
        order[nodes[node].number] = place
    places.renumber(order)
    concepts = tuple(_concept(node, nodes.pop(node), ids, hierarchy, base_iri) for node in in_order)
    if links:
        _warn_of_unused(naming.links, concepts)
    return Resolution(concepts, ids, naming, places)
