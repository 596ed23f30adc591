from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.vocabulary import BASE_IRI, concept_iri, link_iri, paper_iri, slug


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("behavioral cloning", "behavioral-cloning"),
        ("GPT-4o", "gpt-4o"),
        ("β-VAE", "β-vae"),
        ("深度学习", "深度学习"),
    ],
)
def test_readable_slugs(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_names_that_differ_in_signs_have_different_slugs() -> None:
    names = ["c", "c++", "c#", "c*", "c'", 'john "j" net', "john j net", "?", "!"]
    assert len({slug(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example/x", "https://a.example/x"),
        ("github.com/a/b", "https://github.com/a/b"),
        ("https://x.example/a[1]?q=50%zz", "https://x.example/a%5B1%5D?q=50%25zz"),
        ("https://x.example/a/../b", "https://x.example/b"),
        ("https://x.example/a#b#c", "https://x.example/a#b%23c"),
        ("https://x.example/\U0001f600 é", "https://x.example/%F0%9F%98%80%20é"),
        ("https://a@@b/x", BASE_IRI + "link/https%3A%2F%2Fa%40%40b%2Fx"),
        (BASE_IRI + "paper/a-01", BASE_IRI + "link/https%3A%2F%2Fw3id.org%2Fpaperkg%2Fpaper%2Fa-01"),
        ("https://a:port/x", BASE_IRI + "link/https%3A%2F%2Fa%3Aport%2Fx"),
    ],
)
def test_links_become_iris(url: str, expected: str) -> None:
    assert link_iri(url) == expected


@given(st.text())
@example("http://[::1]/")
@example("https://x.example/\ud835")
@example("https://x.example/\ue000")
@example("..")
def test_every_iri_is_one_to_a_second_implementation(text: str) -> None:
    for iri in (
        link_iri(text),
        link_iri("https://h.example/" + text),
        paper_iri(BASE_IRI, text),
        concept_iri(BASE_IRI, "Method", text),
    ):
        assert ox.NamedNode(iri).value == iri
        iri.encode("utf-8")


@given(st.text())
def test_links_are_stable(text: str) -> None:
    iri = link_iri(text)
    assert iri.startswith(BASE_IRI) or link_iri(iri) == iri
