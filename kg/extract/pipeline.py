"""The spaCy pipeline: a tokenizer of words, the tagger, and the grouping of mentions into concepts.

Another pipeline can take the place of tokenizer and tagger; docs/pipelines.md says what it has to set.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import cast

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import prefer_gpu

from kg.errors import InputError, KgError
from kg.extract.acronyms import find_acronyms
from kg.extract.grouping import TaggedMention, group
from kg.extract.identity import MODEL_FOLDER, Identity, find_pipeline, identify
from kg.extract.links import find_links
from kg.extract.spans import spans_of, tagged_mention
from kg.extract.tagger import ConceptTagger, TaggerModel, register_extensions
from kg.extract.tokenizer import WordTokenizer, word_spans
from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.text import CleanText, clean

TAGGER = "kg_tagger"
GROUPING = "kg_grouping"

BATCH = 32
"""Papers whose words spaCy keeps in memory at once; most words of one paper occur in another, too."""


@Language.factory(TAGGER)
def make_tagger(nlp: Language, name: str) -> ConceptTagger:
    """The packaged tagger as a spaCy component."""
    register_extensions()
    return ConceptTagger(TaggerModel(MODEL_FOLDER))


@Language.component(GROUPING)
def group_mentions(doc: Doc) -> Doc:
    """Set `doc._.kg_paper_concepts` from the span group "concepts" and the acronyms that the text defines.

    A part of an address is no name, unless the name stands elsewhere too.
    """
    tagged = [tagged_mention(span) for span in spans_of(doc)]
    doc._.kg_paper_concepts = tuple(_grouped(doc.text, tagged))
    return doc


def _grouped(text: str, tagged: list[TaggedMention]) -> list[PaperConcept]:
    addresses = bytearray(len(text))
    for link in find_links(text):
        addresses[link.mention.start : link.mention.end] = b"\1" * len(link.mention.text)
    names = [found for found in tagged if not any(addresses[found.mention.start : found.mention.end])]
    return group(text, names, find_acronyms(text))


def load_pipeline(name: str | None = None) -> Language:
    """The packaged pipeline, or another: the name of an installed package, or the folder of a saved one.

    Its name and version, as extractions record them, are in `nlp.meta`. Raises InputError when there is no such
    pipeline or spaCy cannot load it.
    """
    register_extensions()
    identity = identify(name)
    nlp = _packaged() if name is None else _other(name)
    if GROUPING not in nlp.pipe_factories.values():
        nlp.add_pipe(GROUPING)
    nlp.meta["name"] = identity.name
    nlp.meta["version"] = identity.version
    nlp.meta["kg_min_confidence"] = identity.min_confidence
    nlp.max_length = sys.maxsize
    return nlp


def _packaged() -> Language:
    nlp = spacy.blank("en")
    nlp.tokenizer = WordTokenizer(nlp.vocab)
    nlp.add_pipe(TAGGER)
    return nlp


def _other(name: str) -> Language:
    """An installed or saved pipeline, on a GPU where there is one that spaCy can use."""
    files = find_pipeline(name)
    prefer_gpu()
    try:
        # Not spacy.load: it takes a package for none whose distribution has another name than its module.
        if files.package:
            return spacy.util.load_model_from_package(files.package)
        return spacy.util.load_model_from_path(files.folder)
    except Exception as error:  # other people's code: whatever goes wrong there is for them to mend
        raise InputError(f"--pipeline {name}: cannot be loaded: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """What spaCy says, without the lists of all that it knows."""
    text = str(error) or type(error).__name__
    if missing := re.search(r"(?:Can't find factory for|Could not find function) '([^']+)'", text):
        return f"no installed package brings {missing[1]!r}, which it needs; install that package beside kg"
    return textwrap.shorten(text.partition("Available")[0], 300, placeholder=" …")


def pipeline_name(nlp: Language, *, min_confidence: float | None = None) -> str:
    """Name and version of a pipeline, as extractions record it, with a threshold that is not its own."""
    return _identity(nlp).recorded(min_confidence)


def _identity(nlp: Language) -> Identity:
    meta = nlp.meta
    return Identity(meta["name"], meta["version"], float(meta.get("kg_min_confidence", 0.0)))


def _at_source(concept: PaperConcept, cleaned: CleanText, source: str) -> PaperConcept | None:
    """The concept with its mentions as they stand in the abstract as read."""
    places = dict.fromkeys(cleaned.to_source(m.start, m.end) for m in concept.mentions)
    mentions = tuple(Mention(start, end, source[start:end]) for start, end in places if start < end)
    if not mentions:
        return None
    return PaperConcept(concept.type, concept.label, concept.role, concept.confidence, mentions)


def extract_paper(nlp: Language, paper: Paper, *, min_confidence: float | None = None) -> Extraction:
    """What the pipeline finds in one paper; offsets are into `paper.text`.

    Concepts below `min_confidence` are left out; without one, below what the pipeline names. Raises InputError when
    the pipeline sets what docs/pipelines.md does not allow.
    """
    return next(extract(nlp, [paper], min_confidence=min_confidence))


@dataclass(frozen=True, slots=True)
class Failure:
    """A paper whose text makes the pipeline fail, and the error."""

    paper: Paper
    error: Exception


def extract(
    nlp: Language, papers: Iterable[Paper], *, min_confidence: float | None = None
) -> Iterator[Extraction]:
    """Extractions in the order of `papers`, as `extract_paper` makes them. Memory does not grow with their number."""
    for found in attempt(nlp, papers, min_confidence=min_confidence):
        if isinstance(found, Failure):
            raise found.error
        yield found


def attempt(
    nlp: Language, papers: Iterable[Paper], *, min_confidence: float | None = None
) -> Iterator[Extraction | Failure]:
    """The same, but a paper that makes the pipeline fail costs itself alone.

    What breaks the rules of docs/pipelines.md does so with every paper, and is raised.
    """
    identity = _identity(nlp)
    least = identity.min_confidence if min_confidence is None else min_confidence
    pipeline = identity.recorded(min_confidence)
    waiting = iter(papers)
    while batch := list(islice(waiting, BATCH)):
        with nlp.memory_zone():
            found = [_attempt_one(nlp, paper, least, pipeline) for paper in batch]
        yield from found


def _attempt_one(nlp: Language, paper: Paper, least: float, pipeline: str) -> Extraction | Failure:
    try:
        return Extraction(paper, _concepts(nlp, paper, least), find_links(paper.text), pipeline)
    except (KgError, MemoryError):
        raise
    except Exception as error:  # whatever a text does to a tokenizer, a network or a rule
        return Failure(paper, error)


def _concepts(nlp: Language, paper: Paper, least: float) -> tuple[PaperConcept, ...]:
    cleaned = clean(paper.text)
    title = clean(paper.title).text
    if tagger := _packaged_tagger(nlp):
        concepts = _grouped(cleaned.text, tagger.mentions(title, cleaned.text, word_spans(cleaned.text)))
    else:
        concepts = _concepts_of_document(nlp, paper.id, title, cleaned.text)
    sure = (concept for concept in concepts if concept.confidence >= least)
    found = (_at_source(concept, cleaned, paper.text) for concept in sure)
    return tuple(concept for concept in found if concept)


def _packaged_tagger(nlp: Language) -> ConceptTagger | None:
    """The tagger of the packaged pipeline as it is: what it finds is the same without a document, and sooner."""
    if nlp.pipe_names == [TAGGER, GROUPING] and isinstance(nlp.tokenizer, WordTokenizer):
        return cast(ConceptTagger, nlp.get_pipe(TAGGER))
    return None


def _concepts_of_document(nlp: Language, paper: str, title: str, text: str) -> list[PaperConcept]:
    doc = nlp.make_doc(text)
    if doc.text != text:
        raise InputError("the pipeline's tokenizer changes the text, so that no offset would be right")
    doc._.kg_title = title
    try:
        return list(nlp(doc)._.kg_paper_concepts)
    except InputError as error:
        raise InputError(f"paper {paper!r}: {error}") from error
