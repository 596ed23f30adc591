"""The command line as people meet it: help, errors, exit codes, pipes."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import kg
from kg.build import build
from kg.cli.app import COMMANDS, main
from kg.cli.progress import warn
from kg.query import questions

Run = Callable[..., tuple[int, str, str]]

KG = (sys.executable, "-m", "kg")


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `kg` with arguments: exit code, standard output, standard error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["kg", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit_:
            main()
        out, err = capfdbinary.readouterr()
        code = exit_.value.code
        return (code if isinstance(code, int) else 0 if code is None else 1), out.decode(), err.decode()

    return call


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"Example: kg {command} " in out


def test_help_names_every_command(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda folder: folder / "none.txt", "no such file"),
        (lambda folder: _file(folder / "empty.txt", b""), "holds no abstracts"),
        (lambda folder: _file(folder / "blank.txt", b" \n\n \n"), "holds no abstracts"),
        (lambda folder: _file(folder / "binary.txt", bytes(range(256)) * 9), "binary"),
        (lambda folder: _file(folder / "picture.png", b"\x89PNG\r\n\x1a\n\0\0"), "picture.png"),
        (lambda folder: _file(folder / "sub" / "a.xyz", b"text").parent, "holds no file that can be read"),
    ],
    ids=["missing", "empty", "blank", "binary", "picture", "folder without readable files"],
)
@pytest.mark.parametrize("command", ["build", "extract"])
def test_bad_input_is_one_line_and_writes_nothing(
    run: Run, tmp_path: Path, command: str, make: Callable[[Path], Path], message: str
) -> None:
    source, out = make(tmp_path), tmp_path / "out"
    before = set(tmp_path.rglob("*"))
    code, printed, err = run(command, source, "--out", out)
    *warnings, last = err.splitlines()
    assert code == 2
    assert printed == ""
    assert message in last
    assert all(line.startswith("kg: warning: ") for line in warnings)
    assert set(tmp_path.rglob("*")) == before


def _file(path: Path, content: bytes) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "a.txt", "--out", "a.txt"], "is a file"),
        (["build", "a.txt", "--out", "out", "--from", "docx"], "docx"),
        (["build", "a.txt", "--out", "out", "--base-iri", "no iri"], "no base IRI"),
        (["build", "--out", "out"], "give either sources or --extractions"),
        (["build", "a.txt", "--jobs", "0", "--out", "out"], "--jobs"),
        (["build", "a.txt", "--pipeline", "no_such_pipeline"], "no package of this name is installed"),
        (["extract", "a.txt", "--pipeline", "."], "--pipeline .: is no spaCy pipeline"),
        (["extract", "a.txt", "--pipeline", "no_such_pipeline", "--jobs", "2"], "no package of this name"),
        (["build", "a.txt", "--min-confidence", "1.1"], "1.1 is not between 0 and 1"),
        (["extract", "a.txt", "--min-confidence", "nan"], "nan is not between 0 and 1"),
        (["extract"], "name at least one file"),
        (["extract", "a.txt", "--out", "no/such/place.jsonl"], "there is no folder"),
        (["build", "--extractions", "a.txt", "--out", "out"], "a.txt:1: not an extraction"),
        (["build", "--extractions", "a.txt", "--from", "csv"], "--from has nothing to read"),
        (["export", ".", "--out", "x.ttl"], "has no extractions.jsonl"),
        (["export", ".", "--out", "x.docx"], "no format has the ending '.docx'"),
        (["query", "."], "give either a SPARQL query or --question"),
        (["query"], "name a build's folder"),
        (["stats", "."], "has no extractions.jsonl"),
        (["validate", "none"], "no such file or folder"),
        (["evaluate", "none", "none"], "none: cannot read the"),
        (["query", "a" * 300, "ASK {}"], f"{'a' * 300}: cannot read or write: File name too long"),
        (["build", "a" * 300], "File name too long"),
        (["nonsense"], "No such command"),
        (["build", "--nonsense"], "No such option"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_is_one_line_and_exit_2(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    _file(tmp_path / "a.txt", b"We use BERT on GLUE.\n")
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_an_unexpected_error_is_one_line_without_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("broken\npart")

    monkeypatch.setattr("kg.built.read_build", fail)
    code, _, err = run("stats", ".")
    assert code == 1
    assert err == "kg: unexpected RuntimeError: broken part (run kg --debug … for the traceback)\n"


def test_the_list_of_questions_needs_no_build(run: Run) -> None:
    code, out, _ = run("query", "--list")
    assert code == 0
    names = [line.partition(":")[0] for line in out.splitlines() if not line.startswith(" ")]
    assert names == [question.name for question in questions()]
    assert len(names) >= 12


def test_no_arguments_is_help(run: Run) -> None:
    assert run() == run("--help")


def test_a_reader_that_has_read_enough_is_no_error() -> None:
    with subprocess.Popen(
        [*KG, "query", "--list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stopped_run_leaves_nothing(tmp_path: Path, stop: signal.Signals, code: int) -> None:
    """Stopped while it waits for standard input, the scratch file already made."""
    out = tmp_path / "out.jsonl"
    command = [*KG, "extract", "-", "--out", str(out)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Ignored where a shell runs the tests in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        while not list(tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(stop)
        try:
            assert process.wait(timeout=120) == code
        finally:
            process.kill()
        assert process.stderr
        assert process.stderr.read() == "kg: stopped; no output is left half written\n"
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_run_gives_the_terminal_back(tmp_path: Path) -> None:
    """The bar is up while the run waits for more of its standard input; it has hidden the cursor."""
    ours, terminal = os.openpty()
    command = [*KG, "extract", "-", "--out", str(tmp_path / "out.jsonl")]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stderr=terminal,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        env=os.environ | {"TERM": "xterm"},
    ) as process:
        os.close(terminal)
        shown = b""
        while b"\x1b[?25l" not in shown:
            shown += os.read(ours, 1000)
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # how the end of a terminal shows
            while more := os.read(ours, 1000):
                shown += more
        assert process.wait(timeout=120) == 130
    os.close(ours)
    assert shown.endswith(b"\r\x1b[2K\x1b[?25hkg: stopped; no output is left half written\r\n")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build's folder, made without the model."""
    folder = tmp_path_factory.mktemp("built")
    text = "We use BERT on GLUE."
    row = {
        "paper": {"id": "p1", "title": "T", "text": text},
        "concepts": [
            {
                "type": "Method",
                "label": "BERT",
                "role": "used",
                "confidence": 0.9,
                "mentions": [{"start": 7, "end": 11, "text": "BERT"}],
            },
            {
                "type": "Dataset",
                "label": "GLUE",
                "role": "used",
                "confidence": 0.8,
                "mentions": [{"start": 15, "end": 19, "text": "GLUE"}],
            },
        ],
        "links": [],
        "pipeline": "test 1",
    }
    source = folder / "extractions-source.jsonl"
    source.write_text(json.dumps(row) + "\n")
    build([], folder / "out", extractions=source)
    return folder / "out"


