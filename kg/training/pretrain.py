"""Continued masked-word pretraining of the encoder on unlabelled abstracts (Gururangan et al., ACL 2020).

The token embeddings stay frozen and serve as the output layer, so that only the encoder's layers move and
the optimiser's step stays small beside the forward pass.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Sequence

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import BertModel

from kg.extract.pieces import special_piece
from kg.training.batches import batches_by_length, padded

logger = logging.getLogger(__name__)

MASK_SHARE = 0.2
MAX_PIECES = 256
PIECES_PER_BATCH = 8192
LEARNING_RATE = 3e-4
WARM_UP = 0.06


class MaskedWordHead(nn.Module):
    """Hidden states (n, d) -> scores over the vocabulary (n, v); the word embeddings are the output layer."""

    def __init__(self, embeddings: nn.Embedding) -> None:
        super().__init__()
        width = embeddings.embedding_dim
        self.dense = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.bias = nn.Parameter(torch.zeros(embeddings.num_embeddings))
        self.embeddings = embeddings

    def forward(self, hidden: Tensor) -> Tensor:
        """Score the vocabulary at each position."""
        transformed = self.norm(nn.functional.gelu(self.dense(hidden)))
        return nn.functional.linear(transformed, self.embeddings.weight, self.bias)


def mask_words(
    ids: Tensor, inner: Tensor, special: Tensor, mask_id: int, vocabulary: int
) -> tuple[Tensor, Tensor]:
    """Ids (b, t) with 20 % of the words hidden (of them 80 % mask, 10 % random), and which pieces (b, t).

    `inner` (b, t) marks the pieces that continue a word: a word is hidden as a whole, since a piece is too
    easily guessed from the others of its word.
    """
    words = (~inner).cumsum(dim=1) - 1
    chosen = (torch.rand(ids.shape) < MASK_SHARE).gather(1, words) & ~special
    fate = torch.rand(ids.shape).gather(1, words)
    hidden = ids.clone()
    hidden[chosen & (fate < 0.8)] = mask_id
    randomised = chosen & (fate >= 0.9)
    hidden[randomised] = torch.randint(1000, vocabulary, (int(randomised.sum()),))
    return hidden, chosen


def _pieces_by_id(tokenizer: Tokenizer) -> list[str]:
    return sorted(tokenizer.get_vocab(), key=tokenizer.get_vocab().__getitem__)


def pretrain(encoder: BertModel, tokenizer: Tokenizer, texts: Sequence[str], *, seed: int = 0) -> None:
    """Train `encoder` in place to guess hidden words of `texts`, in one pass over them.

    A text is read up to `MAX_PIECES` pieces.
    """
    torch.manual_seed(seed)
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_PIECES)
    encoded = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
    mask_id, cls, sep = (special_piece(tokenizer, name) for name in ("[MASK]", "[CLS]", "[SEP]"))
    head = MaskedWordHead(encoder.embeddings.word_embeddings)
    weights = [p for p in (*encoder.parameters(), *head.parameters()) if p.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=LEARNING_RATE, weight_decay=0.01, fused=True)
    inner = torch.tensor([name.startswith("##") for name in _pieces_by_id(tokenizer)])
    plan = list(batches_by_length(encoded, PIECES_PER_BATCH, random.Random(seed)))
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, LEARNING_RATE, total_steps=len(plan) + 1, pct_start=WARM_UP, anneal_strategy="linear"
    )
    encoder.train()
    started, mean = time.monotonic(), 0.0
    for step, batch in enumerate(plan):
        ids = padded([encoded[index] for index in batch], 0)
        special = (ids == 0) | (ids == cls) | (ids == sep)
        masked, chosen = mask_words(ids, inner[ids], special, mask_id, encoder.config.vocab_size)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = encoder(input_ids=masked, attention_mask=(ids != 0).long()).last_hidden_state
            scores = head(hidden[chosen])
        loss = nn.functional.cross_entropy(scores.float(), ids[chosen])
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        optimiser.zero_grad()
        schedule.step()
        mean = loss.item() if step == 0 else 0.98 * mean + 0.02 * loss.item()
        if step % 25 == 0:
            minutes = (time.monotonic() - started) / 60
            logger.info("step %d of %d, loss %.3f, %.1f min", step, len(plan), mean, minutes)
