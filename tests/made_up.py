"""Made-up papers of the size and shape of a conference, extraction and all: no text of them was ever published.

Their figures are those of annotated abstracts: about nine concepts a paper, four fifths of which stand in one
paper alone, some two mentions a concept, 1,300 characters an abstract; fields of research have concepts of their own.
"""

from __future__ import annotations

import bisect
import itertools
import random
from collections.abc import Iterator, Sequence

from kg.records import Extraction, Link, Mention, Paper, PaperConcept

FIELDS = 24
YEARS = range(2015, 2025)
ROLES = {
    "Method": ("used", "used", "used", "compared", "mentioned"),
    "Dataset": ("used", "used", "introduced"),
    "Task": ("addressed", "addressed", "mentioned"),
    "Metric": ("used",),
}
SHARE = {"Method": 0.52, "Task": 0.34, "Metric": 0.08, "Dataset": 0.06}
_SYLLABLES = (
    "ba co di fu ga hel in ka lo mer na or pi quo ra se to u ver wa xi yo zen tra plo sti gre".split()
)
_HEADS = {
    "Method": "network,regression,sampler,transformer,descent,tree,encoder,filter,policy,kernel".split(","),
    "Task": "prediction,classification,segmentation,retrieval,translation,planning,tracking,control".split(
        ","
    ),
    "Metric": "rate,error,score,distance,loss".split(","),
    "Dataset": "Bench,Corpus,Set,Net,1K".split(","),
}
_SENTENCES = (
    "We build on {}, which earlier work left open.",
    "It is close to {} in spirit, yet takes half the time.",
    "Our study of {} shows where the gains come from.",
    "With {} the results hold over five seeds.",
    "Unlike {}, it needs no labels at all.",
    "Theory and practice of {} meet here.",
)
_FILLERS = (
    "The question has been open for a while, and answers to it have pulled in several directions.",
    "We look at the matter from first principles and find that much of the common advice does not hold.",
    "A careful ablation tells the parts apart, and the simplest of them turns out to do most of the work.",
    "None of this needs more memory than a laptop has, which makes the findings easy to check.",
    "We close with what remains to be done, and with the cases in which the approach should not be used.",
)


def _word(random_: random.Random) -> str:
    return "".join(random_.choice(_SYLLABLES) for _ in range(random_.choice((2, 3, 3))))


def _name(kind: str, random_: random.Random) -> str:
    word, head = _word(random_), random_.choice(_HEADS[kind])
    return f"{word.capitalize()}{head}" if kind == "Dataset" else f"{word} {head}"


class _Vocabulary:
    """The concepts of one field, the first ones far more common than the others (Zipf's law)."""

    def __init__(self, random_: random.Random, size: int) -> None:
        kinds = random_.choices(list(SHARE), list(SHARE.values()), k=size)
        self.concepts = [(kind, _name(kind, random_)) for kind in kinds]
        self.weights = list(itertools.accumulate(1 / (rank + 1.5) for rank in range(size)))

    def pick(self, random_: random.Random) -> tuple[str, str]:
        return self.concepts[bisect.bisect(self.weights, random_.random() * self.weights[-1])]


def made_up(papers: int, *, seed: int = 0) -> Iterator[Extraction]:
    """So many extractions, the same ones each time."""
    random_ = random.Random(seed)
    common = _Vocabulary(random_, 60)
    fields = [_Vocabulary(random_, 120) for _ in range(FIELDS)]
    for n in range(papers):
        field = fields[min(int(random_.expovariate(0.15)), FIELDS - 1)]
        yield _extraction(n, field, common, random_)


def _extraction(n: int, field: _Vocabulary, common: _Vocabulary, random_: random.Random) -> Extraction:
    shared = [field.pick(random_) for _ in range(random_.randint(1, 4))]
    shared += [common.pick(random_) for _ in range(random_.randint(0, 2))]
    kinds = random_.choices(list(SHARE), list(SHARE.values()), k=random_.randint(3, 7))
    own = [(kind, f"{_word(random_)} {_name(kind, random_)}") for kind in kinds]
    concepts = list(dict.fromkeys([*shared, *own]))
    acronym = f"{_word(random_).upper()}-{n}"
    url = f"https://code.example.org/{acronym.lower()}" if random_.random() < 0.3 else ""
    text, found = _abstract(acronym, [name for _, name in concepts], url, random_)
    rows = [PaperConcept("Method", acronym, "introduced", 0.97, found[acronym])]
    for kind, name in concepts:
        role = random_.choice(ROLES[kind])
        rows.append(PaperConcept(kind, name, role, round(0.5 + random_.random() / 2, 3), found[name]))
    paper = Paper(
        id=f"made-{n:05}",
        text=text,
        title=f"{acronym}: {shared[0][1].capitalize()} without {_word(random_)}",
        year=random_.choice(YEARS),
        venue="Conference on Made-up Results",
        url=f"https://papers.example.org/{n:05}",
    )
    return Extraction(paper, tuple(rows), _link(text, url), "made up 1")


def _abstract(
    acronym: str, names: Sequence[str], url: str, random_: random.Random
) -> tuple[str, dict[str, tuple[Mention, ...]]]:
    """A text that names all of them, most of them twice, and where it does."""
    pieces: list[tuple[str, str]] = [("We introduce {}.", acronym)]
    for name in [*names, *names[: len(names) * 2 // 3]]:
        pieces.append((random_.choice(_SENTENCES), name))
    text = ""
    found: dict[str, list[Mention]] = {}
    for sentence, name in pieces:
        start = len(text) + sentence.index("{}")
        found.setdefault(name, []).append(Mention(start, start + len(name), name))
        text += sentence.format(name) + " "
    while len(text) < 1250:
        text += random_.choice(_FILLERS) + " "
    text += f"Code: {url}." if url else ""
    return text.rstrip(), {name: tuple(mentions) for name, mentions in found.items()}


def _link(text: str, url: str) -> tuple[Link, ...]:
    if not url:
        return ()
    start = text.index(url)
    return (Link(url, "code", Mention(start, start + len(url), url)),)
