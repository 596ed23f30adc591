"""Links as tables of text and addresses; ids are those of the reports they come from."""

from __future__ import annotations

import json

import pytest
from conftest import SHARED, needs_shared
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.links import find_links
from kg.vocabulary import LINK_ROLES


def urls(text: str) -> list[str]:
    return [link.url for link in find_links(text)]


REPORTS = [
    pytest.param(
        'Code: (https://git.example/a/b). Data at "https://git.example/d".',
        ["https://git.example/a/b", "https://git.example/d"],
        id="url-trailing-dot",
    ),
    pytest.param(
        "see https://doi.example/10.1/0026(67)90027-3 and https://w.example/A_(b)",
        ["https://doi.example/10.1/0026(67)90027-3", "https://w.example/A_(b)"],
        id="url-paren-balanced",
    ),
    pytest.param(r"project \href{https://p.example/x}{page} online", ["https://p.example/x"], id="url-href"),
    pytest.param("[site](https://m.example/p/q) here", ["https://m.example/p/q"], id="url-markdown"),
    pytest.param(
        r"a https://s.example/1)\n\n(https://s.example/2",
        ["https://s.example/1", "https://s.example/2"],
        id="url-escaped-newline",
    ),
    pytest.param(
        "<https://a.example/x> and (https://b.example)",
        ["https://a.example/x", "https://b.example"],
        id="url-angle",
    ),
    pytest.param(
        "weights: github.example.com/org/repo",
        ["https://github.example.com/org/repo"],
        id="url-bare-host-path",
    ),
    pytest.param(
        "https://www.lab.example.co.uk/foo/bar/",
        ["https://www.lab.example.co.uk/foo/bar/"],
        id="url-long-subdomain",
    ),
    pytest.param(
        "https://a.example/x\u200b and https://b.example/\u2060y",
        ["https://a.example/x", "https://b.example/y"],
        id="url-zero-width",
    ),
]


@pytest.mark.parametrize(("text", "expected"), REPORTS)
def test_reported(text: str, expected: list[str]) -> None:
    assert urls(text) == expected


ENDS = [
    ("at https://github.com/a/b.", "https://github.com/a/b"),
    ("at https://github.com/a/b.git.", "https://github.com/a/b.git"),
    ('at https://github.com/a/b."', "https://github.com/a/b"),
    ("at https://a.example/x, and", "https://a.example/x"),
    ("(https://a.example/x); then", "https://a.example/x"),
    ("‘https://a.example/x‘ and", "https://a.example/x"),
    ("https://a.example/x?q=1&r=[2]#s!", "https://a.example/x?q=1&r=[2]#s"),
    ("https://a.example/x?q=1&amp;r=2", "https://a.example/x?q=1&r=2"),
    ("see **https://a.example/x**", "https://a.example/x"),
    (r"\url{https://a.example/x\_y\%20z\#w}", "https://a.example/x_y%20z#w"),
    (r"\footnote{\url{https://www.cs.example.edu/\~{}me/x}}", "https://www.cs.example.edu/~me/x"),
    (r"\texttt{http://a.example/$\sim$me}", "http://a.example/~me"),
    ("http://a.example/∼me/x–y", "http://a.example/~me/x-y"),
    ("https://a.example/x.Code is there", "https://a.example/x"),
    ("https://a.example/x我们的代码", "https://a.example/x"),
    ("https://fr.example/wiki/Théorie_des_jeux", "https://fr.example/wiki/Théorie_des_jeux"),
    ("HTTPS://GitHub.COM/A/B", "https://github.com/A/B"),
    ("ftp://a.example/data.zip", "ftp://a.example/data.zip"),
    ("http://127.0.0.1:8080/x http", "http://127.0.0.1:8080/x"),
    ("http://a.example:9000/.", "http://a.example:9000/"),
    ("Software22https://a.example/x", "https://a.example/x"),
    ("https://web.example/2020/https://a.example/x", "https://web.example/2020/https://a.example/x"),
]


@pytest.mark.parametrize(("text", "expected"), ENDS)
def test_where_an_address_ends(text: str, expected: str) -> None:
    assert urls(text) == [expected]