def test_export_writes_a_file_or_standard_output(run: Run, built: Path, tmp_path: Path) -> None:
    assert run("export", built, "--out", tmp_path / "g.nt") == (0, "", "")
    code, out, err = run("export", built, "--out", "-", "--format", "ntriples")
    assert (code, err) == (0, "")
    assert out == (tmp_path / "g.nt").read_text(encoding="utf-8")
    assert "<https://w3id.org/paperkg/method/bert>" in out


def test_a_base_iri_goes_through_every_id(run: Run, built: Path) -> None:
    _, out, _ = run(
        "export", built, "--out", "-", "--format", "ntriples", "--base-iri", "https://me.example/kg/"
    )
    assert "<https://me.example/kg/method/bert>" in out
    assert "w3id.org/paperkg/method" not in out


def test_what_the_library_warns_of_is_a_message_as_others(run: Run, built: Path, tmp_path: Path) -> None:
    links = tmp_path / "links.csv"
    links.write_text("Nobody names this,Method,nor\x1b[31m this,Method,same\n")
    for _ in range(2):
        code, _, said = run("export", built, "--links", links, "--out", tmp_path / "graph.nt")
        warnings = [line for line in said.splitlines() if line.startswith("kg: warning: links, line 1: ")]
        assert (code, len(warnings), "\x1b" in said) == (0, 2, False)
    given = ("--extractions", built / "extractions.jsonl", "--links", links, "--out", tmp_path / "out")
    code, _, said = run("build", *given)
    assert (code, said.count("kg: warning: links, line 1: ")) == (0, 2)


