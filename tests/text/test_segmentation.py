from __future__ import annotations

import gzip
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text.names import key
from kg.text.segmentation import readable, segment
from kg.text.spelling import fold


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("behavioral cloning", "behavioral cloning"),
        ("finetuning", "fine tuning"),
        ("multi-agent systems", "multi agent system"),
        ("supervised learning", "supervised learning"),
        ("hierarchical reinforcement learning", "hierarchical reinforcement learning"),
        ("GPT-4o", "gpt 4o"),
        ("Llama-3.1-8B", "llama 3.1 8b"),
        ("ResNet50", "resnet 50"),
        ("3D object detection", "3d object detection"),
        ("macro F1", "macro f1"),
        ("SMACv2", "smac v2"),
        ("β-VAE", "β vae"),
        ("C++", "c++"),
        ("深度学习", "深度学习"),
        # a letter belongs to the digits after it where a word is before it, else to the letters
        ("DeepSeek-R1", "deepseek r1"),
        ("AIME24", "aime 24"),
        ("AVEC2013", "avec 2013"),
        ("BRCA1", "brca 1"),
        # names in capitals keep their spelling and their plural
        ("MATH-500", "math 500"),
        ("EPIC-KITCHENS", "epic kitchens"),
        ("Objects365", "objects 365"),
        # names that the list lacks are not made of rare short words
        ("CRISPR", "crispr"),
        ("ACORN", "acorn"),
        ("deep Q-network", "deep q network"),
        ("E2E NLG challenge", "e2e nlg challenge"),
    ],
)
def test_readable_words(name: str, expected: str) -> None:
    assert " ".join(readable(key(name, "Method"))[0]) == expected


@given(st.lists(st.sampled_from([*"abvz279.-+ β深'", "learning", "model", "fine"]), max_size=12).map("".join))
def test_a_key_is_its_words_again(name: str) -> None:
    joined = ""
    for word in segment(text := key(name)):
        joined += f"-{word}" if joined[-1:].isdigit() and word[:1].isdigit() else word
    assert joined == text


def test_the_list_is_in_the_spelling_of_keys() -> None:
    packed = resources.files("kg.text").joinpath("data/lexicon.txt.gz").read_bytes()
    pairs = [line.split() for line in gzip.decompress(packed).decode("ascii").splitlines()]
    assert [pair for pair in pairs if pair[0] not in (fold(pair[-1]), fold(pair[0].upper()))] == []
    assert len({pair[0] for pair in pairs}) == len(pairs)
