"""Concepts and assertions as rows, which are streamed, and what is drawn of them as a networkx graph.

That graph is a `networkx.MultiDiGraph` whose node keys are IRIs (the same as in the RDF) and whose edge keys
are relation names of `kg.vocabulary.RELATIONS`. Attributes are named in `kg.graph.attributes`.
"""
