"""What can break while `kg` runs, made to break: kills, full disks, folders and files that are not what they should be.

`python -m tests.faults [KILLS]` (`make faults`) kills so many builds of eight abstracts, 50 by default, then tries each
fault once, and prints the counts; it exits with 1 if anything was lost. `tests/test_faults.py` does the same with three
papers and without the model. Moments are drawn with a seed; the run itself says in which stage it is.
"""

from __future__ import annotations

import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import kg

ROOT = Path(__file__).parents[1]
PAPERS = ROOT / "examples" / "landmarks.jsonl"
EXTRACTIONS = ROOT / "exports" / "extractions.jsonl"
KG = (sys.executable, "-m", "kg")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}
FIRST = "start"
EXCHANGE = "exchange"
"""The stage in which the new build takes the place of the old one."""
ATTEMPTS = 5
"""Kills that may miss a stage, one after another, each meant to come earlier in it, the last one as it begins."""
PATIENCE = 600.0
"""Seconds after which a run that should have ended counts as hung."""


def start(
    *arguments: object,
    program: Sequence[object] = KG,
    at_first: Callable[[], None] = lambda: None,
    **options: object,
) -> subprocess.Popen[bytes]:
    """`kg` with arguments, its messages in a pipe; `at_first` is done in its process before anything else."""

    def prepare() -> None:
        for number in (signal.SIGINT, signal.SIGHUP):  # ignored in the background of a shell, and under nohup
            signal.signal(number, signal.SIG_DFL)
        at_first()

    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [*map(str, (*program, *arguments))],
        stderr=subprocess.PIPE,
        preexec_fn=prepare,
        **{"env": ENVIRONMENT} | options,
    )


def end(process: subprocess.Popen[bytes]) -> tuple[int, list[str]]:
    """Exit code of a run and the lines of its messages."""
    _, messages = process.communicate(timeout=PATIENCE)
    return process.returncode, messages.decode().splitlines()


def run(*arguments: object, **options: object) -> tuple[int, list[str]]:
    """Exit code of `kg` with arguments, and the lines of its messages."""
    return end(start(*arguments, **options))


def state(folder: Path) -> dict[str, bytes]:
    """All that is in a folder, hidden files too."""
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else b"" for p in folder.rglob("*")}


# Kills


class Staged:
    """`kg` with arguments, which says what stage begins and waits until it may go on (`tests/staged.py`)."""

    def __init__(self, command: Sequence[object]) -> None:
        said, saying = os.pipe()
        going, self._go = os.pipe()
        program = (sys.executable, "-P", ROOT / "tests" / "staged.py", saying, going)
        self.process = start(*command, program=program, pass_fds=(saying, going))
        os.close(saying)
        os.close(going)
        self._said = os.fdopen(said, "rb", buffering=0)

    def fileno(self) -> int:
        """What `select` waits for."""
        return self._said.fileno()

    def next(self) -> str:
        """The stage that begins now; an empty text when the run has ended."""
        return self._said.readline().decode().strip()

    def go(self) -> None:
        """Let it begin."""
        os.write(self._go, b".")

    def close(self) -> tuple[int, list[str]]:
        """Exit code and messages when it has ended."""
        self._said.close()
        os.close(self._go)
        return end(self.process)


def durations(command: Sequence[object]) -> dict[str, float]:
    """Seconds of each stage of an undisturbed run, in the order in which the stages first begin."""
    seconds: dict[str, float] = {}
    run_ = Staged(command)
    stage = FIRST
    while stage:
        last = time.perf_counter()
        following = run_.next()
        seconds[stage] = seconds.get(stage, 0.0) + time.perf_counter() - last
        if stage := following:
            run_.go()
    code, messages = run_.close()
    assert code == 0, messages
    return seconds


def kill(command: Sequence[object], stage: str, wait: float) -> str | None:
    """Start a run, kill it so many seconds after a stage has begun, and say in which stage that was.

    Without a wait it is killed as the stage begins. None when it had ended by itself, so that nothing was killed.
    """
    run_ = Staged(command)
    found = FIRST
    while found != stage and (following := run_.next()):
        found = following
        if wait or found != stage:
            run_.go()
    deadline = time.perf_counter() + wait
    while (left := deadline - time.perf_counter()) > 0 and select.select([run_], [], [], left)[0]:
        if not (following := run_.next()):
            break
        found = following
        run_.go()
    run_.process.kill()
    while following := run_.next():
        found = following
    code, _ = run_.close()
    return found if code == -signal.SIGKILL else None


