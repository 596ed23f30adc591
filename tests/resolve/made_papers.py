"""Papers made of surface forms, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.records import Concept, Extraction, Mention, Paper, PaperConcept
from kg.resolve import Resolution, resolve
from kg.resolve.links import LinkLine
from kg.vocabulary import BASE_IRI

MadeConcept = tuple[str, str, Sequence[str]]
"""Type, role, surface forms: the first is the label."""


def extraction(paper: str, *concepts: MadeConcept, text: str = "") -> Extraction:
    """One paper; its text is the surface forms one after another, then `text`."""
    made = []
    whole = ""
    for concept_type, role, surfaces in concepts:
        mentions = []
        for surface in surfaces:
            mentions.append(Mention(len(whole), len(whole) + len(surface), surface))
            whole += surface + ". "
        made.append(PaperConcept(concept_type, surfaces[0], role, 0.5, tuple(mentions)))
    return Extraction(Paper(paper, whole + text), tuple(made), (), "test 1")


def methods(*papers: Sequence[str]) -> list[Extraction]:
    """A paper a list of surface forms, all of one method that the paper uses."""
    return [extraction(f"p{i}", ("Method", "used", surfaces)) for i, surfaces in enumerate(papers)]


def resolved(papers: Iterable[Extraction], links: Sequence[LinkLine] = ()) -> Resolution:
    """The resolution of papers."""
    made = list(papers)
    return resolve(lambda: made, links=links)


def nodes(resolution: Resolution) -> dict[str, set[str]]:
    """The surface forms of each concept, by its IRI without the base."""
    return {concept.id.removeprefix(BASE_IRI): set(concept.forms) for concept in resolution.concepts}


def concept(resolution: Resolution, name: str) -> Concept:
    """The concept with an IRI, given without the base."""
    return next(found for found in resolution.concepts if found.id == BASE_IRI + name)


def node_of(resolution: Resolution, paper: str, surface: str) -> str:
    """The IRI, without the base, of the concept to which a surface form of a paper was put."""
    (found,) = {c.id for c in resolution.concepts if paper in c.forms.get(surface, ())}
    return found.removeprefix(BASE_IRI)
