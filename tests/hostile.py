"""Texts that break programs, and what has to hold whatever a text is. Fuzzing and the tests share them."""

from __future__ import annotations

import io
import json
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle

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


VALUES = (
    *NASTY,
    *(
        "10.1234/doi.56",
        "https://doi.org/10.1234/a%E2%80%AEb%01%0A",
        "doi:10.1/x",
        "http://dx.doi.org/",
        "10.48550/arXiv.2101.00001v2",
    ),
    *(
        "https://arxiv.org/abs/2101.00001v1",
        "hep-th/9901001",
        "2101.00001",
        "Mon, 2 Apr 2007",
        "2020-13-45",
        "0x10",
        "1_0",
    ),
    *(
        "!!bool x",
        "!!int ''",
        "!!float x",
        "!!timestamp x",
        "!!binary x",
        "!!python/name:os.system",
        "!<x>",
        "*a",
        "&a x",
        "<<: x",
        "? x",
    ),
    *(
        "|",
        ">",
        "---",
        "...",
        "- x",
        "# x",
        "a: b: c",
        "[a, b",
        "{a",
        "%YAML 1",
        "\tx",
        "'x",
        '"x',
        '"',
        '""',
        '"x"y',
        ",",
        ";",
        "\t",
    ),
    *(
        "{x",
        "x}",
        "x # y",
        "@article{x,",
        "x and and y",
        "{{x}} and others",
        "Lee, Ann, Jr., PhD",
        ",,",
        "~",
        "\\_",
    ),
    *("ER  - ", "TY  - JOUR", "AB  - x", "KW  -", "\n", "\n\n", "\n# ", "\n===\n", "```\n"),
    *(
        "[]",
        "{}",
        "[[]]",
        "[null]",
        "[[[]], {}]",
        '{"value": {}}',
        '{"name": []}',
        "true",
        "0",
        "-1",
        "1e400",
        "9" * 400,
        "[" * 400 + "]" * 400,
    ),
    *(
        '["a", 1, null, {"name": 5}, ["b"]]',
        '{"given": ["a"], "family": {}}',
        '"a"',
        "1700000000000",
        "[[2020]]",
    ),
)
"""What the fields of records may hold."""

_ROW = '§,"§",§,§,"§",§,§,§\n1,T,"§",§,§,§,§,§\n2,T,A.,,,,,\n'
_TABLE = f"id,title,abstract,doi,authors,year,url,keywords\n{_ROW}"

SCAFFOLDS = {
    "plain": "§\n\n§\n\nA text.\n\n§\n",
    "markdown": (
        "---\nvenue: §\ntags: [§, §]\n§: §\nyear: §\ndoi: §\n---\n"
        "# §\nAuthors: §\n- **DOI**: §\n**URL:** §\n\n§\n\n## § ##\n\n§\n\n### Abstract\n§\n"
    ),
    "bibtex": (
        '@string{x = "§"}\n@article{§, title={§}, author={§ and §}, abstract={§}, year=§, journal=x # "§", '
        'doi={§}, url={§}, keywords={§}}\n@misc{k, title="§", abstract={§}, eprint={§}, archiveprefix={arXiv}}\n'
    ),
    "ris": (
        "TY  - JOUR\nID  - §\nTI  - §\nAU  - §\nPY  - §\nAB  - §\n§\nDO  - §\nUR  - §\nKW  - §\nT2  - §\nER  - \n"
        "TY  - §\nAB  - A.\n§  - §\nER  - \n"
    ),
    "csv": _TABLE,
    "tsv": _TABLE.replace(",", "\t"),
    "jsonl": (
        '{"id":§,"title":§,"abstract":§,"year":§,"venue":§,"url":§,"doi":§,"authors":§,"keywords":§}\n'
        '{"text":§,"authors":[§,§],"keywords":[§]}\n'
    ),
    "json": (
        '{"next":§,"results":[{"id":§,"title":§,"abstract":§,"doi":§,"year":§,"authors":[§,{"name":§}]}]}\n'
        '[{"abstract":§},§]\n{"id":§,"notes":§,"message":§,"title":§,"abstract":§}'
    ),
    "arxiv": (
        '{"id":§,"title":§,"abstract":§,"authors":§,"authors_parsed":[[§,§,§],§],"categories":§,"doi":§,'
        '"journal-ref":§,"versions":[{"version":§,"created":§}]}\n'
        '{"id":§,"abstract":§,"authors":§,"authors_parsed":§,"versions":§}\n'
    ),
    "openreview": (
        '{"notes":[{"id":§,"forum":§,"cdate":§,"content":{"title":{"value":§},"abstract":{"value":§},'
        '"authors":{"value":[§]},"keywords":§,"venue":§,"venueid":{"value":§},"doi":§}},{"content":§}]}'
    ),
    "openalex": (
        '{"results":[{"id":§,"doi":§,"title":§,"publication_year":§,"primary_location":{"landing_page_url":§,'
        '"source":{"display_name":§}},"authorships":[{"author":{"display_name":§}},§],"keywords":[{"display_name":§}],'
        '"abstract_inverted_index":{"a":[0],"b":[2,1]}},{"id":§,"title":§,"primary_location":§,"authorships":§,'
        '"abstract_inverted_index":§}]}'
    ),
    "crossref": (
        '{"message":{"items":[{"DOI":"10.5555/x","title":[§],"subtitle":[§],"abstract":§,"issued":{"date-parts":[[§]]},'
        '"container-title":[§],"author":[{"given":§,"family":§},§],"URL":§,"subject":[§]},'
        '{"DOI":§,"title":§,"author":§,"issued":{"date-parts":§},"event":§,"container-title":§,"subject":§}]}}'
    ),
    "semanticscholar": (
        '{"data":[{"paperId":§,"externalIds":{"DOI":§,"ArXiv":§},"url":§,"title":§,"abstract":§,"venue":§,"year":§,'
        '"authors":[{"name":§},§],"fieldsOfStudy":[§]},{"corpusid":§,"externalids":§,"journal":§,"title":§,'
        '"s2FieldsOfStudy":§}]}'
    ),
}
"""Format -> a file of it whose fields stand open (`§`)."""


def _as_json(value: str) -> str:
    """JSON as it is, another text as a string."""
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return json.dumps(value)
    return value


def filled(format_name: str, values: Sequence[str]) -> bytes:
    """The scaffold of a format with `values` in its fields, from the first again where they do not suffice."""
    scaffold = SCAFFOLDS[format_name]
    first, *others = scaffold.split("§")
    fitting = map(_as_json, values) if '":' in scaffold else iter(values)
    fields = zip(cycle(fitting), others, strict=False)
    return (first + "".join(value + rest for value, rest in fields)).encode("utf-8", "replace")


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


FILLED = b"\xff"
"""Begins, and divides, the values that a fuzzer has for a scaffold, after a byte that says of which format."""


def check_file(data: bytes) -> None:
    """Bytes of a fuzzer in a reader: values for a scaffold, or a file, read as what it looks like and one more."""
    formats = sorted(FORMATS)
    if data.startswith(FILLED) and len(data) > 2:
        name = formats[data[1] % len(formats)]
        values = [value.decode("utf-8", "replace") for value in data[2:].split(FILLED)]
        check_reader(name, filled(name, values))
        return
    last = formats[data[-1] % len(formats)] if data else formats[0]
    alike = [name for name in formats if (known := FORMATS[name].looks_alike) and known(data)]
    for name in {last, *alike}:
        check_reader(name, data)
