"""Concepts and assertions as a networkx graph: assembly, statistics, layout.

The graph is a `networkx.MultiDiGraph` whose node keys are IRIs (the same as in the RDF) and whose edge keys
are relation names of `kg.vocabulary.RELATIONS`. Attributes are named in `kg.graph.attributes`.
"""
