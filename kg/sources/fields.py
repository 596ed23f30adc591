"""What a reader makes of the fields it finds, alike for every format."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from kg.records import Paper
from kg.sources.identifiers import doi_of
from kg.text import clean

Report = Callable[[str], None]
"""Takes one line about something that was left out or changed: where, and what."""

_PART = re.compile(r"[A-Za-z]{1,2}|[^\sA-Za-z]")
MOST_PARTS = 2000
"""Of a text with more of them some may have more word pieces than are read (`kg.extract.pieces.MAX_WINDOWS`): there
are at least three parts to four pieces, even where letters stand at random."""

_UNWRITABLE_OF_PLANE_0 = "\x00-\x08\x0e-\x1f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
_UNWRITABLE = re.compile(
    f"[{_UNWRITABLE_OF_PLANE_0}"
    + "".join(chr((plane << 16) | low) for plane in range(1, 17) for low in (0xFFFE, 0xFFFF))
    + "]"
)
"""What XML 1.0 forbids, lone surrogates, and code points that are no characters."""
_MAYBE_UNWRITABLE = re.compile(f"[{_UNWRITABLE_OF_PLANE_0}\U00010000-\U0010ffff]")
"""The same or more, much faster to look for."""

_MAY_BE_MARKED_UP = re.compile(r"[\\${}<>&*_`~^]|--|''|\]\(")
_NAME_SUFFIX = re.compile(r"(?:jr|sr|inc|ltd|llc)\.?|[ivx]{2,4}|v", re.IGNORECASE)
_INITIALS = re.compile(r"(?:\w\.[ -]?)+")
_NO_ABSTRACT = frozenset(
    {"[no abstract available]", "no abstract available", "no abstract available.", "abstract missing"}
)
"""What Scopus, PubMed and the tables of NeurIPS write in place of an abstract."""
_KEYWORD_DIVIDER = re.compile(r"[;,]")
_PLAIN_IN_DOI = "/:;().-_~!$&'*+,=@"
_SPOKEN = {"doi": "DOI"}
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|2[01]\d\d)(?!\d)")
_TRAILING_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|2[01]\d\d)$")


def writable(text: str, where: str, report: Report) -> str:
    """`text` with each character that XML or UTF-8 cannot hold replaced by U+FFFD, a vertical tab or form feed by a
    space: one for one, so that offsets into the result are right in every output.
    """
    if text.replace("\n", " ").isprintable():
        return text
    suspected = _MAYBE_UNWRITABLE.search(text)
    found = sorted({f"U+{ord(c):04X}" for c in _UNWRITABLE.findall(text)}) if suspected else []
    if found:
        report(f"{where}: replaced by U+FFFD, since no file format holds them: {', '.join(found[:5])}")
        text = _UNWRITABLE.sub("\ufffd", text)
    return text.replace("\x0b", " ").replace("\x0c", " ")


def one_line(value: Any) -> str:
    """A name or title on one line, without characters that do not show; empty for what is no text or number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    spaced = " ".join(str(value).split())
    if spaced.isprintable():
        return spaced
    replaced = _UNWRITABLE.sub(lambda match: "\ufffd" if "\ud800" <= match[0] <= "\udfff" else "", spaced)
    return "".join(c for c in replaced if unicodedata.category(c) not in ("Cc", "Cf"))


def readable(value: Any) -> str:
    """A name or title on one line, as a person reads it: without LaTeX, tags, entities and Markdown."""
    if isinstance(value, str) and (not value.isascii() or _MAY_BE_MARKED_UP.search(value)):
        value = clean(value).text
    return one_line(value)


def year_of(value: Any) -> int | None:
    """The year in a number, or in a text such as `2025`, `2025-06-01` or `Mon, 2 Apr 2007`."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    match = _YEAR.search(str(value))
    return int(match[1]) if match else None


def year_of_venue(venue: str) -> int | None:
    """The year at the end of a venue such as `3dv2025`."""
    match = _TRAILING_YEAR.search(venue)
    return int(match[1]) if match else None


def keywords_of(value: Any) -> tuple[str, ...]:
    """Keywords from a list, or from a text divided by semicolons; each once, in their order."""
    parts: Iterable[Any] = (
        value.split(";") if isinstance(value, str) else value if isinstance(value, list) else ()
    )
    return tuple(dict.fromkeys(word for word in map(one_line, parts) if word))


def natural_name(name: str) -> str:
    """A person's name with the given name first, also where the source has `Curie, Marie` or `Davis, Sammy, Jr.`."""
    parts = [part for part in (part.strip() for part in name.split(",")) if part]
    if len(parts) == 2:
        return " ".join(parts if _NAME_SUFFIX.fullmatch(parts[1]) else reversed(parts))
    if len(parts) == 3:
        first, suffix = (parts[2], parts[1]) if _NAME_SUFFIX.fullmatch(parts[1]) else (parts[1], parts[2])
        return f"{first} {parts[0]} {suffix}"
    return name


