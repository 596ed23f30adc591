"""Checks of the page that `kg.export.html` writes: its data, and the policy that lets its own scripts run alone."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from kg.export.html import content_hash
from kg.extractions import parse_json
from kg.graph import attributes as a

_DATA = 'type="application/json" id="data"'
_SCRIPT = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL)
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
_ALLOWED = re.compile(r"script-src ([^;]*);")


def page_problems(path: Path) -> list[str]:
    """What keeps the page at `path` from showing its graph, or lets it run more than it came with, a line each."""
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError as error:
        return [f"is not UTF-8: {error.reason} at byte {error.start}"]
    found_policy = _POLICY.search(text)
    policy = html.unescape(found_policy[1]) if found_policy else ""
    allowed = _ALLOWED.search(policy)
    if not allowed or "default-src 'none'" not in policy:
        return ["has no Content Security Policy that forbids all but its own scripts"]
    hashes = [content_hash(content) for about, content in _SCRIPT.findall(text) if not about]
    found = []
    if hashes != allowed[1].split():
        found.append("has other scripts than its Content Security Policy allows")
    try:
        _drawn(text)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        found.append(f"has data that cannot be read ({type(error).__name__})")
    return found


def drawn_on_page(path: Path) -> tuple[set[str], set[tuple[str, str, str]]]:
    """The IRIs of the nodes on the page at `path`, and its edges: source, relation, target.

    Raises ValueError, KeyError, TypeError or IndexError where its data is not as `kg.export.html` writes it.
    """
    return _drawn(path.read_text(encoding="utf-8"))


def _drawn(page: str) -> tuple[set[str], set[tuple[str, str, str]]]:
    scripts = dict(_SCRIPT.findall(page))
    data: dict[str, Any] = parse_json(scripts[f" {_DATA}"])
    iris, relations, edges = data["nodes"]["iri"], data["relations"], data["edges"]
    columns = zip(edges["from"], edges[a.RELATION], edges["to"], strict=True)
    return set(iris), {(iris[source], relations[name], iris[target]) for source, name, target in columns}
