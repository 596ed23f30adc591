"""What each worker does with papers, whatever engine it belongs to: their lines of extraction, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kg.errors import KgError
from kg.extract.identity import identify, library_versions
from kg.extractions import extraction_line
from kg.records import Paper

if TYPE_CHECKING:
    from spacy.language import Language


@dataclass(frozen=True, slots=True)
class Recipe:
    """What decides what is found in a text.

    `pipeline` is the name of an installed spaCy pipeline or the folder of a saved one, None the packaged one;
    `min_confidence` (0 to 1) replaces what the pipeline itself leaves concepts out below. `recorded` is what
    extractions record as their pipeline: its name, version and fingerprint, and the threshold; `libraries` are the
    versions of what it runs on.
    """

    pipeline: str | None
    min_confidence: float | None
    recorded: str
    libraries: str

    @property
    def described(self) -> str:
        """The pipeline and what it runs on: what equals this finds the same, to the bit."""
        return f"{self.recorded} on {self.libraries}"


def libraries() -> str:
    """The versions of this machine's libraries that pipelines run on."""
    return ", ".join(f"{name} {version}" for name, version in library_versions().items())


def recipe(pipeline: str | None = None, min_confidence: float | None = None) -> Recipe:
    """The recipe of this machine's pipeline. Raises InputError when there is no such pipeline."""
    return Recipe(pipeline, min_confidence, identify(pipeline).recorded(min_confidence), libraries())


@dataclass(frozen=True, slots=True)
class Failed:
    """A paper (its id and where it was read) that could not be extracted, and why not."""

    paper: str
    source: str
    reason: str

    def __str__(self) -> str:
        where = f"{self.source}: " if self.source else ""
        return f"{where}paper {self.paper} is left out, its text makes the extraction fail: {self.reason}"


Result = bytes | Failed
"""The line of an extraction, or why a paper has none."""


@lru_cache(maxsize=1)
def _loaded(made: Recipe) -> Language:
    """The pipeline, loaded once in a process."""
    from kg.extract.pipeline import load_pipeline

    here = recipe(made.pipeline, made.min_confidence)
    if here != made:
        raise KgError(
            f"a worker has another pipeline than the run ({here.described}, not {made.described}); "
            "install the same version of everything on all machines"
        )
    return load_pipeline(made.pipeline)


def extract_lines(made: Recipe, papers: Sequence[Paper]) -> list[Result]:
    """A result for each paper, in their order. Raises InputError for a pipeline that cannot be used."""
    if not papers:
        return []
    from kg.extract.pipeline import Failure, attempt

    found = attempt(_loaded(made), papers, min_confidence=made.min_confidence)
    return [
        Failed(one.paper.id, one.paper.source, _reason(one.error))
        if isinstance(one, Failure)
        else extraction_line(one)
        for one in found
    ]


def _reason(error: Exception) -> str:
    said = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
