"""Inputs of the same kinds as those of the collected reports, which stand beside the code that they are about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import SHARED, needs_shared

from kg.extract.acronyms import find_acronyms
from kg.extract.links import find_links
from kg.text import clean
from kg.text.names import key

REPORTS = SHARED / "cases" / "reports.jsonl"
TESTS = Path(__file__).parents[1]

URL: list[tuple[str, ...]] = [
    (
        'Code (https://git.example/a/b.), data: "https://git.example/d"; and https://git.example/e!',
        "https://git.example/a/b",
        "https://git.example/d",
        "https://git.example/e",
    ),
    (
        "see 'https://a.example/x'.",
        "https://a.example/x",
    ),
    (
        "“https://a.example/x”, ‘https://b.example/y’",
        "https://a.example/x",
        "https://b.example/y",
    ),
    (
        "https://a.example/x?",
        "https://a.example/x",
    ),
    (
        "https://a.example/x...",
        "https://a.example/x",
    ),
    (
        "(see https://w.example/A_(b)_(c)).",
        "https://w.example/A_(b)_(c)",
    ),
    (
        "https://doi.example/10.1016/S0140-6736(20)30183-5.",
        "https://doi.example/10.1016/S0140-6736(20)30183-5",
    ),
    (
        "[https://w.example/A[1]]",
        "https://w.example/A[1]",
    ),
    (
        "((https://w.example/x))",
        "https://w.example/x",
    ),
    (
        "https://w.example/a_(b",
        "https://w.example/a_",
    ),
    (
        "\\href{https://p.example/x_y}{\\texttt{page}}",
        "https://p.example/x_y",
    ),
    (
        "\\href{https://p.example/a\\%20b\\_c\\#d}{p}",
        "https://p.example/a%20b_c#d",
    ),
    (
        "\\url{https://p.example/~me}",
        "https://p.example/~me",
    ),
    (
        "\\href{https://p.example/x}",
        "https://p.example/x",
    ),
    (
        "\\href{https://p.example/x}{",
        "https://p.example/x",
    ),
    (
        '[a](https://m.example/p) and [b](https://m.example/q "title")',
        "https://m.example/p",
        "https://m.example/q",
    ),
    (
        "![img](https://m.example/p.png)",
        "https://m.example/p.png",
    ),
    (
        "[https://m.example/p](https://m.example/p)",
        "https://m.example/p",
    ),
    (
        "[x](<https://m.example/p>)",
        "https://m.example/p",
    ),
    (
        "[site][1]\n[1]: https://m.example/r",
        "https://m.example/r",
    ),
    (
        "https://s.example/1\\nhttps://s.example/2",
        "https://s.example/1",
        "https://s.example/2",
    ),
    (
        "https://s.example/1\\thttps://s.example/2",
        "https://s.example/1",
        "https://s.example/2",
    ),
    (
        "https://s.example/1\\r\\n\\r\\nhttps://s.example/2",
        "https://s.example/1",
        "https://s.example/2",
    ),
    (
        "https://s.example/1,https://s.example/2",
        "https://s.example/1",
        "https://s.example/2",
    ),
    (
        "https://s.example/1;https://s.example/2",
        "https://s.example/1",
        "https://s.example/2",
    ),
    (
        "<http://a.example/x>, <https://b.example/y?z=1&w=2>",
        "http://a.example/x",
        "https://b.example/y?z=1&w=2",
    ),
    (
        '<a href="https://a.example/x">here</a>',
        "https://a.example/x",
    ),
    (
        "<a href='https://a.example/x'>https://a.example/x</a>",
        "https://a.example/x",
    ),
    (
        "&lt;https://a.example/x&gt;",
        "https://a.example/x",
    ),
    (
        "{https://a.example/x}",
        "https://a.example/x",
    ),
    (
        "code: gitlab.example.org/group/sub/project.",
        "https://gitlab.example.org/group/sub/project",
    ),
    (
        "weights at huggingface.co/org/model-7b",
        "https://huggingface.co/org/model-7b",
    ),
    (
        "(www.example.com/path)",
        "https://www.example.com/path",
    ),
    ("mailto:a@b.example and user@host.example.com/path",),
    ("e.g. and/or i.e., 3.14/2 and v1.2/v1.3",),
    (
        "https://sub.lab.dept.example.ac.uk:8080/foo/bar/?q=1#frag",
        "https://sub.lab.dept.example.ac.uk:8080/foo/bar/?q=1#frag",
    ),
    (
        "http://www.cs.example.edu.au/~x/y.html",
        "http://www.cs.example.edu.au/~x/y.html",
    ),
    (
        "HTTPS://WWW.EXAMPLE.COM/Foo",
        "https://www.example.com/Foo",
    ),
    (
        "\ufeffhttps://a.example/x\u200b.",
        "https://a.example/x",
    ),
    (
        "https://a.example/x\u202c and \u202ahttps://b.example/y",
        "https://a.example/x",
        "https://b.example/y",
    ),
    (
        "https://a.exam\u200dple/x",
        "https://a.example/x",
    ),
    ("http://[2001:db8::1]/x",),
    (
        "https://a.example/x。",
        "https://a.example/x",
    ),
    (
        "https://a.example/x）",
        "https://a.example/x",
    ),
    (
        "https://a.example/%E2%9C%93?x=%20y",
        "https://a.example/%E2%9C%93?x=%20y",
    ),
    (
        "https://a.example/a-\nb",
        "https://a.example/a-b",
    ),
    (
        "https://a.example/x\xa0and",
        "https://a.example/x",
    ),
    (
        "https://a.example/x\\footnote{y}",
        "https://a.example/x",
    ),
    (
        "*https://a.example/x*",
        "https://a.example/x",
    ),
    (
        "**https://a.example/x**",
        "https://a.example/x",
    ),
    (
        "`https://a.example/x`",
        "https://a.example/x",
    ),
    (
        "https://a.example/x|https://b.example/y",
        "https://a.example/x",
        "https://b.example/y",
    ),
    (
        "https://a.example/x\tb",
        "https://a.example/x",
    ),
    ("javascript:alert(1) data:text/html,x file:///etc/passwd",),
    (
        "http://bücher.example/x and https://пример.рф/a",
        "http://bücher.example/x",
        "https://пример.рф/a",
    ),
    (
        "https://a.example。中文",
        "https://a.example",
    ),
    (
        "https://github.com/a/b中文",
        "https://github.com/a/b",
    ),
    (
        "https://a.example中文",
        "https://a.example",
    ),
]
ACR = [
    ("We use a CNN (convolutional neural network) here.", [("CNN", "convolutional neural network")]),
    (
        "An SVM (support vector machine) and a GP (Gaussian process).",
        [("SVM", "support vector machine"), ("GP", "Gaussian process")],
    ),
    ("RL (reinforcement learning)", [("RL", "reinforcement learning")]),
    (
        "BERT (bidirectional encoder representations from transformers)",
        [("BERT", "bidirectional encoder representations from transformers")],
    ),
    (
        "The graph neural network (GNN) beats recurrent neural network (RNN) models.",
        [("GNN", "graph neural network"), ("RNN", "recurrent neural network")],
    ),
    (
        "a large language model (LLM) and vision language model (VLM)",
        [("LLM", "large language model"), ("VLM", "vision language model")],
    ),
    ("Mean absolute error (MAE) rules.", [("MAE", "Mean absolute error")]),
    ("Multi-modal masked modeling (MMM) helps.", [("MMM", "Multi-modal masked modeling")]),
    ("Anna and adaptive averaging (AA) helps.", [("AA", "adaptive averaging")]),
    ("deep deterministic policy gradient (DDPG)", [("DDPG", "deep deterministic policy gradient")]),
    ("stochastic self-supervised sampling (SSSS)", [("SSSS", "stochastic self-supervised sampling")]),
    ("in case (a) and (b), P(A|B) = 1, for x in (0, 1] and (II) holds", []),
    ("Theorem (3), Eq. (12), (iii), (A1), O(n), F(x)", []),
    ("sets (X, Y) and (A) holds", []),
    ("g(X) of (N) and log(N)", []),
    ("It works. Natural language processing (NLP) is fun.", [("NLP", "Natural language processing")]),
    ("Is it true? Principal component analysis (PCA) wins!", [("PCA", "Principal component analysis")]),
    ("See Fig. 3. Optimal transport (OT) is.", [("OT", "Optimal transport")]),
    ("e.g. by Doe et al. Random forest (RF) is.", [("RF", "Random forest")]),
    (
        "Generative adversarial networks (GANs) win. A GAN is enough.",
        [("GANs", "Generative adversarial networks")],
    ),
    ("Neural radiance field [NeRF] and β-VAE", [("NeRF", "Neural radiance field")]),
    ("β-variational autoencoder (β-VAE)", [("β-VAE", "β-variational autoencoder")]),
    ("2D convolution (2DC)", [("2DC", "2D convolution")]),
    ("support vector machine (SVM [3])", [("SVM", "support vector machine")]),
    ("Latent semantic analysis (LSA; Deerwester)", [("LSA", "Latent semantic analysis")]),
    ('latent semantic analysis ("LSA")', [("LSA", "latent semantic analysis")]),
    (
        "United States of America (USA) and (for example) this (see text)",
        [("USA", "United States of America")],
    ),
]
CLEAN = [
    (
        'G\\"odel, na\\"{\\i}ve, \\v{S}koda, \\AA ngstr\\"om, \\O ystein, \\ss',
        "Gödel, naïve, Škoda, Ångström, Øystein, ß",
    ),
    ("Fran\\c cois, Ni\\~no, \\u{g}, \\.{Z}, \\k{a}, \\r{u}, \\H o", "François, Niño, ğ, Ż, ą, ů, ő"),
    ('{\\"u}ber, M{\\"{u}}ller, \\\'{E}cole, \\^{o}', "über, Müller, École, ô"),
    ("\\textit{a} \\textsc{b} \\underline{c} \\texttt{d\\_e} {\\em f} {\\it g}", "a b c d_e f g"),
    ("a \\hspace{1cm} b \\vspace*{-2mm} c \\noindent d \\newline e", "a b c d e"),
    ("a\\\\ b \\par c", "a b c"),
    ("50\\% of 10% and 5 % or 3%, x%y", "50% of 10% and 5 % or 3%, x%y"),
    ("100% % comment here\nnext", "100% % comment here next"),
    ("cost $1,000 to $2,000; $x$ and $5M", "cost $1,000 to $2,000; x and $5M"),
    ("US$5, A$10 and $20-$30 per $k$", "US$5, A$10 and $20-$30 per k"),
    ("a $5 bill", "a $5 bill"),
    ("$100", "$100"),
    ("{unclosed", "{unclosed"),
    ("\\sqrt", "√"),
    ("\\begin{itemize}\\item A \\item B\\end{itemize}", "A B"),
    ("\\left( x \\right)", "( x )"),
    ("\\cite{a,b} x~\\cite{c}", "x"),
    ("``quoted'' and `single'", "\"quoted\" and 'single'"),
    ("\\ensuremath{x}", "x"),
    ("a--b, 1--2, x---y", "a–b, 1–2, x—y"),
    (
        "<jats:sec><jats:title>Background</jats:title><jats:p>We</jats:p></jats:sec><jats:sec><jats:title>Results</jats:title><jats:p>NET</jats:p></jats:sec>",
        "Background We Results NET",
    ),
    ("<p>One</p><p>Two</p>", "One Two"),
    ("H<sub>2</sub>O and x<sup>2</sup>", "H2O and x2"),
    ("<title>Abstract</title><p>T</p>", "T"),
    ('<jats:p>A<jats:xref ref-type="bibr" rid="b1">1</jats:xref> B</jats:p>', "A1 B"),
    ('<div class="x">A<br/>B</div>', "A B"),
    ("one&#13;two&#10;three&#x9;four&#160;five", "one two three four five"),
    ("a&nbsp;b &amp;amp; c &copy; &eacute;", "a b & c © é"),
    ("&#x200B;x&#8203;y", "xy"),
    ("&lt;script&gt;", "<script>"),
    ("x < y and y > z; a<b>c; 3<5", "x < y and y > z; a<b>c; 3<5"),
    ("<mask> and <unk> and <s> tokens", "<mask> and <unk> and <s> tokens"),
    ("<b>bold</b> <foo>x</foo>", "bold <foo>x</foo>"),
    ("n<0.01, <i>p</i>&lt;0.05", "n<0.01, p<0.05"),
    ("<mml:math><mml:mi>x</mml:mi></mml:math>", "x"),
    ("non-\nlinear, well-\nknown, co-\noperative", "nonlinear, well-known, cooperative"),
    ("X-\nray and T-\ncell and 3-\ndimensional", "X-ray and T-cell and 3-dimensional"),
    ("inter-\nnational and algo-\nrithm and net-\nworks", "international and algorithm and networks"),
    ("self-\nsupervised and zero-\nshot and real-\nworld", "self-supervised and zero-shot and real-world"),
    ("pre- and post-training; two-\nand three-layer", "pre- and post-training; two- and three-layer"),
    ("GPT-\n4 and BERT-\nbase", "GPT-4 and BERT-base"),
    ("infor\xad\nmation exam\xadple", "information example"),
    ("encoder-\ndecoder and input-\noutput", "encoder-decoder and input-output"),
    ("Deep\u2060Net Deep\ufeffNet Deep\u200dNet", "DeepNet DeepNet DeepNet"),
    ("\u202dabc\u202c \u2067x\u2069 \u200fy", "abc x y"),
    ("eﬃcient ﬀ ﬄ ﬅ", "efficient ff ffl st"),
    ("x² m³ ™ ½ ① Ⅷ ﷺ", "x² m³ ™ ½ ① Ⅷ ﷺ"),
    ("classi\x00cation, e\x00cient, o\x00ine", "classification, efficient, offline"),
    ("a\ud835b \udfff", "a�b �"),
    ("café Å", "café Å"),
    ("\u2028a\u2029b\x85c\x0bd\x0ce", "a b c d e"),
    ("\xa0x\u3000y\u2009z", "x y z"),
    ("cost $1,000 to $2,000; $x$ and $5M", "cost $1,000 to $2,000; x and $5M"),
    ("\\frac12", "12"),
    ("\\frac{a}{b}", "a/b"),
]


@needs_shared
def test_every_report_has_a_test_that_bears_its_id() -> None:
    written = "".join(file.read_text("utf-8") for file in sorted(TESTS.rglob("test_*.py")))
    found = written.replace("_", "-")
    ids = [json.loads(line)["id"] for line in REPORTS.read_text("utf-8").splitlines()]
    assert [report for report in ids if report not in found] == []


@pytest.mark.parametrize("case", URL, ids=lambda case: case[0])
def test_addresses(case: tuple[str, ...]) -> None:
    text, *wanted = case
    assert [link.url for link in find_links(text)] == wanted
    assert all(text[one.mention.start : one.mention.end] == one.mention.text for one in find_links(text))


@pytest.mark.parametrize(("text", "wanted"), ACR)
def test_acronyms(text: str, wanted: list[tuple[str, str]]) -> None:
    assert [(pair.short.text, pair.long.text) for pair in find_acronyms(clean(text).text)] == wanted


@pytest.mark.parametrize(("text", "wanted"), CLEAN)
def test_cleaning(text: str, wanted: str) -> None:
    assert clean(text).text == wanted


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deep\u200bNet", "DeepNet"),
        ("Deep\u00adNet", "DeepNet"),
        ("Caf\u00e9", "Cafe\u0301"),
        ("\ufb01ne-tuning", "fine-tuning"),
        ("\U0001d4aa-net", "O-net"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert key(clean(one).text) == key(clean(other).text)


def test_names_of_any_script_have_keys_of_their_own() -> None:
    names = "深度学习 深度神经网络 Нейросеть شبكة เครือข่าย ε δ ∇ C++ C# C".split()
    assert len({key(name) for name in names} - {""}) == len(names)
