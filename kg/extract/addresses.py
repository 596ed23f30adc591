"""Addresses as they stand in a text: where one ends, and what markup and line ends did to it.

What ends an address: white space, quotation marks, angle brackets, a bracket that was not opened inside of it, a
backslash that escapes nothing, a second `https://`; then punctuation at its end is cut. Escapes of LaTeX are undone.
Parts that a line end or PDF extraction tore apart are joined only where they cannot be a word of the sentence:
- after a dot or hyphen of a host that has no top-level domain yet (`github. com`);
- after a hyphen at the end (`a/b-` `c`);
- after a slash, when the next word holds a slash or underscore or ends like a file, or when the address alone leads
  nowhere (`https://github.com/` `owner/name`, `sites.google.com/view/` `name`) and the word is no function word; on
  a university's host such a gap is a lost tilde (`www.cs.example.edu/` `name/`);
- at a lost underscore: a video's id that needs it for its 11 characters, or a next word that holds an underscore or
  ends like a file.
Sources: RFC 3986; the autolink rules of GitHub Flavored Markdown 6.9 for trailing punctuation and brackets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


def _words(lines: str) -> frozenset[str]:
    return frozenset(lines.split())


_TLDS = _words(
    "com org net edu gov mil int info biz name pro app dev page site online tech science academy cloud club"
    " group link live network pub run space store studio systems team tools top website wiki work world xyz"
    " zone research institute university center foundation agency media design health museum travel blog news"
    " example"
    " ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz"
    " ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk"
    " fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir"
    " is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk"
    " ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl"
    " pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc"
    " td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw"
)
"""Top-level domains that occur in practice; `example` is reserved for examples (RFC 2606)."""
_LEADS_NOWHERE = re.compile(
    r"(?:github\.com|gitlab\.com|bitbucket\.org|huggingface\.co)(?:/[\w.-]*)?/?$"
    r"|(?:youtu\.be|goo\.gl|bit\.ly|tinyurl\.com|git\.io|osf\.io|doi\.org|vimeo\.com|kaggle\.com)/?$"
    r"|arxiv\.org(?:/abs|/pdf)?/?$|anonymous\.4open\.science(?:/r)?/?$"
    r"|sites\.google\.com(?:/view|/site|/a)?/?$|sites\.google\.com/[\w-]+\.[\w.-]+/?$",
    re.IGNORECASE,
)
"""Addresses of well-known hosts that have to go on."""
LABEL = r"[A-Za-z0-9_](?:[\w-]*[A-Za-z0-9_])?"
_ANY_LABEL = r"[^\W\u3000-\uffff](?:(?:(?![\u3000-\uffff])[\w-])*[^\W\u3000-\uffff])?"
"""A label of a host that a scheme stands before, in any script with spaces between words (RFC 5890)."""
_HOST = re.compile(rf"{_ANY_LABEL}(?:\.{_ANY_LABEL})*-?(?::\d{{2,5}}(?=[/\s]|$))?|\[[0-9A-Fa-f:.]+\]")
_HOST_GOES_ON = re.compile(rf"(?P<gap>\.\s|(?<=-)\s)(?P<rest>[a-z0-9][\w-]*(?:\.{LABEL})*)")
_PIECE = re.compile(
    r"\\(?P<escaped>[_%&#~$-])(?:\{\})?|\{\\?(?P<braced>[_~%#])\}"
    r"|(?P<tilde>\\(?:textasciitilde|sim)\b(?:\{\})?|\$\\sim\$|[∼˜～])|(?P<line>\\textunderscore\b(?:\{\})?)"
    r"|(?P<and>&amp;)|(?P<dash>[‐‑–−])|(?P<bracket>[()\[\]])|(?P<plain>&(?!(?:quot|gt|lt|nbsp|#\w{1,6});)|\$(?!\\sim)"
    r"|[^\s$\\<>\"“”„‘’«»‹›`{}|^&()\[\]∼˜～‐‑–−\u2026\u3000-\u30ff\u4e00-\u9fff\uac00-\udfff\uff00-\uffff]+)"
)
"""A piece of a path, as it may be written. Letters of scripts without spaces between words end it, as do surrogates."""
_TRAILING = ".,;:!?'*…"
_TRAILING_SCHEME = re.compile(r"\.?(?<![=/&])https?:?/{0,2}$")
_LONGEST_SCHEME = len(".https://")
_GLUED = re.compile(
    r"\.(?:The|We|Our|In|This|It|A|An|To|For|These|Also|More|Codes?|Data|Datasets?|Videos?|Project|Supplementary"
    r"|[Kk]eywords?)$"
)
"""The first word of the next sentence, when the space before it was lost."""
_MOST_PIECES = 6
"""Into which a host is ever torn."""
_PORT_FOR_DOT = re.compile(r":(com|org|io|net)(?=/)")
_SCHEME_PREFIX = re.compile(r"^\w+://")
_INNER_SCHEME = re.compile(r"(?<![=/?&#:])https?:/", re.IGNORECASE)
_SPACE = re.compile(r"\s")
_LONGEST_PATH = 2000
_GAP = re.compile(r"[ \t]*\r?\n\s*|[ \t]{1,2}")
_NEXT_WORD = re.compile(r"[\w~/][^\s<>\"“”{}\\()\[\],;]*")
_FUNCTION_WORDS = _words(
    "a along also an and as at but by can contains for from has have if in including includes is it of on or our such"
    " that the this to under upon via we where which while will with"
)
_FILE = re.compile(r"\.(?:html?|php|aspx?|pdf|zip|git|gz|mp4|txt|md)$", re.IGNORECASE)
_QUERY = re.compile(r"\?\w+=")
_CUT_VIDEO = re.compile(r"(?:youtu\.be/|[?&]v=)([\w-]{1,9})$")
_ADDRESS_STARTS = re.compile(r"https?:|www\.", re.IGNORECASE)
_ACADEMIC = re.compile(r"\.(?:edu|ac)(?:\.[a-z]{2})?$|(?:^|\.)(?:uni|tu)-[\w-]+\.de$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Address:
    """An address that was read: what it is, and where it ends in the text."""

    url: str
    end: int


def has_tld(host: str) -> bool:
    """Whether the last label of a host is a top-level domain that is known."""
    return "." in host and host.rsplit(".", 1)[1].split(":")[0].casefold() in _TLDS


def _read_host(text: str, start: int, *, mend: bool) -> Address | None:
    """The host at `start`; to `mend` it is to put it together where it was torn apart."""
    match = _HOST.match(text, start)
    if not match:
        return None
    host, end = match[0], match.end()
    if repaired := _PORT_FOR_DOT.match(text, end):
        return Address(f"{host}.{repaired[1]}", repaired.end())
    for _ in range(_MOST_PIECES if mend else 0):
        more = None if has_tld(host) else _HOST_GOES_ON.match(text, end)
        if not more:
            break
        joined = host + (more["gap"].strip() + more["rest"])
        if not has_tld(joined) and not _HOST_GOES_ON.match(text, more.end()):
            break
        host, end = joined, more.end()
    labels = host.split(".")
    without_last = ".".join(labels[:-1])
    if (
        labels[-1][:1].isupper() and not has_tld(host) and has_tld(without_last)
    ):  # the next sentence, without a space
        host, end = without_last, end - len(labels[-1]) - 1
    return Address(host.lower() if has_tld(host) else host, end)


def read_path(text: str, start: int) -> Address:
    """What follows a host, up to where the address ends."""
    pieces: list[tuple[str, int]] = []
    opened: list[int] = []
    position = start
    space = _SPACE.search(text, start, start + _LONGEST_PATH)
    stop = space.start() if space else start + _LONGEST_PATH
    if inner := _INNER_SCHEME.search(text, start, stop):
        stop = inner.start()
    while match := _PIECE.match(text, position, stop):
        piece = match["escaped"] or match["braced"] or match["plain"] or ""
        if bracket := match["bracket"]:
            if bracket in "([":
                opened.append(len(pieces))
            elif opened and pieces[opened[-1]][0] == {")": "(", "]": "["}[bracket]:
                opened.pop()
            else:
                break
            piece = bracket
        piece = piece or ("~" if match["tilde"] else "_" if match["line"] else "&" if match["and"] else "-")
        position = match.end()
        pieces.append((piece, position))
    if opened:
        del pieces[opened[0] :]
    path = _GLUED.sub("", _without_trailing("".join(piece for piece, _ in pieces)))
    return Address(path, _end_of(path, pieces, start))


def _without_trailing(path: str) -> str:
    """A path without the punctuation and the beginnings of other addresses at its end."""
    while True:
        shorter = path.rstrip(_TRAILING)
        if scheme := _TRAILING_SCHEME.search(shorter, max(0, len(shorter) - _LONGEST_SCHEME)):
            shorter = shorter[: scheme.start()]
        if shorter == path:
            return path
        path = shorter


def _end_of(path: str, pieces: list[tuple[str, int]], start: int) -> int:
    """Where in the text the part `path` of all `pieces` (each with its end) ends."""
    left, end = len(path), start
    for piece, piece_end in pieces:
        if left <= 0:
            break
        end = piece_end - max(0, len(piece) - left)
        left -= len(piece)
    return end


def _glue(url: str, word: str) -> str | None:
    """What has to stand between an address and the word after it for both to be one, or None when they are two."""
    is_word = word.casefold() in _FUNCTION_WORDS
    leads_nowhere = _LEADS_NOWHERE.search(url) is not None
    looks_like_path = "_" in word or _FILE.search(word) is not None or _QUERY.search(word) is not None
    below_host = _SCHEME_PREFIX.sub("", url)
    if url.endswith("-"):
        return None if is_word else ""
    if url.endswith("/"):
        if _ACADEMIC.search(below_host[:-1]) and word[0].islower() and "/" in word:
            return "~"
        goes_on = looks_like_path or ("/" in word and word[0] != "/") or (leads_nowhere and not is_word)
        return "" if goes_on else None
    if word[0] == "/":
        return "" if leads_nowhere and len(word) > 2 else None
    if video := _CUT_VIDEO.search(url):
        return "_" if re.fullmatch(rf"[\w-]{{{10 - len(video[1])}}}", word) else None
    if looks_like_path and word[0].islower() and "/" in below_host:
        return "-" if "-" in url.rsplit("/", 1)[1] and "_" not in word else "_"
    return None


def _join(text: str, address: Address) -> Address | None:
    """The address with the next piece of text, where that belongs to it (see the module's rules)."""
    gap = _GAP.match(text, address.end)
    match = _NEXT_WORD.match(text, gap.end()) if gap else None
    word = match[0].rstrip(".,;:!?'*") if match else ""
    if not gap or not word or _ADDRESS_STARTS.match(word):
        return None
    glue = _glue(address.url, word)
    rest = read_path(text, gap.end())
    return Address(address.url + glue + rest.url, rest.end) if glue is not None and rest.url else None


def host_end(text: str, start: int) -> int:
    """Where what looks like a host at `start` ends, or `start` when nothing does."""
    match = _HOST.match(text, start)
    return match.end() if match else start


def read_address(text: str, start: int, scheme: str, *, mend: bool) -> Address | None:
    """The address whose host starts at `start`, or None; to `mend` it is to join a host that was torn apart."""
    host = _read_host(text, start, mend=mend)
    if host is None or "." not in host.url.strip("."):
        return None
    path = read_path(text, host.end) if text.startswith(("/", "?", "#"), host.end) else Address("", host.end)
    address = Address(f"{scheme}://{host.url.removesuffix('-')}{path.url}", path.end)
    for _ in range(3):
        joined = _join(text, address)
        if joined is None:
            break
        address = joined
    return address
