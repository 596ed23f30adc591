"""Fine-tuning of the encoder with its heads on annotated abstracts."""

from __future__ import annotations

import copy
import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from kg.extract.pieces import special_piece
from kg.training.batches import batches_by_length, padded
from kg.training.examples import IGNORED, Example
from kg.training.network import TaggerNetwork, parameter_groups

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """What fine-tuning may vary; lengths in word pieces, `title_share` is how often the title is shown."""

    epochs: int = 4
    rate: float = 3e-4
    decay: float = 0.85
    pieces_per_batch: int = 4096
    title_share: float = 0.6
    word_dropout: float = 0.05
    role_weight: float = 0.5
    average_from: float = 0.7
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One window with the targets of its pieces."""

    ids: tuple[int, ...]
    tags: tuple[int, ...]
    roles: tuple[int, ...]


def rows(examples: Sequence[Example], tokenizer: Tokenizer, title: Callable[[], bool]) -> list[Row]:
    """The windows of all examples; pieces that begin no word are ignored in the targets."""
    made = []
    for example in examples:
        for window in example.windows(tokenizer, with_title=title()):
            tags, roles = [IGNORED] * len(window.ids), [IGNORED] * len(window.ids)
            for word, piece in enumerate(window.heads, window.first):
                tags[piece], roles[piece] = example.tags[word], example.roles[word]
            made.append(Row(window.ids, tuple(tags), tuple(roles)))
    return made


def _loss(network: TaggerNetwork, batch: list[Row], settings: Settings, mask_id: int) -> Tensor:
    ids = padded([row.ids for row in batch], 0)
    mask = (ids != 0).long()
    dropped = (torch.rand(ids.shape) < settings.word_dropout) & (ids > 999)
    ids = ids.masked_fill(dropped, mask_id)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        tags, roles = network(ids, mask)
    tag_loss = nn.functional.cross_entropy(
        tags.float().flatten(0, 1),
        padded([row.tags for row in batch], IGNORED).flatten(),
        ignore_index=IGNORED,
    )
    role_loss = nn.functional.cross_entropy(
        roles.float().flatten(0, 1),
        padded([row.roles for row in batch], IGNORED).flatten(),
        ignore_index=IGNORED,
    )
    return tag_loss + settings.role_weight * role_loss


def finetune(
    network: TaggerNetwork, tokenizer: Tokenizer, examples: Sequence[Example], settings: Settings
) -> TaggerNetwork:
    """Train `network` in place; returns a copy whose weights are the mean over the last part of training.

    The mean of the weights along the way (Izmailov et al., UAI 2018) stands in for an ensemble.
    """
    torch.manual_seed(settings.seed)
    chance = random.Random(settings.seed)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    mask_id = special_piece(tokenizer, "[MASK]")
    optimiser = torch.optim.AdamW(
        parameter_groups(network, settings.rate, settings.decay), weight_decay=0.01, fused=True
    )
    averaged, averaged_steps = copy.deepcopy(network), 0
    started = time.monotonic()
    plan = [
        (epoch, made, batch)
        for epoch in range(settings.epochs)
        for made in [rows(examples, tokenizer, lambda: chance.random() < settings.title_share)]
        for batch in batches_by_length([row.ids for row in made], settings.pieces_per_batch, chance)
    ]
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda step: min(1.0, (step + 1) / (0.1 * len(plan))) * max(0.05, 1 - step / len(plan)),
    )
    network.train()
    for step, (epoch, made, batch) in enumerate(plan):
        loss = _loss(network, [made[i] for i in batch], settings, mask_id)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad()
        schedule.step()
        if (step >= settings.average_from * len(plan) and step % 10 == 0) or step == len(plan) - 1:
            averaged_steps += 1
            with torch.no_grad():
                for mean, now in zip(averaged.parameters(), network.parameters(), strict=True):
                    mean += (now - mean) / averaged_steps
        if step % 25 == 0:
            minutes = (time.monotonic() - started) / 60
            logger.info("epoch %d, step %d of %d, loss %.3f, %.1f min", epoch, step, len(plan), loss, minutes)
    averaged.eval()
    return averaged
