"""What a link leads to, judged by its address and by the words of the sentence around it."""

from __future__ import annotations

import re

_HOSTS: tuple[tuple[str, str], ...] = (
    ("video", r"(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|bilibili\.com|youku\.com)$"),
    (
        "paper",
        r"(?:arxiv\.org|dl\.acm\.org|openreview\.net|aclanthology\.org|aclweb\.org|ieeexplore\.ieee\.org|biorxiv\.org"
        r"|medrxiv\.org|link\.springer\.com|sciencedirect\.com|semanticscholar\.org|proceedings\.mlr\.press"
        r"|papers\.n(?:eur)?ips\.cc|openaccess\.thecvf\.com|hal\.science|ssrn\.com|jmlr\.org|doi\.org|hdl\.handle\.net"
        r"|eprint\.iacr\.org|pubmed\.ncbi\.nlm\.nih\.gov)$",
    ),
    (
        "data",
        r"(?:figshare\.com|dataverse\.\w+(?:\.\w+)?|data\.mendeley\.com|ieee-dataport\.org|physionet\.org|kaggle\.com"
        r"|archive\.ics\.uci\.edu|zenodo\.org|opendatalab\.com|catalog\.ldc\.upenn\.edu|lindat\.mff\.cuni\.cz|openslr\.org"
        r"|datasetninja\.com)$",
    ),
    ("demo", r"(?:colab\.research\.google\.com|colab\.google\.com|hf\.space|replicate\.com|mybinder\.org)$"),
    (
        "project",
        r"(?:github\.io|gitlab\.io|bitbucket\.io|sites\.google\.com|netlify\.app|vercel\.app|web\.app|pages\.dev"
        r"|notion\.site|readthedocs\.io|readthedocs\.org|wordpress\.com|weebly\.com|wixsite\.com|webflow\.io)$",
    ),
    (
        "code",
        r"(?:github\.com|git\.io|bitbucket\.org|sourceforge\.net|codeocean\.com|pypi\.org|pypi\.python\.org|gitee\.com"
        r"|anonymous\.4open\.science|anon-github\.automl\.cc|code\.google\.com|gist\.github\.com|cran\.r-project\.org"
        r"|npmjs\.com|hub\.docker\.com|codeberg\.org|sr\.ht|mloss\.org|index\.ros\.org|wiki\.ros\.org|juliahub\.com)$"
        r"|^(?:[\w-]+\.)*(?:git|gitlab|github|gitea|code|svn|anon-github|anonymous-github)[\w-]*\.",
    ),
)
_HOST_PATTERNS = [
    (role, re.compile(rf"(?:^|\.){pattern}" if not pattern.startswith("^") else pattern))
    for role, pattern in _HOSTS
]

_DATA_DOI = re.compile(
    r"doi\.org/10\.(?:5281|6084|7910|17632|21227|13012|34894|4121|18419|48448|25959|57967)/"
)
"""Prefixes of data repositories: Zenodo, figshare, Dataverse, Mendeley Data, IEEE DataPort, PhysioNet and others."""

_PATHS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "data",
        re.compile(
            r"huggingface\.co/datasets/|kaggle\.com/(?:datasets|c|competitions)/|(?:^|[/_-])data-?sets?(?:[/._-]|$)"
        ),
    ),
    ("demo", re.compile(r"huggingface\.co/spaces/|/demo(?:[/._-]|$)|^demo\.")),
    ("paper", re.compile(r"huggingface\.co/papers/")),
    ("model", re.compile(r"huggingface\.co/(?!blog|docs)[\w.-]+(?:/[\w.-]+)?/?$|modelscope\.cn/models/")),
    ("video", re.compile(r"\.(?:mp4|avi|mov|wmv|webm|mpe?g)$|/videos?(?:[/._-]|$)")),
    ("paper", re.compile(r"\.pdf$")),
)

