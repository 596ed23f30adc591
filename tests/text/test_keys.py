from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text.names import is_acronym, key, words
from kg.text.plurals import singular


@pytest.mark.parametrize(
    "forms",
    [
        ("fine-tuning", "Fine tuning", "finetuning", "Fine–Tuning"),
        ("large language models", "Large Language Model"),
        ("k-means", "K-Means", "$k$-means"),
        ("ResNet50", "ResNet-50", "ResNet 50"),
        ("Poincaré maps", "Poincare map"),
        ("Łojasiewicz inequality", "Lojasiewicz inequalities"),
        ("analyses", "analysis"),
        ("**HyperMARL**", "HyperMARL"),
        ("policies", "policy"),
        ("Chain of Thought", "chains-of-thought", "chain of thoughts"),
        ("RMs", "RM"),
        ("topic modelling", "topic modeling"),
        ("colour constancy", "color constancy"),
        ("over-parameterised networks", "overparameterized network"),
        ("distribution shifts", "distributional shift"),
        ("numeric reasoning", "numerical reasoning"),
        ("Out-Of-Distribution (OOD) detection", "out-of-distribution detection"),
        ("length bias", "length biases"),
        ("type 1 error", "type-I error"),
        ("videos", "video"),
        ("POMDPs", "POMDP"),
        ("APIs", "API"),
        ("GPUs", "GPU"),
        ("key-value caches", "key-value cache"),
        ("batch sizes", "batch size"),
        ("heuristics", "heuristic"),
        ("knowledge bases", "knowledge base"),
        ("bird's-eye view", "bird’s eye view", "birds-eye view"),
        ("paediatric oncology", "pediatric oncology"),
        ("multi-headed attention", "multi-head attention"),
        ("hierarchical clustering", "hierarchic clustering"),
        ("Key-Value (KV) cache", "key-value cache"),
        ("Membership inference attack (MIA)", "membership inference attacks"),
        ("A*", "$A^*$"),
        ("de-noising", "denoising"),
        ("layer-wise", "layerwise"),
        ("Nash equilibria", "Nash equilibrium"),
        ("causal relationships", "causal relations"),
        ("societal biases", "social bias"),
        ("LLaVA-v1.5", "LLaVA-1.5", "LLaVA-V1.5"),
        ("phase elimination", "Phased Elimination"),
        ("grey-scale colourisation", "grayscale colorization"),
        ("IB (information bottleneck)", "information bottleneck (IB)"),
        ("SMAC-v2", "SMACv2"),
    ],
)
def test_one_key(forms: tuple[str, ...]) -> None:
    assert len({key(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-4", "GPT-4o"),
        ("CIFAR-10", "CIFAR-100"),
        ("GAN", "GAT"),
        ("text-to-image", "image-to-text"),
        ("C", "C++"),
        ("深度学习", "Нейросеть"),
        ("RM", "RMS"),
        ("TT", "TTS"),
        ("DNN", "DNS"),
        ("A*", "A"),
        ("RRT*", "RRT"),
        ("Llama 2 7B", "Llama 27B"),
        ("Llama-2 (7B)", "Llama-2"),
        ("Llama 3.1 8B", "Llama 3.1 70B"),
        ("functional analysis", "function analysis"),
        ("statistics", "statistic"),
        ("LLaVA-v1.5", "LLaVA-v1.6"),
        ("SMACv2", "SMAC"),
        ("parameter interference", "parameter inference"),
        ("GPT (decoder only)", "decoder only"),
    ],
)
def test_different_keys(one: str, other: str) -> None:
    assert key(one) != key(other)
    assert key(one)
    assert key(other)


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("models", "model"),
        ("classes", "class"),
        ("matrices", "matrix"),
        ("bias", "bias"),
        ("loss", "loss"),
        ("series", "series"),
        ("statistics", "statistics"),
        ("hypothesis", "hypothesis"),
        ("boxes", "box"),
    ],
)
def test_singular(plural: str, expected: str) -> None:
    assert singular(plural) == expected


@pytest.mark.parametrize(
    ("surface", "concept_type", "expected"),
    [
        ("Adam optimizer", "Method", ("adam",)),
        ("BSTM algorithm", "Method", ("bstm",)),
        ("MS COCO dataset", "Dataset", ("ms", "coco")),
        ("F1 score", "Metric", ("f1",)),
        ("language model", "Method", ("language", "model")),
        ("reward models", "Method", ("reward", "model")),
        ("Adam optimizer", "Task", ("adam", "optimizer")),
        ("algorithm", "Method", ("algorithm",)),
        ("Reward Model", "Method", ("reward", "model")),
        ("Diffusion models", "Method", ("diffusion", "model")),
        ("LSTM model", "Method", ("lstm",)),
        ("Cora dataset", "Dataset", ("cora",)),
        ("F1-score", "Metric", ("f1",)),
        ("mixtures of experts", "Method", ("mixtures", "of", "expert")),
    ],
)
def test_generic_heads(surface: str, concept_type: str, expected: tuple[str, ...]) -> None:
    assert words(surface, concept_type) == expected


@pytest.mark.parametrize("name", ["MIAs", "CIFAR-10", "MoE", "GPT-4o", "3DGS", "NLP"])
def test_acronyms(name: str) -> None:
    assert is_acronym(name)


@pytest.mark.parametrize(
    "name", ["Adam", "language model", "GPT-4 turbo", "Transformer", "", "k-means", "ImageNet"]
)
def test_no_acronyms(name: str) -> None:
    assert not is_acronym(name)


@given(st.text())
def test_words_are_words(surface: str) -> None:
    assert all(word and not any(c.isspace() for c in word) for word in words(surface))
