"""What has to be known of a SPARQL query before it runs: that it only reads, and where its parameters go.

A parameter is a variable with a `VALUES` clause of its own, `VALUES ?task { "parsing" }`, whose term is the
default (`UNDEF`: none), so that a query with parameters is plain SPARQL and runs in any tool.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

import pyoxigraph as ox

from kg.errors import InputError

_TOKEN = re.compile(
    r"""
    (?P<skip>\s+|\#[^\r\n]*)
  | (?P<string>\"{3}(?:\"{0,2}(?:[^"\\]|\\.))*\"{3} | '{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}
             | "(?:[^"\\\r\n]|\\.)*" | '(?:[^'\\\r\n]|\\.)*')
  | (?P<iri><(?:[^<>"{}|^`\\\x00-\x20]|\\[uU][0-9A-Fa-f]+)*>)
  | (?P<variable>[?$](?:\w|[^\x00-\x7f])+)
  | (?P<name>(?<![\w.\x80-\U0010ffff-])(?:[\w.-]|[^\x00-\x7f])*+:
             (?:[\w:%-]|[^\x00-\x7f]|\\.|\.+(?=[\w:%\\\x80-\U0010ffff-]))*)
  | (?P<language>@[\w-]+)
  | (?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<word>[^\W\d]\w*)
  | (?P<other>\\.|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_NO_WORD = re.compile(r":[^.]*")
"""What no keyword is in of a name: all but its prefix, and what stands behind a full stop, which may end a sentence."""
_UPDATES = ("INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH")
_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
_UNDEFINED = "UNDEF"
_SURROGATE = re.compile("[\ud800-\udfff]")
_SERVICE = re.compile("service", re.IGNORECASE)
_CALLED = re.compile(
    r"""
    (?:\s|\#[^\r\n]*+)*+ (?:silent (?:\s|\#[^\r\n]*+)*+)?
    (?:[?$][^ \t\r\n{}"\#]*+ | <[^<>"{} \t\r\n]*+> | [^ \t\r\n{}"'<>():\#]*+:(?:[^ \t\r\n{}"\\\#]|\\.)*+)
    (?:\s|\#[^\r\n]*+)*+ \{
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What follows SERVICE in a call, whatever the parser takes for a text or a comment around it."""
_SIGN = re.compile(r"[^\w:.~%#-]")
"""A sign of an IRI, or of an expression that is taken for one."""
_DEEPEST = 100
_LONGEST = 2000
"""Brackets that may stand open, and words and signs that a query may have beside lists of values: the library calls
itself for each, and runs over its stack at some ten times as many, which would end the process."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Slot:
    """The place of a parameter: the term between the braces of its `VALUES` clause."""

    name: str
    term: _Token


def check_read_only(query: str) -> None:
    """Raise `InputError` for what is no query, an update, or a clause that names what is not in the store.

    That is `SERVICE`, which would call another server, and `FROM`, which would leave a query without its data.
    """
    if lone := _SURROGATE.search(query):
        raise InputError(f"the query is no UTF-8 at {_place(query, lone.start())}")
    tokens = list(_tokens(query))
    unsure = _first_unsure(tokens)
    _check_size(query, tokens, unsure)
    if (place := _find_call(query, unsure)) is not None:
        raise InputError(
            f"SERVICE is refused at {_place(query, place)}: queries stay on this machine; if it is part of a text, "
            "declare a PREFIX for the addresses before it that have # or ' in them"
        )
    for token in tokens:
        # The parser wants no space around keywords, so `trueSERVICE` and `SERVICEex:a` are calls as well.
        word = _NO_WORD.sub("", token.text) if token.kind == "name" else token.text
        if token.kind in ("word", "name") and "service" in word.lower():
            raise InputError(
                f"SERVICE is refused at {_place(query, token.start)}: queries stay on this machine"
            )
        # No name of the language but FROM and FROM NAMED begins so, and a keyword needs no space after it.
        if token.kind == "word" and word.upper().startswith("FROM"):
            raise InputError(
                f"FROM is refused at {_place(query, token.start)}: a query sees all that is loaded; "
                "ask one named graph with GRAPH <…> { … }"
            )
    words = (token.text.upper() for token in tokens if token.kind == "word")
    form = next((word for word in words if word not in ("PREFIX", "BASE")), "")
    if form in _UPDATES:
        raise InputError(f"{form} is refused: queries read, they do not change the graph")
    if form not in _FORMS:
        raise InputError(f"this is no SPARQL query: one begins with {', '.join(_FORMS)}")


def _first_unsure(tokens: list[_Token]) -> int:
    """Where the first IRI stands that the parser, which knows what comes next, may not take for one.

    In `?a<'>'` the sign is "less than", and so it is in `?a<e:b#>`, where a comment follows: what is text and what
    is not cannot be told any more behind it. After all where there is none.
    """
    in_values = False
    for place, token in enumerate(tokens):
        in_values = (in_values and token.text != "}") or token.text.upper() == "VALUES"
        before = [earlier.text.upper() for earlier in tokens[max(place - 2, 0) : place]]
        is_declared = before[:1] == ["PREFIX"] or before[-1:] == ["BASE"]
        if token.kind == "iri" and not in_values and not is_declared and re.search("['#]", token.text):
            return token.start
    return tokens[-1].end if tokens else 0


def _find_call(query: str, start: int) -> int | None:
    """Where behind `start` the parser could read a call of another server; of very many such words the last."""
    for count, word in enumerate(_SERVICE.finditer(query, start), 1):
        if count > _DEEPEST or _CALLED.match(query, word.end()):
            return word.start()
    return None


def _check_size(query: str, tokens: list[_Token], unsure: int) -> None:
    opened: list[str] = []
    counted = 0
    in_values = after_comma = False
    for token in tokens:
        sign = token.text if token.kind == "other" else ""
        if sign and sign in "([{":
            opened.append(sign)
        elif sign and sign in ")]}":
            del opened[-1:]
            in_values = in_values and sign != "}"
        is_comma = sign == "," and opened[-1:] == ["("]
        is_listed = (
            after_comma and token.kind in ("iri", "name", "string", "number") and token.text[0] not in "+-"
        )
        if token.start >= unsure and token.kind == "string":
            counted += sum(1 for _ in _tokens(token.text[1:]))
        elif token.start >= unsure or not (in_values or is_comma or is_listed):
            counted += 1 + (token.kind == "iri") * len(_SIGN.findall(token.text[1:-1]))
        after_comma = is_comma
        in_values = in_values or token.text.upper() == "VALUES"
        if len(opened) > _DEEPEST or counted > _LONGEST:
            raise InputError(
                f"the query is too large at {_place(query, token.start)}: it may have {_DEEPEST} open brackets, and "
                f"{_LONGEST:,} words and signs beside the values of VALUES and IN"
            )


def bind(query: str, values: Mapping[str, str]) -> str:
    """`query` with `values` as the terms of its parameters, written by the library, never as bare text.

    A value becomes a term of the same kind as the parameter's default: a text, a number or an IRI. Raises
    `InputError` for a value that has no parameter, is of another kind, or is missing where the default is
    `UNDEF`.
    """
    slots = list(_slots(query))
    names = sorted({slot.name for slot in slots})
    for name in values:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            known = f"; it has {', '.join(names)}" if names else ""
            hint = f"did you mean {near[0]}?" if near else f"write VALUES ?{name} {{ … }} in it"
            raise InputError(f"the query has no parameter {name!r}{known} ({hint})")
    for slot in reversed(slots):
        if slot.name in values:
            term = _value(slot, values[slot.name])
            query = f"{query[: slot.term.start]}{term}{query[slot.term.end :]}"
        elif slot.term.text.upper() == _UNDEFINED:
            raise InputError(
                f"the parameter {slot.name!r} is missing: give it with --param {slot.name}=VALUE"
            )
    return query


def bound_texts(query: str) -> list[tuple[str, str]]:
    """The parameters of a query that may hold a text, with that text, in the order in which they stand."""
    return [(slot.name, _text(slot.term.text)) for slot in _slots(query) if slot.term.kind == "string"]


def _text(literal: str) -> str:
    """The text of a literal in SPARQL's own spelling, read by the library."""
    ((value,),) = cast("ox.QuerySolutions", ox.Store().query(f"SELECT ({literal} AS ?text) {{}}"))
    return str(getattr(value, "value", ""))


def syntax_error(query: str, message: str) -> InputError:
    """An error of the SPARQL parser (`error at LINE:COLUMN: expected …`) as one line that shows the place."""
    found = re.match(r"error at (\d+):(\d+): expected (?:one of )?", message)
    if not found:
        return InputError(f"this is no SPARQL query: {' '.join(message.split())}")
    expected = [item for item in re.split(r",\s+", message[found.end() :]) if item != "[_]"]
    line_starts = [0, *(match.end() for match in re.finditer("\n", query))]
    offset = line_starts[int(found[1]) - 1] + int(found[2]) - 1
    if all(re.fullmatch(r"[A-Za-z][A-Za-z0-9]+", item) for item in expected):
        # The parser reads as many letters as a keyword has before it says that they are another word.
        offset -= min(map(len, expected), default=0)
    rest = query[offset:].strip().partition("\n")[0]
    where = f"near {rest[:30]!r}" if rest else "at the end"
    reasons = [item for item in expected if re.match(r"\w+ \S+ \w", item)]
    reason = f": {reasons[0]}" if reasons else ""
    return InputError(f"SPARQL syntax error at {_place(query, offset)}, {where}{reason}")


def _tokens(query: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(query):
        if match.lastgroup != "skip":
            yield _Token(match.lastgroup or "", match[0], match.start(), match.end())


def _slots(query: str) -> Iterator[_Slot]:
    tokens = list(_tokens(query))
    for values, variable, opening, term, closing in zip(*(tokens[i:] for i in range(5)), strict=False):
        if (
            values.text.upper() == "VALUES"
            and variable.kind == "variable"
            and (opening.text, closing.text) == ("{", "}")
        ):
            yield _Slot(variable.text[1:], term)


def _value(slot: _Slot, value: str) -> ox.Literal | ox.NamedNode:
    """`value` as a term of the kind of the default."""
    if slot.term.kind == "number":
        if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", value):
            raise InputError(f"the parameter {slot.name!r} is a number, not {value!r}")
        kind = "integer" if re.fullmatch(r"[+-]?[0-9]+", value) else "decimal"
        return ox.Literal(value, datatype=ox.NamedNode(f"http://www.w3.org/2001/XMLSchema#{kind}"))
    try:
        return ox.NamedNode(value) if slot.term.kind in ("iri", "name") else ox.Literal(value)
    except ValueError as error:
        raise InputError(f"the parameter {slot.name!r} cannot be {value!r}: {error}") from error


def _place(query: str, offset: int) -> str:
    line = query.count("\n", 0, offset) + 1
    return f"line {line}, column {offset - query.rfind(chr(10), 0, offset)}"
