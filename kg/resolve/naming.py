"""From the names of one paper to the concepts of the corpus: senses of acronyms, shortened names, a user's links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kg.resolve.iris import NodeKey
from kg.resolve.links import Links
from kg.resolve.papers import (
    PaperName,
    PaperNames,
    inner_acronyms,
    looks_short,
    may_be_short,
    name_key,
    plain,
    with_long_forms,
)
from kg.resolve.renamed import Renamed
from kg.resolve.senses import Senses, Verdict
from kg.text.names import key, spelling_key

SPELLING = "spelling"
"""The forms differ in case, plural, hyphens, accents, British letters or markup."""
WORDING = "wording"
"""The forms differ in a generic word or in the order of their words."""
ACRONYM = "acronym"
"""The papers use the acronym beside its long form."""
INNER_ACRONYM = "acronym inside"
"""The form has an acronym in the place of words of the name."""
DOMINANT_SENSE = "dominant sense"
"""The papers leave the acronym undefined; nearly all that define it mean this."""
LIKE_PAPERS = "sense of like papers"
"""The papers leave the acronym undefined; papers that share rarer concepts with them mean this."""
SAME_IN_PAPER = "same concept in paper"
"""The papers use the form as another name of the concept."""
LINKS = "links"
"""A line of the user's file of links says so."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The concept that a name of a paper is put to, and the one that the paper alone would give it.

    `text` is the name, acronyms in it written out. `rule` and `why` say how the corpus moved it from the one concept to
    the other. `refused` are concepts that an acronym could have stood for as well; where none was taken, the name is
    `ambiguous`. `undefined` is the key of an acronym that the paper does not define.
    """

    node: NodeKey
    own: NodeKey
    text: str
    rule: str = ""
    why: str = ""
    ambiguous: bool = False
    refused: tuple[NodeKey, ...] = ()
    undefined: str = ""


@dataclass(frozen=True, slots=True)
class Naming:
    """Puts the names of papers to concepts, by what was learned from all of them."""

    senses: Senses
    renamed: Mapping[NodeKey, Renamed] = field(default_factory=dict)
    links: Links = field(default_factory=Links)

    def assign(self, name: PaperName, names: PaperNames) -> Iterator[tuple[Placement, Sequence[str]]]:
        """The concepts of a paper's concept with their surface forms: one, unless links keep its forms apart."""
        placed = self.place(name, names)
        if not self.links:
            yield placed, name.forms
            return
        groups: dict[Placement, list[str]] = {}
        for form in name.forms:
            groups.setdefault(self._of_form(form, name, placed), []).append(form)
        yield from groups.items()

    def _of_form(self, form: str, name: PaperName, placed: Placement) -> Placement:
        """Where a surface form goes: with its concept, unless a line keeps the form or its name apart from that."""
        kind = name.concept.type
        if found := self.links.variant(kind, plain(form)):
            node, number = found
            return Placement(node, node, plain(form), LINKS, f"line {number}: {plain(form)} is different")
        node = NodeKey(kind, name_key(plain(form), kind))
        if line := self.links.apart(node, placed.node):
            why = f"line {line}: different from {placed.text}"
            return self._linked(Placement(node, node, plain(form), LINKS, why), plain(form))
        return placed

    def place(self, name: PaperName, names: PaperNames) -> Placement:
        """The concept of a paper's concept."""
        bare = name.bare or (self.senses.is_acronym(name.concept.type, name.key) and may_be_short(name.name))
        placed = self._bare(name, names) if bare else self._long(name.name, name, names)
        if found := self.renamed.get(placed.node):
            rule, why = (placed.rule, placed.why) if placed.rule else (found.rule, found.why)
            placed = replace(placed, node=found.node, rule=rule, why=why)
        return self._linked(placed, name.name) if self.links else placed

    def _linked(self, placed: Placement, name: str) -> Placement:
        """What lines make of a placement: they undo a rule, and merge what no rule would."""
        if placed.node != placed.own and (line := self.links.apart(placed.own, placed.node)):
            why = f"line {line}: different from {placed.text}"
            placed = Placement(placed.own, placed.own, name, LINKS, why)
        node, number = self.links.merged(placed.node)
        if placed.rule and (own := self.links.merged(placed.own))[1]:
            node, number = own  # what the user says of the name itself goes before what a rule makes of it
        if number is None:
            decided = self.links.is_merged(node)
            return replace(placed, ambiguous=placed.ambiguous and not decided)
        return Placement(node, placed.own, placed.text, LINKS, f"line {number}: the same")

    def _bare(self, name: PaperName, names: PaperNames) -> Placement:
        kind = name.concept.type
        own = NodeKey(kind, name.key)
        if long := names.long_form(name.key, kind):
            return self._long(long, name, names)
        if name.concept.role == "introduced":
            return Placement(own, own, name.name)
        verdict = self.senses.choose(kind, name.key, names)
        refused = _nodes(kind, verdict)
        if verdict.long is None:
            return Placement(
                own,
                own,
                name.name,
                "",
                verdict.why,
                ambiguous=verdict.of > 0,
                refused=refused,
                undefined=name.key,
            )
        node = NodeKey(kind, name_key(verdict.long, kind))
        rule = LIKE_PAPERS if verdict.alike else DOMINANT_SENSE
        rule = rule if node != own else ""
        return Placement(node, own, verdict.long, rule, verdict.why, refused=refused, undefined=name.key)

    def _long(self, text: str, name: PaperName, names: PaperNames) -> Placement:
        """The concept of a longer name: the acronyms in it are read as the paper means them, else as most do."""
        kind = name.concept.type
        spans = inner_acronyms(text)
        if not spans:
            node = NodeKey(kind, name_key(text, kind))
            return Placement(node, node, text)
        own_forms = [(span, names.long_form(key(span.short)) or span.short) for span in spans]
        own = NodeKey(kind, name_key(with_long_forms(text, own_forms), kind))
        verdicts = {
            span: self.senses.choose(None, key(span.short), names)
            for span, long in own_forms
            if long == span.short
        }
        taken = [(span, self.senses.expanded(long)) for span, long in own_forms if span not in verdicts]
        taken += [
            (span, verdict.long) for span, verdict in verdicts.items() if verdict.long and verdict.votes > 1
        ]
        once = [
            (span, verdict.long) for span, verdict in verdicts.items() if verdict.long and verdict.votes == 1
        ]
        if once:  # a single paper's word is enough where it makes a name that others have
            fuller = name_key(with_long_forms(text, taken + once), kind)
            taken += once if self.senses.number_of_papers(kind, fuller) else []
        full = with_long_forms(text, taken)
        node = NodeKey(kind, name_key(full, kind))
        why = "; ".join(f"{span.short}: {verdict.why}" for span, verdict in verdicts.items() if verdict.long)
        refused = tuple(
            NodeKey(kind, name_key(with_long_forms(text, [*taken, (span, long)]), kind))
            for span, verdict in verdicts.items()
            for long in verdict.others
        )
        return Placement(node, own, full, INNER_ACRONYM if node != own else "", why, refused=refused)

    def rule_of(self, form: str, placed: Placement, names: PaperNames) -> str:
        """The rule by which a surface form is a name of the concept that it was put to."""
        text, node = plain(form), placed.node
        if placed.rule == LINKS:
            return LINKS
        if node.variant or name_key(text, node.type) == node.name:
            return SPELLING if node.variant or spelling_key(text) == node.name else WORDING
        moved = name_key(text, node.type) == placed.own.name or (
            inner_acronyms(text) and not looks_short(text)
        )
        if placed.rule and moved:
            return placed.rule
        if looks_short(text):
            return ACRONYM
        own = [(span, names.long_form(key(span.short)) or span.short) for span in inner_acronyms(text)]
        if own and name_key(with_long_forms(text, own), node.type) == node.name:
            return INNER_ACRONYM
        return SAME_IN_PAPER


def _nodes(kind: str, verdict: Verdict) -> tuple[NodeKey, ...]:
    return tuple(NodeKey(kind, name_key(long, kind)) for long in verdict.others)