def test_query_prints_a_table_or_csv_and_says_when_there_is_more(run: Run, built: Path) -> None:
    code, out, err = run(
        "query", built, "SELECT ?n { ?c skos:prefLabel ?n } ORDER BY ?n", "--format", "csv", "--limit", 1
    )
    assert (code, out) == (0, "n\r\nBERT\r\n")
    assert "more than these 1 rows" in err
    code, out, _ = run("query", built, "-q", "datasets-by-papers")
    assert code == 0
    assert "GLUE" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["SELECT ?x { ?x a"], "syntax"),
        (["INSERT DATA { <a:b> <a:c> <a:d> }"], "INSERT is refused"),
        (["SELECT * { SERVICE <http://x.example/> { ?s ?p ?o } }"], "SERVICE"),
        (["-q", "datasets-by-paper"], "datasets-by-papers"),
        (["-q", "methods-for-task", "--param", "nonsense=1"], "nonsense"),
        (["-q", "methods-for-task", "--param", "task"], "NAME=VALUE"),
        (["ASK {}", "--format", "docx"], "docx"),
        (["@none.rq"], "none.rq"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_queries_are_one_line_and_exit_2(
    run: Run, built: Path, arguments: list[str], message: str
) -> None:
    code, out, err = run("query", built, *arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert message in err


def test_an_input_is_never_overwritten(run: Run, built: Path, tmp_path: Path) -> None:
    source = _file(tmp_path / "a.txt", b"We use BERT on GLUE.\n")
    code, _, err = run("extract", source, "--out", source)
    assert code == 2
    assert "is one of the inputs" in err
    assert source.read_bytes() == b"We use BERT on GLUE.\n"
    folder = source.parent
    code, _, err = run("extract", folder, "--out", source)
    assert (code, err) == (
        2,
        f"kg: {source}: is in {folder}, which is read; name a place outside of it\n",
    )
    assert source.read_bytes() == b"We use BERT on GLUE.\n"
    code, _, err = run("export", built, "--out", built / "extractions.jsonl", "--format", "jsonld")
    assert code == 2
    assert "is one of the inputs" in err


@pytest.mark.parametrize("given", [("--links",), ("--papers", "@"), ("--concepts", "@")], ids=" ".join)
def test_an_export_never_overwrites_what_it_is_told_by(
    run: Run, built: Path, tmp_path: Path, given: tuple[str, ...]
) -> None:
    option, *at = given
    file = _file(tmp_path / "names.csv", b"BERT\n")
    code, _, err = run(
        "export", built, option, "".join(at) + str(file), "--out", file, "--format", "ntriples"
    )
    assert code == 2
    assert "is one of the inputs" in err
    assert file.read_bytes() == b"BERT\n"


def test_a_cut_archive_and_an_extraction_are_named_as_what_they_are(
    run: Run, built: Path, tmp_path: Path
) -> None:
    packed = gzip.compress(b'{"id": "a", "abstract": "We use BERT on GLUE."}\n' * 99)
    code, _, err = run("build", _file(tmp_path / "cut.jsonl.gz", packed[:40]), "--out", tmp_path / "out")
    assert code == 2
    assert "cut off" in err
    code, _, err = run("build", built / "extractions.jsonl", "--out", tmp_path / "out")
    assert code == 2
    assert "--extractions" in err
    assert not (tmp_path / "out").exists()


def test_stats_and_validate(run: Run, built: Path) -> None:
    code, out, _ = run("stats", built, "--json")
    assert code == 0
    assert json.loads(out)["concepts"] == 2
    code, out, _ = run("stats", built)
    assert "papers" in out
    code, out, err = run("validate", built)
    assert (code, out) == (0, "")
    assert "conforms" in err


def test_validate_names_each_problem_and_exits_1(run: Run, built: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttl"
    text = (built / "graph.ttl").read_text(encoding="utf-8")
    broken.write_text(text.replace("kg:confidence 0.9", "kg:confidence 1.9"), encoding="utf-8")
    code, out, err = run("validate", broken)
    assert code == 1
    assert "1.9" in out
    assert "1 problem\n" in err
    code, out, err = run("validate", broken, "--most", "0")
    assert (code, out) == (1, "")
    assert "1 problem, of which 0 are listed" in err
    code, _, err = run("validate", broken, "--most", "-1")
    assert code == 2
    assert "--most" in err
    assert "(see kg validate --help)" in err


def test_extract_takes_a_pipeline_and_a_threshold(run: Run, genes: Path, tmp_path: Path) -> None:
    source = _file(tmp_path / "a.txt", b"We use BRCA1.\n")
    code, out, err = run("extract", source, "--pipeline", genes)
    assert (code, err) == (0, "")
    (concept,) = json.loads(out)["concepts"]
    assert (concept["type"], concept["label"], concept["confidence"]) == ("Gene", "BRCA1", 1.0)
    code, out, _ = run("extract", source, "--pipeline", genes, "--min-confidence", "1")
    assert code == 0
    assert json.loads(out)["concepts"] == [concept]
    assert json.loads(out)["pipeline"].endswith(" min-confidence 1.0")


def test_extract_writes_objects_to_standard_output(run: Run, tmp_path: Path) -> None:
    source = _file(tmp_path / "a.txt", b"We fine-tune BERT on GLUE and beat ELMo.\n\nNothing here.\n")
    code, out, _ = run("extract", source)
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["paper"]["id"] for row in rows] == ["a-01", "a-02"]
    assert rows[0].keys() == {"paper", "concepts", "links", "pipeline"}


def test_a_message_brings_no_control_characters_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    warn("left out: \x1b]0;x\x07 \u202egnp\u202c\n  è")
    assert capsys.readouterr().err == "kg: warning: left out: ]0;x gnp è\n"


def test_a_build_goes_on_when_nobody_reads_its_messages(tmp_path: Path) -> None:
    extraction = {"paper": {"id": "a", "text": "We use BERT."}, "concepts": [], "links": []}
    file = tmp_path / "extractions.jsonl"
    file.write_text(json.dumps(extraction) + "\n", encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    command = [*KG, "build", "--extractions", str(file), "--out", str(tmp_path / "out")]
    try:
        assert subprocess.run(command, stdout=writing, stderr=writing, check=False).returncode == 0
    finally:
        os.close(writing)
    assert (tmp_path / "out" / "graph.ttl").is_file()


@pytest.mark.parametrize(
    ("stream", "arguments", "code", "says"),
    [
        (0, ["build", "-", "--out", "out"], 2, "kg: -: holds no abstracts\n"),
        (0, ["build", "--extractions", "-", "--out", "out"], 2, "kg: -: there is no extraction in it\n"),
        (1, ["query", "--list"], 1, "kg: cannot read or write: Bad file descriptor\n"),
        (2, ["query", "a.ttl", "SELECT ?a { ?a <x:none> ?b }"], 0, ""),
    ],
)
def test_a_standard_stream_that_is_closed(
    tmp_path: Path, stream: int, arguments: list[str], code: int, says: str
) -> None:
    (tmp_path / "a.ttl").write_text("<a:b> <a:c> <a:d> .", encoding="utf-8")
    done = subprocess.run(
        [*KG, *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(kg.__file__).parents[1])},
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.close(stream),
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, says)
    assert "kg:" not in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["a.ttl"]


def test_a_disk_that_is_full_behind_the_answer(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*KG, "query", "--list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (1, "kg: cannot read or write: No space left on device\n")


def test_answers_are_utf8_whatever_the_locale_says(tmp_path: Path) -> None:
    file = tmp_path / "graph.ttl"
    file.write_text("<a:b> <a:c> <a:d> .", encoding="utf-8")
    command = [*KG, "query", str(file), "SELECT ?x { VALUES ?x { '深度学习' } }"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    assert (
        "深度学习".encode()
        in subprocess.run(command, env=environment, capture_output=True, check=True).stdout
    )
