"""Texts that break programs, and what has to hold whatever a text is. Fuzzing and the tests share them."""

from __future__ import annotations

import io
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from kg.errors import InputError
from kg.extract.acronyms import find_acronyms
from kg.extract.links import find_links
from kg.records import Paper
from kg.sources import FORMATS
from kg.text import clean
from kg.text.names import key, words
from kg.text.segmentation import readable
from kg.vocabulary import BASE_IRI, concept_iri

NASTY = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\x01\x02\x1b[31mred\x7f\x80\x85\x9f",
    "\ud835",
    "a\udc00b\ud800",
    "\ufffe\uffff\U0001ffff\ufdd0",
    "safe \u202egnp.exe\u202c \u2066model\u2069",
    "Deep\u200bNet\u2060 Deep\u00adNet \ufeffDeepNet",
    "Z\u0334\u035b\u034e\u0333a\u0335\u0300l\u0336\u0301g\u0337\u0302o\u0338\u0303",
    "\u0301\u0301\u0301",
    "e\u0301 \u1e9b\u0323 \u212b \u2126",
    "'\"`´‘’“”„‚«»‹›",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    'x" onfocus="alert(1)` autofocus=\'',
    "javascript:alert(1)",
    "<!-- --> <![CDATA[ ]]> ]]>",
    "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>&b;",
    "&#0; &#xD800; &#x110000; &#xD; &lt;b&gt; &amp;amp;lt;",
    "https://x.example/a[1]?q=50%zz",
    "https://[::1]/ http://a.example/<b> https://a.example/`{}|^\\",
    "http://\u202eexample.com/\u0000",
    '=HYPERLINK("http://evil.example","x")',
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "';=1",
    "../../etc/passwd",
    "..\\..\\CON",
    "/etc/passwd",
    "CON",
    "a/b:c*?<d>|e",
    "{{7*7}} {% raw %} ${7*7} #{7*7}",
    "%s %n %x %(a)s {0} {a}",
    "\\emph{a \\href{b}{c \\not",
    "\\" * 50,
    "{" * 50,
    "$x$y$",
    "\u2028\u2029\x0b\x0c\x1c\x1d\x1e\x85",
    "\r\n\r",
    "深度学习 Нейросеть شبكة עצבים เครือข่าย",
    "👩‍👩‍👧‍👦 🏳️‍🌈 e\u20dd",
    "ﬁne ﬂow m² ™ ½ Ⅷ",
    'kg:x a <http://evil.example/> . """ \\u0022 \\" .',
    "} UNION { ?s ?p ?o } #",
    "null",
    "NaN",
    "1e999",
    "A" * 300,
)
"""Each breaks something in some program: encodings, markup, formulas, paths, templates, query languages."""

PATTERNS = (
    *(
        "{",
        "}",
        "{}",
        "\\",
        "\\(",
        "\\[",
        "\\emph{",
        "\\frac{",
        "\\href{",
        "\\cite[",
        "\\verb|",
        "\\not",
        "{\\bf ",
    ),
    *("$", "$x", "$x$ ", "$5 ", "$$", "\\'", '\\"', "\\\\", "`", "``", "'", '"', "*a", "_a_ ", "~~a ", "#"),
    *(
        "(",
        ")",
        "()",
        "[",
        "([",
        "(AB) ",
        "alpha beta (AB) ",
        "A B ",
        "AB stands for ",
        ", or AB",
        "AB (a b) ",
    ),
    *(
        "http://",
        "https://a.b/",
        "https://a.b/(",
        "www. ",
        "www.",
        "a.com ",
        "github.com/a ",
        "doi:10.1234/",
        "/",
    ),
    *("a-", "a- ", "a-\n", "a.", "a_", "-", "--", " --- ", ". ", "e.g. ", "; ", "a/b", "a@b.c "),
    *("&amp;", "&", "&#", "<", "<b>", "<b></b>", "<title>", "<!--", "<jats:p>", "</jats:p>", "<a "),
    *(
        "\u200b",
        "a\u200d",
        "\u0301",
        "a\u0301",
        "\u202e",
        "\xad",
        "\xad ",
        "\x00",
        "a\x00",
        "\ufffd",
        "\ud800",
    ),
    *(" ", "\n", "\r\n", "\t", "\u2028", "a", "A", "0", "0.", "é", "深", "Ã©", "â\x80\x99", "𝒪", "ﬁ"),
    *(
        "a" * 190 + " (AAAAAAAAAA) ",
        "a-" * 95 + " (AAAAAAAAAA) ",
        "ab " * 12 + "(ABABABABAB) ",
        "M3A3 (mmm aaa) ",
    ),
)
"""What costs too much time where a rule is not linear, when it is repeated."""

