"""Each breach of what Gephi needs is named, in files that other tools might write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.export.gephi_checks import gexf_problems, graphml_problems
from kg.export.gephi_rules import fits
from kg.export.gexf import write_gexf
from kg.export.graphml import write_graphml
from kg.graph.layout import lay_out

GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="label" for="node" attr.name="label" attr.type="string"/>
<key id="x" for="node" attr.name="x" attr.type="double"/>
<key id="y" for="node" attr.name="y" attr.type="double"/>
<key id="size" for="node" attr.name="size" attr.type="double"/>
<key id="r" for="node" attr.name="r" attr.type="int"/>
<key id="g" for="node" attr.name="g" attr.type="int"/>
<key id="b" for="node" attr.name="b" attr.type="int"/>
<key id="year" for="node" attr.name="year" attr.type="int"/>
<key id="weight" for="edge" attr.name="weight" attr.type="double"/>
<graph edgedefault="directed">
<node id="a"><data key="label">A</data><data key="x">1.5</data><data key="y">0</data>\
<data key="size">9</data><data key="r">1</data><data key="g">2</data><data key="b">3</data>\
<data key="year">2020</data></node>
<node id="b"><data key="label">B</data><data key="x">0</data><data key="y">-2e1</data>\
<data key="size">9</data><data key="r">1</data><data key="g">2</data><data key="b">3</data></node>
<edge id="e0" source="a" target="b" label="uses"><data key="weight">1.0</data></edge>
<edge id="e1" source="a" target="b" label="mentions"><data key="weight">2</data></edge>
</graph>
</graphml>
"""

