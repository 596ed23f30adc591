"""What a reader sees, for each kind of markup; ids are those of the reports the cases come from."""

from __future__ import annotations

import json

import pytest
from conftest import SHARED, needs_shared

from kg.text import clean

REPORTS = [
    pytest.param(
        r"Poincar\'e, Erd\H{o}s, M\"uller, \c{C}elik", "Poincaré, Erdős, Müller, Çelik", id="tex-accents"
    ),
    pytest.param(
        r"We give \emph{fast} \textbf{NET} with \vskip10pt speed",
        "We give fast NET with speed",
        id="tex-emph",
    ),
    pytest.param(
        "It reaches 95% accuracy on SETA.\nIt is fast.",
        "It reaches 95% accuracy on SETA. It is fast.",
        id="tex-percent",
    ),
    pytest.param(
        "It costs $5 and $10 per run; $O(n)$ time",
        "It costs $5 and $10 per run; O(n) time",
        id="tex-dollar-money",
    ),
    pytest.param(r"if $1 \not= 2$ then \oops{", r"if 1 ≠ 2 then \oops{", id="tex-combining-crash"),
    pytest.param(r"project \href{https://p.example/x}{page} online", "project page online", id="url-href"),
    pytest.param(
        "<jats:title>Abstract</jats:title><jats:p>We use <jats:italic>NET</jats:italic>.</jats:p>",
        "We use NET.",
        id="html-jats",
    ),
    pytest.param("one&#x0D;\ntwo&#xD; three", "one two three", id="html-entity-cr"),
    pytest.param("p &lt; 0.05 and a<b> c", "p < 0.05 and a<b> c", id="html-lt-literal"),
    pytest.param(
        "uses n-\ntridecanal and state-of-the-\nart nets",
        "uses n-tridecanal and state-of-the-art nets",
        id="hyph-keep",
    ),
    pytest.param(
        "price-\ndetermining and long-\nterm", "price-determining and long-term", id="hyph-compound"
    ),
    pytest.param("Deep\u200bNet and DeepNet", "DeepNet and DeepNet", id="uni-zero-width-title"),
    pytest.param("safe \u202egnp.exe\u202c model", "safe gnp.exe model", id="uni-rtl-override"),
    pytest.param(
        "ﬁne-tuning of ﬂow nets, area in m²", "fine-tuning of flow nets, area in m²", id="uni-ligature"
    ),
    pytest.param("speci\x00cation", "specification", id="uni-ligature-nul"),
    pytest.param("深度学习 and Нейросеть", "深度学习 and Нейросеть", id="uni-non-latin-key"),
]


@pytest.mark.parametrize(("source", "expected"), REPORTS)
def test_reported(source: str, expected: str) -> None:
    assert clean(source).text == expected


LATEX = [
    (r"a \not\in B, \not= , \not", "a ∉ B, ≠ ,"),
    (r"\textsc{Net} \texttt{x\_y} {\em deep} {\bf nets}", "Net x_y deep nets"),
    (r"\textit{a \textbf{b} c}", "a b c"),
    (r"na{\"i}ve Gr{\"o}bner, Schr\"odinger, Lov\'{a}sz", "naïve Gröbner, Schrödinger, Lovász"),
    (r"{\o}rsted, \L ukasz, \aa ngstr\"om", "ørsted, Łukasz, ångström"),
    (r"na\"{\i}ve \v{S}id\'ak, Ho\v rava", "naïve Šidák, Hořava"),
    (r"Alzheimer\'s \"new\" idea", "Alzheimer's \"new\" idea"),
    (r"\"Uber den H\"ugel", "Über den Hügel"),
    (r"$\varepsilon$-Nash, $k$-means, $\ell_1$ norm", "ε-Nash, k-means, ℓ_1 norm"),
    (r"in $\mathcal{O}(\varepsilon^{-4})$ steps", "in O(ε^-4) steps"),
    (r"$\tilde{O}(\sqrt{T})$ and \(x \in \mathbb{R}^d\) and \[y\]", "O(√T) and x ∈ R^d and y"),
    (r"$\frac{a}{b}$ of $A \times B$", "a/b of A × B"),
    (r"speed-ups of $2\times$$\sim$$3\times$", "speed-ups of 2×∼3×"),
    ("from US$5M to US$6M, ~20$ or ($250)", "from US$5M to US$6M, ~20$ or ($250)"),
    ("$120$ walks with $62k$ frames at $5/hour", "120 walks with 62k frames at $5/hour"),
    (r"costs \$5 \& 10\%, C\#", "costs $5 & 10%, C#"),
    (r"as in~\cite[p.~3]{key} and \citep{a,b}.", "as in and ."),
    ("``quoted'' and `single' and f''", "\"quoted\" and 'single' and f''"),
    ("key--value stores---fast; a--b", "key–value stores—fast; a–b"),
    ("run it with --epochs 3 -- twice", "run it with --epochs 3 – twice"),
    ("Fig.~1, about ~5 or 3~4", "Fig. 1, about ~5 or 3~4"),
    (r"\begin{itemize} \item one \item two \end{itemize}", "one two"),
    (r"net\footnote{Code online.} wins", "net Code online. wins"),
    (r"\textcolor{red}{NET} and \color{blue} more", "NET and more"),
    ("the {BERT} model on {0,1}, 5{,}000 items", "the BERT model on {0,1}, 5,000 items"),
    (r"\Ours{} beats \mname on \dataset{X}", "Ours beats mname on X"),
    (r"\emphk-means over \mathbbR and $\polylog(n)$", "k-means over R and polylog(n)"),
    ("\textit{Net}".replace("\\", "") + " by \textbf{us}, url{x}", "Net by us, x"),
    (r"one.\nTwo", "one. Two"),
    (r"line one \\ line two\ldots", "line one line two…"),
    (r"unclosed \emph{word and \cite{key", "unclosed word and"),
    (r"$R^2$ of $ \alpha $", "R^2 of α"),
    (r"C:\\temp", "C: temp"),
    (r"as in [\cite{a}] (\citealp{b}), \verb|a_b|", "as in , a_b"),
    ("at $3.50. A$ B, from $0.8%$ to $1, 2$ of $3 x + 4$", "at $3.50. A$ B, from 0.8% to 1, 2 of 3 x + 4"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), LATEX)
