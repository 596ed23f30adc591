"""Which pipeline it is: name, version, and a hash of all that decides what it finds, told by its files alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.extractions import parse_json
from kg.files import packaged

LIBRARIES = ("numpy", "onnxruntime", "spacy", "tokenizers")
"""What extraction runs on: another version may round otherwise, or cut a text into other words."""

MODEL_FOLDER = Path(__file__).parent / "model"
"""The packaged network and its description."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A pipeline's name, its version with the hash, and the confidence below which it leaves concepts out."""

    name: str
    version: str
    min_confidence: float

    def recorded(self, min_confidence: float | None = None) -> str:
        """What extractions record as their pipeline: name and version, and another threshold than its own."""
        least = self.min_confidence if min_confidence is None else min_confidence
        threshold = "" if least == self.min_confidence else f" min-confidence {float(least)!r}"
        return f"{self.name} {self.version}{threshold}"


@dataclass(frozen=True, slots=True)
class PipelineFiles:
    """Where the files of an installed or saved pipeline are; `package` is the module that loads it, if any."""

    folder: Path
    package: str | None


def find_pipeline(pipeline: str) -> PipelineFiles:
    """The files of an installed package, else of a folder. Raises InputError where neither is a spaCy pipeline."""
    folder = _package_folder(pipeline)
    if folder is not None and (folder / "meta.json").is_file():
        return PipelineFiles(folder, pipeline)
    if (Path(pipeline) / "meta.json").is_file():
        return PipelineFiles(Path(pipeline), None)
    if folder is None and not Path(pipeline).is_dir():
        raise InputError(
            f"--pipeline {pipeline}: no package of this name is installed, and there is no such folder; give the "
            "name of an installed spaCy pipeline, or the folder that nlp.to_disk wrote"
        )
    raise InputError(f"--pipeline {pipeline}: is no spaCy pipeline; it has no meta.json")


def _package_folder(name: str) -> Path | None:
    try:
        spec = find_spec(name) if name.isidentifier() else None
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).parent if spec and spec.origin and spec.submodule_search_locations else None


def library_versions() -> dict[str, str]:
    """The installed versions of `LIBRARIES`.

    They are no part of an identity: one pipeline has one name on all machines, whatever runs it there.
    """
    return {name: metadata.version(name) for name in LIBRARIES}


def identify(pipeline: str | None) -> Identity:
    """The identity of the packaged pipeline (None), or of an installed or saved one, without loading it.

    Raises InputError when there is no such pipeline.
    """
    if pipeline is None:
        file = MODEL_FOLDER / "model.json"
        with packaged(file):
            model = _read_object(file)
            return Identity(
                model["name"], f"{model['version']}+{_fingerprint(None)}", model["min_confidence"]
            )
    folder = find_pipeline(pipeline).folder
    meta = _read_object(folder / "meta.json")
    if not all(isinstance(meta.get(name), str) and meta[name] for name in ("lang", "name", "version")):
        raise InputError(f"{folder / 'meta.json'}: has no language, name and version of a spaCy pipeline")
    least = meta.get("kg_min_confidence", 0.0)
    if not isinstance(least, (int, float)) or not 0 <= least <= 1:
        raise InputError(f"{folder / 'meta.json'}: kg_min_confidence {least!r} is not between 0 and 1")
    version = f"{meta['version']}+{_fingerprint(folder)}"
    return Identity(f"{meta['lang']}_{meta['name']}", version, float(least))


def _read_object(file: Path) -> dict[str, Any]:
    try:
        found = parse_json(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise InputError(f"{file}: is no JSON object")
    return found


def _fingerprint(folder: Path | None) -> str:
    """A hash of all that decides what is found: our rules and packaged model, and the files of another pipeline."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for part in (package / "extract", package / "text", *([folder] if folder else [])):
        for path in sorted(part.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                with path.open("rb") as file:
                    content = hashlib.file_digest(file, "sha256").hexdigest()
                digest.update(f"{path.relative_to(part).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:8]
