"""Nodes, texts and numbers of the graph as RDF terms that every reader takes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from urllib.parse import quote

import pyoxigraph as ox

from kg.export.characters import clean
from kg.vocabulary import PREFIXES, link_iri


@cache
def term(name: str) -> ox.NamedNode:
    """The IRI of a prefixed name of ours, `kg:uses`."""
    prefix, _, local = name.partition(":")
    return ox.NamedNode(PREFIXES[prefix] + local)


def node_iri(node: str, base: str) -> ox.NamedNode:
    """A node's id as an IRI; what no parser would take is encoded, at last under `base`."""
    try:
        return ox.NamedNode(node)
    except ValueError:
        ascii_iri = quote(node, safe=":/?#@!$&'()*+,;=%~", errors="replace")
    for candidate in (link_iri(node), link_iri(ascii_iri)):
        try:
            return ox.NamedNode(candidate)
        except ValueError:
            continue
    return ox.NamedNode(f"{base}link/{quote(node, safe='', errors='replace')}")


def local_name(node: str, base: str) -> str:
    """What stands for a node within other IRIs: its path under `base`, or a hash of the address of a link."""
    if node.startswith(base):
        return node_iri(node, base).value.removeprefix(base)
    return "link/" + hashlib.sha256(node.encode("utf-8", "replace")).hexdigest()[:16]


def assertion_iri(paper: str, relation: str, target: str, base: str) -> ox.NamedNode:
    """The IRI of what says that the node `paper` has `relation` to the node `target`."""
    name = local_name(paper, base).removeprefix("paper/")
    return ox.NamedNode(f"{base}assertion/{name}/{relation}/{local_name(target, base)}")


def text(value: str, *, keep_offsets: bool = False) -> ox.Literal:
    """A literal without control characters; a space takes their place to keep offsets."""
    return ox.Literal(clean(value, " " if keep_offsets else ""))


def texts(values: Iterable[str]) -> list[ox.Literal]:
    """The distinct literals of `values`, sorted."""
    return [ox.Literal(value) for value in sorted(set(map(clean, values)))]


def address(url: str) -> ox.Literal:
    """An address as it was given, which need not be an IRI."""
    return ox.Literal(clean(url), datatype=term("xsd:anyURI"))


def decimal(number: float) -> ox.Literal:
    """`number` with the digits that Python shows, never with an exponent."""
    return ox.Literal(format(Decimal(repr(float(number))), "f"), datatype=term("xsd:decimal"))


def offset(number: int) -> ox.Literal:
    """An offset, of the type that the Web Annotation vocabulary asks for."""
    return ox.Literal(str(number), datatype=term("xsd:nonNegativeInteger"))


def year(number: int) -> ox.Literal:
    """A year of at least four digits, as XML Schema wants it."""
    return ox.Literal(f"{number:04d}", datatype=term("xsd:gYear"))