@dataclass
class Kills:
    """How many living runs were killed, by the stage in which it happened; how often the old or new build stood."""

    stages: Counter[str]
    old: int = 0
    new: int = 0


def kills(
    count: int,
    old: Sequence[object],
    new: Sequence[object],
    folder: Path,
    *,
    stages: Sequence[str] = (),
    seed: int = 0,
) -> Kills:
    """Kill `count` builds by the command `new`, half of them into a folder that holds the build by the command `old`.

    Each of `stages`, of all without them, has as many kills as the others: what hits another stage, or nothing, is
    done again. Raises AssertionError unless the folder is then the old build whole, after the exchange the new one
    whole, and a rerun makes it equal to an undisturbed build, with nothing left beside it.
    """
    random_ = random.Random(seed)
    whole, earlier = folder / "whole", folder / "earlier"
    seconds = durations([*new, "--out", whole])
    order = list(seconds)
    wanted = stages or order
    code, messages = run(*old, "--out", earlier)
    assert code == 0, messages
    done = Kills(Counter())
    for number in range(count):
        turn, nth = divmod(number, len(wanted))
        stage = wanted[nth]
        before = earlier if (turn + nth) % 2 else None
        place = hit(new, stage, seconds[stage] * random_.random(), before, folder / str(number))
        out = place / "out"
        after = state(out) if out.exists() else {}
        after = {name: content for name, content in after.items() if not name.startswith(".")}
        is_new = after == state(whole)
        is_old = after == (state(before) if before else {})
        assert is_new or is_old, f"kill {number} ({stage}) left a folder neither old nor new"
        if stage != EXCHANGE:
            assert is_new == (order.index(stage) > order.index(EXCHANGE)), f"kill {number} ({stage})"
        done.stages[stage] += 1
        done.new += is_new
        done.old += is_old
        code, messages = run(*new, "--out", out)
        assert code == 0, messages
        assert state(out) == state(whole), f"the rerun after kill {number} ({stage}) differs"
        assert [path.name for path in place.iterdir()] == ["out"], f"kill {number} left a file behind"
        shutil.rmtree(place)
    return done


def hit(command: Sequence[object], stage: str, wait: float, before: Path | None, folder: Path) -> Path:
    """Kill a run in a stage; what hits another one, or nothing, is drawn again.

    The run writes into `out` of the folder that is returned; it is a copy of `before` at first.
    """
    for attempt in range(ATTEMPTS):
        place = folder.with_name(f"{folder.name}-{attempt}")
        place.mkdir()
        if before:
            shutil.copytree(before, place / "out")
        later = wait / 2**attempt if attempt < ATTEMPTS - 1 else 0.0
        if kill([*command, "--out", place / "out"], stage, later) == stage:
            return place
        shutil.rmtree(place)
    raise AssertionError(f"none of {ATTEMPTS} kills hit a living run in the stage {stage!r}")


# Other faults


@contextmanager
def paused(out: Path, extractions: Path, **options: object) -> Iterator[subprocess.Popen[bytes]]:
    """A build in mid-run: it has made its scratch folder, and waits for more of its standard input."""
    process = start("build", "--extractions", "-", "--out", out, stdin=subprocess.PIPE, **options)
    assert process.stdin
    process.stdin.write(extractions.read_bytes().splitlines(keepends=True)[0])
    process.stdin.flush()
    while not (out.parent / f".{out.name}.building").exists():
        assert process.poll() is None
        time.sleep(0.02)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@dataclass(frozen=True)
class Ending:
    """How a run ended, and how it should have: exit code, and a part of its only message."""

    code: int
    messages: list[str]
    expected: int
    says: str

    def problem(self) -> str | None:
        """What is wrong with the ending."""
        if self.code != self.expected:
            return f"exit {self.code}, not {self.expected}: {self.messages}"
        if len(self.messages) != 1 or not self.messages[0].startswith("kg: "):
            return f"not one line: {self.messages}"
        return None if self.says in self.messages[0] else f"{self.messages[0]!r} does not say {self.says!r}"


Fault = Callable[[Path, Path], Ending]
"""Makes a run fail that would write into the folder `out`, from a good file of extractions."""
FAULTS: dict[str, Fault] = {}


def fault(make: Fault) -> Fault:
    """Enter a fault into the table."""
    FAULTS[make.__name__.replace("_", " ")] = make
    return make


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[bool]:
    """A disk of its own for the folder, with all that is in it, where this user may mount one."""
    kept = folder.parent / "kept"
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        yield False
        return
    try:
        shutil.copytree(kept, folder / "out")
        yield True
    finally:
        subprocess.run(["umount", folder], check=True)


