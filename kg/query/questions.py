"""The named questions of ontology/questions: SPARQL files whose first comments say what they answer.

The first line is `# DESCRIPTION`; a line for each parameter follows, `# param NAME: DESCRIPTION (default: VALUE)`.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from kg.errors import InputError
from kg.vocabulary import ontology_folder

_PARAMETER = re.compile(r"# param (?P<name>\w+): (?P<description>.*?)(?: \(default: (?P<default>.*)\))?")


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a question can be asked with; without a `default` it has to be given."""

    name: str
    description: str
    default: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question by its name (the file's), its one-line description, its parameters and its SPARQL text."""

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    query: str


def questions() -> list[Question]:
    """All questions, by name."""
    return [
        _read(path.stem, path.read_text("utf-8"))
        for path in sorted((ontology_folder() / "questions").glob("*.rq"))
    ]


def question(name: str) -> Question:
    """The question called `name`; raises `InputError` that lists near names for one that is not there."""
    known = {found.name: found for found in questions()}
    if name not in known:
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        near += [other for other in known if name.lower() in other and other not in near][:3]
        hint = f"did you mean {', '.join(near)}?" if near else "see kg query --list"
        raise InputError(f"there is no question {name!r}: {hint}")
    return known[name]


def _read(name: str, text: str) -> Question:
    first, *rest = text.splitlines()
    found = (_PARAMETER.fullmatch(line.strip()) for line in rest)
    parameters = tuple(Parameter(m["name"], m["description"], m["default"]) for m in found if m)
    return Question(name, first.removeprefix("#").strip(), parameters, text)
