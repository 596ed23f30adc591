"""JSON (RFC 8259) that is no JSON Lines: an array of objects, an object that holds one, objects one after another.

Services answer with such an object: `{"message": {"items": […]}}`, `{"notes": […]}`, `{"results": […]}`. One object is
held at a time, so that memory does not grow with the file. The parser is the standard library's; ijson, the usual one
for streams, ends at a lone surrogate, needs memory that grows with the square of the depth (17 GB for 100 kB of `[`),
and does not say on which line it is.
"""

from __future__ import annotations

import codecs
import io
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from kg.sources.fields import Report
from kg.sources.jsonlines import Object
from kg.sources.lines import LONGEST

CHUNK = 1 << 16

_ARRAYS = frozenset({"data", "items", "notes", "papers", "recommendedPapers", "results", "works"})
"""Members in which an answer holds the papers, as an array."""
_OBJECTS = frozenset({"message"})
"""Members in which an answer holds such an object, or one paper."""
_OF_A_PAPER = frozenset({"abstract", "content", "paper", "text", "title"})
"""Members that say that the object is no answer: it is a paper, whatever else it has."""

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class _Text:
    """The text of a stream, read piece by piece; `line` is the number of the line that `place` is on."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._fault: UnicodeDecodeError | None = None
        self._text = ""
        self._place = 0
        self.line = 1

    def _more(self) -> bool:
        """Read on, as much as is there already, so that a long value is not tried too often.

        What stands before a byte that is not UTF-8 is still read; the next call raises the error.
        """
        if self._fault:
            raise self._fault
        kept = self._text[self._place :]
        if len(kept) > LONGEST:
            raise ValueError(f"an object of more than {LONGEST >> 20} Mi characters")
        data = self._file.read(max(CHUNK, len(kept)))
        try:
            text = self._decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            self._fault, text = error, error.object[: error.start].decode("utf-8")
        self._text, self._place = kept + text, 0
        return bool(data or self._fault)

    def _move(self, end: int) -> None:
        self.line += self._text.count("\n", self._place, end)
        self._place = end

    def next(self) -> str:
        """The next character that is no space, left where it is; empty at the end."""
        while True:
            self._move(_SPACE.match(self._text, self._place).end())  # type: ignore[union-attr]
            if self._place < len(self._text):
                return self._text[self._place]
            if not self._more():
                return ""

    def take(self, expected: str) -> bool:
        """Whether `expected` comes next; then it is passed."""
        found = self.next() == expected
        if found:
            self._place += 1
        return found

    def require(self, expected: str) -> None:
        if not self.take(expected):
            raise ValueError(f"not JSON: {expected!r} is missing")

    def value(self) -> Any:
        """The next value, as a whole. Raises ValueError when it is none, RecursionError when it is too deep."""
        self.next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._place)
            except json.JSONDecodeError as error:
                # A value that the piece cuts off fails at its end, or at the start of its last string or escape.
                cut = error.msg.startswith("Unterminated") or error.pos > len(self._text) - 16
                if not (cut and self._more()):
                    self._move(max(self._place, min(error.pos, len(self._text))))
                    raise ValueError(f"not JSON: {error.msg}") from error
            else:
                if end < len(self._text) or not self._more():
                    self._move(end)
                    return value

    def members(self) -> Iterator[str]:
        """The names of an object's members; who asks for the next one has taken the value of the last."""
        self.require("{")
        if self.take("}"):
            return
        while True:
            if self.next() != '"':
                raise ValueError("not JSON: a name in double quotes is missing")
            name = self.value()
            self.require(":")
            yield name
            if not self.take(","):
                self.require("}")
                return


def _elements(text: _Text) -> Iterator[tuple[int, Any]]:
    text.require("[")
    if text.take("]"):
        return
    while True:
        text.next()
        line = text.line
        yield line, text.value()
        if not text.take(","):
            text.require("]")
            return


def _papers(text: _Text) -> Iterator[tuple[int, Any]]:
    """Line and value of each paper of an array, or of an object that is an answer or a paper itself."""
    start = text.next()
    line = text.line
    if start == "[":
        yield from _elements(text)
    elif start != "{":
        yield line, text.value()
    else:
        others: dict[str, Any] = {}
        found = False
        for name in text.members():
            if (name in _ARRAYS and text.next() == "[") and not others.keys() & _OF_A_PAPER:
                found = True
                yield from _elements(text)
            elif name in _OBJECTS and text.next() == "{" and not others.keys() & _OF_A_PAPER:
                found = True
                yield from _papers(text)
            else:
                others[name] = text.value()
        # What a paper says may stand behind a member that answers have, too.
        if not found or others.keys() & _OF_A_PAPER:
            yield line, others


def read_document(file: BinaryIO, name: str, report: Report) -> Iterator[Object]:
    """The objects of a stream. What follows a fault cannot be read: this goes to `report`."""
    text = _Text(file)
    number = 0
    try:
        while text.next():
            for line, value in _papers(text):
                number += 1
                where = f"{name}:{line} (item {number})"
                if isinstance(value, dict):
                    yield where, value
                else:
                    report(f"{where}: not a JSON object; left out")
                    yield where, None
    except UnicodeDecodeError as error:
        report(f"{name}:{text.line}: not UTF-8 ({error.reason}) after item {number}; the rest is left out")
    except RecursionError:
        report(f"{name}:{text.line}: nested too deeply after item {number}; the rest is left out")
    except ValueError as error:
        report(f"{name}:{text.line}: {error}, after item {number}; the rest is left out")


def _is_answer(head: bytes) -> bool:
    """Whether the object that `head` begins with is an answer that holds papers; `head` may end inside of it."""
    text = _Text(io.BytesIO(head))
    is_answer = False
    try:
        for name in text.members():
            if name in _OF_A_PAPER:
                return False
            start = text.next()
            holds = (name in _ARRAYS and start == "[") or (name in _OBJECTS and start == "{")
            is_answer = is_answer or holds
            # An empty one tells nothing; a long one is cut off.
            if text.value() and holds:
                return True
    except (ValueError, RecursionError):
        pass
    return is_answer


def is_document(head: bytes) -> bool:
    """Whether JSON that begins with `head` is a document rather than lines.

    Lines each hold an object whole, so that a second line begins with `{`; the second line of an object that is laid
    out begins with a name.
    """
    head = head.lstrip()
    if not head.startswith(b"{"):
        return True
    lines = (line.strip() for line in head.split(b"\n", 2)[1:2])
    second = next(iter(lines), b"")
    return second[:1] in (b'"', b"}") or _is_answer(head)
