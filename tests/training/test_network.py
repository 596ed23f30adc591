"""The network that settles most words early, on one of two small layers a part; where torch is installed."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="torch, of the extra `train`, is not installed")
pytest.importorskip("transformers", reason="transformers, of the extra `train`, is not installed")

from transformers import BertConfig, BertModel  # noqa: E402

from kg.training.network import TaggerNetwork, early_leaving  # noqa: E402

IDS = [101, 7, 102, 11, 12, 13, 14, 15, 102]
HEADS = [3, 4, 6, 7]
"""After the title `7`, words of one piece but for the second, of two."""


def plain() -> TaggerNetwork:
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=200,
        hidden_size=32,
        num_hidden_layers=4,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=32,
    )
    return TaggerNetwork(BertModel(config, add_pooling_layer=False)).eval()


def leaving(**bias: float) -> TaggerNetwork:
    """A network that leaves words early after two of four layers, all of them open at first."""
    network = early_leaving(plain(), 2).eval()
    with torch.no_grad():
        for name, value in bias.items():
            getattr(network.early, name).fill_(value)
    return network


def fields(ids: list[int], heads: list[int]) -> tuple[object, object, object]:
    return torch.tensor([ids]), torch.zeros(1, len(ids), dtype=torch.long), torch.tensor([heads])


def settling(network: TaggerNetwork, share: float) -> TaggerNetwork:
    """The network with a random head whose bias lets about so many words of these be settled."""
    torch.manual_seed(1)
    with torch.no_grad():
        network.early.weight.normal_()
        network.early.bias[0] = 12 * share
    return network


def test_where_all_is_open_and_read_it_is_the_plain_network() -> None:
    ids = IDS[:-1]
    all_words = fields(ids, list(range(len(ids))))
    with torch.no_grad():
        wanted, found = plain()(*all_words), leaving()(*all_words)
    assert all(torch.allclose(one, other, atol=1e-5) for one, other in zip(wanted, found, strict=True))


def test_settled_words_have_the_tags_of_the_early_head_and_open_ones_others() -> None:
    network = settling(leaving(), 0.6)
    with torch.no_grad():
        reading = network.read(*fields(IDS, HEADS))
        tags, _ = network.scores(reading)
    settled = ~reading.open[0]
    assert 0 < settled.sum() < len(HEADS)
    assert torch.equal(tags[0][settled], reading.early[0][settled])
    assert not torch.isclose(tags[0][~settled], reading.early[0][~settled]).all(-1).any()


def test_a_text_that_is_settled_whole_is_read_by_the_early_head_alone() -> None:
    network = leaving()
    with torch.no_grad():
        network.early.bias[0] = 20.0
        reading = network.read(*fields(IDS, HEADS))
        tags, _ = network.scores(reading)
    assert not reading.open.any()
    assert torch.equal(tags, reading.early)


def test_padding_changes_nothing() -> None:
    network = settling(leaving(), 0.6)
    shorter, its_heads = IDS[:6], HEADS[:2]
    pad = len(IDS) - len(shorter)
    ids = torch.tensor([IDS, shorter + [0] * pad])
    heads = torch.tensor([HEADS, its_heads + [-1] * (len(HEADS) - len(its_heads))])
    with torch.no_grad():
        together = network.scores(network.read(ids, torch.zeros_like(ids), heads, ids != 0))
        for row, (one, places) in enumerate(((IDS, HEADS), (shorter, its_heads))):
            alone = network(*fields(one, places))
            for batch, single in zip(together, alone, strict=True):
                assert torch.allclose(batch[row, : len(places)], single[0], atol=1e-5)
