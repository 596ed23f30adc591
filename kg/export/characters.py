"""What no format should hold: the one place that says which characters are left out of every export."""

from __future__ import annotations

import re
from typing import Any

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def clean(text: str, replacement: str = "") -> str:
    """`text` with `replacement` for control and noncharacters (XML 1.0, section 2.2), U+FFFD for lone surrogates.

    A replacement of one character keeps offsets as they are.
    """
    return _FORBIDDEN.sub(lambda found: "\ufffd" if "\ud800" <= found[0] <= "\udfff" else replacement, text)


def is_clean(value: Any) -> bool:
    """Whether `clean` leaves a text, or each member of a sequence of texts, as it is."""
    members = value if isinstance(value, (tuple, list)) else (value,)
    return not any(_FORBIDDEN.search(member) for member in members if isinstance(member, str))
