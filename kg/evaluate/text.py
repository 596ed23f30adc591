"""Scores and comparisons as `kg evaluate` shows them to people, in lines of 100 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence

from kg.evaluate.calibration import calibration
from kg.evaluate.comparison import Difference, F1Difference
from kg.evaluate.confusion import EXTRA, MISSED, OTHER_TYPE, role_confusion, type_confusion
from kg.evaluate.rows import concept_row
from kg.evaluate.scores import MEASURES, Scores, types_of
from kg.gold import GoldConcept
from kg.records import PaperConcept

WIDTH = 100


def _plain(text: str) -> str:
    """`text` in one line, without characters that a terminal would obey or could not show."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _rows(*scores: Scores) -> list[tuple[str, str, str | None]]:
    """The rows of figures: label (all of one width), measure, and the type that they are of."""
    types = types_of(outcome for one in scores for outcome in one.outcomes)
    rows = [(measure, measure, None) for measure in MEASURES]
    named = [*rows, *((f"  {name}", "concept", name) for name in types)]
    width = max(10, *(len(label) + 1 for label, _, _ in named))
    return [(label.ljust(width), measure, concept_type) for label, measure, concept_type in named]


def _figures(scores: Scores) -> list[str]:
    rows = _rows(scores)
    lines = [
        f"{scores.abstracts} abstracts, {scores.missing} missing, {scores.perfect} without a mistake",
        "",
        f"{'':{len(rows[0][0])}}{'P':>6}{'R':>7}{'F1':>7}{'found':>8}{'gold':>7}",
    ]
    for name, measure, concept_type in rows:
        rates = scores.rates(measure, concept_type)
        figures = f"{rates.precision:6.1f}{rates.recall:7.1f}{rates.f1:7.1f}"
        lines.append(f"{name}{figures}{rates.predicted:8}{rates.gold:7}")
    return [
        *lines,
        "",
        f"role accuracy {scores.role_accuracy:.1f}, aliases found {scores.aliases:.1f}, "
        f"link roles {scores.link_roles:.1f}",
    ]


def _calibration(scores: Scores) -> list[str]:
    calibrated = calibration(scores.outcomes)
    lines = [
        "",
        f"expected calibration error {calibrated.error:.3f} (bins without a concept are left out)",
        f"{'confidence':12}{'found':>7}{'mean':>8}{'right':>8}",
    ]
    for b in calibrated.bins:
        if b.count:
            lines.append(f"{b.low:.1f} to {b.high:.1f}  {b.count:7}{b.confidence:8.2f}{b.right:8.2f}")
    return lines


def _cells(row: dict[str, int], columns: Iterable[str]) -> str:
    """Counts under their columns: a dot for none, a blank where there can be none."""
    return "".join(f"{(row[name] or '.') if name in row else '':>{_width(name)}}" for name in columns)


def _width(column: str) -> int:
    return max(11, len(column) + 1)


def _heads(columns: Iterable[str]) -> str:
    return "".join(f"{name:>{_width(name)}}" for name in columns)


def _confusion(scores: Scores) -> list[str]:
    types = type_confusion(scores.outcomes)
    names = types_of(scores.outcomes)
    longest = max(map(len, names))
    columns = [*names, MISSED]
    lines = ["", "types: gold down, found across", f"{'':{longest + 2}}{_heads(columns)}"]
    lines += [f"{name:{longest + 2}}{_cells(row, columns)}".rstrip() for name, row in types.items()]
    roles = {name: role_confusion(scores.outcomes, name) for name in names}
    every_role = dict.fromkeys(role for table in roles.values() for role in table[EXTRA])
    columns = [*every_role, OTHER_TYPE, MISSED]
    lines += ["", "roles: gold down, found across", f"{'':{longest + 12}}{_heads(columns)}"]
    for concept_type, table in roles.items():
        first = [concept_type, *[""] * (len(table) - 1)]
        lines += [
            f"{name:{longest + 1}}{role:11}{_cells(row, columns)}".rstrip()
            for name, (role, row) in zip(first, table.items(), strict=True)
        ]
    return lines


def _worst(scores: Scores, most: int) -> list[str]:
    rows = [f"{f1:6.1f}  {_plain(name)}" for f1, name in scores.worst[:most]]
    return ["", "abstracts with the lowest F1", *rows] if rows else []


