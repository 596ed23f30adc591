"""What a build says of itself: report.json, and its reading."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field
from importlib import metadata
from pathlib import Path
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any

from kg.errors import InputError
from kg.extract.identity import library_versions
from kg.extractions import parse_json
from kg.files import EXTRACTIONS, REPORT
from kg.records import Paper
from kg.version import __version__
from kg.warnings import Warnings

if TYPE_CHECKING:
    from kg.resolve.links import LinkLine


@dataclass(slots=True)
class Report:
    """What a run did: its warnings, inputs (name, SHA-256), seconds by stage, and the statistics of its graph.

    `duplicates` counts the papers that came again, by what they have in common with the one that is kept; `drawn` says
    what part of the graph GraphML, GEXF and the page have, where that is not all of it; `links` are the lines of the
    user's file; `failed` counts the papers whose text made the extraction fail; `extractions` is the SHA-256 of the
    file of extractions, `given` whether they came from a file, in which anything may stand, or from shards
    that other versions of libraries made.
    """

    warnings: Warnings = field(default_factory=Warnings)
    sources: list[tuple[str, str]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    statistics: dict[str, Any] = field(default_factory=dict)
    duplicates: dict[str, int] = field(default_factory=dict)
    filled: dict[str, int] = field(default_factory=dict)
    drawn: str = ""
    links: tuple[LinkLine, ...] = ()
    failed: int = 0
    extractions: str = ""
    given: bool = False

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the seconds of the block to a stage, but not those of a stage within it."""
        started, before = time.perf_counter(), sum(self.seconds.values())
        try:
            yield
        finally:
            within = sum(self.seconds.values()) - before
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - started - within

    def timed(self, name: str, items: Iterator[Paper]) -> Iterator[Paper]:
        """Count the seconds that each item takes to come to a stage."""
        while True:
            with self.stage(name):
                item = next(items, None)
            if item is None:
                return
            yield item


def _versions() -> dict[str, str]:
    others = {name: metadata.version(name) for name in ("networkx", "pyoxigraph", "pyvis", "rdflib")}
    return {"kg": __version__} | dict(sorted((others | library_versions()).items()))


def report_row(report: Report, *, base_iri: str, evidence: bool, timings: bool) -> dict[str, Any]:
    """What report.json holds. Seconds differ from run to run, so they are in it only with `timings`."""
    row: dict[str, Any] = {
        "counts": report.statistics,
        "duplicates": report.duplicates,
        "filled": report.filled,
        "failed": report.failed,
        "warning_count": report.warnings.count,
        "warnings": report.warnings.first,
        "base_iri": base_iri,
        "evidence": evidence,
        "sources": [{"name": name, "sha256": digest} for name, digest in report.sources],
        "extractions": {"sha256": report.extractions} | ({"given": True} if report.given else {}),
        "links": [astuple(line) for line in report.links],
        "versions": _versions(),
    }
    if report.drawn:
        row["drawn"] = report.drawn
    if timings:
        row["seconds"] = {name: round(value, 3) for name, value in report.seconds.items()}
    return row


@dataclass(frozen=True, slots=True)
class Settings:
    """What a build's folder says of how it was made; `sources` are names and SHA-256."""

    extractions: Path
    base_iri: str
    evidence: bool
    sources: list[tuple[str, str]]
    links: tuple[LinkLine, ...]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"no text: {shown(value)}")
    return value


def read_settings(folder: Path) -> Settings:
    """The settings of the build in `folder`. Raises InputError when there is none, or its report cannot be read."""
    from kg.resolve.links import link_line

    extractions = folder / EXTRACTIONS
    if not extractions.is_file():
        raise InputError(f"{folder}: has no {EXTRACTIONS}; make it with: kg build SOURCE --out {folder}")
    try:
        report = parse_json((folder / REPORT).read_text(encoding="utf-8"))
        sources = [(_text(source["name"]), _text(source["sha256"])) for source in report["sources"]]
        links = tuple(
            link_line([*map(_text, cells)], int(number), f"line {number} of its links")
            for number, *cells in report.get("links", ())
        )
        evidence = report["evidence"]
        if not isinstance(evidence, bool):
            raise ValueError(f"'evidence' is {shown(evidence)}")
        return Settings(extractions, _text(report["base_iri"]), evidence, sources, links)
    except (OSError, ValueError, KeyError, TypeError, OverflowError, InputError) as error:
        raise InputError(f"{folder / REPORT}: cannot be read ({error}); build the folder again") from error


def recorded_digest(folder: Path) -> str:
    """SHA-256 of the extractions that a build left in a folder, as its report has it.

    Empty where there is none, where they were given, or made with other versions of libraries: they need not be what
    the pipeline finds here.
    """
    try:
        report = parse_json((folder / REPORT).read_text(encoding="utf-8"))
        extractions, versions = report["extractions"], report["versions"]
        is_found_here = not extractions.get("given") and library_versions().items() <= versions.items()
        return str(extractions["sha256"]) if is_found_here else ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return ""
