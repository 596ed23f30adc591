"""What a run warns of: any number of messages, of which the first are kept."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

MOST_WARNINGS = 1000
"""So many warnings are kept and shown; the rest is counted."""


@dataclass(slots=True)
class Warnings:
    """The `first` warnings, and the `count` of all."""

    first: list[str] = field(default_factory=list)
    count: int = 0

    @property
    def more(self) -> int:
        """How many there are beside the first."""
        return self.count - len(self.first)

    def add(self, message: str) -> bool:
        """Count a warning, and keep it if it is among the first; whether it is."""
        self.count += 1
        if is_kept := len(self.first) < MOST_WARNINGS:
            self.first.append(message)
        return is_kept

    def extend(self, others: Warnings) -> None:
        """Add all that `others` has counted."""
        for message in others.first:
            self.add(message)
        self.count += others.more

    def telling(self, tell: Callable[[str], None]) -> Callable[[str], None]:
        """A function that adds a warning and passes it to `tell`, if it is among the first."""

        def add(message: str) -> None:
            if self.add(message):
                tell(message)

        return add


class _PassedOn(logging.Handler):
    def __init__(self, warn: Callable[[str], None], but: str) -> None:
        super().__init__(logging.WARNING)
        self._warn, self._but = warn, but

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != self._but:
            self._warn(record.getMessage())


@contextmanager
def logged_warnings(warn: Callable[[str], None], *, but: str = "") -> Iterator[None]:
    """Pass on to `warn` alone, and to no such block around this one, what is logged as a warning in the block.

    `but` is the name of a logger that `warn` itself may write to.
    """
    logger = logging.getLogger("kg")
    outer = [handler for handler in logger.handlers if isinstance(handler, _PassedOn)]
    handler = _PassedOn(warn, but)
    for other in outer:
        logger.removeHandler(other)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        for other in outer:
            logger.addHandler(other)
