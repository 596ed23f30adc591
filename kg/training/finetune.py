"""Fine-tuning of the encoder with its heads on annotated abstracts."""

from __future__ import annotations

import copy
import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from kg.extract.decoding import OUTSIDE
from kg.extract.pieces import SIGN, special_piece
from kg.files import replacing
from kg.training.batches import batches_by_length, padded
from kg.training.examples import IGNORED, Example
from kg.training.network import Reading, TaggerNetwork, parameter_groups

logger = logging.getLogger(__name__)

STEPS_BETWEEN = 200
"""So many steps of training are lost at the most when it is ended."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What fine-tuning may vary; lengths in word pieces, `title_share` is how often the title is shown.

    `hard_weight` and `state_weight` count beside the distance to a teacher's scores, where there is a teacher.
    """

    epochs: int = 4
    rate: float = 3e-4
    decay: float = 0.85
    pieces_per_batch: int = 4096
    title_share: float = 0.6
    word_dropout: float = 0.05
    role_weight: float = 0.5
    average_from: float = 0.7
    hard_weight: float = 0.3
    state_weight: float = 0.5
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One window with the targets of its words, whose first pieces are at `heads`."""

    ids: tuple[int, ...]
    shapes: tuple[int, ...]
    heads: tuple[int, ...]
    tags: tuple[int, ...]
    roles: tuple[int, ...]


def rows(examples: Sequence[Example], tokenizer: Tokenizer, title: Callable[[], bool]) -> list[Row]:
    """The windows of all examples.

    The shape of the first piece tells whose annotation it is, so that readers who mark more or less than
    others do not blur what is learnt; what is extracted later is read as the first of them would (0).
    """
    made = []
    for example in examples:
        for window in example.windows(tokenizer, with_title=title()):
            shapes = (example.reader and SIGN + example.reader, *window.shapes[1:])
            words = slice(window.first, window.first + len(window.heads))
            made.append(Row(window.ids, shapes, window.heads, example.tags[words], example.roles[words]))
    return made


class Teacher:
    """A trained network whose last states at the words of each row are kept once they are known.

    A row of 170 words is 130 kB; a row is met once in each epoch.
    """

    def __init__(self, network: TaggerNetwork) -> None:
        self._network = network.eval()
        self._known: dict[Row, Tensor] = {}

    def states(self, batch: list[Row]) -> Tensor:
        """The network's last states (rows, longest, width), zero where there is padding."""
        new = [row for row in batch if row not in self._known]
        if new:
            ids, shapes, heads = _fields(new)
            with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
                found = self._network.read(ids, shapes, heads, ids != 0).states
            for row, states in zip(new, found, strict=True):
                self._known[row] = states[: len(row.heads)].bfloat16().clone()
        return nn.utils.rnn.pad_sequence([self._known[row] for row in batch], batch_first=True)

    def scores(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """What the network makes of its last states."""
        with torch.no_grad():
            tags, roles = self._network.scores(Reading(states.float()))
        return tags, roles


def _fields(batch: list[Row]) -> tuple[Tensor, Tensor, Tensor]:
    """Pieces, their shapes, and the first pieces of words, padded with 0, 0 and -1."""
    return (
        padded([row.ids for row in batch], 0),
        padded([row.shapes for row in batch], 0),
        padded([row.heads for row in batch], -1),
    )


def _mean(losses: Tensor, weights: Tensor) -> Tensor:
    return (losses * weights).sum() / weights.sum().clamp(min=1e-6)


def _divergence(scores: Tensor, wanted: Tensor) -> Tensor:
    """Kullback-Leibler divergence of two sets of scores over their last axis, wanted from found."""
    wanted = wanted.log_softmax(-1)
    return (wanted.exp() * (wanted - scores.log_softmax(-1))).sum(-1)


def _loss(
    network: TaggerNetwork, batch: list[Row], settings: Settings, mask_id: int, teacher: Teacher | None
) -> Tensor:
    """Cross-entropy to the annotation, where there is one; with a teacher, also the distance to what it says.

    Distance to a teacher (Hinton et al., 2015): of the tags at each word, of the roles where the teacher sees
    a mention, and of the last states (Jiao et al., Findings of EMNLP 2020).
    """
    ids, shapes, heads = _fields(batch)
    dropped = (torch.rand(ids.shape) < settings.word_dropout) & (ids > 999)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        reading = network.read(ids.masked_fill(dropped, mask_id), shapes, heads, ids != 0)
        tags, roles = (scores.float() for scores in network.scores(reading))
    wanted_tags = padded([row.tags for row in batch], IGNORED)
    wanted_roles = padded([row.roles for row in batch], IGNORED)
    if reading.open is not None:
        wanted_roles = wanted_roles.masked_fill(~reading.open, IGNORED)
    loss = torch.zeros(())
    for scores, wanted, weight in ((tags, wanted_tags, 1.0), (roles, wanted_roles, settings.role_weight)):
        known = wanted != IGNORED
        if known.any():
            loss = loss + weight * nn.functional.cross_entropy(scores[known], wanted[known])
    if teacher is None:
        return loss
    states = teacher.states(batch)
    soft_tags, soft_roles = teacher.scores(states)
    words = (heads >= 0).float()
    read = words if reading.open is None else words * reading.open
    mentions = read * (1 - soft_tags.softmax(-1)[..., OUTSIDE])
    distance = (reading.states.float() - states.float()).square().mean(-1)
    loss = (
        settings.hard_weight * loss
        + _mean(_divergence(tags, soft_tags), words)
        + settings.role_weight * _mean(_divergence(roles, soft_roles), mentions)
        + settings.state_weight * _mean(distance, read)
    )
    if reading.early is not None:
        loss = loss + _mean(_divergence(reading.early.float(), soft_tags), words)
    return loss


def finetune(
    network: TaggerNetwork,
    tokenizer: Tokenizer,
    examples: Sequence[Example],
    settings: Settings,
    teacher: Teacher | None = None,
    *,
    kept: Path | None = None,
) -> TaggerNetwork:
    """Train `network` in place; returns a copy whose weights are the mean over the last part of training.

    With a `teacher`, examples may be without annotation (all their tags `IGNORED`): there it alone is followed.
    The file `kept` takes the state of the training now and then; one that is there already is gone on from.

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
    first = 0
    if kept and kept.exists():
        state = torch.load(kept)
        network.load_state_dict(state["network"])
        averaged.load_state_dict(state["averaged"])
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        torch.set_rng_state(state["chance"])
        first, averaged_steps = state["steps"], state["averaged_steps"]
    for step, (epoch, made, batch) in enumerate(plan[first:], first):
        loss = _loss(network, [made[i] for i in batch], settings, mask_id, teacher)
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
        if kept and (step + 1) % STEPS_BETWEEN == 0:
            state = {"network": network, "averaged": averaged, "optimiser": optimiser, "schedule": schedule}
            state = {name: part.state_dict() for name, part in state.items()}
            state |= {"steps": step + 1, "averaged_steps": averaged_steps, "chance": torch.get_rng_state()}
            with replacing(kept) as scratch:
                torch.save(state, scratch)
        if step % 25 == 0:
            minutes = (time.monotonic() - started) / 60
            logger.info("epoch %d, step %d of %d, loss %.3f, %.1f min", epoch, step, len(plan), loss, minutes)
    averaged.eval()
    return averaged
