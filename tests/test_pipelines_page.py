"""docs/pipelines.md: its example runs as it stands, and its tables say what the code does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from kg.extract.tagger import register_extensions
from kg.vocabulary import OTHER_ROLES, ROLES

PAGE = (Path(__file__).parents[1] / "docs" / "pipelines.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))


def block(section: str, language: str) -> str:
    (code,) = re.findall(rf"^```{language}\n(.*?)^```$", SECTIONS[section], re.M | re.S)
    return str(code)


def test_the_example_runs_and_answers_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(block("An example", "python"), {})
    (tmp_path / "abstracts.txt").write_text(block("An example", "text"), encoding="utf-8")
    script = f'kg() {{ "{sys.executable}" -m kg.cli.app "$@"; }}\n' + block("An example", "sh")
    done = subprocess.run(["sh", "-e"], input=script, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace("\r\n", "\n") == block("An example", "csv")
    assert "kg: out conforms" in done.stderr


def test_the_components_do_what_they_say() -> None:
    register_extensions()
    exec(block("Components with code", "python"), {})
    nlp = spacy.blank("en")
    nlp.add_pipe("entities_as_concepts")
    doc = nlp.make_doc("BRCA1 and aspirin in Paris")
    labels = ["GENE_OR_GENE_PRODUCT", "SIMPLE_CHEMICAL", "GPE"]
    doc.ents = [Span(doc, 2 * n, 2 * n + 1, label=label) for n, label in enumerate(labels)]
    doc = nlp(doc)
    assert [(s.text, s.label_) for s in doc.spans["concepts"]] == [
        ("BRCA1", "Gene"),
        ("aspirin", "Chemical"),
    ]
    scored = SpanGroup(doc, spans=list(doc.spans["concepts"]), attrs={"scores": [0.75, 0.5]})
    doc.spans["concepts"] = scored
    doc = component("scores_as_confidence")(doc)
    assert [span._.kg_confidence for span in doc.spans["concepts"]] == [0.75, 0.5]


def component(name: str) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe(name)
    return nlp


def test_the_table_of_roles_is_that_of_the_vocabulary() -> None:
    rows = re.findall(r"^\| (`(?:Method|Dataset|Task).+?) \| (.+) \|$", SECTIONS["What it has to set"], re.M)
    roles = {
        kind: tuple(re.findall(r"`(\w+)`", named))
        for kinds, named in rows
        for kind in re.findall(r"`(\w+)`", kinds)
    }
    assert roles == ROLES
    assert roles["Method"] == OTHER_ROLES


def test_every_attribute_that_is_named_is_there() -> None:
    register_extensions()
    named = set(re.findall(r"(span|doc)\._\.(\w+)", PAGE))
    assert named == {("span", "kg_roles"), ("span", "kg_confidence"), ("doc", "kg_title")}
    assert all((Span if kind == "span" else Doc).has_extension(name) for kind, name in named)