def _name(value: Any) -> str:
    """A name out of a text, or of an object that has it as a whole (`literal` is not turned round) or in parts."""
    if not isinstance(value, dict):
        return natural_name(readable(value))
    if isinstance(value.get("literal"), str):
        return readable(value["literal"])
    if isinstance(value.get("name"), str):
        return natural_name(readable(value["name"]))
    particles = ("dropping-particle", "non-dropping-particle")
    parts = ("given", "first", "middle", *particles, "family", "last", "suffix")
    spelled = (value.get(part) for part in parts)
    words = (" ".join(map(str, part)) if isinstance(part, list) else part for part in spelled)
    return readable(" ".join(word for word in words if isinstance(word, str) and word))


def _names_in(text: str) -> list[str]:
    """The names of a text: divided by semicolons or `and`, else by commas where each part is a whole name.

    Both may divide one text, as in `Ann Lee, Bo Ray, and Cy Dee`, but not `Lee, Ann and Ray, Bo`. Commas divide also
    where each second part is initials: `Lee, A., Ray, B.`.
    """
    text = " ".join(text.split())
    if ";" in text:
        return text.split(";")
    last = [part.strip().removesuffix(",") for part in text.split(" and ")]
    if len(last) > 2 or any("," in part for part in last[1:]):
        return last
    commas = [part.strip() for part in last[0].split(",")]
    if len(commas) > 1 and all(" " in part for part in commas):
        return [*commas, *last[1:]]
    if len(commas) > 3 and len(commas) % 2 == 0 and all(map(_INITIALS.fullmatch, commas[1::2])):
        return [*map(", ".join, zip(commas[::2], commas[1::2], strict=True)), *last[1:]]
    return last


def keywords_in(text: str) -> list[str]:
    """The keywords of a text that divides them by semicolons or commas."""
    return _KEYWORD_DIVIDER.split(text)


def authors_of(value: Any) -> tuple[str, ...]:
    """The names of authors, given names first, from a list of texts or objects, or from a text."""
    found = _names_in(value) if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
    return tuple(dict.fromkeys(name for name in map(_name, found) if name))


def numbered_id(stem: str, position: int) -> str:
    """The id of a paper that has none of its own: `<file stem>-01`, counted from 1."""
    return f"{one_line(stem)}-{position:02d}"


def is_numbered(identifier: str, stem: str) -> bool:
    """Whether an id is one that `numbered_id` makes."""
    start, _, number = identifier.rpartition("-")
    return start == one_line(stem) and len(number) > 1 and number.isdecimal()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What a source says about a paper, in its own words: texts, numbers, lists or None, not yet looked at."""

    id: Any = None
    title: Any = None
    abstract: Any = None
    year: Any = None
    venue: Any = None
    url: Any = None
    doi: Any = None
    authors: Any = None
    keywords: Any = None


def url_of_doi(doi: str) -> str:
    """The address of a DOI; empty for an empty one."""
    return f"https://doi.org/{quote(doi, safe=_PLAIN_IN_DOI)}" if doi else ""


def _doi(value: Any) -> str:
    return doi_of(one_line(value))


def _checked(read: Callable[[Any], Any], fields: Fields, field: str, where: str, report: Report) -> Any:
    """What `read` makes of a field; one that says something and yet gives nothing is reported."""
    value = getattr(fields, field)
    found = read(value)
    if not found and value not in (None, "", 0, [], ()):
        shown = json.dumps(value, ensure_ascii=False, default=str)[:40]
        report(f"{where}: the {_SPOKEN.get(field, field)} {shown} is none that is known; left out")
    return found


def paper_of(fields: Fields, unnamed: str, where: str, report: Report) -> Paper:
    """The paper that `fields` describe; its id is `unnamed` where they have none.

    The abstract stays as it is but for characters that no output can hold; a title without abstract is a paper.
    Raises ValueError when the abstract is no text, and when there is neither abstract nor title.
    """
    title = readable(fields.title)
    text = "" if fields.abstract is None else fields.abstract
    if not isinstance(text, str):
        raise ValueError("the abstract is not a text")
    if fields.abstract is None and not title:
        raise ValueError("there is neither an abstract nor a title")
    if len(text) < 40 and text.strip().casefold() in _NO_ABSTRACT:
        text = ""
    identifier = one_line(fields.id) or unnamed
    if len(text) > MOST_PARTS and sum(1 for _ in _PART.finditer(text)) > MOST_PARTS:
        report(
            f"{where}: paper {identifier} has {len(text)} characters, more than an abstract has; concepts may be "
            "missing from its end"
        )
    venue = readable(fields.venue)
    doi = _checked(_doi, fields, "doi", where, report)
    return Paper(
        id=identifier,
        text=writable(text, f"{where}: paper {identifier}", report),
        title=title,
        year=_checked(year_of, fields, "year", where, report) or year_of_venue(venue),
        venue=venue,
        url=one_line(fields.url) or url_of_doi(doi),
        keywords=keywords_of(fields.keywords),
        source=where,
        authors=authors_of(fields.authors),
        doi=doi,
    )
