"""An export loaded for queries: a pyoxigraph store in memory."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox

from kg.errors import InputError
from kg.export.doctype import refuse_document_type
from kg.export.rdf import SUFFIXES
from kg.files import RDF_FILE


def rdf_file(path: Path) -> tuple[Path, ox.RdfFormat]:
    """The RDF file that `path` is, or that a build's folder holds, with its format.

    Raises `InputError` when there is none or its ending is unknown.
    """
    file = path / RDF_FILE if path.is_dir() else path
    if not file.is_file():
        what = f"{path}: holds no {RDF_FILE}" if path.is_dir() else f"{path}: no such file or folder"
        raise InputError(f"{what}; give a folder that kg build made, or an RDF file")
    if file.suffix.lower() not in SUFFIXES:
        raise InputError(
            f"{file}: no RDF file has the ending {file.suffix!r}: known are {', '.join(SUFFIXES)}"
        )
    return file, SUFFIXES[file.suffix.lower()]


def load(path: Path) -> ox.Store:
    """The triples of a build's folder (its graph.ttl) or of an RDF file, told by its ending.

    Raises `InputError` for a file that is not there or cannot be read, with line and column.
    """
    file, format = rdf_file(path)
    refuse_document_type(file, format)
    store = ox.Store()
    try:
        store.bulk_load(path=file, format=format)
    except (SyntaxError, ValueError) as error:
        reason = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
        raise InputError(f"{file}: cannot be read as {format.name}: {reason}") from error
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror or error}") from error
    return store
