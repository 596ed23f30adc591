"""What resolution makes of the annotated abstracts in ../shared: python -m tests.bench_names [--lists].

Prints how often an acronym whose definition is hidden gets its sense back, by the share of votes that a sense needs;
with `--lists`, what people shall read (docs/resolution.md): the acronyms that took a sense from one or two papers, the
concepts of most papers with their names, and the pairs of concepts whose labels are most alike.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

from kg.gold import occurrences, read_gold
from kg.records import Concept, Extraction, Mention, Paper, PaperConcept
from kg.resolve import resolve, senses
from kg.resolve.naming import DOMINANT_SENSE
from kg.resolve.papers import PaperNames, name_key, read_names
from kg.resolve.senses import Senses, Verdict

GOLD = Path(__file__).parents[2] / "shared" / "gold"
FOLDS = 10
MARGINS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
MOST = 100
ALIKE = 0.45
"""Share of three-letter pieces that two labels have in common before they are compared."""


def annotated(part: str) -> Iterator[Extraction]:
    """The abstracts of a part of the gold annotation, with what people found in them."""
    texts = {}
    for line in (GOLD / f"{part}.abstracts.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        texts[row["id"]] = row
    for paper in read_gold(GOLD / f"{part}.jsonl"):
        text = texts[paper.id]["abstract"]
        concepts = []
        for concept in paper.concepts:
            spans = occurrences(text, concept.surfaces)
            mentions = tuple(Mention(start, end, text[start:end]) for start, end in spans)
            if mentions:
                concepts.append(PaperConcept(concept.type, concept.label, concept.roles[0], 1.0, mentions))
        yield Extraction(Paper(paper.id, text, title=texts[paper.id]["title"]), tuple(concepts), (), "gold")


def hidden(papers: Sequence[PaperNames]) -> Counter[str]:
    """How acronyms fare whose definition is hidden, a tenth of the papers at a time: right, wrong, or left open."""
    found: Counter[str] = Counter()
    for fold in range(FOLDS):
        learned = Senses()
        for names in (names for place, names in enumerate(papers) if place % FOLDS != fold):
            learned.add(names)
        for names in papers[fold::FOLDS]:
            bare = replace(names, definitions=())
            for definition in names.definitions:
                kind = definition.type
                if definition.coined or not learned.is_acronym(kind, definition.short):
                    continue
                verdict = learned.choose(kind, definition.short, bare)
                if verdict.long is None:
                    found["open"] += 1
                else:
                    true = name_key(learned.expanded(definition.long), kind)
                    outcome = "right" if name_key(verdict.long, kind) == true else "wrong"
                    found[outcome] += 1
                    found[f"{outcome}, {_votes(verdict)}"] += 1
    return found


def _votes(verdict: Verdict) -> str:
    who = "like papers" if verdict.alike else "all papers"
    return f"{who}, {verdict.votes if verdict.votes < 3 else '3 or more'} votes"


def _pieces(label: str) -> set[str]:
    return {f" {label} "[place : place + 3] for place in range(len(label))}


def alike(concepts: Sequence[Concept]) -> list[tuple[float, Concept, Concept]]:
    """Pairs of concepts of one type by how alike their labels are (Ratcliff and Obershelp), the most alike first."""
    pieces = [_pieces(concept.label.casefold()) for concept in concepts]
    frequency = Counter(piece for found in pieces for piece in found)
    having: dict[tuple[str, str], list[int]] = defaultdict(list)
    pairs: set[tuple[int, int]] = set()
    for place, (concept, found) in enumerate(zip(concepts, pieces, strict=True)):
        rare = sorted(found, key=lambda piece: (frequency[piece], piece))[: max(3, len(found) // 2)]
        for piece in rare:
            pairs.update((other, place) for other in having[concept.type, piece])
            having[concept.type, piece].append(place)
    close = [(i, j) for i, j in pairs if len(pieces[i] & pieces[j]) >= ALIKE * len(pieces[i] | pieces[j])]
    ranked = [
        (
            SequenceMatcher(None, concepts[i].label.casefold(), concepts[j].label.casefold(), False).ratio(),
            concepts[i],
            concepts[j],
        )
        for i, j in close
    ]
    return sorted(ranked, key=lambda pair: (-pair[0], pair[1].id, pair[2].id))


def print_lists() -> None:
    """Acronyms read by the word of one or two papers, the largest concepts, and the most alike pairs."""
    papers = list(annotated("train"))
    resolution = resolve(lambda: papers)
    for paper in papers:
        for placed, forms in resolution.placements(paper):
            if placed.rule == DOMINANT_SENSE and placed.why.startswith(("1 of the 1 ", "2 of the 2 ")):
                print(f"{placed.node.type} | {', '.join(forms)} | {placed.text} | {paper.paper.title}")
    concepts = resolution.concepts
    print(f"{len(papers):,} papers, {len(concepts):,} concepts")
    for concept in sorted(concepts, key=lambda concept: (-len(concept.papers), concept.id))[:MOST]:
        forms = sorted(concept.forms.items(), key=lambda item: (-len(item[1]), item[0]))
        names = ", ".join(f"{' '.join(form.split())} {len(users)}" for form, users in forms)
        print(f"{concept.type} | {concept.label} | {len(concept.papers)} | {names}")
    for ratio, one, other in alike(concepts)[:MOST]:
        print(f"{ratio:.3f} | {one.type} | {one.label} {len(one.papers)} | {other.label} {len(other.papers)}")


def main() -> None:
    """Print the margins of senses, or the lists."""
    if "--lists" in sys.argv[1:]:
        print_lists()
        return
    papers = [read_names(paper) for part in ("train", "dev") for paper in annotated(part)]
    chosen = senses.DOMINANCE
    for margin in MARGINS:
        senses.DOMINANCE = margin
        found = hidden(papers)
        decided = found["right"] + found["wrong"]
        print(
            f"hidden definitions, a sense needs {margin:.0%} of the votes: {found['right']} right, "
            f"{found['wrong']} wrong ({found['wrong'] / max(decided, 1):.1%}), {found['open']} left open"
        )
        if margin == chosen:
            votes = sorted(key.removeprefix("right, ") for key in found if key.startswith("right, "))
            for vote in votes:
                print(f"  {vote}: {found[f'right, {vote}']} right, {found[f'wrong, {vote}']} wrong")
    senses.DOMINANCE = chosen


if __name__ == "__main__":
    main()
