"""The word list of `kg.text.segmentation`: python -m kg.training.lexicon ABSTRACTS.jsonl.gz.

IRIs are made with that list, so making it anew, from other texts or by other rules of `kg.text.spelling`, changes them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from importlib import resources
from itertools import pairwise
from pathlib import Path

from kg.text.plurals import singular
from kg.text.spelling import fold

LEAST = 15
"""Occurrences that a word of the abstracts needs."""
LEAST_OF_SHORT = 400
"""Those that a word of two letters needs, most of which are parts of longer ones."""
PREFERENCE = 3
"""A word is written in its one spelling unless another form is so many times as frequent."""
LONG = 5
"""Letters that a word needs which only the general list has."""

_MARKUP = re.compile(r"\\[A-Za-z]+|https?://\S+")
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")


def read_texts(path: Path) -> Iterator[str]:
    """Title and abstract of each row."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            yield _MARKUP.sub(" ", f"{row.get('title') or ''}. {row.get('abstract') or ''}")


def count(texts: Iterable[str]) -> tuple[Counter[str], Counter[str]]:
    """How often each word occurs, and how often two words stand together, written here without the gap.

    Two words do not count if the first is a single letter: `a live` says nothing of `alive`.
    """
    words: Counter[str] = Counter()
    neighbours: Counter[str] = Counter()
    for text in texts:
        last, end = "", -1
        for match in _WORD.finditer(text):
            parts = match[0].lower().split("-")
            words.update(parts)
            pairs = [*pairwise(parts)]
            if last and match.start() == end + 1 and text[end] == " ":
                pairs.append((last, parts[0]))
            neighbours.update(first + second for first, second in pairs if len(first) > 1)
            last, end = parts[-1], match.end()
    return words, neighbours


def lexicon(words: Counter[str], neighbours: Counter[str], general: Iterable[str]) -> list[str]:
    """The lines of the list: words in one spelling, the most frequent first, each with its usual form if that differs.

    A word that is mostly written as two (`fine-tuning`) is left out, so that it is cut.
    """
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    for word, times in words.items():
        enough = times >= (LEAST_OF_SHORT if len(word) == 2 else LEAST)
        folded = fold(word)
        if enough and neighbours[word] <= times and folded.isalpha():
            groups[folded][word] += times
            if len(word) <= LONG and folded != word and not word.endswith("s"):
                groups[word][word] += times  # capitals are not folded: `MATH` is no `mathematic`
    ranked = sorted(groups, key=lambda folded: (-groups[folded].total(), folded))
    others = {fold(word) for word in general if len(word) >= LONG} - groups.keys()
    rest = sorted(word for word in others if fold(word) == word and neighbours[word] <= words[word])
    return [_line(folded, groups[folded]) for folded in ranked] + rest


def _line(folded: str, forms: Counter[str]) -> str:
    singulars = {form: times for form, times in forms.items() if singular(form) == form} or {folded: 1}
    usual = min(singulars, key=lambda form: (-singulars[form], form))
    if PREFERENCE * singulars.get(folded, 0) >= singulars[usual]:
        return folded
    return folded if usual == folded else f"{folded} {usual}"


def main() -> None:
    """Write the list into the package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("abstracts", type=Path)
    data = resources.files("kg.text").joinpath("data")
    general = gzip.decompress(data.joinpath("words.txt.gz").read_bytes()).decode("ascii").split()
    lines = lexicon(*count(read_texts(parser.parse_args().abstracts)), general)
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode("ascii"), 9, mtime=0)
    Path(str(data.joinpath("lexicon.txt.gz"))).write_bytes(packed)


if __name__ == "__main__":
    main()