def test_latex(source: str, expected: str) -> None:
    assert clean(source).text == expected


MARKDOWN = [
    ("**Net**, *very* `fast` ~~slow~~ ***both***", "Net, very fast slow both"),
    ("_Length generalization_ of snake_case_names", "Length generalization of snake_case_names"),
    ("**Ex**pressive r**EA**soning, 2**3**4", "Expressive rEAsoning, 2**3**4"),
    ("A* and D* search, 2 * 3 * 4, p*q", "A* and D* search, 2 * 3 * 4, p*q"),
    ("__init__ and __a b__", "__init__ and a b"),
    ("see [the page](https://a.example/x_(y)) and [1](note)", "see the page and [1](note)"),
    ("# Title\ntext #3", "Title text #3"),
    ("regret (*) of A* search (*)", "regret (*) of A* search (*)"),
]


@pytest.mark.parametrize(("source", "expected"), MARKDOWN)
def test_markdown(source: str, expected: str) -> None:
    assert clean(source).text == expected


TAGS = [
    ("R&amp;D &amp;lt;x&amp;gt; &nbsp;&eacute; AT&T; &notanentity;", "R&D <x> é AT&T; &notanentity;"),
    ("H<sub>2</sub>O, <i>E. coli</i>, a <mask> token, <s> and </s>", "H2O, E. coli, a <mask> token, <s> and </s>"),
    ("net <!-- no --> wins, 1 <!- 2", "net wins, 1 <!- 2"),
    ("one<br/>two<p>three</p>four", "one two three four"),
    ("<jats:sec><jats:title>Methods</jats:title><jats:p>We.</jats:p></jats:sec>", "Methods We."),
    ("1 < 2 > 0, if a <b and c> d", "1 < 2 > 0, if a <b and c> d"),
    ('<a href="https://a.example">site</a>', "site"),
    ("&lt;i&gt;NET&lt;/i&gt;", "NET"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), TAGS)
def test_entities_and_tags(source: str, expected: str) -> None:
    assert clean(source).text == expected


HYPHENS = [
    ("infor-\nmation, Fur-\r\nthermore, hyper-\n  parameters", "information, Furthermore, hyperparameters"),
    ("a pol- icy of low- dimensional sam-   pling", "a policy of low-dimensional sampling"),
    (
        "pre- and post-training, two- to four-layer, pre-\nand",
        "pre- and post-training, two- to four-layer, pre- and",
    ),
    ("unsu\xad\npervised and clus(cid:173) tering", "unsupervised and clustering"),
    ("metalearning is meta-\nlearning", "metalearning is metalearning"),
    ("re-form, then re-\nform", "re-form, then re-form"),
    ("GPT-\n4 and X-\nRay, held-\nout", "GPT-4 and X-Ray, held-out"),
    ("a - b, X -\ny", "a - b, X - y"),
]


