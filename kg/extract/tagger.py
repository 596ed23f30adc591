"""The spaCy component that finds mentions with their types and roles: a small BERT run by onnxruntime.

Each abstract is a batch of its own: the int8 kernels scale their input by its largest value, so a batch of
several would make an abstract's result depend on its neighbours.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from spacy.tokens import Doc, Span, SpanGroup
from tokenizers import Tokenizer

from kg.extract import decoding
from kg.extract.grouping import TaggedMention
from kg.extract.pieces import windows
from kg.files import packaged
from kg.records import Mention
from kg.vocabulary import ROLES

ROLE_NAMES = ("introduced", "used", "compared", "addressed", "mentioned")
SPANS = "concepts"
"""The span group that the rest of the pipeline reads: type in `label_`, roles and confidence as extensions."""


def register_extensions() -> None:
    """The custom attributes of spans and documents, named once."""
    for kind, name, default in (
        (Span, "kg_roles", None),
        (Span, "kg_confidence", 1.0),
        (Doc, "kg_title", ""),
        (Doc, "kg_paper_concepts", ()),
    ):
        if not kind.has_extension(name):
            kind.set_extension(name, default=default)


def _whole(file: Path, checksum: str | None) -> bytes:
    """The content of a file of the model, whose checksum is known if it was packaged after version 0.1.0."""
    with packaged(file):
        content = file.read_bytes()
        if checksum and hashlib.sha256(content).hexdigest() != checksum:
            raise ValueError("not the file that model.json names")
    return content


class TaggerModel:
    """The packaged network: pieces of a text in, scores of tags and roles for each word out.

    Raises KgError when weights or tokenizer are not those that the model's own description names.
    """

    def __init__(self, folder: Path) -> None:
        import onnxruntime

        with packaged(folder / "model.json"):
            description = json.loads((folder / "model.json").read_text(encoding="utf-8"))
            self.name: str = description["name"]
            self.version: str = description["version"]
            self.checksum: str = description["sha256"]
            self.calibration: tuple[float, float] = tuple(description["calibration"])
            self.min_confidence: float = description["min_confidence"]
            tokenizer_checksum: str | None = description.get("tokenizer_sha256")
        weights = _whole(folder / "tagger.onnx", self.checksum)
        self.tokenizer = Tokenizer.from_buffer(_whole(folder / "tokenizer.json", tokenizer_checksum))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            weights,
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=["SkipLayerNormFusion"],  # several times slower than what it replaces
        )

    def scores(
        self, title: str, text: str, word_starts: list[int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Scores of tags (words, tags) and of roles (words, roles) for the words that begin at `word_starts`.

        Of a text that is too long to be read whole, for its first words only.
        """
        tags = np.zeros((len(word_starts), len(decoding.TAGS)), dtype=np.float32)
        roles = np.zeros((len(word_starts), len(ROLE_NAMES)), dtype=np.float32)
        seen = np.zeros((len(word_starts), 1), dtype=np.float32)
        for window in windows(self.tokenizer, title, text, word_starts):
            fields = {"ids": window.ids, "shapes": window.shapes, "heads": window.heads}
            feed = {name: np.array([values], dtype=np.int64) for name, values in fields.items()}
            found = self._session.run(None, feed)
            words = slice(window.first, window.first + len(window.heads))
            tags[words] += found[0][0]
            roles[words] += found[1][0]
            seen[words] += 1
        read = int(np.count_nonzero(seen))
        return (tags[:read] / seen[:read]).astype(np.float32), (roles[:read] / seen[:read]).astype(np.float32)


def logit(chance: ArrayLike) -> NDArray[np.float64]:
    """Chances between 0 and 1 on the scale where a logistic curve is a straight line."""
    inside = np.clip(chance, 1e-6, 1 - 1e-6)
    result: NDArray[np.float64] = np.log(inside / (1 - inside))
    return result


def calibrated(chance: ArrayLike, curve: tuple[float, float]) -> NDArray[np.float64]:
    """Confidences as the share that is right of what has them; `curve` is slope and offset (Platt, 1999)."""
    slope, offset = curve
    result: NDArray[np.float64] = 1 / (1 + np.exp(-slope * logit(chance) - offset))
    return result


def role_probabilities(concept_type: str, scores: NDArray[np.float32]) -> dict[str, float]:
    """Probability of each role that a type can have, from the scores (words, roles) of a mention's words."""
    mean = (scores.sum(axis=0) / len(scores)).tolist()
    possible = {name: mean[ROLE_NAMES.index(name)] for name in ROLES[concept_type]}
    best = max(possible.values())
    weights = {name: math.exp(score - best) for name, score in possible.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


class ConceptTagger:
    """Sets `doc.spans["concepts"]`: spans with a type as label, `_.kg_roles` and `_.kg_confidence`."""

    def __init__(self, model: TaggerModel) -> None:
        self.model = model

    def __call__(self, doc: Doc) -> Doc:
        """Tag one document; its title, where it has one, is `doc._.kg_title`."""
        words = [(token.idx, token.idx + len(token)) for token in doc if not token.is_space]
        found = []
        for tagged in self.mentions(doc._.kg_title, doc.text, words):
            start, end = tagged.mention.start, tagged.mention.end
            span = cast(Span, doc.char_span(start, end, label=tagged.type))  # never None: words are tokens
            span._.kg_roles = dict(tagged.roles)
            span._.kg_confidence = tagged.confidence
            found.append(span)
        doc.spans[SPANS] = SpanGroup(doc, name=SPANS, spans=found)
        return doc

    def mentions(self, title: str, text: str, words: Sequence[tuple[int, int]]) -> list[TaggedMention]:
        """The mentions in a text whose `words` stand at these offsets, start and end."""
        tags, roles = self.model.scores(title, text, [start for start, _ in words])
        spans = decoding.spans(tags)
        confidences = calibrated([span.confidence for span in spans], self.model.calibration).tolist()
        found = []
        for (first, end, concept_type, _), confidence in zip(spans, confidences, strict=True):
            start, stop = words[first][0], words[end - 1][1]
            chances = role_probabilities(concept_type, roles[first:end])
            found.append(
                TaggedMention(Mention(start, stop, text[start:stop]), concept_type, chances, confidence)
            )
        return found

    def to_disk(self, path: Path, *, exclude: Any = ()) -> None:
        """Nothing to write: the weights belong to the package."""

    def from_disk(self, path: Path, *, exclude: Any = ()) -> ConceptTagger:
        """Nothing to read: the weights belong to the package."""
        return self
