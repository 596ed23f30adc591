"""A trained network as the packaged model: ONNX with int8 weights, its tokenizer, and its description."""

from __future__ import annotations

import hashlib
import json
import logging
import tempfile
import warnings
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from kg.training.network import TaggerNetwork

logger = logging.getLogger(__name__)


def export_onnx(network: TaggerNetwork, path: Path) -> None:
    """The network in float32: `ids`, `shapes` (1, pieces), `heads` (1, words) -> `tags`, `roles` (1, words, …).

    One text at a time: there is no padding, so nothing has to be masked.
    """
    network.encoder.set_attn_implementation("eager")
    pieces, words = torch.ones(1, 16, dtype=torch.long), torch.ones(1, 9, dtype=torch.long)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(),
            (pieces, pieces, words),
            str(path),
            input_names=["ids", "shapes", "heads"],
            output_names=["tags", "roles"],
            dynamic_axes={
                **{name: {1: "pieces"} for name in ("ids", "shapes")},
                **{name: {1: "words"} for name in ("heads", "tags", "roles")},
            },
            opset_version=17,
            dynamo=False,
        )


def package(network: TaggerNetwork, tokenizer: Path, folder: Path, *, name: str, version: str) -> None:
    """Write tagger.onnx (int8), tokenizer.json and model.json (name, version, checksum) into `folder`.

    Confidence is not calibrated yet, and nothing is left out: see `kg.training.calibrate`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        exact = Path(scratch, "tagger.onnx")
        export_onnx(network, exact)
        quantize_dynamic(
            exact, folder / "tagger.onnx", weight_type=QuantType.QInt8, per_channel=True, reduce_range=False
        )
    settings = json.loads(tokenizer.read_text(encoding="utf-8"))
    settings["truncation"] = settings["padding"] = None
    (folder / "tokenizer.json").write_text(json.dumps(settings, ensure_ascii=False), encoding="utf-8")
    description = {
        "name": name,
        "version": version,
        "sha256": hashlib.sha256((folder / "tagger.onnx").read_bytes()).hexdigest(),
        "tokenizer_sha256": hashlib.sha256((folder / "tokenizer.json").read_bytes()).hexdigest(),
        "calibration": [1.0, 0.0],
        "min_confidence": 0.0,
    }
    (folder / "model.json").write_text(json.dumps(description, indent=1) + "\n", encoding="utf-8")
