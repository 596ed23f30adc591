"""What LaTeX commands stand for. Sources: LaTeX2e reference manual; The Comprehensive LaTeX Symbol List."""

from __future__ import annotations

import unicodedata

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
    "b": "\u0331",
}  # fmt: skip
"""Accent command -> combining character."""

LETTERS = {
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ",
}  # fmt: skip
"""Commands for letters. Like all commands of letters they swallow the white space after them."""

ESCAPED = {
    **{c: c for c in "%&#_${}*"},
    "\\": " ", " ": " ", "\n": " ", "\t": " ", ";": " ", ":": " ", ">": " ",
    ",": "", "!": "", "-": "", "/": "", "@": "", "|": "‖",
}  # fmt: skip
"""Commands of one character that is no letter."""

_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
_GREEK_CAPITALS = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"


def _greek(name: str) -> str:
    case = "CAPITAL" if name[0].isupper() else "SMALL"
    letter = {"lambda": "lamda"}.get(name.lower(), name.lower())
    return unicodedata.lookup(f"GREEK {case} LETTER {letter.upper()}")


SYMBOLS = {
    **{name: _greek(name) for name in f"{_GREEK} omega {_GREEK_CAPITALS}".split()},
    "varepsilon": "ε", "eps": "ε", "vartheta": "ϑ", "varphi": "φ", "varrho": "ϱ", "varsigma": "ς", "varkappa": "ϰ",
    "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ", "Im": "ℑ", "partial": "∂", "nabla": "∇", "infty": "∞", "emptyset": "∅",
    "varnothing": "∅", "forall": "∀", "exists": "∃", "neg": "¬", "lnot": "¬", "prime": "′", "aleph": "ℵ",
    "times": "×", "cdot": "·", "div": "÷", "pm": "±", "mp": "∓", "ast": "*", "star": "⋆", "circ": "∘", "bullet": "•",
    "oplus": "⊕", "otimes": "⊗", "odot": "⊙", "cup": "∪", "cap": "∩", "setminus": "∖", "wedge": "∧", "land": "∧",
    "vee": "∨", "lor": "∨", "leq": "≤", "le": "≤", "leqslant": "≤", "geq": "≥", "ge": "≥", "geqslant": "≥", "neq": "≠",
    "ne": "≠", "ll": "≪", "gg": "≫", "lesssim": "≲", "gtrsim": "≳", "approx": "≈", "sim": "∼", "simeq": "≃",
    "cong": "≅", "equiv": "≡", "asymp": "≍", "propto": "∝", "triangleq": "≜", "doteq": "≐", "prec": "≺", "succ": "≻",
    "preceq": "⪯", "succeq": "⪰", "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆", "supset": "⊃",
    "supseteq": "⊇", "perp": "⊥", "parallel": "∥", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖",
    "lVert": "‖", "rVert": "‖", "top": "⊤", "bot": "⊥", "to": "→", "rightarrow": "→", "leftarrow": "←",
    "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "mapsto": "↦",
    "longrightarrow": "→", "uparrow": "↑", "downarrow": "↓", "rightsquigarrow": "⇝", "sum": "∑", "prod": "∏",
    "int": "∫", "sqrt": "√", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩",
    "lbrace": "{", "rbrace": "}", "ldots": "…", "dots": "…", "cdots": "…", "dotsc": "…", "dotsb": "…", "vdots": "⋮",
    "quad": " ", "qquad": " ", "newline": " ", "par": " ", "linebreak": " ", "textbackslash": "\\", "backslash": "\\",
    "dagger": "†", "ddagger": "‡", "degree": "°", "checkmark": "✓", "copyright": "©", "pounds": "£", "euro": "€",
    "texttimes": "×", "texttrademark": "™", "textregistered": "®", "textdegree": "°", "textmu": "μ",
    "textasciitilde": "~", "textunderscore": "_", "textgreater": ">", "textless": "<", "textbar": "|",
    "textquotesingle": "'", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "textendash": "–", "textemdash": "—", "textellipsis": "…", "textbullet": "•",
    "LaTeX": "LaTeX", "TeX": "TeX", "S": "§", "P": "¶", "colon": ":", "lt": "<", "gt": ">", "ie": "i.e.",
    "eg": "e.g.", "etal": "et al.",
}  # fmt: skip
"""Command -> what it prints, in text and in mathematics."""


def _names(lines: str) -> frozenset[str]:
    return frozenset(lines.split())


VISIBLE = _names(
    "emph textbf textit texttt textsc textsf textrm textsl textmd textup textnormal text mbox hbox fbox underline uline"
    " uuline sout enquote mathrm mathbf mathcal mathbb mathsf mathtt mathit mathfrak mathscr mathds mathbbm mathnormal"
    " boldsymbol bm pmb operatorname ensuremath smash hat bar tilde vec dot ddot check breve acute grave widehat"
    " widetilde Tilde Hat Bar overline overrightarrow overbrace underbrace textsuperscript textsubscript url path"
    " nolinkurl title section subsection paragraph lowercase uppercase MakeUppercase MakeLowercase textcircled mathop"
    " mathrel mathbin mathord xspace acl ac acs acf gls Gls glspl textnumero tfrac dfrac"
)
"""Commands whose argument is what one sees."""

SWITCHES = _names(
    "em it bf rm sc sl sf tt cal Bbb frak itshape slshape upshape scshape bfseries mdseries ttfamily sffamily rmfamily"
    " normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge displaystyle textstyle"
    " scriptstyle scriptscriptstyle limits nolimits left right mleft mright middle big Big bigg Bigg bigl bigr"
    " Bigl Bigr biggl biggr Biggl Biggr bigm noindent centering protect xspace relax boldmath unboldmath indent"
    " smallskip medskip bigskip newpage clearpage item maketitle"
)
"""Commands that print nothing and take no argument."""

HIDDEN = {
    **dict.fromkeys(_names("cite citep citet citealp citealt citeauthor citeyear citeyearpar citenum nocite"), 1),
    **dict.fromkeys(_names("parencite textcite autocite footcite ref eqref cref Cref autoref pageref label"), 1),
    **dict.fromkeys(_names("vspace hspace color usepackage documentclass bibliographystyle bibliography input"), 1),
    **dict.fromkeys(_names("begin end footnotemark thanks phantom hphantom vphantom index keywords pagestyle"), 1),
    **dict.fromkeys(_names("href hyperlink hyperref textcolor colorbox foreignlanguage"), 1),
    "setcounter": 2, "setlength": 2, "rule": 2,
}  # fmt: skip
"""Command -> how many of its arguments one does not see; those that follow are visible."""