@pytest.mark.parametrize(("source", "expected"), HYPHENS)
def test_hyphenation(source: str, expected: str) -> None:
    assert clean(source).text == expected


UNICODE = [
    ("don\u00e2\u0080\u0099t, caf\u00c3\u00a9, \u00e2\u20ac\u0153x\u00e2\u20ac\u009d", "don’t, café, “x”"),
    ("\x93quoted\x94 \x96 r\u00e9sum\u00e9", "“quoted” – résumé"),
    ("Poincare\u0301, 2 \u2126, 5 \u212b", "Poincaré, 2 Ω, 5 Å"),
    ("𝒪(n) with 𝛼, state‑of‑the‑art, x² ™ ½", "O(n) with α, state-of-the-art, x² ™ ½"),
    ("a\u2060b\ufeffc\u00add\u2066e\u2069", "abcde"),
    ("می\u200cخواهم 👩\u200d💻 a\u200db", "می\u200cخواهم 👩\u200d💻 ab"),
    (" a\u00a0b\u2003c\u2028d\t\n e\x0c", "a b c d e"),
    ("o\ufffdcial but no\ufffdword", "official but no\ufffdword"),
]


@pytest.mark.parametrize(("source", "expected"), UNICODE)
def test_unicode(source: str, expected: str) -> None:
    assert clean(source).text == expected


SURFACES = [
    (r"as \emph{DepthAnything} does", "DepthAnything", "DepthAnything"),
    ("as **HyperMARL** does", "HyperMARL", "HyperMARL"),
    ("the **HyperMARL** agent", "HyperMARL agent", "**HyperMARL** agent"),
    (r"an $\varepsilon$-Nash equilibrium", "ε-Nash equilibrium", r"$\varepsilon$-Nash equilibrium"),
    (r"with $k$-means", "k-means", "$k$-means"),
    (r"($\textbf{SYMPHONY}$), a", "SYMPHONY", "SYMPHONY"),
    (r"the $R^2$ score", "R^2", "$R^2$"),
    (r"$\textbf{SY}$nergistic nets", "SYnergistic", r"$\textbf{SY}$nergistic"),
    (r"$\textbf{SY}$nergistic nets", "nergistic", "nergistic"),
    (r"a {\em deep} net", "deep net", r"{\em deep} net"),
    ("multi-head\n  attention", "multi-head attention", "multi-head\n  attention"),
    ("ﬁne-tuning", "fine-tuning", "ﬁne-tuning"),
    ("unsu-\npervised", "unsupervised", "unsu-\npervised"),
    ("a <i>b</i> c", "b c", "<i>b</i> c"),
    (r"Poincar\'e maps", "Poincaré", r"Poincar\'e"),
    ("𝒪 ﬁrst 𝛼-net", "α-net", "𝛼-net"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "visible", "surface"), SURFACES)
def test_span_in_the_source(source: str, visible: str, surface: str) -> None:
    cleaned = clean(source)
    start = cleaned.text.index(visible)
    first, last = cleaned.to_source(start, start + len(visible))
    assert source[first:last] == surface
    assert cleaned.to_clean(first, last) == (start, start + len(visible))


HOSTILE = [
    "{", "}", "$", "\\", "\\emph{", "**a ", "_a ", "`a", "<b>", "&amp;amp;", "a-\n", "a- b", "a\u0301\u0327",
    "\x00", "[a](http://x", "\\(", "$a ", "\\frac{", "\\cite[", '\\"', " \n", "\\c ", "Th EACIAACIA", "\\sqrt",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_repetition_ends(piece: str) -> None:
    """Would not end in a lifetime if any pass were quadratic."""
    source = piece * (400_000 // len(piece))
    cleaned = clean(source)
    assert len(cleaned.starts) == len(cleaned.ends) == len(cleaned.text) <= len(source)


@needs_shared
def test_gold_surfaces_survive_the_way_through_clean_text() -> None:
    """Annotated surfaces of the development set, mapped into the clean text and back, are the same spans."""
    gold = SHARED / "gold"
    texts = {}
    for line in (gold / "dev.abstracts.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        texts[row["id"]] = row["abstract"]
    spans = changed = 0
    for line in (gold / "dev.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        source = texts[row["id"]]
        cleaned = clean(source)
        for surface in (s for concept in row["concepts"] for s in concept["surfaces"]):
            start = source.index(surface)
            spans += 1
            changed += cleaned.to_source(*cleaned.to_clean(start, start + len(surface))) != (
                start,
                start + len(surface),
            )
    assert spans > 1000
    assert changed <= 2
