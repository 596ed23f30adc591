"""What an acronym stands for: every paper that defines one decides for itself, the others follow the majority."""

from __future__ import annotations

from collections import Counter, defaultdict

DOMINANCE = 0.8
"""A paper that leaves an acronym undefined takes its main sense if that has this share of the definitions."""


class AcronymSenses:
    """Definitions of acronyms over a corpus, by concept type."""

    def __init__(self) -> None:
        self._papers: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    def define(self, concept_type: str, short: str, long: str) -> None:
        """Count one use of the acronym with key `short` beside the name with key `long`."""
        self._papers[concept_type, short][long] += 1

    def dominant(self, concept_type: str, short: str) -> str | None:
        """The long form's key that an undefined acronym takes, or None where no sense dominates."""
        senses = self._papers.get((concept_type, short))
        if not senses:
            return None
        long, papers = min(senses.items(), key=lambda item: (-item[1], item[0]))
        return long if papers >= DOMINANCE * senses.total() else None
