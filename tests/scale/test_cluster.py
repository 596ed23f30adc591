"""Shards on a Ray cluster of two nodes on this machine, one of which dies on the way."""

from __future__ import annotations

import itertools
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from made_up import made_up

from kg.cli.extract import EngineName, extract_cli
from kg.errors import InputError
from kg.scale.shards import read_finished

pytest.importorskip("ray", reason="needs Ray: pip install 'paperkg[scale]'")

PAPERS, SHARD = 200, 10
PATIENCE = 240
"""Seconds that a busy machine may take to start a node."""


@dataclass(frozen=True)
class Cluster:
    """The address of the head, the environment of who belongs to it, and the processes of the other node."""

    address: str
    environment: dict[str, str]
    other_node: int


def wait_for(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    for _ in range(PATIENCE * 10):
        if what():
            return
        time.sleep(0.1)
    pytest.fail("waited too long")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two nodes on this machine, each with one processor, that nobody without the test's token can use."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_raylet_start_wait_time_s": str(PATIENCE),
        "RAY_agent_register_timeout_ms": str(1000 * PATIENCE),
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    logs = tmp_path_factory.mktemp("ray")
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *options: str) -> str:
        """Start a node, and return what it says."""
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1"]
        command += ["--object-store-memory=80000000", *options]
        with (logs / name).open("wb") as log:
            started.append(
                subprocess.Popen(
                    command, env=environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
                )
            )

        def is_ready() -> bool:
            said = (logs / name).read_text()
            assert started[-1].poll() is None, said
            return "Ray runtime started" in said

        wait_for(is_ready)
        return (logs / name).read_text()

    try:
        said = start("head", "--head", "--port=0", "--include-dashboard=false")
        found = re.search(r"--address='([^']+)'", said)
        assert found, said
        start("other", f"--address={found[1]}")
        yield Cluster(found[1], environment, started[1].pid)
    finally:
        for node in started:
            node.send_signal(signal.SIGTERM)
        for node in started:
            try:
                node.wait(timeout=5)
            except subprocess.TimeoutExpired:
                os.killpg(node.pid, signal.SIGKILL)
                node.wait()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of made-up abstracts."""
    file = tmp_path_factory.mktemp("papers") / "papers.jsonl"
    papers = [extraction.paper for extraction in itertools.islice(made_up(PAPERS), PAPERS)]
    rows = ({"id": paper.id, "title": paper.title, "abstract": paper.text} for paper in papers)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_a_node_dies_on_the_way_and_nothing_is_missing(
    cluster: Cluster, source: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "shards"
    command = [sys.executable, "-m", "kg", "extract", str(source), "--shards", str(folder)]
    command += ["--shard-size", str(SHARD), "--jobs", "2", "--engine", "ray", "--address", cluster.address]
    with subprocess.Popen(command, env=cluster.environment, stderr=subprocess.PIPE, text=True) as run:
        wait_for(lambda: run.poll() is not None or len(list(folder.glob("extractions/*.json"))) >= 3)
        assert run.poll() is None, run.stderr and run.stderr.read()
        os.killpg(cluster.other_node, signal.SIGKILL)
        _, said = run.communicate(timeout=PATIENCE)
    assert run.returncode == 0, said
    assert f"{PAPERS} papers in {PAPERS // SHARD} shards, 0 of them done before" in said
    extract_cli([source], out=tmp_path / "whole.jsonl")
    files = read_finished(folder).files
    assert b"".join(file.read_bytes() for file in files) == (tmp_path / "whole.jsonl").read_bytes()


def test_where_no_cluster_is_that_is_said(source: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no Ray cluster answers there"):
        extract_cli([source], shards=tmp_path, engine=EngineName.RAY, address="127.0.0.1:1")
