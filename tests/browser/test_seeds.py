"""The page of real abstracts, from the files to the panel."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import pytest
from conftest import SHARED, needs_shared
from selenium.webdriver.common.keys import Keys

from browser.conftest import Page
from kg.build import build
from kg.built import read_build
from kg.graph.assemble import graph_of

pytestmark = [pytest.mark.browser, needs_shared]


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> nx.MultiDiGraph:
    out = tmp_path_factory.mktemp("seeds") / "out"
    build([SHARED / "seeds"], out)
    return graph_of(read_build(out).rows)


def test_a_paper_s_own_method_is_found_and_shown_where_it_stands(
    open_graph: Callable[..., Page], seeds: nx.MultiDiGraph
) -> None:
    page = open_graph(seeds)
    page.search("MAIL-BRO")
    page.wait_for(lambda: "MAIL-BRO" in page.texts("#suggestions [role=option] .found bdi"))
    page.press(Keys.ENTER)
    page.wait_for(lambda: page.texts("#panel .heading h2") != [])
    assert "MAIL-BRO" in page.texts("#panel .heading h2")[0]
    page.wait_for(lambda: "MAIL-BRO" in page.texts("#panel mark"))


def test_every_paper_can_be_opened_by_its_address(
    open_graph: Callable[..., Page], seeds: nx.MultiDiGraph
) -> None:
    page = open_graph(seeds, key="paper/000_093ebc27df52064e-07")
    page.wait_for(lambda: page.texts("#panel .heading h2") != [])
    assert page.texts("#panel mark")
