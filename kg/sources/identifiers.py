"""Identifiers that several sources share: DOIs and arXiv ids, each spelled in one way.

Sources: DOI Handbook, 2.2 (a DOI name is case-insensitive); arXiv, "Understanding the arXiv identifier".
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from kg.records import Paper

_RESOLVER = re.compile(r"(?:https?://)?(?:www\.|dx\.)?doi\.org/", re.IGNORECASE)
_PREFIX = re.compile(r"doi\s*[:=]?\s*", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")

_ARXIV = (
    r"(?P<id>\d\d(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z][a-z-]+(?:\.[a-z]{2})?/\d\d(?:0[1-9]|1[0-2])\d{3})"
    r"(?:v(?P<version>[1-9]\d{0,3}))?"
)
_ARXIV_ID = re.compile(rf"(?:arxiv:\s?)?{_ARXIV}(?:\s?\[[a-z.-]+\])?", re.IGNORECASE)
_ARXIV_URL = re.compile(
    rf"https?://(?:[a-z]+\.)?arxiv\.org/(?:abs|pdf|html)/{_ARXIV}(?:\.pdf)?/?(?:[?#]\S*)?", re.IGNORECASE
)
_ARXIV_DOI = re.compile(rf"10\.48550/arxiv\.{_ARXIV}", re.IGNORECASE)
_SUBJECT_CLASS = re.compile(r"\.[a-z]{2}(?=/)")


def doi_of(value: Any) -> str:
    """The first DOI of a text, bare and in small letters; empty where there is none."""
    if not isinstance(value, str):
        return ""
    text = value.strip()
    if resolver := _RESOLVER.match(text):
        unquoted = unquote(text[resolver.end() :])
        bare = "".join(c for c in unquoted if c.isprintable() or c.isspace())
    else:
        prefix = _PREFIX.match(text)
        bare = text[prefix.end() :] if prefix else text
    match = _DOI.match(bare)
    return match[0].rstrip(".,;").lower() if match else ""


def arxiv_of(paper: Paper) -> tuple[str, int]:
    """The arXiv id of a paper without version, and its version, 0 where none is named; an empty id for others."""
    found = (
        pattern.fullmatch(text)
        for pattern, text in (
            *((pattern, paper.id) for pattern in (_ARXIV_ID, _ARXIV_URL, _ARXIV_DOI)),
            (_ARXIV_URL, paper.url),
            (_ARXIV_DOI, paper.doi),
        )
    )
    ids = [
        (_SUBJECT_CLASS.sub("", match["id"].lower()), int(match["version"] or 0)) for match in found if match
    ]
    if not ids:
        return "", 0
    first = ids[0][0]
    return first, max(version for other, version in ids if other == first)
