"""The spaCy component that finds mentions with their types and roles: a small BERT run by onnxruntime.

Each abstract is a batch of its own: the int8 kernels scale their input by its largest value, so a batch of
several would make an abstract's result depend on its neighbours.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc, Span, SpanGroup
from tokenizers import Tokenizer

from kg.errors import KgError
from kg.extract import decoding
from kg.extract.pieces import windows
from kg.vocabulary import ROLES

ROLE_NAMES = ("introduced", "used", "compared", "addressed", "mentioned")
SPANS = "concepts"
"""The span group that the rest of the pipeline reads: type in `label_`, roles and confidence as extensions."""

MODEL_FOLDER = Path(__file__).parent / "model"


def register_extensions() -> None:
    """The custom attributes of spans and documents, named once."""
    if not Span.has_extension("kg_roles"):
        Span.set_extension("kg_roles", default=None)
        Span.set_extension("kg_confidence", default=1.0)
        Doc.set_extension("kg_title", default="")
        Doc.set_extension("kg_paper_concepts", default=())


class TaggerModel:
    """The packaged network: pieces of a text in, scores of tags and roles for each word out.

    Raises KgError when the weights are not those that the model's own description names.
    """

    def __init__(self, folder: Path) -> None:
        import onnxruntime

        description = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        weights = (folder / "tagger.onnx").read_bytes()
        if hashlib.sha256(weights).hexdigest() != description["sha256"]:
            raise KgError(f"{folder / 'tagger.onnx'}: the weights are damaged; install the package again")
        self.name: str = description["name"]
        self.version: str = description["version"]
        self.checksum: str = description["sha256"]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])

    def scores(
        self, title: str, text: str, word_starts: list[int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Scores of tags (words, tags) and of roles (words, roles) for the words that begin at `word_starts`."""
        tags = np.zeros((len(word_starts), len(decoding.TAGS)), dtype=np.float32)
        roles = np.zeros((len(word_starts), len(ROLE_NAMES)), dtype=np.float32)
        seen = np.zeros((len(word_starts), 1), dtype=np.float32)
        for window in windows(self.tokenizer, title, text, word_starts):
            found = self._session.run(None, {"ids": np.array([window.ids], dtype=np.int64)})
            words = slice(window.first, window.first + len(window.heads))
            tags[words] += found[0][0, window.heads]
            roles[words] += found[1][0, window.heads]
            seen[words] += 1
        seen = np.maximum(seen, np.float32(1))
        return (tags / seen).astype(np.float32), (roles / seen).astype(np.float32)


def role_probabilities(concept_type: str, scores: NDArray[np.float32]) -> dict[str, float]:
    """Probability of each role that a type can have, from the scores (words, roles) of a mention's words."""
    names = ROLES[concept_type]
    mean = scores.mean(axis=0)[[ROLE_NAMES.index(name) for name in names]]
    chances = np.exp(decoding.log_softmax(mean))
    return {name: float(chance) for name, chance in zip(names, chances, strict=True)}


class ConceptTagger:
    """Sets `doc.spans["concepts"]`: spans with a type as label, `_.kg_roles` and `_.kg_confidence`."""

    def __init__(self, model: TaggerModel) -> None:
        self.model = model

    def __call__(self, doc: Doc) -> Doc:
        """Tag one document; its title, where it has one, is `doc._.kg_title`."""
        words = [token for token in doc if not token.is_space]
        tags, roles = self.model.scores(doc._.kg_title, doc.text, [word.idx for word in words])
        found = []
        for start, end, concept_type, confidence in decoding.spans(tags):
            span = Span(doc, words[start].i, words[end - 1].i + 1, label=concept_type)
            span._.kg_roles = role_probabilities(concept_type, roles[start:end])
            span._.kg_confidence = confidence
            found.append(span)
        doc.spans[SPANS] = SpanGroup(doc, name=SPANS, spans=found)
        return doc

    def to_disk(self, path: Path, *, exclude: Any = ()) -> None:
        """Nothing to write: the weights belong to the package."""

    def from_disk(self, path: Path, *, exclude: Any = ()) -> ConceptTagger:
        """Nothing to read: the weights belong to the package."""
        return self
