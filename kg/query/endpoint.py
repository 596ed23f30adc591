"""A WSGI application that answers SPARQL over HTTP, read-only, and shows the files of a build.

It follows the SPARQL 1.1 Protocol (https://www.w3.org/TR/sparql11-protocol/): a query comes by GET, by POST as a
form, or by POST as it is; `/sparql` without a query describes itself by the SPARQL 1.1 Service Description.
Only this machine may ask: a request for another host's name, which a foreign page may have bound to this
address, is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pyoxigraph as ox
from werkzeug.exceptions import (
    BadRequest,
    Forbidden,
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    NotAcceptable,
    NotFound,
    ServiceUnavailable,
    UnsupportedMediaType,
)
from werkzeug.utils import send_file
from werkzeug.wrappers import Request, Response

from kg.errors import InputError, KgError
from kg.files import BUILD_FILES
from kg.query.run import Result, UnfinishedError, run
from kg.query.watch import BusyError, Watch
from kg.vocabulary import PREFIXES

HOSTS = ("127.0.0.1", "localhost", "[::1]")
PAGE = "graph.html"
SPARQL = "/sparql"

ROWS = {
    "application/sparql-results+json": ox.QueryResultsFormat.JSON,
    "application/sparql-results+xml": ox.QueryResultsFormat.XML,
    "text/csv": ox.QueryResultsFormat.CSV,
    "text/tab-separated-values": ox.QueryResultsFormat.TSV,
    "application/json": ox.QueryResultsFormat.JSON,
}
"""Media types of the rows of SELECT and the truth of ASK; the first is for a client that takes all."""
TRIPLES = {
    "text/turtle": ox.RdfFormat.TURTLE,
    "application/n-triples": ox.RdfFormat.N_TRIPLES,
    "application/rdf+xml": ox.RdfFormat.RDF_XML,
    "application/ld+json": ox.RdfFormat.JSON_LD,
    "application/n-quads": ox.RdfFormat.N_TRIPLES,
}
"""Media types of the triples of CONSTRUCT and DESCRIBE."""

_FILE_TYPES = {".ttl": "text/turtle", ".jsonl": "application/jsonl", ".json": "application/json"}
_FILE_TYPES |= {".html": "text/html", ".graphml": "application/xml", ".gexf": "application/xml"}
_FORM = "application/x-www-form-urlencoded"
_QUERY = "application/sparql-query"
_HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"
_DESCRIBED = (
    *("SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV"),
    *("Turtle", "N-Triples", "RDF_XML", "JSON-LD"),
)


class Endpoint:
    """The application. What it refuses or cannot do it says in a line of plain text.

    `store` answers; `folder` is the build whose files are shown, None for an RDF file alone. A query gets
    `timeout` seconds and may have `limit` rows or triples: one with more is refused rather than cut short, since
    a client could not tell; a request may have `size` bytes. `watch` looks after queries. `on_unfinished` is called
    when the answer is sent that a query was given up, and still goes on.
    """

    def __init__(
        self,
        store: ox.Store,
        folder: Path | None,
        *,
        timeout: float,
        limit: int,
        size: int,
        watch: Watch | None = None,
        on_unfinished: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._folder = folder
        self._timeout = timeout
        self._limit = limit
        self._size = size
        self._watch = watch
        self._on_unfinished = on_unfinished

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer one request (PEP 3333)."""
        request = Request(environ)
        request.trusted_hosts = list(HOSTS)
        request.max_content_length = request.max_form_memory_size = self._size
        try:
            _ = request.host  # raises for a host that is not trusted
            response = self._respond(request)
        except HTTPException as error:
            response = Response(f"{error.description}\n", error.code, mimetype="text/plain")
            for name, value in error.get_headers(environ):
                if name == "Allow":
                    response.headers[name] = value
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response(environ, start_response)

    def _respond(self, request: Request) -> Response:
        if request.path == SPARQL:
            if request.method not in ("GET", "HEAD", "POST"):
                raise MethodNotAllowed(["GET", "HEAD", "POST"], "ask by GET or POST")
            query = _query_of(request)
            return self._description(request) if query is None else self._answer(request, query)
        if request.method not in ("GET", "HEAD"):
            raise MethodNotAllowed(["GET", "HEAD"], "files can only be read")
        return self._file(request)

    def _file(self, request: Request) -> Response:
        name = PAGE if request.path == "/" else request.path.removeprefix("/")
        if self._folder is None or name not in BUILD_FILES or not (self._folder / name).is_file():
            raise NotFound(f"there is no {request.path} here; the SPARQL endpoint is {SPARQL}")
        path = (self._folder / name).resolve()
        return send_file(path, request.environ, mimetype=_FILE_TYPES[path.suffix], conditional=True)

    def _answer(self, request: Request, query: str) -> Response:
        try:
            with self._watch.query() if self._watch else nullcontext() as look:
                result = run(self._store, query, limit=self._limit, timeout=self._timeout, look=look)
        except InputError as error:
            raise BadRequest(str(error)) from error
        except UnfinishedError as error:
            kind = ServiceUnavailable if isinstance(error, BusyError) else InternalServerError
            response = Response(f"{error}\n", kind.code, mimetype="text/plain")
            response.call_on_close(self._on_unfinished)
            return response
        except KgError as error:
            raise InternalServerError(str(error)) from error
        if result.limited:
            raise InternalServerError(
                f"the answer has more than {self._limit} {'triples' if result.kind == 'graph' else 'rows'}: "
                "narrow the query, ask for parts with LIMIT and OFFSET, or start kg serve with a larger --limit"
            )
        if result.kind == "graph":
            return _triples(request, result.content)
        media_type = _chosen(request, ROWS)
        return Response(_rows(result, ROWS[media_type]), mimetype=media_type)

    def _description(self, request: Request) -> Response:
        """What the endpoint is, as RDF."""
        service, dataset, graph = (
            ox.NamedNode(request.base_url + part) for part in ("", "#dataset", "#graph")
        )
        about: list[tuple[ox.NamedNode, str, ox.NamedNode | ox.Literal]] = [
            (service, PREFIXES["rdf"] + "type", ox.NamedNode(_SD + "Service")),
            (service, _SD + "endpoint", service),
            (service, _SD + "supportedLanguage", ox.NamedNode(_SD + "SPARQL11Query")),
            (service, _SD + "feature", ox.NamedNode(_SD + "UnionDefaultGraph")),
            *((service, _SD + "resultFormat", ox.NamedNode(_FORMATS + name)) for name in _DESCRIBED),
            (service, _SD + "defaultDataset", dataset),
            (dataset, PREFIXES["rdf"] + "type", ox.NamedNode(_SD + "Dataset")),
            (dataset, _SD + "defaultGraph", graph),
            (graph, PREFIXES["rdf"] + "type", ox.NamedNode(_SD + "Graph")),
            (graph, PREFIXES["void"] + "triples", ox.Literal(len(self._store))),
        ]
        lines = [ox.Triple(subject, ox.NamedNode(name), value) for subject, name, value in about]
        return _triples(request, ox.serialize(lines, format=ox.RdfFormat.N_TRIPLES) or b"")


