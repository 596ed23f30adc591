from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.vocabulary import (
    BASE_IRI,
    CONCEPT_TYPES,
    NODE_TYPES,
    ONTOLOGY,
    OTHER_ROLES,
    PREFIXES,
    ROLES,
    check_type_and_role,
    concept_iri,
    concept_types,
    is_concept_type,
    link_iri,
    node_types,
    paper_iri,
    roles_of,
    slug,
    type_iri,
)


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


def test_a_type_of_another_field_is_named_by_a_capital_letters_and_digits() -> None:
    assert all(map(is_concept_type, [*CONCEPT_TYPES, "Gene", "GENE", "X", "P53Variant"]))
    others = [
        "",
        "gene",
        "Gene product",
        "GENE_PRODUCT",
        "Gène",
        "Gene\n",
        "Paper",
        "Link",
        "Gene/x",
        "Gene>",
    ]
    assert not any(map(is_concept_type, others))


def test_types_of_another_field_come_after_the_four_by_name() -> None:
    found = ["Link", "Task", "Gene", "Chemical", "Gene", "Paper", "no type"]
    assert concept_types(found) == (*CONCEPT_TYPES, "Chemical", "Gene")
    assert node_types(found) == ("Paper", *CONCEPT_TYPES, "Chemical", "Gene", "Link")
    assert node_types([]) == NODE_TYPES


def test_roles_by_type() -> None:
    assert {kind: roles_of(kind) for kind in ROLES} == ROLES
    assert roles_of("Gene") == OTHER_ROLES
    check_type_and_role("Gene", "compared")
    with pytest.raises(ValueError, match="a Gene has no role 'addressed'; known: introduced, used, compared"):
        check_type_and_role("Gene", "addressed")
    with pytest.raises(ValueError, match="'gene' is no concept type"):
        check_type_and_role("gene", "used")


@given(st.sampled_from(["Gene", "GENE", "METHOD", "Type", "Link2", "Graph", "Pipeline"]), st.text(min_size=1))
def test_iris_of_another_field_are_under_the_base_and_apart_from_all_others(kind: str, name: str) -> None:
    assert type_iri(BASE_IRI, kind) == f"{BASE_IRI}type/{kind}"
    assert type_iri(BASE_IRI, "Method") == f"{ONTOLOGY}Method"
    iri = concept_iri(BASE_IRI, kind, name)
    assert iri.removeprefix(BASE_IRI).partition("/")[::2] == (kind, slug(name))
    # Our own segments (paper/, method/, type/ …) and prefixes are in small letters.
    assert not kind.islower()
    assert kind not in PREFIXES


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