RUNS = (
    ("https://a.example/x", ".http", "x"),
    ("https://a.example/x", "'", "x"),
    ("https://a.example/x", "https:/", "x"),
    ("https://a.example/x", "x_", " ("),
    ("https://a.example/x -", "a-", " "),
    ("https://", "a-", "!"),
    ("https://", "a.", "!"),
    ("//", "a.b-", "!"),
    ("www.", "a_", "!"),
    ("doi:10.1234/", "(", "x"),
    ("available at", " ", "a.example"),
    ("code: ", "page ", "https://a.example/x"),
    ("<title>abstract", " ", "x"),
    ("<title>", "\n", "abstract"),
    ("<jats:p", " a", "x"),
    ("<!--", "-", ">"),
    ("&", "amp;", "x"),
    ("\\vspace", "1", "x"),
    ("\\cite", "[a]", "x"),
    ("\\emph {", "a_", "("),
    ("$1", " ", "x"),
    ("**a", "a ", "*"),
    ("`a", "a ", "x"),
    ("[a](a", ".a", "x"),
    ("a-", " ", ")"),
    ("a-\n", "\n ", ")"),
    ("a.", " ", "a"),
    ("alpha beta (", " ", "AB)"),
    ("alpha beta or ", "\"'", "AB"),
    ("AB", "'", "x stands for alpha beta"),
    ("A", "\u0301", "\x00"),
)
"""What begins well, goes on long, and ends wrong: (prefix, run, end). A rule that can be read in two ways tries all."""

FILES = (
    ("markdown", "---\nx: ", "[", "\n---\n# T\n\na"),
    ("markdown", "# T\nTitle:", " ", ""),
    ("markdown", "# T\n- ", " ", "a"),
    ("markdown", "# T\n**Title", " ", ""),
    ("markdown", "# a", " ", "b"),
    ("markdown", "# a", " #", "b"),
    ("markdown", "# a", ",", "\n## T\n\na"),
    ("markdown", "# T\n", "#", " a"),
    ("markdown", "# T\n", "=\n", "a"),
    ("markdown", "# T\n", "```\n", "a"),
    ("markdown", "", "# a\n", "a"),
    ("plain", "a", ",", "\n\na"),
    ("plain", "a", "\n", "b"),
    ("plain", "a", "\n\nb", ""),
    ("plain", "", "a\r", "b"),
    ("ris", "TY  - JOUR\nAB  - x\n", "ab\n", "ER  - \n"),
    ("ris", "TY  - JOUR\n", "KW  - a\n", "ER  - \n"),
    ("ris", "TY  - JOUR\n", "AB  - a\n", "ER  - \n"),
    ("ris", "", "TY  - JOUR\nAB  - a\n", "ER  - \n"),
    ("bibtex", "@a{b,", 'a="",', "}"),
    ("bibtex", "@a{b,", "a={},", "}"),
    ("bibtex", "@a{b,author={", "{}", "}}"),
    ("bibtex", "@a{b,author={", "a and ", "}}"),
    ("bibtex", "@a{b,title=", "{", "}"),
    ("bibtex", "", "@a{b,title=c}", ""),
    ("bibtex", "", "@", ""),
    ("bibtex", "", "@a{b,title={c\n", ""),
    ("bibtex", "@a{b,url={", "http://", "}}"),
    ("csv", "id,title,abstract\n", '1,T,"open\n', ""),
    ("csv", "id,title,abstract\n", '1","b\n', ""),
    ("csv", "id,title,abstract\n", '1,""""\n', ""),
    ("csv", "id,title,abstract\n1,T,", '"', ""),
    ("csv", "id,title,abstract\n", ",", "\n"),
    ("csv", "id,title,abstract\n", '"\n', ""),
    ("tsv", "title\tabstract\n", 'T\t"a\n', ""),
    ("tsv", "title\tabstract\n", 'T\t"a\nb\n', ""),
    ("tsv", "title\tabstract\n", '"a\n', ""),
    ("json", "", "[", ""),
    ("json", "", '{"message":', ""),
    ("json", '{"results":[', "{},", ""),
    ("json", "[", " ", ""),
    ("json", '["', "\\", ""),
    ("json", '{"title":"', "a", ""),
    ("json", '[{"year":', "1", "}]"),
    ("json", "[", "[],", "[]]"),
    ("jsonl", "", '{"id":1\n', ""),
    ("jsonl", '{"abstract":"a","authors":"', "a, ", '"}'),
    ("jsonl", '{"abstract":"a","doi":"doi', " ", '"}'),
    ("jsonl", '{"abstract":"a","doi":"10.1234', ".1", '"}'),
    ("jsonl", '{"abstract":"a","url":"http://arxiv.org/abs/', "a-", '"}'),
    ("arxiv", '{"id":"a","abstract":"a","authors":"', "(", '"}'),
    ("openalex", '{"id":"a","title":"a","abstract_inverted_index":{"a":[0', ",1", "]}}"),
    ("crossref", '{"DOI":"a","title":[', '"a",', '"b"]}'),
    ("openreview", '{"content":{"abstract":"a","keywords":"', "a;", '"}}'),
    ("semanticscholar", '{"paperId":"a","title":"a","authors":[', '{"name":"a, b"},', "{}]}"),
)
"""Format, start, what comes again and again, and end of files that cost too much where a reader is not linear."""


