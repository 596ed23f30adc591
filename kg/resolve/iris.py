"""IRIs of concepts: a function of type and key alone, so that no other paper or spelling can change one."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from kg.text.segmentation import readable
from kg.vocabulary import concept_iri

_WORDS_OF_SIGNS = {"plus", "sharp", "star"}
"""Words that an IRI has for a sign (`C++`); a name that has the word itself gets a hash."""
_SIGNS_OF_WORDS = {"&", "@"}
"""Signs whose words (`and`, `at`) are more frequent than they are: here the sign gets the hash."""


class NodeKey(NamedTuple):
    """What makes two concepts one: the type and the key of the full name.

    A file of links can keep a form apart from others of its key: then `variant` is that form.
    """

    type: str
    name: str
    variant: str = ""


def node_iri(base: str, node: NodeKey) -> str:
    """The IRI of a concept: its key cut into words again. What the words do not tell from another key gets a hash."""
    words, alone = readable(node.name)
    iri = concept_iri(base, node.type, " ".join(words))
    alone &= _WORDS_OF_SIGNS.isdisjoint(words) and _SIGNS_OF_WORDS.isdisjoint(node.name)
    return iri if alone and not node.variant else f"{iri}-{digest(node)}"


def digest(node: NodeKey) -> str:
    """A short hash of a key and its variant."""
    return hashlib.sha256(f"{node.name}\n{node.variant}".encode("utf-8", "replace")).hexdigest()[:8]
