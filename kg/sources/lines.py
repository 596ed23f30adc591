"""Lines of a stream of bytes, as text, with clear words about bytes that are none and lines that do not end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from kg.errors import InputError

BOM = b"\xef\xbb\xbf"

LONGEST = 1 << 26
"""Bytes of the longest line, and characters of the longest record, that are read: 64 Mi. It bounds the memory."""

TOO_LONG = f"longer than {LONGEST >> 20} MiB; it is left out"

_LINE_END = re.compile(r"\r\n|\r|\n")


def weight(line: str) -> int:
    """Bytes, about, that a line takes in a list; the lines of a record that is kept have no more than `LONGEST`."""
    return len(line) + 64


def decoded_lines(file: BinaryIO, name: str) -> Iterator[str]:
    """Lines, ended by LF, CRLF or CR, without their ends and without a byte order mark.

    Raises InputError, with the offset, at a byte that is not UTF-8, and for a line longer than `LONGEST`.
    """
    offset = 0
    while raw := file.readline(LONGEST):
        if len(raw) == LONGEST and not raw.endswith(b"\n"):
            raise InputError(
                f"{name}: from byte {offset} on, a line of more than {LONGEST >> 20} MiB; divide it"
            )
        line = raw.removeprefix(BOM) if offset == 0 else raw
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            place = offset + len(raw) - len(line) + error.start
            raise InputError(
                f"{name}: byte {place} (0x{line[error.start]:02x}) is not UTF-8; if it is text in another encoding, "
                "convert it, e.g. iconv -f WINDOWS-1252 -t UTF-8"
            ) from error
        offset += len(raw)
        yield from _LINE_END.split(text.removesuffix("\n").removesuffix("\r"))
