"""The learning curve: scores of the packaged size of network after so many annotated abstracts.

`python -m kg.training.curve CORPUS GOLD ABSTRACTS --encoder DIR` trains one network for each of `--sizes`, on as
many abstracts of the first reader and then of the others, calibrates it as the packaged one, and scores it on GOLD.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import tempfile
from pathlib import Path
from typing import cast

from kg.evaluate import evaluate
from kg.extract.pipeline import extract, load_pipeline
from kg.extract.tagger import ConceptTagger, TaggerModel
from kg.gold import read_gold
from kg.records import Paper
from kg.training.calibrate import calibrate
from kg.training.examples import read_examples, read_texts
from kg.training.finetune import Settings, finetune
from kg.training.network import TaggerNetwork, load_encoder
from kg.training.package import package
from kg.training.train import (
    DATA,
    DROPOUT,
    is_kept_for_calibration,
    start_encoder,
    tokenizer,
)


def main() -> None:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", type=Path, help="abstracts.jsonl.gz: the texts of the annotated ids")
    parser.add_argument("gold", type=Path, help="gold to score on; never trained on")
    parser.add_argument("abstracts", type=Path, help="its abstracts")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the pretrained encoder")
    parser.add_argument("--sizes", type=int, nargs="+", default=[300, 600, 1200, 2200])
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    gold = list(read_gold(arguments.gold))
    rows = map(json.loads, arguments.abstracts.read_text(encoding="utf-8").splitlines())
    papers = [Paper(row["id"], row["abstract"], row["title"]) for row in rows]
    annotated = read_examples(sorted(DATA.glob("*.jsonl")), arguments.corpus)
    held_out = {paper.id for paper in gold}
    usable = [e for e in annotated if e.id not in held_out and not is_kept_for_calibration(e.id)]
    random.Random(0).shuffle(usable)
    usable.sort(key=lambda example: example.reader)
    kept = [
        p for p in read_gold(DATA / "gold.jsonl") if is_kept_for_calibration(p.id) and p.id not in held_out
    ]
    texts = read_texts(arguments.corpus, {paper.id for paper in kept})
    unseen = [Paper(paper.id, texts[paper.id][1], texts[paper.id][0]) for paper in kept]
    for size in arguments.sizes:
        network = TaggerNetwork(load_encoder(arguments.encoder, dropout=DROPOUT))
        trained = finetune(network, tokenizer(), usable[:size], Settings())
        with tempfile.TemporaryDirectory() as scratch:
            package(
                trained, start_encoder() / "tokenizer.json", Path(scratch), name="curve", version=str(size)
            )
            calibrate(Path(scratch), unseen, kept)
            model = TaggerModel(Path(scratch))
        nlp = load_pipeline()
        cast(ConceptTagger, nlp.get_pipe("kg_tagger")).model = model
        scores = evaluate(gold, extract(nlp, papers, min_confidence=model.min_confidence))
        figures = ", ".join(f"{name} {scores.rates(name).f1:.1f}" for name in ("concept", "edge", "mention"))
        sys.stdout.write(f"{min(size, len(usable)):6} abstracts: {figures}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
