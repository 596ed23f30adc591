"""Extractions and concepts as lines of JSON, the form that other programs read."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from reprlib import repr as shown
from typing import Any

from kg.errors import InputError
from kg.records import Concept, Extraction, Link, Mention, Paper, PaperConcept
from kg.vocabulary import LINK_ROLES, check_type_and_role

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_SURROGATE = re.compile("[\ud800-\udfff]")


def _mention_row(mention: Mention) -> dict[str, Any]:
    return {"start": mention.start, "end": mention.end, "text": mention.text}


def paper_row(paper: Paper) -> dict[str, Any]:
    """A paper as an object; what its source does not say is left out."""
    row: dict[str, Any] = {"id": paper.id, "title": paper.title, "text": paper.text}
    optional = {
        "year": paper.year,
        "venue": paper.venue,
        "url": paper.url,
        "keywords": list(paper.keywords),
        "source": paper.source,
        "authors": list(paper.authors),
        "doi": paper.doi,
    }
    return row | {name: value for name, value in optional.items() if value}


def extraction_row(extraction: Extraction) -> dict[str, Any]:
    """An extraction as the object that DESIGN's file format lays down."""
    return {
        "paper": paper_row(extraction.paper),
        "concepts": [
            {
                "type": concept.type,
                "label": concept.label,
                "role": concept.role,
                "confidence": concept.confidence,
                "mentions": [_mention_row(mention) for mention in concept.mentions],
            }
            for concept in extraction.concepts
        ],
        "links": [
            {"url": link.url, "role": link.role, "start": link.mention.start, "end": link.mention.end}
            for link in extraction.links
        ],
        "pipeline": extraction.pipeline,
    }


def concept_row(concept: Concept) -> dict[str, Any]:
    """A concept as an object of concepts.jsonl."""
    return {
        "id": concept.id,
        "type": concept.type,
        "label": concept.label,
        "aliases": list(concept.aliases),
        "forms": {form: list(papers) for form, papers in concept.forms.items()},
        "papers": list(concept.papers),
        "broader": list(concept.broader),
        "merges": [
            {"rule": merge.rule, "forms": list(merge.forms), "papers": list(merge.papers)}
            | ({"why": merge.why} if merge.why else {})
            for merge in concept.merges
        ],
        "related": list(concept.related),
        "ties": [
            {"relation": tie.relation, "concept": tie.concept, "rule": tie.rule, "name": tie.name}
            for tie in concept.ties
        ],
        "replaces": list(concept.replaces),
        "ambiguous": concept.ambiguous,
    }


def utf8(text: str) -> bytes:
    """A text as UTF-8. A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode("utf-8")


def parse_json(content: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError when it is none, or is nested deeper than Python reads."""
    try:
        return json.loads(content)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def json_line(row: dict[str, Any]) -> bytes:
    """A row as a line of `utf8`."""
    return utf8(_ENCODE(row) + "\n")


def extraction_line(extraction: Extraction) -> bytes:
    """The line of an extraction, as files of extractions have it."""
    return json_line(extraction_row(extraction))


_FINDINGS = b'}, "concepts": ['
"""Where a paper ends and what was found in it begins; within a text, each of these quotes would follow a backslash."""


def divide(line: bytes) -> tuple[bytes, bytes]:
    """A line of `extraction_line` as the object of its paper, and the rest. Raises ValueError for another line."""
    border = line.index(_FINDINGS) + 1
    return line[len(b'{"paper": ') : border], line[border:]


def join(paper: Paper, findings: bytes) -> bytes:
    """The line of `paper` with what was found in another of the same text: the second part of `divide`."""
    return b'{"paper": ' + json_line(paper_row(paper)).removesuffix(b"\n") + findings


def _text(row: dict[str, Any], name: str, default: str | None = None) -> str:
    value = row[name] if default is None else row.get(name, default)
    if not isinstance(value, str):
        raise ValueError(f"{name!r} is no text: {shown(value)}")
    return value


def _texts(row: dict[str, Any], name: str) -> tuple[str, ...]:
    """A list of texts; nothing where it is missing, as in files of an earlier version."""
    values = row.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError(f"{name!r} is no list of texts: {shown(values)}")
    return tuple(values)