def _side_by_side(first: Scores, second: Scores) -> list[str]:
    heads = "".join(f"{'P':>9}{'R':>7}{'F1':>7}" for _ in range(3))
    rows = _rows(first, second)
    left = " " * len(rows[0][0])
    lines = ["", f"{left}{'A':>23}{'B':>23}{'B - A':>23}", f"{left}{heads}"]
    for name, measure, concept_type in rows:
        rates = (scores.rates(measure, concept_type) for scores in (first, second))
        a, b = ((r.precision, r.recall, r.f1) for r in rates)
        cells = [f"{p:9.1f}{r:7.1f}{f1:7.1f}" for p, r, f1 in (a, b)]
        p, r, f1 = (y - x for x, y in zip(a, b, strict=True))
        lines.append(f"{name}{''.join(cells)}{p:+z9.1f}{r:+z7.1f}{f1:+z7.1f}")
    lines += ["", f"{'':27}{'A':>8}{'B':>8}{'B - A':>8}"]
    single: tuple[tuple[str, int, Callable[[Scores], float]], ...] = (
        ("role accuracy", 1, lambda scores: scores.role_accuracy),
        ("aliases found", 1, lambda scores: scores.aliases),
        ("link roles", 1, lambda scores: scores.link_roles),
        ("expected calibration error", 3, lambda scores: calibration(scores.outcomes).error),
    )
    for name, digits, figure_of in single:
        x, y = figure_of(first), figure_of(second)
        lines.append(f"{name:27}{x:8.{digits}f}{y:8.{digits}f}{y - x:+z8.{digits}f}")
    return lines


def _verdict(measure: str, interval: F1Difference) -> str:
    if interval.holds_zero:
        verdict = "these abstracts do not tell which is better"
    else:
        verdict = f"{'B' if interval.low > 0 else 'A'} is better"
    return (
        f"{measure + ' F1':11} B - A = {interval.difference:+z.1f}, "
        f"95 % interval {interval.low:+z.1f} to {interval.high:+z.1f}: {verdict}"
    )


def _listed(what: str, concepts: Iterable[GoldConcept | PaperConcept]) -> list[str]:
    rows = map(concept_row, concepts)
    names = [_plain(f"{row['type']} {row['label']} ({' or '.join(row['roles'])})") for row in rows]
    if not names:
        return []
    return textwrap.wrap(
        f"  {what}: {'; '.join(names)}", WIDTH, subsequent_indent="    ", break_on_hyphens=False
    )


def _difference(difference: Difference) -> list[str]:
    lines = [f"{_plain(difference.id)}: F1 {difference.f1[0]:.1f} by A, {difference.f1[1]:.1f} by B"]
    for name, side in zip("AB", difference.sides, strict=True):
        lines += _listed(f"found by {name} alone", side.found)
        lines += _listed(f"role right in {name} alone", side.roles)
        lines += _listed(f"wrong in {name} alone", side.wrong)
    return lines


def scores_text(scores: Scores, *, worst: int) -> str:
    """The figures, the calibration, the confusion and the `worst` abstracts."""
    return "\n".join(_figures(scores) + _calibration(scores) + _confusion(scores) + _worst(scores, worst))


def comparison_text(
    named: Sequence[tuple[str, Scores]],
    intervals: Mapping[str, F1Difference],
    differing: Sequence[Difference],
    *,
    most: int,
) -> str:
    """Two named scores, A and B, side by side, how sure the difference is, and the `most` differing abstracts."""
    (_, first), (_, second) = named
    lines = [
        f"{letter}: {_plain(name)}, {scores.missing} of {scores.abstracts} abstracts missing, "
        f"{scores.perfect} without a mistake"
        for letter, (name, scores) in zip("AB", named, strict=True)
    ]
    lines += [*_side_by_side(first, second), ""]
    lines += [_verdict(measure, interval) for measure, interval in intervals.items()]
    lines += [
        *textwrap.wrap(
            f"The interval holds 95 % of the differences that come out when {first.abstracts} abstracts are drawn "
            "from these with replacement, again and again, the same for A and B (paired bootstrap).",
            WIDTH,
        ),
        "",
        f"A and B differ in {len(differing)} of {first.abstracts} abstracts"
        + (", most in" if differing[:most] else ""),
    ]
    for difference in differing[:most]:
        lines += _difference(difference)
    return "\n".join(lines)
