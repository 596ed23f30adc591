"""Queries that are refused, parameters that are bound as terms, and errors that show the place."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from hostile import processor_seconds
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.query.syntax import bind, check_read_only, syntax_error

CALL = "<http://127.0.0.1:1/x> { ?a ?b ?c }"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE " + CALL + " }",
        "select * { service silent " + CALL + " }",
        "SELECT * { SERVICE<http://127.0.0.1:1/x>{ ?a ?b ?c } }",
        "PREFIX e: <http://e/> SELECT * { SERVICEe:x { ?a ?b ?c } }",
        "SELECT * { ?a ?b trueSERVICE " + CALL + " }",
        "SELECT * { ?a ?b 1SERVICE " + CALL + " }",
        "PREFIX e: <http://e/> SELECT * { ?a ?b e:c.SERVICE " + CALL + " }",
        "SELECT * { ?a ?b '''x'y''' SERVICE " + CALL + " }",
        "SELECT * { ?a ?b 'it\\'s' . SERVICE " + CALL + " }",
        "PREFIX e: <http://e/> SELECT * { ?a e:x\\#y ?c . SERVICE " + CALL + " }",
        "SELECT * { # a comment\n SERVICE " + CALL + " }",
        "SELECT * { FILTER(?a<?b) SERVICE ?x { ?a ?b ?c } FILTER(?c>?d) }",
        "SELECT * { FILTER NOT EXISTS { SERVICE " + CALL + " } }",
        "SELECT * { { SELECT * { SERVICE " + CALL + " } } }",
        "SELECT * { ?a <http://e/\\u0041#b> ?c . SERVICE " + CALL + " }",
        "SELECT * { ?a <http://e/\\U00000041#b> ?c . SERVICE " + CALL + " }",
        "PREFIX e: <http://e/> SELECT * { ?a e:b.c\\'d ?c . SERVICE " + CALL + " FILTER(?c != '') }",
        "SELECT * { ?a ?b ?c FILTER(?a<'>') SERVICE " + CALL + " FILTER(?c != '') }",
        "SELECT * { ?a ?b ?c FILTER(?a<'>') SERVICE # ' {\n SILENT # }\n ?c # \n { ?a ?b ?c } FILTER(?c != '') }",
        "PREFIX e: <x:> ASK { ?a ?b ?c FILTER(?a<e:b#>'''\n) SERVICE " + CALL + " FILTER(?c != '''''') }",
        "PREFIX e: <x:> ASK { ?a ?b ?c FILTER(?a<'>') SERVICE\te:b\\# { ?a ?b ?c } FILTER(?c != '') }",
        "PREFIX e: <x:> ASK { ?a ?b ?c FILTER(e:a.BASE <'>') SERVICE " + CALL + " FILTER(?c != '') }",
        "PREFIX e: <x:> ASK { ?a ?b ?c FILTER(e:a.VALUES <'>') SERVICE " + CALL + " FILTER(?c != '') }",
        "ASK { ?a ?b ?c FILTER(?a<'>') SERVICE<http://127.0.0.1:1/\u00a0x>{ ?a ?b ?c } FILTER(?c != '') }",
    ],
)
def test_service_is_refused(query: str) -> None:
    with pytest.raises(InputError, match=r"SERVICE is refused at line \d+, column \d+"):
        check_read_only(query)


def test_the_place_of_service() -> None:
    with pytest.raises(InputError, match="at line 2, column 3"):
        check_read_only("SELECT * {\n  SERVICE " + CALL + " }")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM <x:g> { ?a ?b ?c }",
        "select *from named<x:g>{ ?a ?b ?c }",
        "PREFIX e: <http://e/> ASK FROM e:g { ?a ?b ?c }",
        "PREFIX e: <http://e/> CONSTRUCT { ?a ?b ?c } FROMNAMED e:g WHERE { ?a ?b ?c }",
        "DESCRIBE ?a FROM<x:g> WHERE { ?a ?b ?c }",
    ],
)
def test_from_is_refused(query: str) -> None:
    with pytest.raises(InputError, match=r"FROM is refused at line 1, column \d+: a query sees all"):
        check_read_only(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?from { ?from ?b 'FROM <x:g>' } # FROM",
        "PREFIX from: <http://e/> SELECT * { ?a from:x ?c }",
        'SELECT * { ?a ?b "SERVICE <http://x/> {" }',
        "SELECT * { ?a ?b '''SERVICE \n <http://x/>''' }",
        "SELECT ?service { ?service ?b ?c }",
        "SELECT * { ?a <http://e/SERVICE> ?c }",
        "PREFIX e: <http://e/#> SELECT * { ?a e:b 'SERVICE <http://x/> {' }",
        "SELECT * { ?a ?b ?c VALUES ?c { <http://e/#b> 'SERVICE <http://x/> {' } }",
        "SELECT * { ?a <http://e/it's#b> ?c, 'a service', \"it's a SERVICE <http://x/>\" } # SERVICE",
        "PREFIX e: <http://e/> SELECT * { ?a e:service ?c } # SERVICE",
        "# INSERT DATA\nSELECT * { ?a ?b 'DROP' }",
        "PREFIX load: <http://e/> ASK { ?a load:x ?c }",
    ],
)
def test_words_that_only_look_alike_pass(query: str) -> None:
    check_read_only(query)
    ox.Store().query(query)


@pytest.mark.parametrize(
    ("query", "form"),
    [
        ("INSERT DATA { <a:b> <a:b> <a:b> }", "INSERT"),
        ("PREFIX e: <http://e/>\ndelete where { ?a e:b ?c }", "DELETE"),
        ("LOAD <http://x.example/data.ttl>", "LOAD"),
        ("BASE <http://e/> CLEAR ALL", "CLEAR"),
        ("WITH <a:g> DELETE { ?a ?b ?c } WHERE { ?a ?b ?c }", "WITH"),
        ("# read\nDROP SILENT ALL", "DROP"),
    ],
)
def test_updates_are_refused(query: str, form: str) -> None:
    with pytest.raises(InputError, match=f"^{form} is refused"):
        check_read_only(query)


def test_a_query_that_utf8_cannot_hold_is_an_input_error() -> None:
    with pytest.raises(InputError, match="the query is no UTF-8 at line 2, column 3"):
        check_read_only("ASK {\n '\udcff' ?b ?c }")


@pytest.mark.parametrize("query", ["", "nonsense", "graph.ttl", "PREFIX e: <http://e/>", "# SELECT * {}"])
def test_what_is_no_query(query: str) -> None:
    with pytest.raises(InputError, match=r"^this is no SPARQL query: one begins with SELECT, ASK"):
        check_read_only(query)


QUERY = 'SELECT ?x { VALUES ?x { "default" } }'


def answer(query: str) -> ox.Literal | ox.NamedNode:
    ((value,),) = ox.Store().query(query)
    return value


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_bound_as_that_literal(value: str) -> None:
    assert answer(bind(QUERY, {"x": value})) == ox.Literal(value)


@pytest.mark.parametrize(
    "value", ['" } } SERVICE <http://x/> { ', "\\u0022 }", "a\nb\r\t", "'''\"\"\"", "<x:y>", "}", "\\"]
)
def test_hostile_values_stay_literals(value: str) -> None:
    query = bind(QUERY, {"x": value})
    check_read_only(query)
    assert answer(query) == ox.Literal(value)


@pytest.mark.parametrize(
    ("default", "value", "wanted"),
    [
        ("5", "12", '"12"^^<http://www.w3.org/2001/XMLSchema#integer>'),
        ("0.5", "7", '"7"^^<http://www.w3.org/2001/XMLSchema#integer>'),
        ("-3", "0.25", '"0.25"^^<http://www.w3.org/2001/XMLSchema#decimal>'),
        ("<a:b>", "https://x.example/y", "<https://x.example/y>"),
        ("rdf:type", "https://x.example/y", "<https://x.example/y>"),
        ("UNDEF", "12", '"12"'),
        ("'12'", "12", '"12"'),
    ],
)
def test_a_value_is_of_the_kind_of_the_default(default: str, value: str, wanted: str) -> None:
    query = bind(f"SELECT ?x {{ VALUES ?x {{ {default} }} }}", {"x": value})
    assert str(answer(query)) == wanted


def test_defaults_stay_where_no_value_is_given() -> None:
    assert bind(QUERY, {}) == QUERY


def test_every_place_of_a_parameter_is_filled() -> None:
    query = 'SELECT * { VALUES ?x { "a" } { SELECT ?x { values $x {"b"} } } VALUES ?y { 1 } }'
    assert bind(query, {"x": "c", "y": "2"}) == (
        'SELECT * { VALUES ?x { "c" } { SELECT ?x { values $x {"c"} } } '
        'VALUES ?y { "2"^^<http://www.w3.org/2001/XMLSchema#integer> } }'
    )


def test_values_of_several_variables_or_terms_are_no_parameters() -> None:
    query = 'SELECT * { VALUES (?x ?y) { ("a" 1) } VALUES ?z { 1 2 } }'
    for name in "xyz":
        with pytest.raises(InputError, match=f"no parameter '{name}'"):
            bind(query, {name: "b"})


@pytest.mark.parametrize(
    ("query", "values", "message"),
    [
        (QUERY, {"y": "a"}, "no parameter 'y'; it has x"),
        ("SELECT * {}", {"y": "a"}, r"no parameter 'y' \(write VALUES \?y"),
        (
            "SELECT * { VALUES ?x { UNDEF } }",
            {},
            "the parameter 'x' is missing: give it with --param x=VALUE",
        ),
        ("SELECT * { VALUES ?x { 5 } }", {"x": "five"}, "the parameter 'x' is a number, not 'five'"),
        ("SELECT * { VALUES ?x { 5 } }", {"x": "1 } SERVICE"}, "is a number"),
        ("SELECT * { VALUES ?x { 5 } }", {"x": "٣"}, "is a number"),
        ("SELECT * { VALUES ?x { <a:b> } }", {"x": "a b> }"}, "the parameter 'x' cannot be 'a b> }'"),
        (QUERY, {"x": "\ud800"}, "the parameter 'x' cannot be"),
    ],
)
def test_wrong_values(query: str, values: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        bind(query, values)


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("SELECT * {\n  ?a ?b ?c ?d }", "line 2, column 12, near '?d }'"),
        ("SELECT * {\n  ?a ?b }", "line 2, column 3, near '?a ?b }'"),
        ("SELECT a { ?a ?b ?c }", "line 1, column 8, near 'a { ?a ?b ?c }'"),
        ("SELECT ?a { ?a ?b ?c .\n FILTER(?c > ) }", "line 2, column 14, near ') }'"),
        ("SELECT ?a { ?a <x:p> ?c ;\n <x:q> }\nLIMIT x", "line 2, column 2, near '<x:q> }'"),
        ("SELECT ?a WHERE ?a ?b ?c }", "line 1, column 17, near '?a ?b ?c }'"),
        ("SELECT ?a { ?a 'x ?b }", 'line 1, column 13, near "?a \'x ?b }"'),
        ("SELECT ?a { ?a ?b ?c", "line 1, column 21, at the end"),
        ("SELECT * { ?a foo:b ?c }", "line 1, column 20, near '?c }': Prefix not found"),
        (
            "SELECT * {} GROUP BY ?x",
            "line 1, column 24, at the end: SELECT * is not authorized with GROUP BY",
        ),
    ],
)
def test_syntax_errors_are_one_line_with_the_place(query: str, place: str) -> None:
    with pytest.raises(SyntaxError) as caught:
        ox.Store().query(query)
    error = syntax_error(query, str(caught.value))
    assert str(error) == f"SPARQL syntax error at {place}"
    assert error.exit_code == 2


@pytest.mark.parametrize(
    "query",
    [
        "ASK " + "{" * 100_000,
        "ASK { FILTER(" + "(" * 100_000,
        "ASK { FILTER(1" + "+1" * 20_000 + ") }",
        "ASK { FILTER(1 IN (1" + ", +1 +1" * 20_000 + ")) }",
        "ASK { {}" + "UNION{}" * 20_000 + "}",
        "ASK { ?s ?p 1" + ",1" * 20_000 + " }",
        "ASK { ?s ?p ?o FILTER(?o<'>') FILTER(" + "(" * 20_000 + "1" + ")" * 20_000 + ") FILTER(?o = '') }",
        "PREFIX e: <x:> ASK { FILTER(e:a.VALUES" + "+1" * 20_000 + ") }",
        "PREFIX VALUES.e: <x:> ASK { FILTER(VALUES.e:a" + "+1" * 20_000 + ") }",
        "ASK { FILTER(?a\u00b7VALUES" + "+1" * 20_000 + ") }",
        "ASK { FILTER('a'@en-VALUES" + "+1" * 20_000 + ") }",
        "ASK { ?s ?p ?o FILTER(?o<" + "(" * 20_000 + "1" + ")" * 20_000 + "&&2>1) }",
        "ASK { ?s <http://e/\\u0041#b> ?o FILTER(" + "(" * 20_000 + "1" + ")" * 20_000 + ") }",
    ],
    ids=lambda query: query[:24],
)
def test_a_query_that_would_run_over_the_stack_is_refused(query: str) -> None:
    with pytest.raises(InputError, match="the query is too large at line 1, column"):
        check_read_only(query)


@pytest.mark.parametrize("values", ["1 ", "(1 UNDEF) ", "<http://e/#it's> "])
def test_many_values_are_read(values: str) -> None:
    check_read_only("ASK { VALUES ?a {" + values * 10_000 + "} FILTER(?a IN (1" + ", 'b'" * 10_000 + ")) }")


def test_a_long_run_of_hyphens_is_read_in_linear_time() -> None:
    with processor_seconds(10), pytest.raises(InputError):
        check_read_only("SELEC " + "-" * 300_000)


@pytest.mark.parametrize("part", ["a.", "\u00b7", "@", "<", "a:", "\\", "?\u00b7 ", ".", "..a"])
def test_signs_that_names_may_have_are_read_in_linear_time(part: str) -> None:
    with processor_seconds(10), pytest.raises(InputError):
        check_read_only("SELEC " + part * (300_000 // len(part)))


@pytest.mark.parametrize(
    "part", ["service", "service#", "service?a", "service<a>", "service:a", "service silent"]
)
def test_many_words_that_begin_a_call_are_read_in_linear_time(part: str) -> None:
    with processor_seconds(10), pytest.raises(InputError):
        check_read_only("SELECT * { ?a <#> ?b '''" + part * (900_000 // len(part)) + "''' }")