def paper_of(row: dict[str, Any]) -> Paper:
    """The paper of an object of `paper_row`. Raises ValueError, KeyError or TypeError when it is none."""
    year = row.get("year")
    if year is not None and (not isinstance(year, int) or isinstance(year, bool)):
        raise ValueError(f"'year' is no whole number: {shown(year)}")
    if year is not None and not 0 <= year < 10_000:
        raise ValueError(f"'year' is no year of four digits: {shown(year)}")
    return Paper(
        id=_text(row, "id"),
        text=_text(row, "text"),
        title=_text(row, "title", ""),
        year=year,
        venue=_text(row, "venue", ""),
        url=_text(row, "url", ""),
        keywords=_texts(row, "keywords"),
        source=_text(row, "source", ""),
        authors=_texts(row, "authors"),
        doi=_text(row, "doi", ""),
    )


def _mention(row: dict[str, Any], text: str) -> Mention:
    start, end = row["start"], row["end"]
    if not 0 <= start < end <= len(text):
        raise ValueError(f"the offsets {start} to {end} are not within the text of {len(text)} characters")
    if "text" in row and text[start:end] != row["text"]:
        raise ValueError(f"at {start} to {end} the text has {text[start:end]!r}, not {shown(row['text'])}")
    return Mention(start, end, text[start:end])


def _concept(row: dict[str, Any], text: str) -> PaperConcept:
    check_type_and_role(_text(row, "type"), _text(row, "role"))
    confidence = float(row.get("confidence", 1.0))
    if not 0 <= confidence <= 1:
        raise ValueError(f"the confidence {confidence} is not between 0 and 1")
    mentions = tuple(_mention(mention, text) for mention in row["mentions"])
    if not mentions:
        raise ValueError(f"the concept {shown(row['label'])} has no mention")
    return PaperConcept(row["type"], _text(row, "label"), row["role"], confidence, mentions)


def _link(row: dict[str, Any], text: str) -> Link:
    if row["role"] not in LINK_ROLES:
        raise ValueError(f"unknown link role {shown(row['role'])}; known: {', '.join(LINK_ROLES)}")
    return Link(_text(row, "url"), row["role"], _mention(row, text))


def _extraction(row: Any) -> Extraction:
    if not isinstance(row, dict):
        raise ValueError("the line is no JSON object")
    paper = paper_of(row["paper"])
    concepts = tuple(_concept(concept, paper.text) for concept in row["concepts"])
    links = tuple(_link(link, paper.text) for link in row.get("links", ()))
    return Extraction(paper, concepts, links, _text(row, "pipeline", ""))


def extraction_of(line: bytes) -> Extraction:
    """The extraction of a line. Raises ValueError, which says why, when it is none."""
    try:
        return _extraction(parse_json(line))
    except KeyError as error:
        raise ValueError(f"{error} is missing") from error
    except (TypeError, AttributeError, OverflowError) as error:
        raise ValueError(str(error)) from error


def read_extractions(path: Path) -> Iterator[Extraction]:
    """The extractions of a file written by `kg extract`, or by another program in the same format; - is stdin.

    Raises InputError, naming file and line, when the file is missing or a line is no extraction.
    """
    try:
        with nullcontext(sys.stdin.buffer) if str(path) == "-" else path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    yield extraction_of(line)
                except ValueError as error:
                    raise InputError(f"{path}:{number}: not an extraction: {error}") from error
    except OSError as error:
        raise InputError(f"{path}: cannot read the extractions: {error.strerror}") from error


def keep_confident(extraction: Extraction, least: float) -> Extraction:
    """The extraction without its concepts below a confidence.

    Its pipeline says so, in other words than that of an extraction with a threshold: what the pipeline found below
    its own is not here, whatever `least` is.
    """
    kept = tuple(concept for concept in extraction.concepts if concept.confidence >= least)
    pipeline = extraction.pipeline and f"{extraction.pipeline} filtered at {least!r}"
    return replace(extraction, concepts=kept, pipeline=pipeline)
