"""The endpoint on this machine's own address, served by gunicorn.

The store is loaded once and shared by worker processes, forked from the one that loaded it. A query that runs out
of time cannot be stopped from Python, so the worker that runs it says so to its client, ends, and is replaced.
`kg.query.watch` keeps long queries from taking all workers.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.workers.sync import SyncWorker

from kg.errors import InputError
from kg.query.endpoint import Endpoint
from kg.query.run import check_limits
from kg.query.store import load
from kg.query.watch import Watch

ADDRESS = "127.0.0.1"
WORKERS = 6
"""Processes that answer, a request each at a time. More would not be faster on few cores, and each comes to have a copy
of the store, since reading it counts references."""
LANES = 3
"""Workers that long queries may have."""
MEMORY = 500
"""Megabytes that a query may take."""
SILENCE = 1.0
"""Seconds until a client must say something; browsers connect beforehand, and a worker would wait with them."""
SLOWNESS = 10.0
"""Seconds in which each further part of a request must come, and each part of an answer be taken."""
LONGEST_LINE = 8190
"""Bytes of the first line of a request, the most that gunicorn lets one ask for; longer queries are posted."""


def serve(
    path: Path,
    *,
    port: int,
    timeout: float,
    limit: int,
    size: int,
    on_ready: Callable[[str], None],
) -> None:
    """Serve a build's folder or an RDF file until the process is told to end.

    `port` 0 takes a free one; `timeout`, `limit` and `size` are those of `Endpoint`. `on_ready` gets the address
    when requests are answered. Raises InputError for what cannot be loaded or served there.
    """
    check_limits(limit, timeout)
    with _listener(port) as listener:
        address = f"http://{ADDRESS}:{listener.getsockname()[1]}/"
        endpoint = Endpoint(
            load(path),
            path if path.is_dir() else None,
            timeout=timeout,
            limit=limit,
            size=size,
            watch=Watch(lanes=LANES, memory=MEMORY),
            on_unfinished=lambda: os._exit(0),
        )
        settings = {
            # gunicorn takes the socket over, and closes it.
            "bind": f"fd://{listener.detach()}",
            "workers": WORKERS,
            "worker_class": _Worker,
            "preload_app": True,
            # Beyond the query's own time, for what never gives the interpreter back.
            "timeout": int(timeout) + 60,
            "graceful_timeout": 10,
            "limit_request_line": LONGEST_LINE,
            "loglevel": "warning",
            "control_socket_disable": True,
            # No proxy stands before it, whose word would count.
            "forwarded_allow_ips": "",
            # To free the store piece by piece would take seconds.
            "worker_exit": lambda _arbiter, _worker: os._exit(0),
            "when_ready": lambda _: on_ready(address),
        }
        _Server(endpoint, settings).run()


def _listener(port: int) -> socket.socket:
    try:
        return socket.create_server((ADDRESS, port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot listen on port {port}: {reason}; name another with --port") from error


class _Worker(SyncWorker):  # type: ignore[misc]
    """A worker that waits for no client that is silent."""

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        client.settimeout(SILENCE)
        try:
            client.recv(1, socket.MSG_PEEK)
        except OSError:
            client.close()
            return
        client.settimeout(SLOWNESS)
        super().handle(listener, client, addr)


class _Server(BaseApplication):  # type: ignore[misc]
    """gunicorn for one application, with settings of our own and no command line."""

    def __init__(self, endpoint: Endpoint, settings: dict[str, Any]) -> None:
        self._endpoint = endpoint
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Endpoint:
        return self._endpoint