def _query_of(request: Request) -> str | None:
    """The query that a request asks; None for a GET without one. Raises the protocol's errors."""
    # Each in turn, as the protocol has it: in the address, as a form, or as the body itself.
    sent: Mapping[str, list[str]] = dict(request.args.lists())
    if request.method == "POST":
        if request.mimetype == _FORM:
            _body(request)  # which the form is then read from
            sent = {**sent, **dict(request.form.lists())}
        elif request.mimetype == _QUERY:
            try:
                sent = {**sent, "query": [*sent.get("query", []), _body(request).decode("utf-8")]}
            except UnicodeDecodeError as error:
                raise BadRequest("the query is not UTF-8") from error
        elif request.mimetype == "application/sparql-update":
            raise Forbidden("updates are refused: queries read, they do not change the graph")
        else:
            raise UnsupportedMediaType(f"post a query as {_FORM} or as {_QUERY}")
    if "update" in sent:
        raise Forbidden("updates are refused: queries read, they do not change the graph")
    if "default-graph-uri" in sent or "named-graph-uri" in sent:
        raise BadRequest("a query sees all that is loaded: leave default-graph-uri and named-graph-uri out")
    queries = sent.get("query", [])
    if len(queries) > 1 or (request.method == "POST" and not queries):
        raise BadRequest(f"a request asks one query, not {len(queries)}")
    return queries[0] if queries else None


def _body(request: Request) -> bytes:
    """The body of a request. Raises the protocol's errors unless it is whole and no larger than it may be."""
    data = request.get_data()
    if request.content_length is None:
        request.stream.read(1)  # raises when there is more than may be: what has no length is cut off there
    elif len(data) < request.content_length:
        raise BadRequest(
            f"the request ended after {len(data)} of {request.content_length} bytes; send it again"
        )
    return data


def _chosen(request: Request, known: Mapping[str, Any]) -> str:
    """The media type among those known that the client likes best; the first when it says nothing."""
    if not request.accept_mimetypes:
        return next(iter(known))
    chosen = request.accept_mimetypes.best_match(known)
    if chosen is None:
        raise NotAcceptable(f"the answer can be {', '.join(known)}")
    return chosen


def _rows(result: Result, format: ox.QueryResultsFormat) -> bytes:
    answer = ox.parse_query_results(result.content, format=ox.QueryResultsFormat.TSV)
    return answer.serialize(format=format) or b""


def _triples(request: Request, lines: bytes) -> Response:
    """N-Triples as what the client likes best, each triple once and in order."""
    media_type = _chosen(request, TRIPLES)
    ordered = b"".join(sorted(set(lines.splitlines(keepends=True))))
    triples = (quad.triple for quad in ox.parse(ordered, format=ox.RdfFormat.N_TRIPLES))
    content = ox.serialize(triples, format=TRIPLES[media_type], prefixes=PREFIXES)
    return Response(content or b"", mimetype=media_type)
