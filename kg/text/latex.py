"""LaTeX as it stands in abstracts: commands, groups, mathematics, accents, quotes, dashes.

A full converter is no help here: abstracts are fragments, often damaged ones (a lost backslash or brace), `%` is a
percent sign in them and `$5` is money, and every edit must keep its place. What is not known stays as it is.
One pass over the tokens; braces and `$` are matched beforehand, so time is linear. Source: LaTeX2e reference manual.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator

from kg.text.alignment import Edit, marks
from kg.text.formulas import math_spans
from kg.text.latex_symbols import ACCENTS, ESCAPED, HIDDEN, LETTERS, SWITCHES, SYMBOLS, VISIBLE

_TRIGGERS = ("\\", "$", "{", "}", "~", "``", "--")
_TOKEN = re.compile(
    r"\\(?P<word>[A-Za-z]+)\*?"
    r"|\\(?P<symbol>[^A-Za-z])"
    r"|(?<![A-Za-z\\])(?P<damaged>(?:t?ext(?:it|bf|tt|sc|rm|sf|sl)|emph|url|href|hyperlink|textcolor)(?=\{))"
    r"|(?P<brace>\{)"
    r"|(?P<quote>``|'')"
    r"|(?P<dash>(?<=[^\s-])---?(?=[^\s\->]|\s)|(?<=\s)---?(?=\s)|(?<=\s)---(?=\w))"
    r"|(?P<tie>(?<=[\w.,)\]])(?<!\d)~(?=[\w\\(\[$])|(?<=\d)~(?=[^\W\d]|\\))"
    r"|(?P<imes>(?<![A-Za-z\\])imes(?![a-z]))"
)
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_OPTIONS = re.compile(r"\s?(?:\[[^\[\]\n]{0,200}\]\s?){0,3}")
_ACCENTED = re.compile(
    r"\s?(?:\{\s?(?:\\(?P<a>[ij])|(?P<b>[A-Za-z]))\s?\}|\\(?P<c>[ij])(?![A-Za-z])\s?|(?P<d>[A-Za-z]))"
)
_LENGTH = re.compile(r"\s?-?[\d.]+\s?(?:pt|em|ex|cm|mm|in|pc|bp|sp)\b|\s?\\(?:baselineskip|parskip)\b")
_PROTECTED = re.compile(r"\{(?:[^\W\d_][\w.+-]*|[,–—-]{1,3})\}")
_DAMAGED_SWITCH = re.compile(r"\{(?:em|it|bf|sc|tt|sl)\s")
_TRUNCATED = re.compile(r"\s?\{[^\s{}]*$")
_BLANK = re.compile(r"\s?")
_SWALLOWED = re.compile(r"\{\}| (?=[a-z])")
_VERBATIM = re.compile(r"([^\w\s*])[^\n]{0,200}?\1")
_POSSESSIVE = re.compile(r"s(?![a-z])")
_STRUCK = re.compile(r"\s?\\([A-Za-z]+)|[^\s\\{}$]")
_WRAPPER = re.compile(r"\\(?:text|math)[a-z]*\s?\{|\\emph\s?\{")
_LOST_BRACES = re.compile(
    "|".join(sorted((n for n in VISIBLE if len(n) > 3 and n != "text"), key=len, reverse=True))
)


def matching_braces(text: str) -> dict[int, int]:
    """Where each brace that has a partner is closed: offset of `{` -> offset of `}`."""
    closed: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACES.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            closed[opened.pop()] = match.start()
    return closed


class _Reader:
    """One reading of a text; `edits` grows as the tokens are read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[Edit] = []
        self.braces = matching_braces(text)
        self.formulas = math_spans(text)
        self.formula_starts = [opening[0] for opening, _ in self.formulas]
        self.quoted = False
        self.last_closing_quote = max(
            (m.start() for m in re.finditer(r'\\"(?![A-Za-z{\\])', text)), default=-1
        )

    def in_math(self, position: int) -> bool:
        index = bisect_right(self.formula_starts, position) - 1
        return index >= 0 and position < self.formulas[index][1][0]

    def read(self) -> list[Edit]:
        for opening, closing in self.formulas:
            content = _WRAPPER.sub("", self.text[opening[1] : closing[0]])
            self.edits += marks(opening, closing, bound=any(c in content for c in "\\^_"))
        readers: dict[str, Callable[[re.Match[str]], int]] = {
            "word": self.read_command,
            "damaged": self.read_command,
            "symbol": self.read_symbol,
            "brace": self.read_group,
            "quote": self.read_quote,
            "dash": self.read_dash,
            "tie": self.read_tie,
            "imes": self.read_damaged_times,
        }
        position = 0
        while match := _TOKEN.search(self.text, position):
            position = max(readers[match.lastgroup or ""](match), match.start() + 1)
        return self.edits

    def put(self, start: int, end: int, replacement: str = "") -> int:
        """Record an edit; the result is where it ends."""
        self.edits.append(Edit(start, end, replacement))
        return end

    def unwrap(self, start: int, brace: int, replacement: str = "") -> int:
        """Remove what stands from `start` to the `{` at `brace`, and the `}` that closes it."""
        close = self.braces[brace]
        opening, closing = marks((start, brace + 1), (close, close + 1))
        self.edits += (Edit(opening.start, opening.end, replacement, opening.partner), closing)
        return brace + 1

    def brace_after(self, position: int) -> int:
        """Offset of the `{` that starts an argument at `position`, or -1."""
        if self.text[position : position + 1] == " ":
            position += 1
        return position if self.text[position : position + 1] == "{" else -1

    def read_command(self, match: re.Match[str]) -> int:
        name = match["word"] or match["damaged"]
        start, end = match.span()
        if name.startswith("ext"):
            name = "t" + name
        if name in ACCENTS and (accented := self.accent(name, start, end)):
            return accented
        if name in LETTERS and not self.in_math(start):
            swallowed = _SWALLOWED.match(self.text, end)
            return self.put(start, swallowed.end() if swallowed else end, LETTERS[name])
        if name in HIDDEN:
            return self.read_hidden(name, start, end)
        if name in ("vskip", "hskip", "kern"):
            length = _LENGTH.match(self.text, end)
            return self.put(start, length.end() if length else end)
        if name == "footnote" and self.brace_after(end) in self.braces:
            return self.unwrap(start, self.brace_after(end), " ")
        if name in ("frac", "tfrac", "dfrac", "nicefrac"):
            return self.read_fraction(start, end)
        if name in SYMBOLS:
            return self.read_printed(name, start, end)
        if name in SWITCHES:
            blank = _BLANK.match(self.text, end)
            return self.put(start, blank.end() if blank else end, " " if name == "item" else "")
        if name == "verb" and (verbatim := _VERBATIM.match(self.text, end)):
            self.edits += marks((start, end + 1), (verbatim.end() - 1, verbatim.end()))
            return verbatim.end()
        if name == "not":
            return self.read_negation(start, end)
        return self.read_argument(name, start, end)

    def read_negation(self, start: int, end: int) -> int:
        """`\\not` strikes the sign after it out, which may be a command; where there is none, nothing shows."""
        if not (struck := _STRUCK.match(self.text, end)):
            return self.put(start, end)
        sign = SYMBOLS.get(struck[1], "") if struck[1] else struck[0]
        if len(sign) != 1:
            return self.put(start, end)
        return self.put(start, struck.end(), unicodedata.normalize("NFC", sign + "\u0338"))

    def read_argument(self, name: str, start: int, end: int) -> int:
        """A command whose argument shows; also unknown commands, and known ones that lost their braces."""
        brace = self.brace_after(_OPTIONS.match(self.text, end).end() if name in VISIBLE else end)  # type: ignore[union-attr]
        if brace in self.braces:
            if self.braces[brace] == brace + 1 and name not in VISIBLE:
                return self.put(start, brace + 2, name)
            inner = self.unwrap(start, brace)
            return self.braces[brace] + 1 if name in ("url", "path", "nolinkurl") else inner
        if name in VISIBLE:
            return self.put(start, max(brace + 1, end + (self.text[end : end + 1] == " ")))
        if known := _LOST_BRACES.match(name):
            return self.put(start, start + 1 + known.end())
        if self.in_math(start):
            return self.put(start, start + 1)
        if name[0] == "n" and (len(name) == 1 or name[1].isupper()):
            return self.put(start, start + 2, " ")  # a line end that was escaped once too often
        return end if brace >= 0 else self.put(start, start + 1)

    def read_hidden(self, name: str, start: int, end: int) -> int:
        options = _OPTIONS.match(self.text, end)
        position = end
        for _ in range(HIDDEN[name]):
            brace = self.brace_after(options.end() if options and position == end else position)
            if brace not in self.braces:
                truncated = _TRUNCATED.match(self.text, position)
                position = truncated.end() if truncated else position
                return self.put(start, position) if position > end else end
            position = self.braces[brace] + 1
        visible = self.brace_after(position)
        if (
            name in ("href", "hyperlink", "hyperref", "textcolor", "colorbox", "foreignlanguage")
            and visible in self.braces
        ):
            return self.unwrap(start, visible)
        if self.text[start - 1 : start] + self.text[position : position + 1] in ("[]", "()"):
            start, position = start - 1, position + 1
        return self.put(start, position)

    def read_fraction(self, start: int, end: int) -> int:
        first = self.brace_after(end)
        second = self.brace_after(self.braces[first] + 1) if first in self.braces else -1
        if second not in self.braces:
            return self.put(start, end) if first < 0 else end
        self.edits += marks((start, first + 1), (self.braces[second], self.braces[second] + 1))
        self.put(self.braces[first], second + 1, "/")
        return first + 1

    def read_printed(self, name: str, start: int, end: int) -> int:
        """A symbol. An empty group after it goes; `\\sqrt` has an argument that shows."""
        brace = self.brace_after(end)
        if name == "sqrt" and brace in self.braces:
            return self.unwrap(start, brace, SYMBOLS[name])
        if self.text.startswith("{}", end):
            end += 2
        return self.put(start, end, SYMBOLS[name])

    def accent(self, name: str, start: int, end: int) -> int:
        """An accented letter in the place of the command, or 0 when there is none to make."""
        match = _ACCENTED.match(self.text, end)
        if not match or (match["d"] and name.isalpha() == (match.end() == end + 1)):
            return 0
        letter = match["a"] or match["b"] or match["c"] or match["d"]
        composed = unicodedata.normalize("NFC", letter + ACCENTS[name])
        if len(composed) != 1:
            return 0
        return self.put(start, match.end(), composed)

    def read_symbol(self, match: re.Match[str]) -> int:
        symbol, start, end = match["symbol"], match.start(), match.end()
        before = self.text[start - 1 : start]
        if symbol in "()[]":
            return end
        symbol = "'" if symbol == "’" else symbol
        if symbol in ACCENTS and symbol in "`'^~=.\"" and not self.in_math(start):
            possessive = symbol == "'" and _POSSESSIVE.match(self.text, end) and before.isalpha()
            quoted = (
                symbol == '"' and not before.isalpha() and before != "{" and start < self.last_closing_quote
            )
            if (
                not possessive
                and not quoted
                and before != "/"
                and (accented := self.accent(symbol, start, end))
            ):
                return accented
            return self.put(start, end + 2 * self.text.startswith("{}", end), symbol)
        if symbol in ESCAPED:
            return self.put(start, end, ESCAPED[symbol])
        return end

    def read_group(self, match: re.Match[str]) -> int:
        """Braces go where they group: in mathematics, round a command, and round one name as in BibTeX."""
        start = match.start()
        close = self.braces.get(start)
        if close is None:
            return match.end()
        grouped = self.text[start + 1 : start + 2] == "\\" and self.text[start + 2 : start + 3] not in (
            "{",
            "}",
            "",
        )
        if switch := _DAMAGED_SWITCH.match(self.text, start):
            opening, closing = marks(switch.span(), (close, close + 1))
            self.edits += (opening, closing)
        elif grouped or close == start + 1 or self.in_math(start) or _PROTECTED.match(self.text, start):
            self.unwrap(start, start)
        return match.end()

    def read_quote(self, match: re.Match[str]) -> int:
        if match[0] == "``" or self.quoted:
            self.quoted = match[0] == "``"
            return self.put(match.start(), match.end(), '"')
        return match.end()

    def read_dash(self, match: re.Match[str]) -> int:
        if self.in_math(match.start()):
            return match.end()
        return self.put(match.start(), match.end(), "—" if len(match[0]) == 3 else "–")

    def read_tie(self, match: re.Match[str]) -> int:
        return self.put(match.start(), match.end(), " ")

    def read_damaged_times(self, match: re.Match[str]) -> int:
        return self.put(match.start(), match.end(), "×") if self.in_math(match.start()) else match.end()


def latex_edits(text: str) -> Iterator[Edit]:
    """Edits that leave what LaTeX would print, as far as plain text can show it."""
    if any(trigger in text for trigger in _TRIGGERS):
        yield from _Reader(text).read()
