"""Where `kg` begins, as a command and as `python -m kg`."""

import os
import sys

from kg.stopping import end_on_signals

_STREAMS = (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))
"""Each with how it is used, and how it is opened where it is closed: to write answers fails, as it should."""


def _open_closed_streams() -> None:
    """Put `/dev/null` in place of a standard stream that is closed, before a file of ours takes its number."""
    for number, (name, mode, flags) in enumerate(_STREAMS):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # takes the lowest number that is free
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))


def main() -> None:
    """Run the command line; signals end it well from before the first long import on."""
    _open_closed_streams()
    end_on_signals()
    from kg.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
