"""One spelling for words that are written in several: British and American, and adjectives beside their nouns."""

from __future__ import annotations

import re
from functools import lru_cache

from kg.text.plurals import singular


def _pairs(line: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in line.split())


_ENDINGS = (
    (re.compile(r"(?<=\w{3})(?<![aouw])is(?=(?:e|ed|er|es|ing|ation)$)"), "iz"),
    (re.compile(r"(?<=\w{2})ys(?=(?:e|ed|er|es|ing)$)"), "yz"),
    (re.compile(r"(?<=\w{2})our(?=(?:ed|ing|al|ful|hood|able|iz\w{1,12})?$)"), "or"),
    (re.compile(r"(?<=\w{3}[aeiou])ll(?=(?:ed|er|ing)$)"), "l"),
    (re.compile(r"(?<=\w{3})ogue$"), "og"),
    (re.compile(r"(?<=\w{2})entre(?=d?$)"), "enter"),
    (re.compile(r"(?<=\w{2}i)onal(?:ly)?$"), "on"),
    (re.compile(r"(?<=\w{2}olog)ical$|(?<=etr)ical$|(?<=yt)ical$"), "ic"),
)
"""Endings and what is written for them: British letters, adjectives of nouns in -ion, and -ical beside -ic."""

_NOT_THEIR_NOUNS = frozenset(
    "additional conditional exceptional fractional functional irrational national notional observational optional"
    " professional proportional rational sectional traditional unconditional variational".split()
)
"""Adjectives in -ional that mean other things than their nouns: functional analysis, variational inference."""

_WORDS = _pairs(
    "acknowledgement:acknowledgment ageing:aging aluminium:aluminum anaemia:anemia anaesthesia:anesthesia"
    " artefact:artifact calibre:caliber catalyse:catalyze defence:defense diarrhoea:diarrhea enrolment:enrollment"
    " fibre:fiber foetal:fetal foetus:fetus fulfil:fulfill grey:gray gynaecology:gynecology haemoglobin:hemoglobin"
    " haemorrhage:hemorrhage hierarchical:hierarchic judgement:judgment learnt:learned leukaemia:leukemia"
    " licence:license litre:liter metre:meter millimetre:millimeter kilometre:kilometer nanometre:nanometer"
    " mould:mold oedema:edema oesophageal:esophageal oesophagus:esophagus oestrogen:estrogen offence:offense"
    " orthopaedic:orthopedic paediatric:pediatric practise:practice programme:program sceptic:skeptic"
    " sulphur:sulfur theatre:theater travelling:traveling tyre:tire whilst:while"
) | _pairs(
    "armed:arm headed:head layered:layer phased:phase sided:side staged:stage tailed:tail squared:square"
    " automated:automatic math:mathematic maths:mathematic mathematical:mathematic dimensionality:dimension"
    " relationship:relation societal:social analytical:analytic theoretical:theoretic geographical:geographic"
    " cyclical:cyclic symmetrical:symmetric numerical:numeric categorical:categoric spherical:spheric"
    " dynamical:dynamic electrical:electric historical:historic rhetorical:rhetoric bipedal:biped quadrupedal:quadruped"
    " neuronal:neural i:1 ii:2 iii:3 &:and"
)
"""Words and what is written for them: British ones, nouns in -ed (`multi-headed`), words with a second form."""

_VERSION = re.compile(r"^v(?=\d+\.)")
"""The letter of a version with a point: `v1.5` is `1.5`; `v2` keeps it, since `SMACv2` does."""


@lru_cache(maxsize=1 << 14)
def fold(token: str) -> str:
    """A word in lower case, in the singular and in one spelling: `Colours` is `color`, `GPUs` is `gpu`.

    The s of a plural is small, so that `RMs` is `rm`, and neither `RMS` nor `AdamS` is a plural.
    """
    if len(token) > 2 and token[-1] == "s" and token[-2].isupper():
        return token[:-1].casefold()
    word = _VERSION.sub("", token.casefold())
    if token.isupper():
        return _WORDS.get(word, word) if len(word) < 4 else word
    if "." in word:
        return word
    if not token.endswith("S"):
        word = singular(word)
    if word in _WORDS:
        return _WORDS[word]
    if len(word) < 5 or word in _NOT_THEIR_NOUNS:
        return word
    for pattern, replacement in _ENDINGS:
        word = pattern.sub(replacement, word)
    return word
