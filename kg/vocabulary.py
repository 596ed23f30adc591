"""Types, roles and relations, and the IRIs that stand for them in ontology/kg.ttl."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote, urljoin

ONTOLOGY = "https://w3id.org/paperkg/ontology#"
BASE_IRI = "https://w3id.org/paperkg/"

PREFIXES = {
    "kg": ONTOLOGY,
    "bibo": "http://purl.org/ontology/bibo/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "fabio": "http://purl.org/spar/fabio/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "oa": "http://www.w3.org/ns/oa#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}

PAPER = "Paper"
LINK = "Link"

ROLES: dict[str, tuple[str, ...]] = {
    "Method": ("introduced", "used", "compared", "mentioned"),
    "Dataset": ("introduced", "used", "mentioned"),
    "Task": ("addressed", "mentioned"),
    "Metric": ("introduced", "used", "mentioned"),
}
CONCEPT_TYPES = tuple(ROLES)
NODE_TYPES = (PAPER, *CONCEPT_TYPES, LINK)
OTHER_ROLES = ("introduced", "used", "compared", "mentioned")
"""Roles of the types of another field, which a pipeline may bring."""
LINK_ROLES = ("code", "data", "model", "project", "demo", "video", "paper", "other")

RELATIONS: dict[str, str] = {
    "introduced": "introduces",
    "used": "uses",
    "compared": "comparesWith",
    "addressed": "addresses",
    "mentioned": "mentions",
    "code": "hasCode",
    "data": "hasData",
    "model": "hasModel",
    "project": "hasPage",
    "demo": "hasDemo",
    "video": "hasVideo",
    "paper": "refersTo",
    "other": "seeAlso",
}
"""Role of a concept or a link in a paper -> name of the edge from the paper to it."""

RELATION_IRIS: dict[str, str] = {
    **{name: ONTOLOGY + name for name in RELATIONS.values()},
    "hasCode": PREFIXES["schema"] + "codeRepository",
    "hasPage": PREFIXES["foaf"] + "page",
    "refersTo": PREFIXES["dcterms"] + "references",
    "seeAlso": PREFIXES["rdfs"] + "seeAlso",
}
"""Name of an edge -> the property that stands for it in RDF."""

_TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
_SPELLED = str.maketrans({"+": " plus ", "#": " sharp ", "&": " and ", "@": " at ", "*": " star "})
_SLUG_WORD = re.compile(r"[^\W_]+(?:(?<=[0-9])\.(?=[0-9])[^\W_]+)*")
_IRI_ILLEGAL = re.compile(
    r"%(?![0-9A-Fa-f]{2})|(?![A-Za-z0-9\-._~:/?#@!$&'()*+,;=%])(?:_|[^\w]|[\ud800-\udfff])"
)
_AUTHORITY = re.compile(r"(?:[^@%]*@)?[^@:%]+(?::[0-9]*)?")


def is_concept_type(name: str) -> bool:
    """Whether `name` is a concept type: one of the four, or the name of a type of another field."""
    return name not in (PAPER, LINK) and _TYPE_NAME.fullmatch(name) is not None


def roles_of(concept_type: str) -> tuple[str, ...]:
    """The roles that concepts of a type can have in a paper."""
    return ROLES.get(concept_type, OTHER_ROLES)


def check_type_and_role(concept_type: str, role: str) -> None:
    """Raise ValueError unless a concept can have this type, and this role in a paper."""
    if not is_concept_type(concept_type):
        raise ValueError(
            f"{concept_type!r} is no concept type: there are {', '.join(CONCEPT_TYPES)}, and those of another field, "
            "named by a capital, then letters and digits, such as Gene"
        )
    if role not in roles_of(concept_type):
        raise ValueError(f"a {concept_type} has no role {role!r}; known: {', '.join(roles_of(concept_type))}")


def concept_types(found: Iterable[str]) -> tuple[str, ...]:
    """The four concept types, then those of another field that are among the names `found`, by name."""
    return (*CONCEPT_TYPES, *sorted(filter(is_concept_type, set(found).difference(CONCEPT_TYPES))))


def node_types(found: Iterable[str]) -> tuple[str, ...]:
    """The types of a graph's nodes in the order in which every export has them; `found` are those of its nodes."""
    return (PAPER, *concept_types(found), LINK)


def slug(name: str) -> str:
    """A readable IRI segment for `name`: letters and digits of any script, joined by hyphens.

    A dot within a number stays.
    A name that loses other characters on the way gets a short hash of itself, so that distinct names
    (already normalised for case and spacing) have distinct slugs.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    spelled = folded.translate(_SPELLED)
    words = _SLUG_WORD.findall(spelled)
    readable = "-".join(words)[:80].rstrip("-.")
    lost = re.sub(r"[\s\-_]", "", _SLUG_WORD.sub("", spelled))
    if lost or not readable or len("-".join(words)) > 80:
        digest = hashlib.sha256(folded.encode("utf-8", "replace")).hexdigest()[:8]
        return f"{readable}-{digest}" if readable else digest
    return readable


def type_segment(concept_type: str) -> str:
    """What the IRIs of a type's concepts have after the base: `method`, or `Gene` for a type of another field.

    The capital keeps such a type apart from what else stands under the base, and `GENE` from `Gene`.
    """
    return concept_type.lower() if concept_type in CONCEPT_TYPES else concept_type


def type_iri(base: str, node_type: str) -> str:
    """The IRI of the class of a type's nodes: of the ontology, or under the base for a type of another field."""
    return f"{ONTOLOGY}{node_type}" if node_type in NODE_TYPES else f"{base}type/{node_type}"


def concept_iri(base: str, concept_type: str, name: str) -> str:
    """The IRI of a concept, from its type and its normalised name alone: `…/method/behavioral-cloning`."""
    return f"{base}{type_segment(concept_type)}/{slug(name)}"


def paper_iri(base: str, paper_id: str) -> str:
    """The IRI of a paper, from its id in the source, all but unreserved characters percent-encoded."""
    encoded = quote(paper_id, safe="", errors="replace")
    return f"{base}paper/{encoded.replace('.', '%2E') if not encoded.strip('.') else encoded}"


def link_iri(url: str, base: str = BASE_IRI) -> str:
    """`url` as an IRI that every parser takes (RFC 3987).

    It gets a scheme where it has none; what IRIs forbid is percent-encoded, and dot segments are resolved. An
    address whose host no parser takes, or that is itself under `base`, becomes an IRI of its own under `base`.
    """
    scheme, colon, rest = url.partition("://")
    if not (colon and re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme)):
        scheme, rest = "https", url
    encoded = _IRI_ILLEGAL.sub(lambda m: quote(m[0], safe="", errors="replace"), rest)
    before, hash_sign, fragment = encoded.partition("#")
    authority, path, query = re.fullmatch(r"([^/?]*)([^?]*)(.*)", before, re.S).groups()  # type: ignore[union-attr]
    if "/." in path:
        path = urljoin("http://host", path).removeprefix("http://host")
    iri = f"{scheme}://{authority}{path}{query}{hash_sign}{fragment.replace('#', '%23')}"
    if not _AUTHORITY.fullmatch(authority) or iri.startswith(base):
        return f"{base}link/{quote(url, safe='', errors='replace')}"
    return iri


def ontology_folder() -> Path:
    """The folder of kg.ttl, shapes.ttl and questions/: inside an installed package, else beside it."""
    installed = Path(__file__).parent / "ontology"
    return installed if installed.is_dir() else Path(__file__).parents[1] / "ontology"