GEXF = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">
<graph defaultedgetype="directed">
<attributes class="node"><attribute id="year" title="year" type="integer"/></attributes>
<nodes>
<node id="a" label="A"><attvalues><attvalue for="year" value="2020"/></attvalues>\
<viz:color r="1" g="2" b="3"/><viz:position x="1.5" y="0"/><viz:size value="9"/></node>
<node id="b" label="B"><viz:color hex="#0a0B0c"/><viz:position x="0" y="-2e1"/><viz:size value="9"/></node>
</nodes>
<edges>
<edge id="e0" source="a" target="b" kind="uses" weight="1.0"/>
<edge id="e1" source="a" target="b" kind="mentions" weight="2"/>
</edges>
</graph>
</gexf>
"""

NODE_A = "node 'a' (line 13)"
NODE_B = "node 'b' (line 14)"
EDGE_1 = "edge 'e1' (line 16)"
YEAR = "key 'year' (line 10)"

KEY = '<graph edgedefault="directed">'
EXTRA = GRAPHML.splitlines()[13].replace('id="b"', "%s")
NOT_ABOVE_ZERO = "a weight that is not above zero; Gephi drops the edge or warns"
WRONG_TYPE = "a value that is not of its column's type"

GRAPHML_BREACHES = [
    ('<?xml version="1.0" encoding="UTF-8"?>\n', "", "no XML declaration; Gephi guesses the encoding"),
    ("http://graphml.graphdrawing.org/xmlns", "http://x.org", "not GraphML: the root is 'graphml'"),
    (' edgedefault="directed"', "", "no edgedefault, directed or undirected: line 12"),
    ("</graph>", '</graph><graph edgedefault="directed"/>', "a second or a nested graph"),
    (
        '<edge id="e0"',
        EXTRA % "" + '<edge id="e0"',
        "a node without an id, which Gephi skips: node '' (line 15)",
    ),
    (
        '<edge id="e0"',
        EXTRA % 'id="a"' + '<edge id="e0"',
        "repeated node ids; Gephi merges the nodes: node 'a' (line 15)",
    ),
    ('id="e1"', 'id="e0"', "repeated edge ids; Gephi drops all edges but the first: edge 'e0' (line 16)"),
    (' id="e1"', "", "an edge without an id: edge '' (line 16)"),
    (
        '"b" label="mentions"',
        '"c" label="mentions"',
        f"an end of an edge that is no node; Gephi makes one: {EDGE_1}: 'c'",
    ),
    ('label="mentions"', 'label="uses"', f"parallel edges of one kind; Gephi merges them: {EDGE_1}"),
    ('label="mentions"', 'directed="maybe"', f"a direction that is neither true nor false: {EDGE_1}"),
    ('"weight">2<', '"weight">0<', f"{NOT_ABOVE_ZERO}: {EDGE_1}: 0"),
    ('"weight">2<', '"weight">-1e0<', f"{NOT_ABOVE_ZERO}: {EDGE_1}: -1e0"),
    ('"weight">2<', '"weight">NaN<', f"a weight that is not a number: {EDGE_1}: 'NaN'"),
    ('<data key="weight">2</data>', "", f"edges without a weight: {EDGE_1}"),
    ('<data key="label">A</data>', "", f"nodes without a label: {NODE_A}"),
    ('<data key="label">A</data>', '<data key="label"> </data>', f"nodes without a label: {NODE_A}"),
    ('<data key="x">1.5</data>', "", f"nodes without a position; Gephi places them at random: {NODE_A}"),
    ('"x">1.5<', '"x">1_5<', f"a position or size that is not a number: {NODE_A}, x='1_5'"),
    ('"x">1.5<', '"x">inf<', f"a position or size that is not a number: {NODE_A}, x='inf'"),
    ('"y">-2e1</data><data key="size">9</data>', '"y">-2e1</data>', f"nodes without a size: {NODE_B}"),
    (
        '"y">-2e1</data><data key="size">9<',
        '"y">-2e1</data><data key="size">0<',
        f"a size that is not above zero; Gephi takes 10 for it: {NODE_B}",
    ),
    ('<data key="g">2</data><data key="b">3</data></node>', "</node>", f"nodes without a colour: {NODE_B}"),
    (
        '"b">3</data></node>',
        '"b">256</data></node>',
        f"a colour that is not made of whole numbers from 0 to 255: {NODE_B}, b",
    ),
    (
        '"b">3</data></node>',
        '"b">0.5</data></node>',
        f"a colour that is not made of whole numbers from 0 to 255: {NODE_B}, b",
    ),
    ('"year">2020<', '"year"> <', f"an empty value, which Gephi skips; leave it out: {NODE_A}, 'year'"),
    ('"year">2020<', '"year">MMXX<', f"{WRONG_TYPE}: {NODE_A}, 'year': 'MMXX' is no int"),
    ('"year">2020<', '"year">2147483648<', f"{WRONG_TYPE}: {NODE_A}, 'year': '2147483648' is no int"),
    ('"year">2020<', '"when">2020<', f"a value of a column that is not declared for it: {NODE_A}, 'when'"),
    (
        '"year">2020<',
        '"weight">2020<',
        f"a value of a column that is not declared for it: {NODE_A}, 'weight'",
    ),
    (
        '"year" attr.type="int"',
        '"year" attr.type="date"',
        f"a column of a type that Gephi does not know and drops: {YEAR}, type 'date'",
    ),
    (
        '"year" attr.type="int"',
        '"Label" attr.type="int"',
        f"a column with a name that Gephi keeps for itself; rename it: {YEAR}",
    ),
    (
        KEY,
        '<key id="k" for="port" attr.name="n" attr.type="int"/>' + KEY,
        "a key for something else than node, edge or all, which Gephi drops: key 'k'",
    ),
    (
        KEY,
        '<key id="Year" for="node" attr.name="when" attr.type="int"/>' + KEY,
        "column ids that are equal but for case; Gephi keeps the first: key 'Year' (line 12)",
    ),
    (
        KEY,
        '<key id="k" for="node" attr.name="YEAR" attr.type="int"/>' + KEY,
        "columns of one name but for case; readers keep one of them: key 'k' (line 12)",
    ),
    (
        KEY,
        '<key id="k" for="node" attr.name="xpos" attr.type="int"/>' + KEY,
        "several keys that Gephi takes for the x of a node: key 'k' (line 12)",
    ),
    (
        KEY,
        '<key id="year" for="edge" attr.name="w" attr.type="int"/>' + KEY,
        "repeated ids of keys: key 'year' (line 12)",
    ),
    (KEY, '<key for="node" attr.type="int"/>' + KEY, "a column without an id or a name: key '' (line 12)"),
    (
        KEY,
        '<key id="k" for="graph" attr.name="n" attr.type="string"/>' + KEY,
        "attributes of the graph, which Gephi leaves out: key 'k' (line 12)",
    ),
    (
        "</graph>",
        '<data key="k">v</data></graph>',
        "attributes of the graph, which Gephi leaves out: line 17",
    ),
    ("</graph>", "<hyperedge/></graph>", "elements that Gephi does not read: hyperedge: line 17"),
    (
        "<graphml ",
        "<!DOCTYPE graphml><graphml ",
        "a document type (DOCTYPE), which can load other files; not read further",
    ),
    (
        "A</data>",
        "A\x1b</data>",
        "not well-formed XML, no reader goes on: not well-formed (invalid token): line 13",
    ),
    ("</graphml>", "", "not well-formed XML, no reader goes on: no element found"),
]

GEXF_BREACHES = [
    ('<?xml version="1.0" encoding="UTF-8"?>\n', "", "no XML declaration; Gephi guesses the encoding"),
    ('version="1.3"', 'version="1.2"', "not GEXF 1.3: version 1.2 in the namespace http://gexf.net/1.3"),
    (
        'title="year"',
        'title="SIZE"',
        "a column with a name that Gephi keeps for itself; rename it: attribute 'SIZE' (line 4)",
    ),
    (
        'type="integer"',
        'type="date"',
        "a column of a type that Gephi does not know and drops: attribute 'year' (line 4), type 'date'",
    ),
    (
        "</attributes>",
        '<attribute id="n" title="Year" type="string"/></attributes>',
        "columns of one name but for case; readers keep one of them: attribute 'Year' (line 4)",
    ),
    (
        'value="2020"',
        'value="x"',
        "a value that is not of its column's type: node 'a' (line 6), 'year': 'x' is no integer",
    ),
    (
        'value="2020"',
        'value=""',
        "an empty value, which Gephi skips; leave it out: node 'a' (line 6), 'year'",
    ),
    (
        'for="year"',
        'for="when"',
        "a value of a column that is not declared for it: node 'a' (line 6), 'when'",
    ),
    ('label="B"', "", "nodes without a label: node 'b' (line 7)"),
    (
        "</nodes>",
        GEXF.splitlines()[6].replace('"b"', '"a"') + "</nodes>",
        "repeated node ids; Gephi merges the nodes: node 'a' (line 8)",
    ),
    ('hex="#0a0B0c"', 'hex="#abc"', "a colour that is neither #RRGGBB nor a name: node 'b' (line 7): '#abc'"),
    ('<viz:color hex="#0a0B0c"/>', "", "nodes without a colour: node 'b' (line 7)"),
    (
        '<viz:position x="0" y="-2e1"/>',
        "",
        "nodes without a position; Gephi places them at random: node 'b' (line 7)",
    ),
    ('y="-2e1"/><viz:size value="9"/>', 'y="-2e1"/>', "nodes without a size: node 'b' (line 7)"),
    (
        '<viz:color hex="#0a0B0c"/>',
        '<color hex="#0a0B0c"/>',
        "viz elements outside the namespace http://gexf.net/1.3/viz, which not all readers find: color",
    ),
    ('kind="mentions"', 'kind="uses"', "parallel edges of one kind; Gephi merges them: edge 'e1' (line 11)"),
    ('id="e1"', 'id="e0"', "repeated edge ids; Gephi drops all edges but the first: edge 'e0' (line 11)"),
    (
        'target="b" kind="mentions"',
        'target="c" kind="mentions"',
        "an end of an edge that is no node; Gephi makes one: edge 'e1' (line 11): 'c'",
    ),
    ('weight="2"', 'weight="0.0"', f"{NOT_ABOVE_ZERO}: edge 'e1' (line 11): 0.0"),
    ('weight="2"', "", "edges without a weight: edge 'e1' (line 11)"),
    ("<nodes>", '<nodes count="3">', "a count of nodes that is not theirs: 3, but there are 2"),
    ("<edges>", '<edges count="1">', "a count of edges that is not theirs: 1, but there are 2"),
    ("<edges>", "<edges><spells/>", "elements where GEXF has none: spells in edges: line 9"),
    (
        "<gexf ",
        "<!DOCTYPE gexf [<!ENTITY a 'b'>]><gexf ",
        "a document type (DOCTYPE), which can load other files; not read further",
    ),
    (
        'label="A"',
        'label="&#27;"',
        "not well-formed XML, no reader goes on: reference to invalid character number: line 6",
    ),
]


def problems(tmp_path: Path, text: str, old: str, new: str, check: Callable[[Path], list[str]]) -> list[str]:
    assert old in text
    path = tmp_path / "graph"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return check(path)


@pytest.mark.parametrize(("old", "new", "breach"), GRAPHML_BREACHES)
def test_each_breach_of_graphml_is_named_alone(tmp_path: Path, old: str, new: str, breach: str) -> None:
    (problem,) = problems(tmp_path, GRAPHML, old, new, graphml_problems)
    assert problem.startswith(breach)


@pytest.mark.parametrize(("old", "new", "breach"), GEXF_BREACHES)
def test_each_breach_of_gexf_is_named_alone(tmp_path: Path, old: str, new: str, breach: str) -> None:
    (problem,) = problems(tmp_path, GEXF, old, new, gexf_problems)
    assert problem.startswith(breach)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id="year" for="node"', 'id="year" for="all"'),
        ("</graphml>", "<!-- <!DOCTYPE x> --></graphml>"),
        ('<key id="weight" for="edge" attr.name="weight"', '<key id="weight" for="edge" attr.name="w"'),
        ('<key id="x" for="node" attr.name="x"', '<key id="x" for="node" attr.name="horizontal"'),
        ('id="e1" source="a" target="b" label="mentions"', 'id="e1" source="b" target="a" label="uses"'),
    ],
)
def test_what_gephi_takes_well_is_no_breach(tmp_path: Path, old: str, new: str) -> None:
    assert problems(tmp_path, GRAPHML, old, new, graphml_problems) == []
    assert problems(tmp_path, GEXF, "uses", "cites", gexf_problems) == []


def test_the_properties_of_other_tools_are_known_by_the_names_of_their_keys(tmp_path: Path) -> None:
    """networkx and others number the ids of their keys."""
    text = GRAPHML
    for number, name in enumerate(("label", "x", "y", "size", "weight")):
        text = text.replace(f'id="{name}"', f'id="d{number + 10}"').replace(
            f'key="{name}"', f'key="d{number + 10}"'
        )
    path = tmp_path / "graph.graphml"
    path.write_text(text, encoding="utf-8")
    assert graphml_problems(path) == []


def test_parallel_edges_without_direction_are_those_of_either_order(tmp_path: Path) -> None:
    text = GRAPHML.replace('edgedefault="directed"', 'edgedefault="undirected"')
    both = 'id="e1" source="a" target="b" label="mentions"', 'id="e1" source="b" target="a" label="uses"'
    (problem,) = problems(tmp_path, text, *both, graphml_problems)
    assert problem == f"parallel edges of one kind; Gephi merges them: {EDGE_1}"


def test_all_nodes_on_the_origin_are_a_breach(tmp_path: Path) -> None:
    text = GRAPHML.replace("1.5", "0").replace("-2e1", "0.0")
    (problem,) = problems(tmp_path, text, "A", "B", graphml_problems)
    assert problem == "all nodes at 0, 0; Gephi places them at random"


def test_many_breaches_of_one_kind_are_counted(tmp_path: Path) -> None:
    nodes = "".join(f'<node id="{number}"/>' for number in range(6))
    path = tmp_path / "graph.graphml"
    path.write_text(
        '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        f'<graph edgedefault="directed">{nodes}</graph></graphml>'
    )
    assert graphml_problems(path)[0] == (
        "nodes without a label: node '0' (line 1), node '1' (line 1), node '2' (line 1) and 3 more"
    )


def test_what_networkx_writes_of_parallel_edges_is_found_wanting(tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge("paper/1", "method/1", key="USES")
    graph.add_edge("paper/2", "method/1", key="USES")
    path = tmp_path / "graph.graphml"
    nx.write_graphml(graph, path)
    assert any(problem.startswith("repeated edge ids") for problem in graphml_problems(path))


def test_a_file_that_is_not_there_is_a_wrong_input(tmp_path: Path) -> None:
    for check in (graphml_problems, gexf_problems):
        with pytest.raises(InputError, match="cannot read: No such file"):
            check(tmp_path / "none")


def test_an_external_entity_is_not_loaded(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    text = GRAPHML.replace("<graphml ", f'<!DOCTYPE graphml [<!ENTITY e SYSTEM "{secret}">]><graphml ')
    (problem,) = problems(tmp_path, text, ">A<", ">&e;<", graphml_problems)
    assert problem.startswith("a document type")


def test_types_are_held_to_their_ranges() -> None:
    assert fits("int", "-2147483648")
    assert not fits("int", "2147483648")
    assert not fits("int", "1.0")
    assert not fits("int", "٣")
    assert fits("long", "2147483648")
    assert not fits("long", "9" * 5000)
    assert fits("double", "-1.5e-10")
    assert not fits("double", "1e999")
    assert not fits("double", "0x1")
    assert fits("boolean", "True")
    assert not fits("boolean", "1")
    assert fits("liststring", "[a, b]")


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_file_is_too_broken_to_be_checked(data: st.DataObject, tmp_path: Path) -> None:
    text = data.draw(st.sampled_from([GRAPHML, GEXF]))
    lines = text.splitlines(keepends=True)
    order = data.draw(st.lists(st.sampled_from(lines[1:]), max_size=12))
    path = tmp_path / "graph"
    root = lines[1].split()[0].strip("<>")
    path.write_text(lines[1] + "".join(order) + f"</{root}>", encoding="utf-8")
    for check in (graphml_problems, gexf_problems):
        assert check(path)


def test_the_writers_keep_every_rule(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    lay_out(graph)
    write_graphml(graph, tmp_path / "graph.graphml")
    write_gexf(graph, tmp_path / "graph.gexf")
    assert graphml_problems(tmp_path / "graph.graphml") == []
    assert gexf_problems(tmp_path / "graph.gexf") == []
