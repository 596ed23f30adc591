"""Links in an abstract as read: URLs, DOIs, and addresses without a scheme.

How an address is read whole is the matter of `kg.extract.addresses`. One without a scheme is taken for a link when it
starts with `www.`, has a path (`github.com/a/b`) or is a page host's (`name.github.io`); a bare host only after words
that announce it ("available at"), since `Amazon.com` is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kg.extract.addresses import LABEL, Address, has_tld, host_end, read_address, read_path
from kg.extract.link_roles import link_role
from kg.records import Link, Mention
from kg.text.alignment import CleanText, Edit
from kg.text.unicode import invisible_edits

_PAGES = (
    r"(?:github|gitlab|bitbucket|readthedocs)\.io|sites\.google\.com|netlify\.app|vercel\.app|web\.app"
    r"|readthedocs\.org"
)
_KNOWN = (
    r"(?:github|gitlab|youtube|vimeo|kaggle|tinyurl)\.com|huggingface\.co|bitbucket\.org|arxiv\.org|youtu\.be"
    r"|goo\.gl|bit\.ly|git\.io|osf\.io|doi\.org|zenodo\.org|dl\.acm\.org|sites\.google\.com"
)
_SOFT_HYPHEN = re.compile("\xad")
_KNOWN_HOST = re.compile(rf"(?:^|\.)(?:{_PAGES}|{_KNOWN})$", re.IGNORECASE)
_PAGE_HOST = re.compile(rf"\.(?:{_PAGES})$", re.IGNORECASE)
_SCHEME = re.compile(
    r"(?P<scheme>https?|(?<![A-Za-z])(?:h{1,2}t{1,3}ps?|ftp))\s?[:;]?\s{0,2}/\s?/\s?(?=[\w\[])"
    r"|(?P<slash>https?):/?(?=[\w-]+\.[\w-])"
    r"|(?<=\s)//(?=[\w-]+(?:\.[\w-]+)+/\w)",
    re.IGNORECASE,
)
_BARE = re.compile(
    rf"(?<![\w@/.=~-])(?:(?P<www>www\d?\.\s?(?={LABEL}\.))|(?={LABEL}(?:\.{LABEL})+))", re.IGNORECASE
)
_GLUED_TO_HOST = re.compile(rf"(?:[A-Za-z]*\d\d|at)(?=(?:{_KNOWN})/)", re.IGNORECASE)
"""What a footnote's number or a lost space leaves before a host: `page11sites.google.com/…`."""
_NAMES = frozenset(
    {"sourceforge.net", "amazon.com", "arxiv.org", "github.com", "youtube.com", "openreview.net"}
)
"""Sites that are named more often than linked to; without a path they are no link."""
_DOI = re.compile(r"(?<![\w/.])doi(?:\.org)?\s?[:/]?\s?(?=10\.\d{4,9}/\S)", re.IGNORECASE)
_CANDIDATE = re.compile(
    rf"(?P<url>{_SCHEME.pattern})|(?P<doi>{_DOI.pattern})|(?P<bare>{_BARE.pattern})", re.IGNORECASE
)
_MOST_CANDIDATES = 4000
"""Words of one text that may be addresses; an abstract has some dozens. It bounds the time that a text can take."""
_CUE = re.compile(
    r"(?:\b(?:available|accessible|accessed|found|released|online|hosted|provided|downloaded|visit|web ?site|web ?page"
    r"|homepage|page|url|link|see|check|demo|code|project)(?: (?:is|are))?(?: (?:at|in|on|from|via|under|here|out))?"
    r"\s?[:\-–]?|\bat:?)\s?[\"“(]?$",
    re.IGNORECASE,
)
"""Words before a bare host that say that it is an address."""
_AVAILABLE = re.compile(r"available|accessible|visit|web ?site|web ?page|homepage", re.IGNORECASE)
_NO_BARE_ENDING = frozenset(
    {"py", "sh", "md", "rs", "pl", "so", "ps", "cc", "is", "in", "it", "at", "no", "to", "me", "us"}
)
_ABBREVIATION = re.compile(r"(?:e\.g|i\.e|etc|vs|al|cf)\.")
_STARTS = ("//", "http", "www", "doi")
_DOTTED = re.compile(r"\.(?<=[\w-]\.)[a-z]{2}", re.IGNORECASE)
"""What a text with a link has one of; most texts have none."""
_SENTENCE = re.compile(r"(?<!\s\d)(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bal)[.!?][)\"”’]?\s+(?=\S|$)|\n\s*\n")


