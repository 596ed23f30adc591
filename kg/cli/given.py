"""Files that an argument names in place of a text, `@FILE`."""

from __future__ import annotations

from pathlib import Path

from kg.errors import InputError


def text_of(path: Path, what: str) -> str:
    """The text of a file, less a byte order mark.

    Raises:
        InputError: The file cannot be read, or is not UTF-8; the message calls its content `what`.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot read the {what}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: cannot read the {what}: byte {error.start + 1} is not UTF-8") from error