_WORDS = {
    "code": r"(?:source[- ])?codes?|codebase|(?:re-?)?implementations?|software|librar(?:y|ies)|toolkits?"
    r"|toolbox(?:es)?|packages?|repository|repo|open[- ]?sourced?|scripts?|plug-?in|github|api|programs?|notebooks?"
    r"|frameworks?|simulator|tools?",
    "data": r"data(?:[- ]?sets?)?|corpus|corpora|benchmarks?|annotations?|databases?|test (?:suite|set)s?|lexicons?"
    r"|treebanks?|ontology|knowledge (?:base|graph)|collections?|leaderboard|challenge|resources?",
    "model": r"models?|checkpoints?|weights|pre-?trained \w+",
    "demo": r"demos?(?! videos?)(?: (?:web ?)?(?:site|page|system)s?)?|demonstrations?(?! videos?)|playground|web ?app"
    r"|(?:web|online|live|interactive) (?:interface|system|tool|service|app|application)s?|interactive \w+|prototype"
    r"|services?",
    "video": r"videos?|screencasts?|youtube|movies?|clips?|animations?|footage",
    "project": r"project(?:(?:'s|’s)? ?(?:web)?[ -]?(?:page|site|homepage|url)s?)?|web[ -]?(?:page|site)s?|home ?pages?"
    r"|visit|(?:our|this|the) (?:page|site)s?|qualitative results|visuali[sz]ations?|visuals?"
    r"|more (?:results|information|details)|supplement(?:ary|al)?(?: materials?)?|additional (?:results|materials?)"
    r"|(?:audio )?samples?",
    "paper": r"(?:full|extended|long(?:er)?|complete|latest|arxiv|preprint|journal) versions?|appendix|appendices"
    r"|technical report|(?:our|the|this) paper|preprint|proofs?",
}
_LABELS = re.compile(
    r"(?:^|[\[(\])\d])\s*(?:(?P<code>(?:source )?code(?:base|s)?|github)|(?P<data>data(?:sets?)?|benchmark)"
    r"|(?P<model>models?|weights)|(?P<demo>(?:live |online )?demo)|(?P<video>(?:\w+ )?videos?)"
    r"|(?P<project>(?:project )?(?:web ?)?(?:page|site|homepage)))(?: link)?\s?[:\-–]\s?[({\[\\a-z]*$",
    re.IGNORECASE,
)
"""A label right before the link: `Code: https://…`."""
_OWN_PAGE = re.compile(
    r"(?<![A-Za-z])(?:project (?:web)?-? ?(?:page|site|homepage)|web-? ?(?:page|site)|home ?page)s?(?![\w-])",
    re.IGNORECASE,
)
_WORD_PATTERNS = {
    role: re.compile(rf"(?<![A-Za-z-])(?:{words})(?![\w-])", re.IGNORECASE) for role, words in _WORDS.items()
}
_REACH = 160
"""How far back, in characters, a word still speaks of the link."""
_CITED = re.compile(r"[\[(](?:[^\[\]()]{0,60},\s*)?(?:19|20)\d\d[a-z]?,?\s*$")
_RELEASE = re.compile(
    r"available|accessible|accessed|released?|publish|found|online|provided?|download|visit|see|at|check|refer|hosted|here"
    r"|link",
    re.IGNORECASE,
)


def _host_and_rest(url: str) -> tuple[str, str]:
    address = re.sub(r"^[a-z]+://", "", url, flags=re.IGNORECASE)
    host = re.split(r"[/?#]", address, maxsplit=1)[0]
    return host.casefold().split(":")[0].removeprefix("www."), host.casefold() + address[len(host) :]


def _role_of_host(url: str) -> str | None:
    host, address = _host_and_rest(url)
    if _DATA_DOI.search(address):
        return "data"
    address = address.removeprefix("www.")
    by_host = next((role for role, pattern in _HOST_PATTERNS if pattern.search(host)), None)
    if by_host in (None, "data"):
        return next((role for role, pattern in _PATHS if pattern.search(address)), by_host)
    return by_host


def _named(before: str, after: str) -> dict[str, int]:
    """Role -> distance in characters to the nearest word for it, before the link or else after it."""
    found = {}
    before = before[-_REACH:]
    for role, pattern in _WORD_PATTERNS.items():
        places = [len(before) - match.end() for match in pattern.finditer(before)]
        if places:
            found[role] = min(places)
    if found and min(found.values()) < 90:
        return found
    for role, pattern in _WORD_PATTERNS.items():
        if match := pattern.search(after):
            found.setdefault(role, match.start() + 20)
    return found


def link_role(url: str, before: str, after: str) -> str:
    """The role of a link, one of `kg.vocabulary.LINK_ROLES`.

    `before` and `after` are the sentence around the link, without other links' parts. A host or path that says what it
    holds (a video site, a paper archive, a data set's page) decides; then a label right before the link; a code host
    and a project's page are asked what the sentence says is there; for all other hosts the sentence decides.
    """
    kind = _role_of_host(url)
    if kind in ("video", "model", "paper") or (kind == "demo" and "spaces" in url):
        return kind
    label = _LABELS.search(before)
    if label and label.lastgroup and kind in (None, "project"):
        return "project" if kind == "project" and label.lastgroup == "video" else label.lastgroup
    named = _named(before, after)
    if kind == "code":
        return _role_on_code_host(named)
    if kind == "data":
        return "code" if "code" in named and "data" not in named else "data"
    if kind == "demo":
        return "code" if "code" in named and "demo" not in named else "demo"
    if kind is None and _CITED.search(before):
        return "paper"
    demo_site = named.get("demo", 99) <= named.get("project", 99)
    if _OWN_PAGE.search(before) and not demo_site:
        return "project"
    is_released = not any(c.isalpha() for c in before) or _RELEASE.search(before[-60:]) is not None
    return _role_of_page(named, is_page=kind == "project", is_released=is_released)


def _role_on_code_host(named: dict[str, int]) -> str:
    if "code" in named:
        return "code"
    others = {role: distance for role, distance in named.items() if role in ("data", "model")}
    return min(others, key=lambda role: (others[role], role), default="code")


def _role_of_page(named: dict[str, int], *, is_page: bool, is_released: bool) -> str:
    """What a page holds by the words near to it; one with several kinds of things is a project's."""
    default = "project" if is_page or is_released else "other"
    if "project" in named and named["project"] <= min(named.values()) + 40:
        return "project"
    if len(named.keys() & {"code", "data", "model", "demo", "video"}) > 2:
        return "project"
    for role in ("code", "data", "demo", "model"):
        if role in named:
            return role
    if "video" in named:
        return "project" if is_page else "video"
    return "paper" if "paper" in named else default