BROKEN = [
    ("at https: //github.com/a/b.", "https://github.com/a/b"),
    ("at https:// github.com/a/b.", "https://github.com/a/b"),
    ("at https : / / youtu.be/abc", "https://youtu.be/abc"),
    ("at https//github.com/a/b.", "https://github.com/a/b"),
    ("at http;//lab.example.edu/x.", "http://lab.example.edu/x"),
    ("at htps://github.com/a/b", "https://github.com/a/b"),
    ("at https://github. com/a/b.", "https://github.com/a/b"),
    ("at https://name.github. io/p/q.html", "https://name.github.io/p/q.html"),
    ("at www.lab.cs. example.edu/x.", "https://www.lab.cs.example.edu/x"),
    ("at https://human- bench.github.io.", "https://human-bench.github.io"),
    ("at https://github.com/ own/Repo.", "https://github.com/own/Repo"),
    ("at https://github.com/own/ Repo.", "https://github.com/own/Repo"),
    ("at https://github.com/own/\nRepo.", "https://github.com/own/Repo"),
    ("at https://github.com/own /repo.", "https://github.com/own/repo"),
    ("at https://github.com/own/Long- Name-of-it.", "https://github.com/own/Long-Name-of-it"),
    ("at https://sites.google.com/view/\nname-24", "https://sites.google.com/view/name-24"),
    ("at https://sites.google.com/lab.edu/ name for all", "https://sites.google.com/lab.edu/name"),
    ("at http://a.example/en/ dataset.html.", "http://a.example/en/dataset.html"),
    ("at www.cs.example.edu/ me/project.html", "https://www.cs.example.edu/~me/project.html"),
    ("at https://github.com/own/scene graph_sense.", "https://github.com/own/scene_graph_sense"),
    ("at https://youtu.be/JKO bbrIZyU", "https://youtu.be/JKO_bbrIZyU"),
    ("at https://github:com/own/repo", "https://github.com/own/repo"),
    ("at //sites.google.com/view/name.https:", "https://sites.google.com/view/name"),
]


@pytest.mark.parametrize(("text", "expected"), BROKEN)
def test_torn_addresses_are_joined(text: str, expected: str) -> None:
    assert urls(text) == [expected]


WHOLE = [
    "https://a.example/x/ and more words",
    "https://a.example/x/ for state-of-the-art results",
    "https://a.example/ Our results_are good",
    "https://a.example/x wins. It is",
    "https://a.example/x train splits",
    "https://a.example/x\nWe show",
    "https://a.example/x- and y",
    "https://a.example/x. com is a word",
]


@pytest.mark.parametrize("text", WHOLE)
def test_words_of_the_sentence_are_not_joined(text: str) -> None:
    (link,) = find_links(text)
    assert link.mention.text in (
        "https://a.example/x/",
        "https://a.example/",
        "https://a.example/x",
        "https://a.example/x-",
    )


BARE = [
    ("Code: github.com/a/b.", "https://github.com/a/b"),
    ("available atgithub.com/a/b", "https://github.com/a/b"),
    ("on our page11sites.google.com/view/x.", "https://sites.google.com/view/x"),
    ("Website: name.github.io/p/", "https://name.github.io/p/"),
    ("seen at name.github.io.", "https://name.github.io"),
    ("visit www.name.org.", "https://www.name.org"),
    ("datasets at:lab.ox.ac.uk/datasets/x.", "https://lab.ox.ac.uk/datasets/x"),
    ("The benchmark is available at docvqa.org.", "https://docvqa.org"),
    ("at huggingface.co/datasets/a/b.", "https://huggingface.co/datasets/a/b"),
    ("(doi:10.1000/xyz(1)2).", "https://doi.org/10.1000/xyz(1)2"),
    ("DOI: 10.5281/zenodo.12345.", "https://doi.org/10.5281/zenodo.12345"),
]


@pytest.mark.parametrize(("text", "expected"), BARE)
def test_addresses_without_a_scheme(text: str, expected: str) -> None:
    assert urls(text) == [expected]


NO_LINKS = [
    "crawled from Amazon.com and Snopes.com articles",
    "the research project OR.NET and Infer.NET, Key.Net",
    "provided e.g. by a CNN, i.e. at most, w.r.t. it",
    "mail me@lab.example.org or a.b@c.com/x",
    "and/or 1.5/2.0 in train.py/test.md, v1.2.3",
    "https:// and http:, www. and doi: 10",
    "https://localhost and file.txt",
    "",
]


@pytest.mark.parametrize("text", NO_LINKS)
def test_no_links(text: str) -> None:
    assert urls(text) == []


def test_a_link_counts_once_and_with_its_scheme() -> None:
    text = "[github.com/a/b](http://github.com/a/b/), https://GitHub.com/a/b and https://github.com/a/c"
    found = find_links(text)
    assert [(link.url, link.mention.text) for link in found] == [
        ("http://github.com/a/b/", "github.com/a/b"),
        ("https://github.com/a/c", "https://github.com/a/c"),
    ]


def test_mentions_are_spans_of_the_source() -> None:
    text = "é\u200b at https: //a.example/x\u200by\\_z, then \\url{https://b.example}"
    found = find_links(text)
    assert [link.url for link in found] == ["https://a.example/xy_z", "https://b.example"]
    assert [link.mention.text for link in found] == ["https: //a.example/x\u200by\\_z", "https://b.example"]
    assert all(text[link.mention.start : link.mention.end] == link.mention.text for link in found)


