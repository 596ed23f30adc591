"""The packaged pipeline on text that is clear, long, empty and hostile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from spacy.language import Language

from kg.errors import KgError
from kg.extract.identity import MODEL_FOLDER
from kg.extract.pipeline import extract, extract_paper, load_pipeline, pipeline_name
from kg.extract.tagger import TaggerModel
from kg.records import Extraction, Paper
from kg.text import clean
from kg.vocabulary import ROLES

CLEAR = (
    "We propose Graph Routing Transformer (GRT), a graph neural network for traffic forecasting. We evaluate "
    "\\textbf{GRT} on the METR-LA dataset, where it outperforms DCRNN in mean absolute error. "
    "Code is available at \\url{https://github.com/example/grt}."
)


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load_pipeline()


def check(extraction: Extraction) -> None:
    """What holds for every extraction: exact offsets, known types and roles, confidences between 0 and 1."""
    text = extraction.paper.text
    for concept in extraction.concepts:
        assert concept.role in ROLES[concept.type]
        assert 0 <= concept.confidence <= 1
        assert concept.mentions
        assert concept.label.strip()
        for mention in concept.mentions:
            assert mention.text == text[mention.start : mention.end] != ""
    for link in extraction.links:
        assert link.mention.text == text[link.mention.start : link.mention.end]


def test_a_clear_abstract(nlp: Language) -> None:
    found = extract_paper(nlp, Paper("p", CLEAR))
    check(found)
    roles = {(c.type, c.label): c.role for c in found.concepts}
    assert roles["Method", "GRT"] == "introduced"
    assert roles["Method", "DCRNN"] == "compared"
    assert roles["Task", "traffic forecasting"] == "addressed"
    assert ("Dataset", "METR-LA") in roles
    (own,) = (c for c in found.concepts if c.label == "GRT")
    assert [m.text for m in own.mentions] == ["Graph Routing Transformer", "GRT", "GRT"]
    assert [(link.url, link.role) for link in found.links] == [("https://github.com/example/grt", "code")]


def test_the_name_of_the_pipeline_tells_weights_and_rules(nlp: Language) -> None:
    description = json.loads((MODEL_FOLDER / "model.json").read_text(encoding="utf-8"))
    name, _, rules = pipeline_name(nlp).partition("+")
    assert name == f"{description['name']} {description['version']}"
    assert len(rules) == 8


def test_a_text_longer_than_the_model_reads_at_once(nlp: Language) -> None:
    filler = "This sentence says nothing of interest to anyone. " * 90
    found = extract_paper(nlp, Paper("p", filler + CLEAR + " " + filler + CLEAR))
    check(found)
    (own,) = (c for c in found.concepts if "GRT" in {m.text for m in c.mentions})
    assert max(m.start for m in own.mentions) > 2 * len(filler)


@pytest.mark.parametrize(
    "text", ["", " \n\t", "\x00\x01", "\u200b", "…", "🦆", "A" * 5000, "{" * 2000, "$" * 999]
)
def test_text_without_names(nlp: Language, text: str) -> None:
    check(extract_paper(nlp, Paper("p", text, title=text)))


def test_neighbours_do_not_change_what_is_found(nlp: Language) -> None:
    papers = [Paper("a", "We use BERT."), Paper("p", CLEAR), Paper("b", CLEAR[::-1])]
    assert list(extract(nlp, papers))[1] == extract_paper(nlp, Paper("p", CLEAR))


PARTS = st.sampled_from(
    [
        "BERT",
        "\\emph{",
        "}",
        "**",
        "$\\beta$-VAE",
        "ﬁne-tuning",
        "(GNNs)",
        "graph neural networks",
        "\u202e",
        "\x00",
        "https://a.example/x_(y)",
        "\ud800",
        "&lt;",
        "<b>",
        "deep-\n",
        "\\'e",
        "🦆",
        " ",
        "\n\n",
        "%",
        "ImageNet",
    ]
)


@settings(max_examples=60)
@given(st.lists(st.one_of(PARTS, st.text(max_size=8)), max_size=14).map(" ".join))
@example("\\emph{DeepNet} and **HyperMARL** on $\\varepsilon$-Nash equilibrium")
def test_offsets_hold_over_hostile_text(nlp: Language, text: str) -> None:
    check(extract_paper(nlp, Paper("p", text)))


@pytest.mark.parametrize("name", ["tagger.onnx", "tokenizer.json", "model.json"])
@pytest.mark.parametrize("fault", ["a bit", "cut", "missing"])
def test_a_damaged_model_is_refused(tmp_path: Path, name: str, fault: str) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    for file in MODEL_FOLDER.iterdir():
        (folder / file.name).symlink_to(file)
    content = bytearray((folder / name).read_bytes())
    (folder / name).unlink()
    if fault != "missing":
        content[len(content) // 2] ^= 1
        (folder / name).write_bytes(content[: len(content) // 2] if fault == "cut" else content)
    if (name, fault) == ("model.json", "a bit"):
        (folder / name).write_bytes(content.replace(b'"version"', b'"versjon"'))
    with pytest.raises(KgError, match=f"{name}: is missing or damaged .*; install the package again"):
        TaggerModel(folder)


def test_a_document_has_the_concepts_that_an_extraction_has(nlp: Language) -> None:
    doc = nlp.make_doc(clean(CLEAR).text)
    doc._.kg_title = title = "Graph Routing Transformer"
    concepts = nlp(doc)._.kg_paper_concepts
    found = extract_paper(nlp, Paper("p", CLEAR, title), min_confidence=0).concepts
    assert found
    facts = [
        [(concept.type, concept.label, concept.role, concept.confidence) for concept in some]
        for some in (found, concepts)
    ]
    assert facts[0] == facts[1]
