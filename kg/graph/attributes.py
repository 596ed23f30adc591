"""The attribute keys of the graph, named once.

Nodes
    type        `Paper`, a concept type, or `Link`
    label       what people see: a paper's title (or what it introduces, or its first words), a concept's
                preferred label, a link's address
    identifier  paper: its id in the source
    title, text, venue, url, keywords, authors, doi, year
                paper: as in `kg.records.Paper`; year is absent when unknown
    aliases     concept: the other names, a tuple of strings
    broader     concept: IRIs of broader concepts, a tuple of strings
    related     concept: IRIs of related concepts, a tuple of strings
    replaces    concept: IRIs that it would have had from fewer papers, a tuple of strings
    ambiguous   concept: true of an acronym that papers use without saying what for; absent of others
    url         link: the address as it stands in the text
    papers      concept and link: number of papers with an edge to it
    x, y, size  position and diameter, set by `kg.graph.layout`
    community   number of the node's community, set by `kg.graph.layout`
Edges, from a paper to a concept or a link
    relation    the same as the edge's key
    role        the concept's or link's role in the paper
    confidence  between 0 and 1
    weight      number of mentions, at least 1
    mentions    the evidence, a tuple of `kg.records.Mention` into the paper's text
Edges of a projection (`kg.graph.projection`), between two papers or two concepts
    relation    the same for all
    weight      number of concepts or papers that both have
    strength    that number, less for what many others have too
    p_value     how probable a tie so strong is by chance
    shared      labels of the concepts or ids of the papers, a sorted tuple
Graph
    base        the base IRI
    pipeline    name and version of what extracted (several joined by `, `)
    sources     a tuple of (name of an input, SHA-256 of its bytes)
    clusters    names of the communities, by their number
    tied        of a projection: its nodes, `concepts` or `papers`
    cut         what the graph is a part of, in words; absent of a whole one
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

TYPE = "type"
LABEL = "label"
IDENTIFIER = "identifier"
TITLE = "title"
TEXT = "text"
YEAR = "year"
VENUE = "venue"
URL = "url"
KEYWORDS = "keywords"
AUTHORS = "authors"
DOI = "doi"
ALIASES = "aliases"
BROADER = "broader"
RELATED = "related"
REPLACES = "replaces"
AMBIGUOUS = "ambiguous"
PAPERS = "papers"
X = "x"
Y = "y"
SIZE = "size"
COMMUNITY = "community"

RELATION = "relation"
ROLE = "role"
CONFIDENCE = "confidence"
WEIGHT = "weight"
MENTIONS = "mentions"
STRENGTH = "strength"
P_VALUE = "p_value"
SHARED = "shared"

BASE = "base"
PIPELINE = "pipeline"
SOURCES = "sources"
CLUSTERS = "clusters"
TIED = "tied"
CUT = "cut"

COLORS = {
    "Paper": "#4c566a",
    "Method": "#2563eb",
    "Dataset": "#047857",
    "Task": "#b45309",
    "Metric": "#9333ea",
    "Link": "#be123c",
}
"""Colour of a node by its type, `#rrggbb`; every exporter uses these."""
OTHER_COLORS = (
    *("#0e7490", "#a21caf", "#4d7c0f", "#7c2d12"),
    *("#3730a3", "#365314", "#c2188b", "#1e293b"),
)
"""Colours of the types of another field, in their order; after the last comes the first again."""

TOPIC_COLORS = (
    *("#1d4ed8", "#c2410c", "#15803d", "#7e22ce", "#0f766e"),
    *("#be185d", "#92400e", "#0369a1", "#4d7c0f", "#b91c1c"),
)
"""Colours of the communities from the largest on; after the last comes the first again."""


def colors(types: Iterable[str]) -> dict[str, str]:
    """The colour of each of the `types` of a graph's nodes, in the order that `kg.vocabulary.node_types` gives."""
    others = cycle(OTHER_COLORS)
    return {name: COLORS.get(name) or next(others) for name in types}
