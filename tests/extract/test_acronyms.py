"""Definitions of acronyms, as tables of sentence and pairs; ids are those of the reports they come from."""

from __future__ import annotations

import json
import re

import pytest
from conftest import SHARED, needs_shared
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.acronyms import find_acronyms, is_short_form
from kg.text import clean


def pairs(text: str) -> list[tuple[str, str]]:
    return [(pair.short.text, pair.long.text) for pair in find_acronyms(text)]


REPORTS = [
    pytest.param(
        "We use a GNN (graph neural network) here.",
        [("GNN", "graph neural network")],
        id="acr-reversed-short",
    ),
    pytest.param(
        "The alpha beta unit (ABU) drives gamma beta unit (GBU) states.",
        [("ABU", "alpha beta unit"), ("GBU", "gamma beta unit")],
        id="acr-between-brackets",
    ),
    pytest.param("Mindful memoization (MM) helps.", [("MM", "Mindful memoization")], id="acr-repeat-letter"),
    pytest.param("f(x), g(y) (14) s.t. (i) and (S-ii) hold", [], id="acr-math-brackets"),
    pytest.param("We study plants. Pygopus (PYG) is known.", [("PYG", "Pygopus")], id="acr-cross-sentence"),
    pytest.param(
        "Convolutional networks (CNNs) win. One CNN is enough.",
        [("CNNs", "Convolutional networks")],
        id="acr-plural",
    ),
    pytest.param(
        "factor α (F-α); 3D conv net (3DCN); Latent Dirichlet allocation (LDA (Blei)); Vision Transformer [ViT]",
        [
            ("F-α", "factor α"),
            ("3DCN", "3D conv net"),
            ("LDA", "Latent Dirichlet allocation"),
            ("ViT", "Vision Transformer"),
        ],
        id="acr-greek-nested",
    ),
]


@pytest.mark.parametrize(("text", "expected"), REPORTS)
def test_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(text) == expected


FOUND = [
    ("a Video-Generation Environment Representation (VGER)", "VGER", "Video-Generation Environment Representation"),
    ("a sparse mixture of experts (MoE) layer", "MoE", "mixture of experts"),
    ("a robustly optimized BERT approach (RoBERTa)", "RoBERTa", "robustly optimized BERT approach"),
    ("Low-Rank Adaptation (LoRA) of", "LoRA", "Low-Rank Adaptation"),
    ("large language models (LLMs)", "LLMs", "large language models"),
    ("Large Language Models(LLMs)", "LLMs", "Large Language Models"),
    ("mean Intersection over Union (mIoU)", "mIoU", "mean Intersection over Union"),
    ("text-to-image (T2I) generation", "T2I", "text-to-image"),
    ("Asynchronous Advantage Actor-Critic (A3C)", "A3C", "Asynchronous Advantage Actor-Critic"),
    ("explainable AI (XAI)", "XAI", "explainable AI"),
    ("backpropagation (BP)", "BP", "backpropagation"),
    ("the Fréchet inception distance (FID)", "FID", "Fréchet inception distance"),
    ("Kullback–Leibler (KL) divergence", "KL", "Kullback–Leibler"),
    ("a Point of Interest (POI)", "POI", "Point of Interest"),
    ("Out-of-Distribution (OOD) data", "OOD", "Out-of-Distribution"),
    ("vision and language (V&L)", "V&L", "vision and language"),
    ("the β divergence (β-D)", "β-D", "β divergence"),
    ("beta divergence variational inference (β-DVI)", "β-DVI", "beta divergence variational inference"),
    ("independent and identically distributed (i.i.d.) data", "i.i.d.", "independent and identically distributed"),
    ("our method—prompting vision-language fusion (PVLF)", "PVLF", "prompting vision-language fusion"),
    ("area under the ROC curve (AUROC)", "AUROC", "area under the ROC curve"),
    ("Science, Technology, and Innovation (STI)", "STI", "Science, Technology, and Innovation"),
    ("a Support Vector Machine classifier (SVM)", "SVM", "Support Vector Machine"),
    ("the Amodal InterHand Dataset (AIH)", "AIH", "Amodal InterHand Dataset"),
    ("electroencephalography (EEG)", "EEG", "electroencephalography"),
    ("Laser Rangefinder data, electroactive polymer (EAP)", "EAP", "electroactive polymer"),
    ('membership inference attacks ("MIAs")', "MIAs", "membership inference attacks"),
    ("membership inference attacks (i.e., MIAs)", "MIAs", "membership inference attacks"),
    ("chain of thought (CoT; Wei et al., 2022)", "CoT", "chain of thought"),
    ("chain of thought, or CoT, helps", "CoT", "chain of thought"),
    ("chain of thought, CoT for short, helps", "CoT", "chain of thought"),
    ("chain of thought (abbreviated as CoT)", "CoT", "chain of thought"),
    ("NAS stands for neural architecture search in all papers", "NAS", "neural architecture search"),
    ("SVD (singular value decomposition)", "SVD", "singular value decomposition"),
    ("KGs (i.e., knowledge graphs) are", "KGs", "knowledge graphs"),
    ("SAM (short for segment anything model)", "SAM", "segment anything model"),
    ("a SYnergistic HeterOgeneous laNguage model (SYHON)", "SYHON", "SYnergistic HeterOgeneous laNguage"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "short", "long"), FOUND)
