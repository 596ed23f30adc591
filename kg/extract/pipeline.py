"""The spaCy pipeline: a tokenizer of words, the tagger, and the grouping of mentions into concepts."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.acronyms import find_acronyms
from kg.extract.grouping import TaggedMention, group
from kg.extract.links import find_links
from kg.extract.tagger import MODEL_FOLDER, SPANS, ConceptTagger, TaggerModel, register_extensions
from kg.extract.tokenizer import word_tokenizer
from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.text import CleanText, clean

MIN_CONFIDENCE = 0.55
"""Concepts below it are left out: there the tagger finds as many a paper as annotators do, on unseen abstracts."""


@Language.factory("kg_tagger")
def make_tagger(nlp: Language, name: str) -> ConceptTagger:
    """The packaged tagger as a spaCy component."""
    register_extensions()
    return ConceptTagger(TaggerModel(MODEL_FOLDER))


@Language.component("kg_grouping")
def group_mentions(doc: Doc) -> Doc:
    """Set `doc._.kg_paper_concepts` from the span group "concepts" and the acronyms that the text defines.

    A part of an address is no name, unless the name stands elsewhere too.
    """
    addresses = [link.mention for link in find_links(doc.text)]
    tagged = [
        TaggedMention(
            Mention(span.start_char, span.end_char, span.text),
            span.label_,
            span._.kg_roles,
            span._.kg_confidence,
        )
        for span in doc.spans.get(SPANS, ())
        if not any(span.start_char < url.end and url.start < span.end_char for url in addresses)
    ]
    found = group(doc.text, tagged, find_acronyms(doc.text))
    doc._.kg_paper_concepts = tuple(concept for concept in found if concept.confidence >= MIN_CONFIDENCE)
    return doc


def load_pipeline() -> Language:
    """The packaged pipeline; its name and version are in `nlp.meta`."""
    register_extensions()
    nlp = spacy.blank("en")
    nlp.tokenizer = word_tokenizer(nlp.vocab)
    tagger = cast(ConceptTagger, nlp.add_pipe("kg_tagger"))
    nlp.add_pipe("kg_grouping")
    nlp.meta["name"] = tagger.model.name
    nlp.meta["version"] = f"{tagger.model.version}+{_fingerprint(tagger.model.checksum)}"
    nlp.max_length = sys.maxsize
    return nlp


def _fingerprint(weights: str) -> str:
    """A hash of all that decides what is found: the weights, and the rules of `kg.text` and `kg.extract`."""
    digest = hashlib.sha256(weights.encode())
    package = Path(__file__).parents[1]
    for folder in ("extract", "text"):
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def pipeline_name(nlp: Language) -> str:
    """Name and version of a pipeline, as extractions record it."""
    return f"{nlp.meta['name']} {nlp.meta['version']}"


def _at_source(concept: PaperConcept, cleaned: CleanText, source: str) -> PaperConcept | None:
    """The concept with its mentions as they stand in the abstract as read."""
    places = dict.fromkeys(cleaned.to_source(m.start, m.end) for m in concept.mentions)
    mentions = tuple(Mention(start, end, source[start:end]) for start, end in places if start < end)
    if not mentions:
        return None
    return PaperConcept(concept.type, concept.label, concept.role, concept.confidence, mentions)


def extract_paper(nlp: Language, paper: Paper) -> Extraction:
    """What the pipeline finds in one paper; offsets are into `paper.text`."""
    cleaned = clean(paper.text)
    doc = nlp.make_doc(cleaned.text)
    doc._.kg_title = clean(paper.title).text
    doc = nlp(doc)
    found = (_at_source(concept, cleaned, paper.text) for concept in doc._.kg_paper_concepts)
    concepts = tuple(concept for concept in found if concept)
    return Extraction(paper, concepts, find_links(paper.text), pipeline_name(nlp))


def extract(nlp: Language, papers: Iterable[Paper]) -> Iterator[Extraction]:
    """Extractions in the order of `papers`. Memory does not grow with their number."""
    for paper in papers:
        with nlp.memory_zone():
            extraction = extract_paper(nlp, paper)
        yield extraction