def _is_bare_link(text: str, start: int, address: Address) -> bool:
    """Whether an address without a scheme is meant as one, rather than a name such as Amazon.com."""
    shown = address.url.removeprefix("https://")
    host, slash, _ = shown.partition("/")
    if not has_tld(host) or not re.search(r"[A-Za-z]", host):
        return False
    if _KNOWN_HOST.search(host):
        return bool(slash) or _PAGE_HOST.search(host) is not None
    ending = host.rsplit(".", 1)[1].casefold()
    if (ending in _NO_BARE_ENDING and host.count(".") < 2) or _ABBREVIATION.match(host):
        return False
    cue = _CUE.search(text[max(0, start - 60) : start])
    is_lower = text[start : start + len(host)].islower()
    if slash:
        return is_lower and (cue is not None or host.count(".") > 1 or len(ending) > 2)
    return cue is not None and host not in _NAMES and (is_lower or _AVAILABLE.search(cue[0]) is not None)


def _addresses(text: str) -> Iterator[tuple[int, Address, bool]]:
    """Start of each address in `text`, the address, and whether its scheme stands in the text."""
    position = 0
    for _ in range(_MOST_CANDIDATES):
        if not (match := _CANDIDATE.search(text, position)):
            return
        start, position = match.start(), match.end() + (match.end() == match.start())
        if match["doi"] is not None:
            path = read_path(text, match.end())
            position = max(position, path.end)
            yield start, Address(f"https://doi.org/{path.url}", path.end), True
            continue
        written = (match["scheme"] or match["slash"] or "").casefold()
        scheme = "ftp" if written == "ftp" else "http" if written and not written.endswith("s") else "https"
        is_bare = match["bare"] is not None
        if is_bare and (glued := _GLUED_TO_HOST.match(text, start)):
            start = glued.end()
        if is_bare and not match["www"] and not has_tld(text[start : host_end(text, start)]):
            position = max(
                position, host_end(text, start)
            )  # on after the whole name, not in the middle of it
            continue
        address = read_address(
            text, start if is_bare else match.end(), scheme, mend=not is_bare or match["www"] is not None
        )
        if address is None or (is_bare and not match["www"] and not _is_bare_link(text, start, address)):
            if is_bare:  # go on after the whole name, not in the middle of it
                position = max(position, host_end(text, start))
            continue
        yield start, address, not is_bare
        position = max(position, address.end)


def _same(url: str) -> str:
    """Equal for addresses that differ in scheme, case of the host or a final slash alone."""
    host, slash, rest = re.sub(r"^\w+://", "", url).partition("/")
    return (host.casefold() + slash + rest).rstrip("/")


def _around(text: str, start: int, end: int, previous: int, following: int) -> tuple[str, str]:
    """The sentence before and after a link, up to the links beside it."""
    before = text[max(previous, start - 300) : start]
    after = text[end : min(following, end + 150)]
    borders = [match.end() for match in _SENTENCE.finditer(before)]
    if borders:
        before = before[borders[-1] :]
    border = _SENTENCE.search(after)
    return before, after[: border.start()] if border else after


def find_links(text: str) -> tuple[Link, ...]:
    """The links of an abstract as read, each once, in the order of their first mentions.

    `Link.url` is the address with a scheme (https where the text has none), freed of escapes, invisible characters and
    gaps; `Link.mention` is the span of the text that it was read from.
    """
    folded = text.casefold()
    if not any(start in folded for start in _STARTS) and not _DOTTED.search(text):
        return ()
    hidden = [*invisible_edits(text), *(Edit(*match.span()) for match in _SOFT_HYPHEN.finditer(text))]
    visible = CleanText.of(text).edit(hidden) if hidden else None
    shown = visible.text if visible else text
    found = list(_addresses(shown))
    links: dict[str, Link] = {}
    schemed: set[str] = set()
    for index, (start, address, has_scheme) in enumerate(found):
        key = _same(address.url)
        if key not in links:
            previous = found[index - 1][1].end if index else 0
            following = found[index + 1][0] if index + 1 < len(found) else len(shown)
            role = link_role(address.url, *_around(shown, start, address.end, previous, following))
            first, last = visible.to_source(start, address.end) if visible else (start, address.end)
            links[key] = Link(address.url, role, Mention(first, last, text[first:last]))
        elif has_scheme and key not in schemed:
            # a scheme that the text has is better than the one that was put before
            links[key] = replace(links[key], url=address.url)
        if has_scheme:
            schemed.add(key)
    return tuple(links.values())
