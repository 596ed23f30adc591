"""The network that is trained: an encoder with one head for tags and one for roles."""

from __future__ import annotations

import copy
from pathlib import Path

from torch import Tensor, nn
from transformers import BertModel

from kg.extract.decoding import TAGS
from kg.extract.pieces import SHAPES
from kg.extract.tagger import ROLE_NAMES


class TaggerNetwork(nn.Module):
    """Word pieces (texts, pieces) -> scores of tags (texts, words, tags) and of roles (texts, words, roles).

    An embedding of each piece's shape (capitals, digits, signs) is added to that of the piece, since the
    vocabulary has lower case alone. It starts at zero, so that training begins at what the encoder knows.
    The upper `word_layers` of the encoder read the first piece of each word alone, which saves time (as in
    Goyal et al., "PoWER-BERT", ICML 2020, where the pieces that stay are learnt).
    """

    def __init__(self, encoder: BertModel, word_layers: int = 0) -> None:
        super().__init__()
        width = encoder.config.hidden_size
        self.encoder = encoder
        self.word_layers = word_layers
        self.shapes = nn.Embedding(SHAPES, width)
        nn.init.zeros_(self.shapes.weight)
        self.dropout = nn.Dropout(0.1)
        self.tags = nn.Linear(width, len(TAGS))
        self.roles = nn.Linear(width, len(ROLE_NAMES))

    def hidden(self, ids: Tensor, shapes: Tensor, heads: Tensor, mask: Tensor | None = None) -> Tensor:
        """The encoder's last states at the words (texts, words, width).

        `heads` (texts, words) are the places of the first pieces, -1 where there is padding; `mask`
        (texts, pieces) is true at a piece. Without a mask there is one text, and no padding.
        """
        pieces = self.encoder.embeddings.word_embeddings(ids) + self.shapes(shapes)
        states: Tensor = self.encoder.embeddings(inputs_embeds=pieces)
        seen = None if mask is None else mask[:, None, None, :]
        layers = self.encoder.encoder.layer
        for depth, layer in enumerate(layers):
            if depth == len(layers) - self.word_layers:
                states, seen = (
                    _words(states, heads, mask),
                    None if mask is None else (heads >= 0)[:, None, None],
                )
            states = layer(states, seen)
        return states if self.word_layers else _words(states, heads, mask)

    def scores(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of tags and of roles for the encoder's last states."""
        hidden = self.dropout(hidden)
        return self.tags(hidden), self.roles(hidden)

    def forward(self, ids: Tensor, shapes: Tensor, heads: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of tags and of roles of one text, without padding."""
        return self.scores(self.hidden(ids, shapes, heads))


def _words(states: Tensor, heads: Tensor, mask: Tensor | None) -> Tensor:
    if mask is None:
        return states[:, heads[0]]
    index = heads.clamp(min=0)[..., None].expand(-1, -1, states.shape[-1])
    return states.gather(1, index)


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


def smaller(network: TaggerNetwork, layers: int, word_layers: int, inner_width: int) -> TaggerNetwork:
    """A copy with so many of the encoder's layers, evenly spaced, the first and the last among them.

    Of each layer's inner neurons those `inner_width` stay whose weights, in and out, are the largest.
    """
    small = copy.deepcopy(network)
    small.word_layers = word_layers
    every = list(small.encoder.encoder.layer)
    kept = [round(place * (len(every) - 1) / (layers - 1)) for place in range(layers)]
    small.encoder.encoder.layer = nn.ModuleList(every[place] for place in kept)
    small.encoder.config.num_hidden_layers = layers
    small.encoder.config.intermediate_size = inner_width
    for layer in small.encoder.encoder.layer:
        into, out = layer.intermediate.dense, layer.output.dense
        strength = into.weight.norm(dim=1) * out.weight.norm(dim=0)
        best = strength.topk(inner_width).indices.sort().values
        into.weight, into.bias = nn.Parameter(into.weight[best]), nn.Parameter(into.bias[best])
        out.weight = nn.Parameter(out.weight[:, best])
        into.out_features = out.in_features = inner_width
    return small


def parameter_groups(network: TaggerNetwork, rate: float, decay: float) -> list[dict[str, object]]:
    """Learning rates that fall by `decay` a layer from the heads down (Howard and Ruder, ACL 2018)."""
    layers = list(network.encoder.encoder.layer)
    heads = [p for part in (network.shapes, network.tags, network.roles) for p in part.parameters()]
    groups: list[dict[str, object]] = [{"params": heads, "lr": rate * 5}]
    for depth, layer in enumerate(reversed(layers)):
        groups.append({"params": list(layer.parameters()), "lr": rate * decay**depth})
    return groups
