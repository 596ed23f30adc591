"""English plurals: the singular of a noun, by rule, with lists of the nouns that the rules would get wrong."""

from __future__ import annotations

import re


def _pairs(line: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in line.split())


_IRREGULAR = _pairs(
    "analyses:analysis axes:axis crises:crisis diagnoses:diagnosis emphases:emphasis hypotheses:hypothesis"
    " metastases:metastasis neuroses:neurosis oases:oasis parentheses:parenthesis prognoses:prognosis"
    " syntheses:synthesis synopses:synopsis theses:thesis"
    " addenda:addendum automata:automaton bacteria:bacterium corpora:corpus criteria:criterion errata:erratum"
    " extrema:extremum genera:genus maxima:maximum memoranda:memorandum minima:minimum optima:optimum"
    " equilibria:equilibrium octahedra:octahedron polyhedra:polyhedron symposia:symposium taxa:taxon"
    " phenomena:phenomenon quanta:quantum schemata:schema spectra:spectrum strata:stratum"
    " algae:alga antennae:antenna formulae:formula larvae:larva vertebrae:vertebra"
    " bacilli:bacillus foci:focus fungi:fungus loci:locus nuclei:nucleus radii:radius stimuli:stimulus"
    " appendices:appendix codices:codex helices:helix indices:index indexes:index matrices:matrix simplices:simplex"
    " vertices:vertex vortices:vortex submatrices:submatrix cortices:cortex"
    " biases:bias gases:gas lenses:lens atlases:atlas canvases:canvas aliases:alias"
    " viruses:virus statuses:status campuses:campus censuses:census corpuses:corpus focuses:focus bonuses:bonus"
    " consensuses:consensus choruses:chorus buses:bus sinuses:sinus fetuses:fetus foetuses:foetus"
    " heroes:hero potatoes:potato tomatoes:tomato echoes:echo vetoes:veto torpedoes:torpedo mosquitoes:mosquito"
    " volcanoes:volcano"
    " children:child feet:foot geese:goose men:man mice:mouse teeth:tooth women:woman"
    " halves:half leaves:leaf knives:knife lives:life shelves:shelf wolves:wolf"
    " quizzes:quiz"
)
_SINGULAR_IN_S = re.compile(
    r"(?:ss|us|is|ics|lens)$|^(?:bias|debias|atlas|gas|biogas|alias|canvas|pandas|chaos|series|subseries|timeseries|species"
    r"|news|texas|kansas|bayes|gauss)$"
)
_NOUNS_IN_IC = frozenset(
    "antibiotic characteristic clinic critic fabric heuristic hyperheuristic logic matheuristic metaheuristic metric"
    " mosaic relic subtopic topic".split()
)
"""Nouns with a plural in -ics; any other word in -ics is taken for a field, such as dynamics."""
_IN_IE = frozenset(
    "brownie calorie cookie genie hippie lie movie pie prairie rookie selfie tie zombie".split()
)
_IN_CHE = frozenset(
    "ache avalanche cache cliche creche headache moustache niche psyche quiche apache".split()
)


def singular(word: str) -> str:
    """The singular of an English noun in lower case, or the word itself where it seems to be one already."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 3 or not word.endswith("s"):
        return word
    if word[:-1] in _NOUNS_IN_IC or word[:-1] in _IN_IE or word[:-1] in _IN_CHE:
        return word[:-1]
    if _SINGULAR_IN_S.search(word):
        return word
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "ches", "shes", "xes", "zzes")):
        return word[:-2]
    return word[:-1]