def limited() -> None:
    """No file of this process may have more than 20 kB."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


@fault
def a_disk_that_runs_full(out: Path, good: Path) -> Ending:
    """A disk with 100 kB left, or, for who may not mount one, a limit on the size of files."""
    shutil.copytree(out, out.parents[1] / "kept")
    with mounted(out.parent, "8m") as is_full:
        if is_full:
            free = shutil.disk_usage(out.parent).free
            (out.parent / "filler").write_bytes(bytes(free - 100_000))
            before = state(out.parent)
            ending = run("build", "--extractions", good, "--out", out)
            assert state(out.parent) == before
            return Ending(*ending, 1, "cannot write: No space left on device")
    return a_file_that_may_not_grow(out, good)


@fault
def a_file_that_may_not_grow(out: Path, good: Path) -> Ending:
    """A limit on the size of files, as quotas have it."""
    return Ending(
        *run("build", "--extractions", good, "--out", out, at_first=limited),
        1,
        "cannot write: File too large",
    )


@fault
def a_read_only_folder(out: Path, good: Path) -> Ending:
    """A disk mounted for reading alone; for who may not mount, a folder without the right to write."""
    shutil.copytree(out, out.parents[1] / "kept")
    with mounted(out.parent, "8m") as is_mounted:
        if is_mounted:
            subprocess.run(["mount", "-o", "remount,ro", out.parent], check=True)
            return Ending(*run("build", "--extractions", good, "--out", out), 2, "cannot write into")
    out.chmod(0o555)
    try:
        return Ending(*run("build", "--extractions", good, "--out", out), 2, "cannot write into")
    finally:
        out.chmod(0o755)


@fault
def a_folder_lost_in_mid_run(out: Path, good: Path) -> Ending:
    """All is moved away while the run writes; what was moved is as it was."""
    moved = out.parent.with_name("moved")
    with paused(out, good) as process:
        out.parent.rename(moved)
        process.stdin.write(b"".join(good.read_bytes().splitlines(keepends=True)[1:]))  # type: ignore[union-attr]
        ending = end(process)
    for left in (".out.building", ".out.lock"):  # out of reach for the run that made them
        path = moved / left
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    moved.rename(out.parent)
    return Ending(*ending, 1, "was taken away during the run")


@fault
def a_second_run_into_the_folder(out: Path, good: Path) -> Ending:
    """Refused while the first lives."""
    with paused(out, good) as first:
        ending = run("build", "--extractions", good, "--out", out)
        first.terminate()
        end(first)
    return Ending(*ending, 2, "another run is writing into it")


@fault
def a_second_run_after_a_dead_one(out: Path, good: Path) -> Ending:
    """Not refused: it gets as far as its own fault, an input that is missing a line's end."""
    with paused(out, good) as first:
        first.kill()
        end(first)
    assert (out.parent / ".out.lock").exists()
    cut = out.parents[1] / "cut.jsonl"
    cut.write_bytes(good.read_bytes()[:-40])
    return Ending(*run("build", "--extractions", cut, "--out", out), 2, "not an extraction")


@fault
def a_truncated_file_of_extractions(out: Path, good: Path) -> Ending:
    """Cut in the middle of its second line."""
    cut = out.parents[1] / "cut.jsonl"
    lines = good.read_bytes().splitlines(keepends=True)
    cut.write_bytes(lines[0] + lines[1][:200])
    return Ending(*run("build", "--extractions", cut, "--out", out), 2, "cut.jsonl:2: not an extraction")


@fault
def extractions_with_a_damaged_block(out: Path, good: Path) -> Ending:
    """Zeros where a disk has lost a block."""
    damaged = out.parents[1] / "damaged.jsonl"
    content = bytearray(good.read_bytes())
    content[600:1112] = bytes(512)
    damaged.write_bytes(content)
    return Ending(
        *run("build", "--extractions", damaged, "--out", out), 2, "damaged.jsonl:1: not an extraction"
    )


@fault
def a_damaged_report_of_a_build(out: Path, good: Path) -> Ending:
    """What an export has to know of a build cannot be read."""
    report = out / "report.json"
    content = report.read_bytes()
    report.write_bytes(content[:100])
    ending = run("export", out, "--out", out.parent / "graph.nt")
    report.write_bytes(content)
    return Ending(*ending, 2, "build the folder again")


