from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text.names import key


@pytest.mark.parametrize(
    ("concept_type", "one", "other"),
    [
        # generic heads: after proper names, processes, kinds of model, problems
        ("Dataset", "Penn Treebank corpus", "Penn Treebank"),
        ("Metric", "macro F1 score", "macro F1"),
        ("Metric", "F_1-score", "F1"),
        ("Dataset", "cifar-10 dataset", "CIFAR-10"),
        ("Dataset", "imagenet dataset", "ImageNet"),
        ("Method", "Bellman-Ford algorithm", "Bellman–Ford"),
        ("Method", "U-Net architecture", "UNet"),
        ("Dataset", "The Pile", "Pile"),
        ("Method", "contrastive decoding approaches", "contrastive decoding"),
        ("Method", "data augmentation techniques", "data augmentation"),
        ("Method", "attention mechanisms", "attention"),
        ("Method", "Transformer models", "Transformer"),
        ("Method", "encoder-decoder architecture", "encoder-decoder"),
        ("Task", "combinatorial optimization problems", "combinatorial optimization"),
        ("Task", "question answering tasks", "question answering"),
        ("Task", "imbalanced datasets", "imbalanced data"),
        ("Method", "diffusion-based planners", "diffusion planner"),
        # a modifier in two forms
        ("Method", "behavior cloning", "behavioural cloning"),
        ("Task", "textual reasoning", "text reasoning"),
        ("Task", "facial recognition", "face recognition"),
        ("Task", "recommender systems", "recommendation system"),
        ("Method", "neural-symbolic", "neuro-symbolic"),
        ("Method", "Multi-modality Large Language Models", "multimodal large language model"),
        ("Method", "continued pre-training", "continual pretraining"),
        ("Method", "Laplacian approximation", "Laplace approximation"),
        ("Method", "PAC-Bayesian", "PAC-Bayes"),
        (
            "Method",
            "posterior sampling-based reinforcement learning",
            "posterior sampling reinforcement learning",
        ),
        ("Method", "distributional robustness optimization", "distributionally robust optimization"),
        ("Metric", "predictive accuracy", "prediction accuracy"),
        # a head in two forms
        ("Method", "instruction fine-tuning", "instruction tuning"),
        ("Method", "agent-based modelling", "agent-based models"),
        ("Method", "test-time compute", "test-time computation"),
        ("Method", "majority voting", "majority vote"),
        ("Task", "synthetic dataset generation", "synthetic data generation"),
        ("Task", "exploration and exploitation", "exploration-exploitation"),
        # the order of words
        ("Metric", "rates of convergence", "convergence rate"),
        ("Task", "quantification of uncertainty", "uncertainty quantification"),
        ("Task", "quantifying the uncertainty", "uncertainty quantification"),
        ("Task", "Compressing neural networks", "compression of neural networks"),
        ("Task", "answering multiple-choice questions", "multi-choice question answering"),
        ("Metric", "2-Wasserstein distance", "Wasserstein-2 distance"),
        # words with a second form
        ("Method", "transformer-based language models", "transformer language model"),
        ("Method", "LLM-based agents", "LLM agent"),
        ("Task", "robotic manipulation", "robot manipulation"),
        ("Method", "visual language model", "vision-language model"),
        ("Method", "multiple instance learning", "multi-instance learning"),
        ("Method", "2-layer network", "two-layer networks"),
        ("Method", "three-dimensional reconstruction", "3D reconstruction"),
        ("Method", "beta-VAE", "β-VAE"),
        ("Method", "generative modeling", "generative models"),
        ("Method", "graph neural nets", "graph neural networks"),
        ("Method", "convolutional networks", "convolutional neural networks"),
        ("Method", "semidefinite program", "semidefinite programming"),
        ("Task", "conditional independence testing", "conditional independence tests"),
        ("Task", "jailbreaking attacks", "jailbreak attack"),
        (
            "Method",
            "reinforcement learning with human feedback",
            "reinforcement learning from human feedback",
        ),
    ],
)
def test_one_wording(concept_type: str, one: str, other: str) -> None:
    assert key(one, concept_type) == key(other, concept_type)


@pytest.mark.parametrize(
    ("concept_type", "one", "other"),
    [
        ("Method", "language modeling", "language model"),
        ("Method", "foundation modeling", "foundation model"),
        ("Task", "LLM-based evaluation", "LLM evaluation"),
        ("Method", "model-based reinforcement learning", "model reinforcement learning"),
        ("Method", "learning algorithm", "learning"),
        ("Method", "Gaussian mechanism", "Gaussian"),
        ("Method", "reward model", "reward"),
        ("Method", "topic model", "topic"),
        ("Metric", "toxicity score", "toxicity"),
        ("Method", "chain of thought", "thought chain"),
        ("Method", "mixture of experts", "expert mixture"),
        ("Task", "image to text generation", "text to image generation"),
        ("Task", "generation of text from images", "generation of images from text"),
        ("Method", "generating function", "function generation"),
        ("Task", "learning dynamics", "dynamics learning"),
        ("Dataset", "Visual Genome", "Vision Genome"),
        ("Method", "Llama-2-chat", "Llama-two-chat"),
        ("Method", "graph convolutional network", "graph convolutional neural network"),
        ("Task", "needle in a haystack", "needle haystack"),
        ("Task", "facial expressions", "face expression"),
        ("Method", "behavior tree", "behavioral tree"),
        ("Method", "Laplacian matrix", "Laplace matrix"),
        ("Method", "Bayesian bounds", "Bayes bounds"),
        ("Method", "learning-based control", "learning control"),
        ("Dataset", "squad dataset", "squad"),
        ("Method", "Actor-Critic algorithm", "actor-critic"),
        ("Method", "prompt tuning", "prompt fine-tuning"),
        ("Dataset", "synthetic dataset", "synthetic data"),
        ("Metric", "predictive uncertainty", "prediction uncertainty"),
    ],
)
def test_different_wordings(concept_type: str, one: str, other: str) -> None:
    assert key(one, concept_type) != key(other, concept_type)


@given(st.text(), st.sampled_from(["Method", "Dataset", "Task", "Metric", "Gene", None]))
def test_any_text_has_a_key(surface: str, concept_type: str | None) -> None:
    assert isinstance(key(surface, concept_type), str)