ROLES = [
    ("Code is available at https://github.com/a/b.", "code"),
    ("Our dataset and code: https://github.com/a/b", "code"),
    ("The dataset is released at https://github.com/a/b.", "data"),
    ("Pretrained models are at https://github.com/a/b.", "model"),
    ("See https://github.com/a/b.", "code"),
    ("Data: https://huggingface.co/datasets/a/b", "data"),
    ("We release https://huggingface.co/a/b.", "model"),
    ("Try it at https://huggingface.co/spaces/a/b.", "demo"),
    ("Our video: https://youtu.be/abc", "video"),
    ("The full version is at https://arxiv.org/abs/2101.00001.", "paper"),
    ("introduced by Ann et al. [2015, https://lab.example.org/x]", "paper"),
    ("by Ann [2021, https://doi.org/10.1007/s1-2]", "paper"),
    ("Our data are at https://doi.org/10.5281/zenodo.1.", "data"),
    ("Project page: https://name.github.io/x", "project"),
    ("Videos can be found at https://sites.google.com/view/x.", "project"),
    ("Please visit https://name.github.io for animated results.", "project"),
    ("Code is available on the project website https://name.github.io.", "project"),
    ("The dataset is available at https://lab.example.edu/x.", "data"),
    ("A C++ implementation is at http://www.lab.example.ac.at/~me", "code"),
    ("A demo is online at http://demo.example.org.", "demo"),
    ("A video of the experiments is available at http://lab.example.edu/y.", "video"),
    ("Code, models, demo, and more are at https://lab.example.edu/x/.", "project"),
    ("[Code]11Codebase: https://lab.example.edu/c [Video]22Video: https://lab.example.edu/v", "code"),
    ("It was funded by the agency (www.agency.example.org).", "other"),
]


@pytest.mark.parametrize(("text", "role"), ROLES)
def test_roles(text: str, role: str) -> None:
    assert find_links(text)[0].role == role


def test_each_link_has_its_own_words() -> None:
    text = (
        "We release the corpus (https://lab.example.edu/c), code (https://github.com/a/b) and pretrained models "
        "(https://huggingface.co/a/m). A screencast is at https://lab.example.edu/s, and a demo at http://d.example.org."
    )
    assert [link.role for link in find_links(text)] == ["data", "code", "model", "video", "demo"]


MARKS = "https:// http: // www. a.test github.com / x _ - ( ) [ ] { } \\ \\_ . , doi:10.1234/ 我 ~ &amp; $\\sim$ “ ?v="
PIECES = st.sampled_from([*MARKS.split(" "), " ", "\n", "\u200b", "code"])


@given(st.lists(PIECES, max_size=30).map("".join))
def test_links_are_well_formed_whatever_the_text(text: str) -> None:
    for link in find_links(text):
        assert text[link.mention.start : link.mention.end] == link.mention.text
        assert link.mention.text
        assert link.role in LINK_ROLES
        assert link.url.startswith(("https://", "http://", "ftp://"))
        assert not set(link.url) & set(' \n\t<>"{}|\\^`\u200b')


HOSTILE = [
    "https://",
    "https://a.b/",
    "www.",
    "a.",
    "a.b/",
    "http",
    "(https://a.b(",
    "doi:10.1234/x",
    "https: /",
    "\\_",
    "at a.org ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_repetition_ends(piece: str) -> None:
    find_links(piece * (100_000 // len(piece)))
    find_links("https://a.example/" + piece * (100_000 // len(piece)))


@needs_shared
def test_on_the_annotated_abstracts() -> None:
    """Links chosen for their difficulty: all are found, exactly, and nearly all roles are right."""
    gold_folder = SHARED / "gold"
    texts = {}
    for line in (gold_folder / "links.abstracts.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        texts[row["id"]] = row["abstract"]
    gold = found = exact = right = 0
    for line in (gold_folder / "links.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        links = {link.url.removesuffix("/"): link.role for link in find_links(texts[row["id"]])}
        found += len(links)
        for link in row["links"]:
            gold += 1
            role = links.get(link["url"].removesuffix("/"))
            exact += role is not None
            right += role in ([link["role"]] if isinstance(link["role"], str) else link["role"])
    assert exact == gold == 42
    assert found <= 43  # one abstract cites two papers, and one of them is not annotated
    assert right / gold > 0.97


@needs_shared
def test_links_of_the_seeds() -> None:
    found = [
        link.url
        for seed in sorted((SHARED / "seeds").glob("*.txt"))
        for link in find_links(seed.read_text(encoding="utf-8"))
    ]
    assert found == [
        "https://github.com/H-EmbodVis/NAUTILUS",
        "https://github.com/cuong-dm/ROOT",
        "https://github.com/nguyenngocbaocmt02/EPIC",
        "https://github.com/yulemao/Object_Concepts_Emerge_from_Motion",
        "https://github.com/JialongZhou666/GUARDIAN",
        "https://github.com/KaleabTessera/HyperMARL",
        "https://github.com/Euphoria16/UI-Genie",
    ]
