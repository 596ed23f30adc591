"""Broader and related concepts, by the names alone: `multi-head linear attention` is a `linear attention`.

A concept is narrower than the one whose name is its own without leading modifiers, if the graph has that one: English
names of kinds have their head last. Names are cut at spaces only, never within a hyphenated word, and not where a
preposition, a prefix or a generic word would be the border. The longest such name wins, so that the next broader one
follows in its turn. A name that ends in an acronym with one sense is narrower than that (`offline RL`). As a broader
name is the shorter one as it is written, there can hardly be a circle, and what would close one is left out.

Versions of one name (`SMACv2`, `Llama 3.1 8B`) are related, no more: the second version of a benchmark is no kind of
the first. So are data sets named after another (`Fashion-MNIST`), and an ambiguous acronym and its senses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import accumulate

from kg.records import Tie
from kg.resolve.iris import NodeKey
from kg.resolve.ledger import Gathered
from kg.resolve.naming import Naming
from kg.resolve.papers import looks_short, name_key, plain
from kg.text.names import joined_key, parts

MODIFIER = "leading modifier"
VERSION = "version"
NAMED_AFTER = "named after"
SENSE = "possible sense"

GENERIC = frozenset(
    "ability adaptation agent algorithm analysis application approach architecture assessment assumption"
    " augmentation baseline benchmark bias block bound class classifier code component computation condition"
    " constraint control corpus cost criterion data dataset decision decoder decomposition design detection"
    " detector device discovery distance distribution effect encoder engineering environment error estimate"
    " estimation estimator evaluation example experiment extraction factor feature filter framework function game"
    " generation generator graph head identification image inference information instance kernel knowledge label"
    " language layer learner learning level loss machine map mapping margin matching matrix measure mechanism"
    " memory method metric model modeling module network noise objective operator optimization optimizer parameter"
    " performance planner policy prediction predictor problem procedure process processing program property"
    " quality query rate ratio recognition recovery regime relation representation resource response robot rule"
    " sample sampler scheme score search selection sequence series set shift signal similarity simulation solver"
    " space state step strategy structure study sub system task technique test testing text theorem theory"
    " threshold time token tool training transfer transform tree understanding unit user value variable vector"
    " verification video weight work".split()
)
"""Words that name no concept alone, though names end in them."""
_SMALL = frozenset(
    "a an and as at between by for from in into like of off on onto or over per than the through to under versus"
    " via with within without".split()
)
_PREFIXES = frozenset(
    "anti auto bi co counter cross de ex hyper inter intra multi non over post pre pseudo quasi re self semi sub"
    " super trans tri ultra un under uni".split()
)
_VERSIONS = tuple(
    re.compile(rf"(?P<stem>{stem}){version}")
    for stem, version in (
        (r".*\d", r"-\d[\d.]*[a-z]{0,2}"),
        (r".*[a-z]{2}", r"v\d[\d.]*"),
        (r".*[a-z]{2}", r"\d[\d.]*[a-z]{0,2}(?:-\d[\d.]*[a-z]{0,2})*"),
    )
)
"""Keys of versions: a number after another (`llama3.1-8b`), after a v (`smacv2`), or after a name (`gpt4o`)."""


def spaced_names(names: Iterable[str], node: NodeKey) -> set[str]:
    """Those of the plain names with spaces that have the key of the node, in one spelling, with spaces and hyphens."""
    found = set()
    for name in names:
        if " " not in name:
            continue  # there is nothing to cut
        words = parts(name, node.type)
        if joined_key(words) == node.name:
            found.add(
                "".join(
                    (("-" if word.joined else " ") if n else "") + word.text for n, word in enumerate(words)
                )
            )
    return found


def _cuts(node: NodeKey, names: Iterable[str]) -> list[tuple[int, list[str], str]]:
    """Where a name can be cut: the place in the key, the words before, and the first word after.

    That is at a space where no spelling of the name has a hyphen.
    """
    spaces: dict[int, tuple[list[str], str]] = {}
    hyphens: set[int] = set()
    for name in sorted(names):
        words = re.split(r"([ -])", name)
        ends = list(accumulate(len(word) for word in words[::2]))
        for place, (end, gap) in enumerate(zip(ends, words[1::2], strict=False)):
            if gap == "-":
                hyphens.add(end)
            else:
                spaces[end] = (words[: 2 * place + 1 : 2], words[2 * place + 2])
    return [(end, *spaces[end]) for end in sorted(spaces.keys() - hyphens)]


class Hierarchy:
    """Ties between the concepts of a corpus; found by looking names up, without comparing concepts."""

    def __init__(self, nodes: Mapping[NodeKey, Gathered], ids: Mapping[NodeKey, str], naming: Naming) -> None:
        self._nodes, self._ids, self._naming = nodes, ids, naming
        self._related: dict[NodeKey, dict[NodeKey, tuple[str, str]]] = {}
        self._broader: dict[NodeKey, tuple[NodeKey, str]] = {}
        for node in sorted(nodes):
            self._add_broader(node)
        for node in sorted(nodes):
            self._add_related(node)

    def ties(self, node: NodeKey) -> tuple[Tie, ...]:
        """The ties of a concept, broader ones first."""
        found = []
        if tied := self._broader.get(node):
            found.append(Tie("broader", self._ids[tied[0]], MODIFIER, tied[1]))
        found += sorted(
            (
                Tie("related", self._ids[other], rule, name)
                for other, (rule, name) in self._related.get(node, {}).items()
            ),
            key=lambda tie: (tie.concept, tie.rule),
        )
        return tuple(found)

    def _find(self, concept_type: str, name: str) -> NodeKey | None:
        """The concept that a name is put to, if it is the name of one."""
        node = NodeKey(concept_type, name)
        node = self._naming.renamed[node].node if node in self._naming.renamed else node
        node = self._naming.links.merged(node)[0]
        return node if node in self._nodes else None

    def _only_sense(self, concept_type: str, short: str) -> NodeKey | None:
        """The concept that an acronym (its key) stands for in all papers that define it."""
        senses = self._naming.senses.senses(concept_type, short)
        return self._find(concept_type, name_key(senses[0][0], concept_type)) if len(senses) == 1 else None

    def _add_broader(self, node: NodeKey) -> None:
        """Tie a concept to the one with the longest name that it has the end of."""
        cuts = [] if node.variant else _cuts(node, self._nodes[node].names)
        for place, before, after in cuts:
            if (other := self._broader_at(node, place, before, after)) is None:
                continue
            if node.type == "Dataset" and self._is_proper(other):
                self._relate(node, other, NAMED_AFTER, " ".join(before))
            elif node not in self._above(other):
                self._broader[node] = (other, " ".join(before))
            return

    def _add_related(self, node: NodeKey) -> None:
        """Tie a concept to the name of which it is a version, and an ambiguous acronym to its senses."""
        gathered = self._nodes[node]
        if not node.variant and self._is_proper(node):
            self._add_version(node)
        for sense in gathered.moves.senses:
            other = self._find(*sense[:2])
            if other is not None and other != node:
                self._relate(node, other, SENSE, node.name)

    def _broader_at(self, node: NodeKey, place: int, before: list[str], after: str) -> NodeKey | None:
        rest = node.name[place:]
        if not _SMALL.isdisjoint((*before, after)) or before[-1] in _PREFIXES or rest in GENERIC:
            return None
        if len(rest) < 2 or rest[:1] == "-" or (before[-1][-1:].isdigit() and rest[:1].isdigit()):
            return None
        other = self._find(node.type, rest)
        if other is None and (sense := self._only_sense(node.type, rest)):
            other = sense if self._ends_in_acronym(node, rest) else None
        return None if other == node or other is None or other.variant else other

    def _ends_in_acronym(self, node: NodeKey, short: str) -> bool:
        """Whether papers write the last word of a name, with the key `short`, as an acronym: no `scaling law`."""
        last = (plain(form).split()[-1] for form in self._nodes[node].forms() if plain(form).strip())
        return any(looks_short(word) and name_key(word, node.type) == short for word in last)

    def _add_version(self, node: NodeKey) -> None:
        for pattern in _VERSIONS:
            match = pattern.fullmatch(node.name)
            if (
                match
                and (
                    other := self._find(node.type, match["stem"])
                    or self._only_sense(node.type, match["stem"])
                )
                and other != node
                and self._is_proper(other)
            ):
                self._relate(node, other, VERSION, node.name[len(match["stem"]) :].lstrip("-"))
                return

    def _is_proper(self, node: NodeKey) -> bool:
        return any(c.isupper() for c in self._nodes[node].label())

    def _relate(self, node: NodeKey, other: NodeKey, rule: str, name: str) -> None:
        if other in self._above(node) or node in self._above(other):
            return  # SKOS S27: what is broader, by however many steps, is not also related
        self._related.setdefault(node, {}).setdefault(other, (rule, name))
        self._related.setdefault(other, {}).setdefault(node, (rule, name))

    def _above(self, node: NodeKey) -> set[NodeKey]:
        found: set[NodeKey] = set()
        while node in self._broader:
            node = self._broader[node][0]
            found.add(node)
        return found