def test_found(text: str, short: str, long: str) -> None:
    assert pairs(text) == [(short, long)]


NOT_FOUND = [
    "We train the model (ML) and the policy (PO).",
    "It is shown (Fig. 3), (Table 2), (left), (ours), (a) and (iii).",
    "results in 2020 (IJCAI) and (e.g., BLEU, ROUGE)",
    "We compare Memory-Augmented MAD with MeMAD (MAD).",
    "a function (FXN) of log(DP) and O(NK)",
    "the best scores (BLEU)",
    "We use deep nets. (DN) is nothing",
    "(GNN) without words before it",
    "",
]


@pytest.mark.parametrize("text", NOT_FOUND)
def test_not_found(text: str) -> None:
    assert pairs(text) == []


def test_mentions_are_spans_of_the_text() -> None:
    text = "A deep net (DN), then a GAN (generative adversarial network), then a deep net (DN) again."
    found = find_acronyms(text)
    assert [(p.short.text, p.long.text) for p in found] == [
        ("DN", "deep net"),
        ("GAN", "generative adversarial network"),
    ]
    for mention in (m for pair in found for m in (pair.short, pair.long)):
        assert text[mention.start : mention.end] == mention.text
    assert found[0].short.start == text.index("DN")


@pytest.mark.parametrize(
    "short", ["CNN", "CNNs", "ViT", "3D", "F-α", "i.i.d.", "w2v", "tf-idf", "kNN", "V&L"]
)
def test_short_forms(short: str) -> None:
    assert is_short_form(short)


@pytest.mark.parametrize("word", ["the", "2020", "A", "ours", "14", "internationalizationists", "i", ""])
def test_no_short_forms(word: str) -> None:
    assert not is_short_form(word)


WORDS = st.sampled_from(
    [
        "deep",
        "Net",
        "graph",
        "(",
        ")",
        "[",
        "]",
        "DN",
        "GNN",
        "gN",
        "α",
        ",",
        ".",
        "or",
        "3D",
        "-",
        "for short",
    ]
)


@given(st.lists(WORDS, max_size=30))
def test_pairs_are_spans_whatever_the_text(words: list[str]) -> None:
    text = " ".join(words)
    for pair in find_acronyms(text):
        for mention in (pair.short, pair.long):
            assert text[mention.start : mention.end] == mention.text
        assert pair.short.end <= pair.long.start or pair.long.end <= pair.short.start


@pytest.mark.parametrize(
    "piece", ["(", "(AB", "a (AB) ", "deep net, or DN", "AB stands for ", "[(", "Th EACIAACIA (ACI) "]
)
def test_hostile_repetition_ends(piece: str) -> None:
    find_acronyms(piece * (200_000 // len(piece)))


@needs_shared
def test_on_the_annotated_development_set() -> None:
    """Of acronyms beside their long form in the gold, nearly all are found; no pair joins two gold concepts."""
    texts = {}
    for line in (SHARED / "gold" / "dev.abstracts.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        texts[row["id"]] = clean(row["abstract"]).text
    gold = hits = wrong = 0
    for line in (SHARED / "gold" / "dev.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = texts[row["id"]]
        found = {(p.short.text, p.long.text.casefold()) for p in find_acronyms(text)}
        concepts = [{clean(s).text for s in concept["surfaces"]} for concept in row["concepts"]]
        for surfaces in concepts:
            shorts = {s for s in surfaces if re.fullmatch(r"[A-Z][A-Z0-9-]*[A-Z0-9]s?", s)}
            for short in shorts:
                longs = [s for s in surfaces - shorts if len(s) > 8 and f"{s} ({short})" in text]
                gold += bool(longs)
                hits += any((short, long.casefold()) in found for long in longs)
        for short, long in found:
            of_short = [i for i, s in enumerate(concepts) if short in s]
            of_long = [i for i, s in enumerate(concepts) if long in {x.casefold() for x in s}]
            wrong += bool(of_short and of_long and not set(of_short) & set(of_long))
    assert gold > 80
    assert hits / gold > 0.95
    assert wrong == 0
