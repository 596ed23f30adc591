"""Types, roles and relations, and the IRIs that stand for them in ontology/kg.ttl."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from pathlib import Path
from urllib.parse import quote, urljoin

ONTOLOGY = "https://w3id.org/paperkg/ontology#"
BASE_IRI = "https://w3id.org/paperkg/"

PREFIXES = {
    "kg": ONTOLOGY,
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

_SPELLED = {"+": " plus ", "#": " sharp ", "&": " and ", "@": " at ", "*": " star "}
_IRI_ILLEGAL = re.compile(
    r"%(?![0-9A-Fa-f]{2})|(?![A-Za-z0-9\-._~:/?#@!$&'()*+,;=%])(?:_|[^\w]|[\ud800-\udfff])"
)
_AUTHORITY = re.compile(r"(?:[^@%]*@)?[^@:%]+(?::[0-9]*)?")


def slug(name: str) -> str:
    """A readable IRI segment for `name`: letters and digits of any script, joined by hyphens.

    A name that loses other characters on the way gets a short hash of itself, so that distinct names
    (already normalised for case and spacing) have distinct slugs.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    spelled = "".join(_SPELLED.get(c, c) for c in folded)
    words = re.findall(r"[^\W_]+", spelled)
    readable = "-".join(words)[:80].rstrip("-")
    lost = re.sub(r"[^\W_]|[\s\-_]", "", spelled)
    if lost or not readable or len("-".join(words)) > 80:
        digest = hashlib.sha256(folded.encode("utf-8", "replace")).hexdigest()[:8]
        return f"{readable}-{digest}" if readable else digest
    return readable


def concept_iri(base: str, concept_type: str, name: str) -> str:
    """The IRI of a concept, from its type and its normalised name alone: `…/method/behavioral-cloning`."""
    return f"{base}{concept_type.lower()}/{slug(name)}"


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
