"""Work spread over the machines of a Ray cluster: Ray Data with a pool of actors, each of which keeps its pipeline.

Ray itself hands the work out, replaces actors that die and does their work again; what a machine needs is this
package, in the same version, and the folder of the shards under the same path.
"""

from __future__ import annotations

import logging
import socket
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from kg.errors import InputError, KgError

Item = TypeVar("Item")
Result = TypeVar("Result")

BLOCKS = 10_000
"""Ray Data is given the work in at most so many blocks; it keeps books on each."""


class _Worker(Generic[Item, Result]):
    """An actor: `function` on one item after another. An error that speaks to the user comes back as a value."""

    def __init__(self, function: Callable[[Item], Result]) -> None:
        self._function = function

    def __call__(self, row: dict[str, Item]) -> dict[str, Result | KgError]:
        try:
            return {"result": self._function(row["item"])}
        except KgError as error:
            return {"result": error}


def _check_answer(address: str | None) -> None:
    """Raise OSError at once where nobody listens at HOST:PORT; Ray would try for minutes."""
    host, _, port = (address or "").rpartition(":")
    if port.isdecimal() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=30).close()


def _connected(address: str | None) -> Any:
    """Ray, connected to a cluster, or to one that is started on this machine alone."""
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise InputError("--engine ray needs Ray on every machine: pip install 'paperkg[scale]'") from error
    try:
        _check_answer(address)
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # Ray has no common base for what can be wrong with an address
        reason = textwrap.shorten(str(error) or type(error).__name__, 200, placeholder=" …")
        raise InputError(f"--address {address or 'local'}: no Ray cluster answers there: {reason}") from error
    ray.data.DataContext.get_current().enable_progress_bars = False
    return ray


def spread(
    function: Callable[[Item], Result], items: Iterable[Item], *, jobs: int, address: str | None
) -> Iterator[Result]:
    """`function(item)` for each item, in `jobs` actors of a cluster, in whatever order they end.

    `address` is that of a cluster's head (`host:6379`, or `auto` for the one that this machine belongs to); without
    one, Ray is started here. Raises InputError where there is no cluster, and what `function` raises as a KgError.
    """
    ray = _connected(address)
    try:
        work = list(items)
        rows = ray.data.from_items(
            [{"item": item} for item in work], override_num_blocks=min(len(work), BLOCKS)
        )
        pool = ray.data.ActorPoolStrategy(size=jobs)
        results = rows.map(_Worker, fn_constructor_args=[function], compute=pool, num_cpus=1)
        for row in results.iter_rows():
            if isinstance(row["result"], KgError):
                raise row["result"]
            yield row["result"]
    finally:
        ray.shutdown()