@fault
def a_damaged_graph(out: Path, good: Path) -> Ending:
    """A query of a Turtle file that is cut off."""
    graph = out / "graph.ttl"
    content = graph.read_bytes()
    graph.write_bytes(content[: len(content) // 2])
    ending = run("query", out, "ASK {}")
    graph.write_bytes(content)
    return Ending(*ending, 2, "graph.ttl: cannot be read")


def _stopped(out: Path, good: Path, stop: signal.Signals) -> Ending:
    with paused(out, good) as process:
        process.send_signal(stop)
        return Ending(*end(process), 128 + stop, "stopped; no output is left half written")


@fault
def control_c(out: Path, good: Path) -> Ending:
    """SIGINT in mid-run."""
    return _stopped(out, good, signal.SIGINT)


@fault
def a_request_to_terminate(out: Path, good: Path) -> Ending:
    """SIGTERM in mid-run."""
    return _stopped(out, good, signal.SIGTERM)


@fault
def a_terminal_that_is_closed(out: Path, good: Path) -> Ending:
    """SIGHUP in mid-run."""
    return _stopped(out, good, signal.SIGHUP)


@fault
def a_full_disk_behind_standard_output(out: Path, good: Path) -> Ending:
    """What is printed cannot be written."""
    with Path("/dev/full").open("wb") as full:
        return Ending(*run("stats", out, stdout=full), 1, "No space left on device")


@fault
def a_damaged_shard(out: Path, good: Path) -> Ending:
    """One byte of the result of a shard is another."""
    source, shards = out.parents[1] / "a.txt", out.parents[1] / "shards"
    source.write_text("We use BERT on GLUE.\n", encoding="utf-8")
    code, messages = run("extract", source, "--shards", shards)
    assert code == 0, messages
    result = shards / "extractions" / "000000.jsonl"
    content = bytearray(result.read_bytes())
    content[len(content) // 2] ^= 1
    result.write_bytes(content)
    return Ending(*run("build", "--extractions", shards, "--out", out), 2, "shards are missing or damaged")


@fault
def a_damaged_model(out: Path, good: Path) -> Ending:
    """One bit of the installed weights is another."""
    site, source = out.parents[1] / "site", out.parents[1] / "a.txt"
    shutil.copytree(
        Path(kg.__file__).parent, site / "kg", ignore=shutil.ignore_patterns("training", "__pycache__")
    )
    source.write_text("We use BERT on GLUE.\n", encoding="utf-8")
    weights = site / "kg" / "extract" / "model" / "tagger.onnx"
    content = bytearray(weights.read_bytes())
    content[len(content) // 2] ^= 1
    weights.write_bytes(content)
    damaged = {"env": os.environ | {"PYTHONPATH": str(site)}, "cwd": site}
    return Ending(*run("build", source, "--out", out, **damaged), 1, "install the package again")


def three_papers(file: Path) -> Path:
    """Extractions of the example's first three papers."""
    file.write_bytes(b"".join(EXTRACTIONS.read_bytes().splitlines(keepends=True)[:3]))
    return file


def survives(name: str, built: Path, folder: Path) -> str | None:
    """Try one fault on a copy of the build `built`; what went wrong, if anything.

    The run has to end as it should, and everything has to be as it was.
    """
    out = folder / "place" / "out"
    shutil.copytree(built, out)
    before = state(out.parent)
    ending = FAULTS[name](out, three_papers(folder / "good.jsonl"))
    if problem := ending.problem():
        return problem
    after = state(out.parent)
    changed = sorted(path for path in before | after if before.get(path) != after.get(path))
    return f"changed or left behind: {changed}" if changed else None


def main() -> None:
    """Print the counts."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built, few = folder / "built", three_papers(folder / "few.jsonl")
        assert run("build", "--extractions", few, "--out", built)[0] == 0
        place = folder / "kills"
        place.mkdir()
        papers = {}
        for number in (3, 8):
            papers[number] = folder / f"papers-{number}.jsonl"
            papers[number].write_bytes(b"".join(PAPERS.read_bytes().splitlines(keepends=True)[:number]))
        done = kills(count, ["build", papers[3]], ["build", papers[8]], place)
        for stage, kills_in_it in done.stages.items():
            print(f"  killed in: {stage:29}{kills_in_it}")
        print(f"kills survived: {count} of {count}; old build {done.old}, new build {done.new}", flush=True)
        for number, fault_name in enumerate(FAULTS):
            place = folder / f"fault-{number}"
            place.mkdir()
            problem = survives(fault_name, built, place)
            failed += problem is not None
            print(f"  {fault_name:40}{problem or 'survived'}", flush=True)
    print(f"faults survived: {len(FAULTS) - failed} of {len(FAULTS)}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
