"""Extractions in, concepts out: one concept, one node, and a ledger that says why."""

from kg.resolve.resolve import Resolution, resolve

__all__ = ["Resolution", "resolve"]
