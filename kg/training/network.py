"""The network that is trained: an encoder with one head for tags and one for roles."""

from __future__ import annotations

from pathlib import Path

from torch import Tensor, nn
from transformers import BertModel

from kg.extract.decoding import TAGS
from kg.extract.tagger import ROLE_NAMES


class TaggerNetwork(nn.Module):
    """Pieces (texts, pieces) -> scores of tags (texts, pieces, tags) and of roles (texts, pieces, roles)."""

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        width = encoder.config.hidden_size
        self.encoder = encoder
        self.dropout = nn.Dropout(0.1)
        self.tags = nn.Linear(width, len(TAGS))
        self.roles = nn.Linear(width, len(ROLE_NAMES))

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """`mask` (texts, pieces) is 1 where there is a piece and 0 where there is padding."""
        hidden = self.dropout(self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state)
        return self.tags(hidden), self.roles(hidden)


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


def parameter_groups(network: TaggerNetwork, rate: float, decay: float) -> list[dict[str, object]]:
    """Learning rates that fall by `decay` a layer from the heads down (Howard and Ruder, ACL 2018)."""
    layers = list(network.encoder.encoder.layer)
    heads = [*network.tags.parameters(), *network.roles.parameters()]
    groups: list[dict[str, object]] = [{"params": heads, "lr": rate * 5}]
    for depth, layer in enumerate(reversed(layers)):
        groups.append({"params": list(layer.parameters()), "lr": rate * decay**depth})
    return groups
