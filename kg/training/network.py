"""The network that is trained: an encoder with one head for tags and one for roles."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from transformers import BertModel

from kg.extract.decoding import OUTSIDE, TAGS
from kg.extract.pieces import SHAPES
from kg.extract.tagger import ROLE_NAMES

OPEN = 0.03
"""A word that is in a mention with this probability or more is read on by the upper layers."""


class Reading(NamedTuple):
    """What the encoder makes of words: its last states (texts, words, width), and which words reached them.

    `early` has scores of tags for all words (texts, words, tags), those that are not `open` (texts, words) by them
    alone. Both are None where each layer reads all.
    """

    states: Tensor
    open: Tensor | None = None
    early: Tensor | None = None


class TaggerNetwork(nn.Module):
    """Word pieces (texts, pieces) -> scores of tags (texts, words, tags) and of roles (texts, words, roles).

    An embedding of each piece's shape (capitals, digits, signs) is added to that of the piece, since the
    vocabulary has lower case alone. It starts at zero, so that training begins at what the encoder knows.

    The lowest `full_layers` of the encoder read all pieces. Most words are surely outside any mention by then, as
    the head `early` sees: they are settled, and the upper layers read the first pieces of the others alone, and
    what is as open of the title (Li et al., "Accelerating BERT Inference for Sequence Labeling via Early-Exit",
    ACL 2021). That head, too, starts at zero: all words are open.
    """

    def __init__(self, encoder: BertModel, full_layers: int | None = None) -> None:
        super().__init__()
        width = encoder.config.hidden_size
        self.encoder = encoder
        self.full_layers = full_layers or len(encoder.encoder.layer)
        self.shapes = nn.Embedding(SHAPES, width)
        nn.init.zeros_(self.shapes.weight)
        self.dropout = nn.Dropout(0.1)
        self.tags = nn.Linear(width, len(TAGS))
        self.roles = nn.Linear(width, len(ROLE_NAMES))
        if full_layers:
            self.early = nn.Linear(width, len(TAGS))
            nn.init.zeros_(self.early.weight)
            nn.init.zeros_(self.early.bias)

    def read(self, ids: Tensor, shapes: Tensor, heads: Tensor, mask: Tensor | None = None) -> Reading:
        """What the encoder makes of the words.

        `heads` (texts, words) are the places of the first pieces, -1 where there is padding; `mask`
        (texts, pieces) is true at a piece. Without a mask there is one text, and no padding.
        """
        pieces = self.encoder.embeddings.word_embeddings(ids) + self.shapes(shapes)
        states: Tensor = self.encoder.embeddings(inputs_embeds=pieces)
        layers = list(self.encoder.encoder.layer)
        for layer in layers[: self.full_layers]:
            states = layer(states, None if mask is None else mask[:, None, None, :])
        if self.full_layers == len(layers):
            return Reading(_at(states, heads))
        early = self.early(states)
        still_open = _readable(ids, heads) & (early.float().softmax(-1)[..., OUTSIDE] <= 1 - OPEN)
        still_open = still_open | (torch.arange(ids.shape[1]) == 0)
        places, seen = _gathered(still_open, mask)
        upper = _at(states, places)
        for layer in layers[self.full_layers :]:
            upper = layer(upper, seen)
        states = states.scatter(1, places[..., None].expand_as(upper), upper.to(states.dtype))
        return Reading(_at(states, heads), still_open.gather(1, heads.clamp(min=0)), _at(early, heads))

    def scores(self, reading: Reading) -> tuple[Tensor, Tensor]:
        """Scores of tags and of roles; the roles of words that are not open mean nothing."""
        states = self.dropout(reading.states)
        tags, roles = self.tags(states), self.roles(states)
        if reading.open is not None and reading.early is not None:
            tags = torch.where(reading.open[..., None], tags, reading.early)
        return tags, roles

    def forward(self, ids: Tensor, shapes: Tensor, heads: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of tags and of roles of one text, without padding."""
        return self.scores(self.read(ids, shapes, heads))


def _at(states: Tensor, places: Tensor) -> Tensor:
    """The states at places (texts, places), the first ones where a place is negative."""
    return states.gather(1, places.clamp(min=0)[..., None].expand(-1, -1, states.shape[-1]))


def _readable(ids: Tensor, heads: Tensor) -> Tensor:
    """The pieces (texts, pieces) that upper layers may read: first ones of words, and all before the first word."""
    first = torch.zeros_like(ids).scatter(1, heads.clamp(min=0), 1) > 0
    return first | (torch.arange(ids.shape[1]) < heads[:, :1])


def _gathered(chosen: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor | None]:
    """The places of chosen pieces (texts, most), in order, and what of them attention may see."""
    if mask is None:
        return chosen[0].nonzero()[:, 0][None], None
    counts = chosen.sum(1)
    places = (~chosen).int().argsort(dim=1, stable=True)[:, : int(counts.max())]
    return places, (torch.arange(places.shape[1]) < counts[:, None])[:, None, None, :]


def load_encoder(folder: Path, *, dropout: float = 0.0) -> BertModel:
    """A BERT from `folder`, its token embeddings frozen.

    Attention weights are never dropped: that costs more than the rest of the step on a CPU.
    """
    encoder: BertModel = BertModel.from_pretrained(
        folder, add_pooling_layer=False, hidden_dropout_prob=dropout, attention_probs_dropout_prob=0.0
    )
    for parameter in encoder.embeddings.parameters():
        parameter.requires_grad = False
    return encoder


def early_leaving(network: TaggerNetwork, full_layers: int) -> TaggerNetwork:
    """A copy whose layers above the lowest `full_layers` read the open words alone; at first all are open."""
    copied = TaggerNetwork(copy.deepcopy(network.encoder), full_layers)
    copied.load_state_dict(network.state_dict(), strict=False)
    return copied


def parameter_groups(network: TaggerNetwork, rate: float, decay: float) -> list[dict[str, object]]:
    """Learning rates that fall by `decay` a layer from the heads down (Howard and Ruder, ACL 2018)."""
    layers = list(network.encoder.encoder.layer)
    heads = [p for name, part in network.named_children() if name != "encoder" for p in part.parameters()]
    groups: list[dict[str, object]] = [{"params": heads, "lr": rate * 5}]
    for depth, layer in enumerate(reversed(layers)):
        groups.append({"params": list(layer.parameters()), "lr": rate * decay**depth})
    return groups
