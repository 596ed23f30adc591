"""The command line as people meet it: help, errors, exit codes, pipes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.cli.app import COMMANDS, main

Run = Callable[..., tuple[int, str, str]]


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
        (["extract"], "name at least one file"),
        (["extract", "a.txt", "--out", "no/such/place.jsonl"], "there is no folder"),
        (["build", "--extractions", "a.txt", "--out", "out"], "a.txt:1: not an extraction"),
        (["export", ".", "--out", "x.ttl"], "has no extractions.jsonl"),
        (["export", ".", "--out", "x.docx"], "no format has the ending '.docx'"),
        (["query", "."], "give either a SPARQL query or --question"),
        (["query"], "name a build's folder"),
        (["stats", "."], "has no extractions.jsonl"),
        (["validate", "none"], "no such file or folder"),
        (["evaluate", "none", "none"], "none: cannot read the"),
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

    monkeypatch.setattr("kg.build.built_graph", fail)
    code, _, err = run("stats", ".")
    assert code == 1
    assert err == "kg: unexpected RuntimeError: broken part (run kg --debug … for the traceback)\n"


def test_the_list_of_questions_needs_no_build(run: Run) -> None:
    code, out, _ = run("query", "--list")
    assert code == 0
    assert out.count("\n    --param ") + len([line for line in out.splitlines() if ": " in line]) > 12


def test_extract_writes_objects_to_standard_output(run: Run, tmp_path: Path) -> None:
    source = _file(tmp_path / "a.txt", b"We fine-tune BERT on GLUE and beat ELMo.\n\nNothing here.\n")
    code, out, _ = run("extract", source)
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["paper"]["id"] for row in rows] == ["a-01", "a-02"]
    assert rows[0].keys() == {"paper", "concepts", "links", "pipeline"}