def repeated_file(before: str, again: str, after: str, length: int) -> bytes:
    """A file of one of `FILES` of about `length` characters."""
    return (before + repeated(again, length) + after).encode()


_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\u200b\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
TYPES = ("Method", "Dataset", "Task", "Metric")


def repeated(pattern: str, length: int) -> str:
    """`pattern` again and again, to a text of `length` characters."""
    return (pattern * (length // len(pattern) + 1))[:length]


def long_run(prefix: str, run: str, end: str, length: int) -> str:
    """`prefix` and `end` with so much of `run` between them that the text has `length` characters."""
    return prefix + repeated(run, length - len(prefix) - len(end)) + end


@contextmanager
def processor_seconds(most: float) -> Iterator[None]:
    """Raise `TimeoutError` in a block that computes longer than so many seconds, in a regular expression, too."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"more than {most:g} seconds of the processor")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def check_text(text: str) -> None:
    """Cleaning, links, acronyms and keys of any text: nothing is raised, and every offset is right."""
    cleaned = clean(text)
    assert len(cleaned.starts) == len(cleaned.ends) == len(cleaned.text)
    assert not _INVISIBLE.search(cleaned.text)
    for word in re.finditer(r"\S+", cleaned.text):
        start, end = cleaned.to_source(*word.span())
        assert 0 <= start < end <= len(text)
        first, last = cleaned.to_clean(start, end)
        assert first <= word.start() <= word.end() <= last
    for link in find_links(text):
        assert text[link.mention.start : link.mention.end] == link.mention.text
        assert re.fullmatch(r"(?:https?|ftp)://[^\s<>\"]+", link.url)
        assert not _INVISIBLE.search(link.url)
    for pair in find_acronyms(cleaned.text):
        for found in (pair.short, pair.long):
            assert cleaned.text[found.start : found.end] == found.text
    check_name(cleaned.text[:200])


def check_name(name: str) -> None:
    """Keys and IRIs of any name: no syntax of IRIs comes out of it."""
    for concept_type in (None, *TYPES):
        made = key(name, concept_type)
        assert made == key(name, concept_type)
        assert not _INVISIBLE.search("".join(words(name, concept_type)))
        iri = concept_iri(BASE_IRI, concept_type or "Method", " ".join(readable(made)[0]) or "x")
        assert re.fullmatch(r"https://w3id\.org/paperkg/\w+/[^\s<>\"{}|\\^`\[\]#?]+", iri), iri
        assert not _INVISIBLE.search(iri)


def check_paper(paper: Paper) -> None:
    """What every reader promises of a paper."""
    assert paper.id
    for line in (paper.id, paper.title, paper.venue, paper.url, paper.doi, *paper.authors, *paper.keywords):
        assert not _INVISIBLE.search(line), line
        assert "\n" not in line
        assert "\r" not in line
    assert not _UNWRITABLE.search(paper.text)
    assert paper.year is None or 1800 <= paper.year < 2200
    for text in (paper.text, paper.source, paper.id):
        text.encode("utf-8")


def check_reader(format_name: str, data: bytes) -> int:
    """Any bytes in a reader: papers, reports, or an InputError; the number of papers."""
    reports: list[str] = []
    count = 0
    try:
        for paper in FORMATS[format_name].read(
            io.BufferedReader(io.BytesIO(data)), "fuzz", "fuzz", reports.append
        ):
            check_paper(paper)
            count += 1
    except InputError:
        pass
    return count
