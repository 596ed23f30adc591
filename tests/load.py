"""`kg serve` under load: 32 clients at once on an export of 5,000 papers, some of them asking what never ends.

Run by `make load`, or `python -m tests.load [--minutes 5] [--papers 5000] [BUILD]`; without a build's folder, papers
are made up. Clients ask named questions, short queries and, now and then, for the page, each as fast as answers come.
Two more ask for too much all the time: what has no end, too many rows, too much memory; two connect and say nothing.
Prints how many requests there were, errors, latencies, and the memory of the server's processes; exits with 1 on an
error, or when memory grows.
"""

from __future__ import annotations

import argparse
import http.client
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections import Counter
from pathlib import Path

# Where pytest finds what tests share.
sys.path.insert(0, str(Path(__file__).parent))

from made_up import made_up

from kg.build import build
from kg.extractions import extraction_row, json_line
from kg.query import bind, question

CLIENTS = 32
SILENT = 2
"""Clients more that connect and say nothing."""
GROWTH = 1.15
"""So much memory may the last third of the time have, as a share of the second third; the first one warms up."""

TOO_MUCH = (
    "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?a != ?d && ?d != ?g) }",
    "SELECT * { ?a ?b ?c . ?d ?e ?f }",
    "SELECT ?a ?d { ?a ?b ?c . ?d ?e ?f } ORDER BY ?f ?c LIMIT 3",
    "CONSTRUCT { ?a ?b ?f } { ?a ?b ?c . ?d ?e ?f }",
)


def queries(names: list[str]) -> list[str]:
    """What clients ask, about concepts of the export."""
    asked = [question("datasets-by-papers").query, question("most-used-methods").query]
    for name in names:
        asked.append(bind(question("methods-for-task").query, {"task": name}))
        asked.append(bind(question("papers-of-concept").query, {"concept": name}))
        asked.append(f'SELECT ?p {{ ?c skos:prefLabel "{name}" . ?p kg:uses ?c }}')
        asked.append(f'CONSTRUCT WHERE {{ ?c skos:prefLabel "{name}" ; ?p ?o }}')
    return [*asked, "ASK { ?x a kg:Dataset }"]


class Load:
    """Clients, and what came of their requests."""

    def __init__(self, address: str, asked: list[str], until: float) -> None:
        self._host = urllib.parse.urlsplit(address).netloc
        self._asked = asked
        self._until = until
        self.seconds: list[float] = []
        self.errors: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def ask(self, query: str | None, timeout: float) -> tuple[int, bytes]:
        """Status and body of an answer; without a query, of the page."""
        connection = http.client.HTTPConnection(self._host, timeout=timeout)
        try:
            path = "/" if query is None else "/sparql?" + urllib.parse.urlencode({"query": query})
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def client(self, seed: int) -> None:
        """Ask until time is up; whatever is not answered well is an error."""
        random_ = random.Random(seed)
        while time.monotonic() < self._until:
            query = None if random_.random() < 0.002 else random_.choice(self._asked)
            started = time.monotonic()
            try:
                status, body = self.ask(query, 120)
                if status != 200:
                    self.errors[f"{status} {body[:80]!r}"] += 1
            except OSError as error:
                self.errors[repr(error)] += 1
            self.seconds.append(time.monotonic() - started)

    def glutton(self, seed: int) -> None:
        """Ask for too much until time is up; it has to be refused in words."""
        random_ = random.Random(seed)
        while time.monotonic() < self._until:
            try:
                status, body = self.ask(random_.choice(TOO_MUCH), 300)
                self.refused[f"{status} {body.decode()[:60].strip()}"] += 1
            except (OSError, http.client.HTTPException) as error:
                self.errors[f"too much: {error!r}"] += 1

    def idler(self) -> None:
        """Connect and say nothing until the server hangs up, again and again, as a browser does beforehand."""
        while time.monotonic() < self._until:
            name, _, port = self._host.partition(":")
            try:
                with socket.create_connection((name, int(port)), timeout=300) as connection:
                    connection.recv(1)
            except OSError as error:
                self.errors[f"silent: {error!r}"] += 1


def memory(parent: int) -> float:
    """Megabytes of a process and its children, what they share counted once (Linux)."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    kilobytes = 0
    for process in (str(parent), *children):
        try:
            found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.M)
        except OSError:  # it has just ended
            continue
        kilobytes += int(found[1]) if found else 0
    return kilobytes / 1024


def made_build(papers: int, folder: Path) -> Path:
    """The build of so many made-up papers."""
    file = folder / "extractions.jsonl"
    with file.open("wb") as lines:
        lines.writelines(json_line(extraction_row(extraction)) for extraction in made_up(papers))
    build([], folder / "out", extractions=file)
    return folder / "out"


def percentile(values: list[float], share: float) -> float:
    """The value that a share of all is below."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def measure(folder: Path, minutes: float) -> bool:
    """Load a server of the folder, print what came of it, and say whether all was well."""
    command = [sys.executable, "-m", "kg", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        found = re.search(r"http://[\d.:]+/", server.stderr.readline())
        assert found, "the server did not start"
        until = time.monotonic() + 60 * minutes
        first = Load(found[0], [], until)
        _, body = first.ask("SELECT ?n { ?c a kg:Task ; skos:prefLabel ?n } ORDER BY ?n LIMIT 200", 120)
        names = re.findall(r'"value":"([\w -]+)"', body.decode())[::20]
        load = Load(found[0], queries(names), until)
        threads = [threading.Thread(target=load.client, args=(seed,)) for seed in range(CLIENTS)]
        threads += [threading.Thread(target=load.glutton, args=(seed,)) for seed in range(2)]
        threads += [threading.Thread(target=load.idler) for _ in range(SILENT)]
        for thread in threads:
            thread.start()
        samples = []
        while time.monotonic() < until:
            time.sleep(1)
            samples.append(memory(server.pid))
        for thread in threads:
            thread.join()
        quiet = memory(server.pid)
        server.send_signal(signal.SIGINT)
        messages = server.communicate(timeout=60)[1]
    third = len(samples) // 3
    middle, last = (statistics.median(part) for part in (samples[third : 2 * third], samples[2 * third :]))
    print(
        f"{minutes:g} minutes, {CLIENTS} clients: {len(load.seconds):,} requests, {sum(load.errors.values())} errors"
    )
    for error, count in load.errors.most_common(10):
        print(f"  {count} x {error}")
    latencies = ", ".join(
        f"p{100 * share:g} {percentile(load.seconds, share):.2f} s" for share in (0.5, 0.95, 0.99)
    )
    print(f"latency: {latencies}, longest {max(load.seconds):.2f} s")
    print(
        f"memory: {middle:.0f} MB in the second third, {last:.0f} MB in the last, {quiet:.0f} MB afterwards"
    )
    print(f"asked for too much, and refused: {sum(load.refused.values())}")
    for answer, count in load.refused.most_common():
        print(f"  {count} x {answer}")
    if messages:
        print(f"messages of the server:\n{messages[-2000:]}")
    return not load.errors and not messages and last < GROWTH * middle


def main() -> None:
    """Measure, and exit with 1 unless all was well."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", type=Path)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--papers", type=int, default=5000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = arguments.build or made_build(arguments.papers, Path(name))
        sys.exit(not measure(folder, arguments.minutes))


if __name__ == "__main__":
    main()
