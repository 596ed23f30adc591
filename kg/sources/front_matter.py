"""Front matter of Markdown: YAML between lines of `---`, or TOML between lines of `+++`, at the start of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, time
from itertools import chain
from typing import Any

from kg.sources.columns import NAMES, normal
from kg.sources.fields import Report

_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_NOTHING: tuple[object, ...] = ("", "~", "null", [], {})
"""Values that stand for none."""
_ENDS = {"---": ("---", "..."), "+++": ("+++",)}
"""The first line of front matter, and what may be its last."""
_DEEP_KEY = re.compile(r"""(?:\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')\s*){50}""")
_MOST_LINES = 200
_MOST_CHARACTERS = 1 << 16

Line = tuple[int, str]


def front_matter(lines: Iterator[Line], name: str, report: Report) -> tuple[dict[str, Any], Iterator[Line]]:
    """The fields that front matter at the start of the file says of its papers, and the lines after it."""
    first = next(lines, None)
    ends = _ENDS.get(first[1].rstrip()) if first else None
    if first is None or ends is None:
        return {}, chain([first] if first else [], lines)
    # Without a line that ends it, and where it is no list of names, the first line is a rule over a text.
    taken: list[Line] = []
    length = 0
    for line in lines:
        taken.append(line)
        length += len(line[1]) + 1
        if line[1].rstrip() in ends:
            break
        if len(taken) > _MOST_LINES or length > _MOST_CHARACTERS:
            return {}, chain(taken, lines)
    else:
        return {}, iter(taken)
    text = "\n".join(text for _, text in taken[:-1])
    try:
        said = _yaml(text) if "---" in ends else _toml(text)
    except (ValueError, RecursionError) as error:
        report(f"{name}:1: the front matter is left out: {' '.join(str(error).split())[:100]}")
        return {}, lines
    if not isinstance(said, dict):
        return {}, chain(taken if said else [], lines)
    names = {normal(key): bare(value) for key, value in said.items() if value not in _NOTHING}
    found = {
        field: next((names[name] for name in known if name in names), None) for field, known in NAMES.items()
    }
    # A summary or a text is not yet the abstract, which may be what stands below.
    found["abstract"] = names.get("abstract")
    return {field: value for field, value in found.items() if value is not None}, lines


def _yaml(text: str) -> Any:
    """What YAML says, no value more than a text. Raises ValueError where it is none, or has aliases."""
    import yaml

    # libyaml: the parser in Python takes minutes for a line of brackets.
    loader = yaml.CBaseLoader
    try:
        # What is named once and meant often can grow beyond measure when it is written out.
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=loader)):
            raise ValueError("its YAML has aliases (*name)")
        return yaml.load(text, Loader=loader)
    except yaml.YAMLError as error:
        raise ValueError(f"no YAML: {error}") from None


def _toml(text: str) -> dict[str, Any]:
    """What TOML says, dates as texts. Raises ValueError where it is none, or has keys of very many parts."""
    import tomllib

    if _DEEP_KEY.search(text):  # whose time grows with the square of the parts
        raise ValueError("its TOML has a key of 50 parts or more")
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"no TOML: {error}") from None
    return {
        key: value.isoformat() if isinstance(value, (date, time)) else value for key, value in said.items()
    }


def bare(value: Any) -> Any:
    """A value without the brackets of links between notes: `[[Ann Lee]]` is Ann Lee."""
    if isinstance(value, list):
        links = map(_linked, value)
        return [_WIKI_LINK.sub(r"\1", part) if isinstance(part, str) else part for part in links]
    return _WIKI_LINK.sub(r"\1", value) if isinstance(value, str) else value


def _linked(value: Any) -> Any:
    """A link between notes that stood without quotes, of which YAML makes lists: `- [[Ann Lee]]`."""
    link = value
    for _ in range(2):
        link = link[0] if isinstance(link, list) and len(link) == 1 else link
    return f"[[{link}]]" if link is not value and isinstance(link, str) else value
