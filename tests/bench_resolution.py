"""How long names take to resolve, and how much memory: python -m tests.bench_resolution [SURFACES].

The names are made up of real words, with plurals, hyphens, capitals, acronyms defined here and left undefined there,
and acronyms inside of names, ten concepts a paper; the same each time. Figures belong to the machine that they were
measured on.
"""

from __future__ import annotations

import gzip
import itertools
import random
import resource
import sys
import time
from collections.abc import Iterator
from importlib import resources

from kg.records import Extraction, Mention, Paper, PaperConcept
from kg.resolve import resolve

SURFACES = 300_000
CONCEPTS = 10
ROLES = {"Method": "used", "Task": "addressed", "Dataset": "used", "Metric": "used"}


def vocabulary() -> list[str]:
    """Frequent words of names, the most frequent first."""
    packed = resources.files("kg.text").joinpath("data/lexicon.txt.gz").read_bytes()
    words = (line.split()[-1] for line in gzip.decompress(packed).decode("ascii").splitlines()[:8000])
    return [word for word in words if len(word) > 3]


def surfaces(chance: random.Random, words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Types and surface forms of concepts, without end."""
    kinds = list(ROLES)
    while True:
        name = [words[int(len(words) * chance.random() ** 2)] for _ in range(chance.choice((2, 2, 3, 3, 4)))]
        kind = chance.choices(kinds, (6, 4, 1, 1))[0]
        forms = [" ".join(name)]
        style = chance.random()
        if style < 0.2:
            forms = [forms[0].title()]
        elif style < 0.4:
            forms.append(f"{forms[0]}s")
        elif style < 0.5:
            forms = ["-".join(name)]
        if style < 0.3:
            forms.append("".join(word[0] for word in name).upper())
        elif style < 0.4:
            forms = [f"{''.join(word[0] for word in name[:-1]).upper()} {name[-1]}"]
        elif style < 0.45:
            forms = ["".join(word[0] for word in name).upper()]
        elif style < 0.5:
            forms = [f"{name[0].title()}-{chance.randint(1, 99)}"]
        yield kind, forms


def papers(number: int) -> list[Extraction]:
    """Papers with so many distinct surface forms."""
    chance = random.Random(7)
    made = surfaces(chance, vocabulary())
    seen: set[str] = set()
    found: list[Extraction] = []
    while len(seen) < number:
        text, concepts = "", []
        for kind, forms in itertools.islice(made, CONCEPTS):
            mentions = []
            for form in forms:
                mentions.append(Mention(len(text), len(text) + len(form), form))
                text += form + ". "
                seen.add(form)
            concepts.append(PaperConcept(kind, forms[0], ROLES[kind], 0.9, tuple(mentions)))
        found.append(Extraction(Paper(f"p{len(found):07}", text), tuple(concepts), (), "made up"))
    return found


def main() -> None:
    """Print seconds and memory of one resolution."""
    made = papers(int(sys.argv[1]) if len(sys.argv) > 1 else SURFACES)
    forms = {mention.text for paper in made for concept in paper.concepts for mention in concept.mentions}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started, processor = time.perf_counter(), time.process_time()
    found = resolve(lambda: made)
    elapsed, used = time.perf_counter() - started, time.process_time() - processor
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"{len(forms):,} distinct surfaces of {len(made):,} papers: {len(found.concepts):,} concepts "
        f"in {elapsed:.1f} s ({used:.1f} s of one core), {memory / 2**20:.2f} GB, "
        f"of which {before / 2**20:.2f} GB are the papers"
    )


if __name__ == "__main__":
    main()
