"""What one query may take of a server: lanes for long ones, and a limit of memory."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pyoxigraph as ox
import pytest
from werkzeug.test import Client

from kg.query import watch
from kg.query.endpoint import Endpoint
from kg.query.run import run
from kg.query.watch import BusyError, MemoryReachedError, Watch


@pytest.fixture
def store() -> ox.Store:
    """Enough triples for a query without end."""
    names = [ox.NamedNode(f"https://x.example/{n}") for n in range(400)]
    store = ox.Store()
    store.extend(ox.Quad(name, names[0], name, ox.DefaultGraph()) for name in names)
    return store


ENDLESS = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"  # and yet over at its next row, once it is given up


def test_a_query_that_needs_too_much_memory_is_ended(store: ox.Store) -> None:
    greedy = Watch(lanes=1, memory=-1)
    with greedy.query() as look, pytest.raises(MemoryReachedError, match="needs more than"):
        run(store, ENDLESS, look=look)


@contextmanager
def other_process_in_a_lane(shared: Watch) -> Iterator[None]:
    """Another process of the server, whose long query has the lane until the block ends and the process is killed."""
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        with shared.query() as look:
            look(threading.current_thread())
            os.write(told, b"x")
            threading.Event().wait()
    os.read(ready, 1)
    try:
        yield
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)


def test_long_queries_of_all_processes_share_the_lanes(
    store: ox.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "QUICK", -1.0)
    monkeypatch.setattr(watch, "NICENESS", 0)
    shared = Watch(lanes=1, memory=10_000)
    with (
        other_process_in_a_lane(shared),
        shared.query() as look,
        pytest.raises(BusyError, match="1 long queries run already"),
    ):
        run(store, ENDLESS, look=look)
    # A process that died has left the lane, and one that is done leaves it too.
    for _ in range(2):
        with shared.query() as look:
            look(threading.current_thread())


def test_a_quick_query_needs_no_lane(store: ox.Store) -> None:
    full = Watch(lanes=0, memory=10_000)
    with full.query() as look:
        assert run(store, "ASK { ?a ?b ?c }", look=look).content == b"true"


def test_the_endpoint_says_that_it_is_busy(store: ox.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "QUICK", -1.0)
    ended: list[int] = []
    endpoint = Endpoint(
        store,
        None,
        timeout=60,
        limit=10**9,
        size=900,
        watch=Watch(lanes=0, memory=10_000),
        on_unfinished=lambda: ended.append(1),
    )
    answer = Client(endpoint).get("/sparql", query_string={"query": ENDLESS}, base_url="http://localhost/")
    answer.close()
    assert (answer.status_code, ended) == (503, [1])
    assert "ask again later" in answer.text
