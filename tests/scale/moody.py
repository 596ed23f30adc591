"""A pipeline of rules that an importable package brings, so that processes and machines can load it by its name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = "kg_moody_rules"
CODE = '''
"""Rules that find FooNet and BarSet; BOOM in a text makes them fail, and KILL ends the process the first time."""
import os, signal
from pathlib import Path
import spacy
from spacy.language import Language

NOTES = Path(__file__).parents[1]  # beside the package: a file in it would make it another
FLAG = NOTES / "killed"

@Language.component("moody")
def moody(doc):
    with open(NOTES / "calls", "a") as calls:
        calls.write(doc.text[:20].split(":")[0] + chr(10))
    if "BOOM" in doc.text:
        raise RuntimeError("this text is " + "too much")
    if "KILL" in doc.text and not FLAG.exists():
        FLAG.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if "ALWAYS" in doc.text:
        os.kill(os.getpid(), signal.SIGKILL)
    return doc

def load(**overrides):
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": "concepts"})
    ruler.add_patterns([{"label": "Method", "pattern": "FooNet"}, {"label": "Dataset", "pattern": "BarSet"}])
    nlp.add_pipe("moody")
    return nlp
'''


class Moody:
    """The package's name, and what it notes of its work."""

    def __init__(self, folder: Path) -> None:
        self.name = PACKAGE
        self.notes = folder.parent

    def calls(self) -> list[str]:
        """The first words of the texts that it was given since it was last asked, sorted."""
        noted = self.notes / "calls"
        found = sorted(noted.read_text().split()) if noted.exists() else []
        noted.unlink(missing_ok=True)
        return found


@pytest.fixture(scope="session")
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Moody]:
    """One for all tests: spaCy does not let a component be defined anew by another file."""
    folder = tmp_path_factory.mktemp("site") / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text(CODE)
    (folder / "meta.json").write_text(json.dumps({"lang": "en", "name": "moody", "version": "1.0.0"}))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder.parent))
        yield Moody(folder)


@pytest.fixture
def moody(_installed: Moody) -> Moody:
    """The installed package, which has noted nothing yet."""
    for name in ("calls", "killed"):
        (_installed.notes / name).unlink(missing_ok=True)
    return _installed
