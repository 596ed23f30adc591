"""A pipeline of other people in place of the packaged one: what it sets, what it may not, and what it is called."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import spacy
from conftest import save_pipeline
from spacy.language import Language
from spacy.tokens import Doc

from kg.errors import InputError
from kg.extract.identity import identify
from kg.extract.pipeline import BATCH, extract, extract_paper, load_pipeline, pipeline_name
from kg.extractions import extraction_row, json_line
from kg.records import Extraction, Paper

TEXT = (
    "We find \\textbf{HOXZ9} by CRISPR and compare it with TP53 for tumour\nclassification. "
    "BRCA1 was used, and olaparib. See https://example.org/BRCA1."
)
GENE = {"label": "Gene", "pattern": "BRCA1"}


def found(folder: Path, text: str = "We use BRCA1.", *, title: str = "") -> Extraction:
    return extract_paper(load_pipeline(str(folder)), Paper("p", text, title=title))


def test_spans_become_concepts_with_offsets_into_the_text_as_read(genes: Path) -> None:
    extraction = found(genes, TEXT)
    assert [(c.type, c.label, c.role, c.confidence) for c in extraction.concepts] == [
        ("Gene", "HOXZ9", "introduced", 1.0),
        ("Method", "CRISPR", "used", 1.0),
        ("Gene", "TP53", "compared", 1.0),
        ("Task", "tumour classification", "addressed", 1.0),
        ("Gene", "BRCA1", "used", 1.0),
        ("Chemical", "olaparib", "used", 1.0),
    ]
    mentions = [mention for concept in extraction.concepts for mention in concept.mentions]
    assert all(TEXT[mention.start : mention.end] == mention.text for mention in mentions)
    assert "tumour\nclassification" in {mention.text for mention in mentions}
    assert [link.url for link in extraction.links] == ["https://example.org/BRCA1"]


@pytest.mark.parametrize(
    ("label", "id_", "role"),
    [
        ("Gene", "introduced", "introduced"),
        ("Gene", "mentioned", "mentioned"),
        ("Gene", "addressed", "used"),
        ("Gene", "ENSG00000012048", "used"),
        ("Gene", None, "used"),
        ("GENE2", "compared", "compared"),
        ("Task", None, "addressed"),
        ("Task", "used", "addressed"),
        ("Task", "mentioned", "mentioned"),
        ("Method", "compared", "compared"),
        ("Metric", "compared", "used"),
        ("Dataset", None, "used"),
    ],
)
def test_the_id_of_a_span_is_its_role_where_the_type_has_it(
    tmp_path: Path, label: str, id_: str | None, role: str
) -> None:
    pattern = {"label": label, "pattern": "BRCA1"} | ({"id": id_} if id_ else {})
    (concept,) = found(save_pipeline(tmp_path / "rules", [pattern])).concepts
    assert (concept.type, concept.role) == (label, role)


@Language.component("sure_by_title")
def sure_by_title(doc: Doc) -> Doc:
    """Roles by the title, and a confidence of the type that networks give."""
    for span in doc.spans["concepts"]:
        in_title = span.text in doc._.kg_title
        span._.kg_roles = {"introduced": 0.9 if in_title else 0.2, "compared": 0.3}
        span._.kg_confidence = np.float32(0.75)
    return doc


def test_roles_and_confidence_that_a_component_sets_come_before_the_id(tmp_path: Path) -> None:
    folder = save_pipeline(tmp_path / "rules", [GENE | {"id": "used"}], "sure_by_title")
    (concept,) = found(folder, title="\\emph{BRCA1} anew").concepts
    assert (concept.role, concept.confidence) == ("introduced", 0.75)
    extraction = found(folder)
    assert extraction.concepts[0].role == "compared"
    assert b'"confidence": 0.75' in json_line(extraction_row(extraction))


def test_acronyms_and_spellings_are_grouped_as_for_the_packaged_one(tmp_path: Path) -> None:
    text = "The breast cancer gene (BRCG) is known. A BRCG is a breast-cancer gene."
    folder = save_pipeline(tmp_path / "rules", [{"label": "Gene", "pattern": "breast cancer gene"}])
    (concept,) = found(folder, text).concepts
    assert [mention.text for mention in concept.mentions] == ["breast cancer gene", "BRCG", "BRCG"]


def test_its_own_grouping_is_not_done_twice(tmp_path: Path) -> None:
    folder = save_pipeline(tmp_path / "rules", [GENE], "kg_grouping", "sure_by_title")
    assert load_pipeline(str(folder)).pipe_names == ["span_ruler", "kg_grouping", "sure_by_title"]


def test_more_papers_than_are_in_memory_at_once(genes: Path) -> None:
    papers = [Paper(str(n), f"Gene number {n} is like BRCA1.") for n in range(2 * BATCH + 1)]
    extractions = list(extract(load_pipeline(str(genes)), papers))
    assert [extraction.paper for extraction in extractions] == papers
    assert {concept.label for e in extractions for concept in e.concepts} == {"BRCA1"}
    assert all(len(extraction.concepts) == 1 for extraction in extractions)


def test_text_without_names(genes: Path) -> None:
    for text in ("", " \n", "…", "\x00", "Nothing."):
        assert found(genes, text).concepts == ()


# Confidence


def test_the_threshold_is_the_pipeline_s_own_or_the_one_that_is_given(tmp_path: Path) -> None:
    folders = {
        least: save_pipeline(
            tmp_path / str(least), [GENE], "sure_by_title", **({"kg_min_confidence": least} if least else {})
        )
        for least in (0, 0.75, 0.8)
    }
    paper = Paper("p", "We use BRCA1.")

    def kept(least: float, given: float | None) -> int:
        nlp = load_pipeline(str(folders[least]))
        return len(extract_paper(nlp, paper, min_confidence=given).concepts)

    assert [kept(least, None) for least in folders] == [1, 1, 0]
    assert [kept(0.8, given) for given in (0.0, 0.75, 0.76)] == [1, 1, 0]


# What it is called


def test_extractions_record_name_version_and_a_hash_of_the_files(tmp_path: Path) -> None:
    folder = save_pipeline(tmp_path / "one", [GENE])
    name, _, digest = identify(str(folder)).recorded().partition("+")
    assert (name, len(digest)) == ("en_rules 1.0.0", 8)
    assert found(folder).pipeline == pipeline_name(load_pipeline(str(folder))) == f"{name}+{digest}"
    same = shutil.copytree(folder, tmp_path / "same")
    (same / "__pycache__").mkdir()
    (same / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert identify(str(same)) == identify(str(folder))
    other = save_pipeline(tmp_path / "other", [GENE | {"pattern": "BRCA2"}])
    assert identify(str(other)).version != identify(str(folder)).version


def test_the_name_tells_a_threshold_that_is_not_the_pipeline_s_own(tmp_path: Path) -> None:
    folder = save_pipeline(tmp_path / "rules", [GENE], kg_min_confidence=0.5)
    own = identify(str(folder))
    assert own.recorded(None) == own.recorded(0.5)
    assert own.recorded(0.25) == f"{own.recorded()} min-confidence 0.25"
    nlp = load_pipeline(str(folder))
    assert pipeline_name(nlp, min_confidence=0.25) == own.recorded(0.25)
    extraction = extract_paper(nlp, Paper("p", "We use BRCA1."), min_confidence=0.25)
    assert extraction.pipeline == own.recorded(0.25)


def test_an_installed_package_is_loaded_by_its_module(
    genes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "en_rules"
    shutil.copytree(genes, package / "en_rules-1.0.0")
    shutil.copy(genes / "meta.json", package / "meta.json")
    (package / "__init__.py").write_text(
        "from spacy.language import Language\n"
        "from spacy.util import load_model_from_init_py\n"
        "def load(**options):\n"
        "    nlp = load_model_from_init_py(__file__, **options)\n"
        "    nlp.get_pipe('span_ruler').add_patterns([{'label': 'Gene', 'pattern': 'EGFR'}])\n"
        "    return nlp\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    nlp = load_pipeline("en_rules")
    assert pipeline_name(nlp) == identify("en_rules").recorded()
    assert pipeline_name(nlp).startswith("en_rules 1.0.0+")
    assert [c.label for c in extract_paper(nlp, Paper("p", "EGFR and BRCA1.")).concepts] == ["EGFR", "BRCA1"]


# What cannot be used


def edited(folder: Path, file: str, old: str, new: str) -> str:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(folder)


def removed(folder: Path, file: str) -> str:
    (folder / file).unlink()
    return str(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda folder: "no_such_pipeline",
            "no package of this name is installed, and there is no such folder",
        ),
        (lambda folder: str(folder / "config.cfg"), "there is no such folder"),
        (lambda folder: "", "there is no such folder|is no spaCy pipeline"),
        (lambda folder: "json", "--pipeline json: is no spaCy pipeline; it has no meta.json"),
        (lambda folder: removed(folder, "meta.json"), "is no spaCy pipeline; it has no meta.json"),
        (lambda folder: removed(folder, "config.cfg"), "cannot be loaded: .*config.cfg"),
        (lambda folder: edited(folder, "meta.json", "{", "["), "meta.json: cannot be read"),
        (
            lambda folder: edited(folder, "meta.json", '"name"', '"title"'),
            "has no language, name and version",
        ),
        (
            lambda folder: edited(folder, "meta.json", '"name"', '"kg_min_confidence":2,"name"'),
            "kg_min_confidence 2 is not between 0 and 1",
        ),
        (
            lambda folder: edited(folder, "config.cfg", '"span_ruler"\n', '"transformer"\n'),
            "no installed package brings 'transformer', which it needs",
        ),
        (
            lambda folder: edited(folder, "config.cfg", '"spacy.Tokenizer.v1"', '"other.Tokenizer.v1"'),
            "no installed package brings 'other.Tokenizer.v1', which it needs",
        ),
        (lambda folder: edited(folder, "config.cfg", "[nlp]", "[nonsense]"), "cannot be loaded: "),
    ],
)
def test_what_is_no_pipeline_is_one_clear_error(
    genes: Path, tmp_path: Path, change: Callable[[Path], str], message: str
) -> None:
    folder = Path(shutil.copytree(genes, tmp_path / "pipeline"))
    with pytest.raises(InputError, match=message) as error:
        load_pipeline(change(folder))
    assert len(str(error.value)) < 500


def test_a_pipeline_for_something_else_is_found_out_at_the_first_paper(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("span_ruler")  # its span group is "ruler"
    nlp.to_disk(tmp_path / "other")
    with pytest.raises(
        InputError, match=r"paper 'p': the pipeline sets no doc.spans\[\"concepts\"\].* 'ruler'"
    ):
        found(tmp_path / "other")


@pytest.mark.parametrize(
    "label", ["gene", "GENE_OR_PRODUCT", "Gene product", "Paper", "Link", "Gène", "1Gene"]
)
def test_a_label_that_is_no_name_of_a_type(tmp_path: Path, label: str) -> None:
    folder = save_pipeline(tmp_path / "rules", [{"label": label, "pattern": "BRCA1"}])
    with pytest.raises(InputError, match=f"paper 'p': 'BRCA1' in .*{label!r} is no concept type"):
        found(folder)


@Language.component("sets_what_the_title_says")
def sets_what_the_title_says(doc: Doc) -> Doc:
    for span in doc.spans["concepts"]:
        for name, value in json.loads(doc._.kg_title).items():
            span._.set(name, value)
    return doc


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"kg_roles": {"addressed": 1.0}}, "a Gene has no role 'addressed'; known: introduced, used"),
        ({"kg_roles": "used"}, "'BRCA1' in doc.spans"),
        ({"kg_roles": {"used": "often"}}, "could not convert"),
        ({"kg_confidence": 1.5}, "the confidence 1.5 is not between 0 and 1"),
        ({"kg_confidence": float("nan")}, "the confidence nan is not between 0 and 1"),
        ({"kg_confidence": None}, "'BRCA1' in doc.spans"),
    ],
)
def test_roles_and_confidences_that_are_none(tmp_path: Path, values: dict[str, object], message: str) -> None:
    folder = save_pipeline(tmp_path / "rules", [GENE], "sets_what_the_title_says")
    with pytest.raises(InputError, match=message):
        found(folder, title=json.dumps(values))


def test_a_tokenizer_that_changes_the_text_is_refused(genes: Path) -> None:
    nlp = load_pipeline(str(genes))
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=text.split())  # type: ignore[assignment]
    with pytest.raises(InputError, match="tokenizer changes the text"):
        extract_paper(nlp, Paper("p", "We use  BRCA1."))
