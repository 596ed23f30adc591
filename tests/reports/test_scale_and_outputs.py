"""The collected reports on scale and outputs (areas scale and output), each under its id."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hostile import check_text
from spacy.language import Language

from kg import files
from kg.errors import InputError, KgError
from kg.extract.pipeline import extract, load_pipeline
from kg.files import check_output_folder, replacing, replacing_all
from kg.records import Paper
from kg.resolve.papers import plain
from kg.sources import read_papers
from kg.sources.lines import LONGEST
from kg.vocabulary import BASE_IRI, paper_iri, slug

PLAIN_FILE = "We use BERT.\n"


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load_pipeline()


def random_words(count: int) -> str:
    chance = random.Random(count)
    return " ".join("".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(count))


def test_nlp_strings_grow(nlp: Language) -> None:
    """The words of papers that are done with do not stay."""

    def words_kept(papers: int) -> int:
        for _ in extract(nlp, (Paper(str(i), random_words(i + 2)) for i in range(papers))):
            pass
        return len(nlp.vocab.strings)

    assert words_kept(70) == words_kept(3)


def test_nlp_nprocess_error_a_text_too_long_costs_no_other_paper(nlp: Language, tmp_path: Path) -> None:
    """All are extracted, of the long one the beginning, and it is reported."""
    file = tmp_path / "a.txt"
    file.write_text("\n\n".join(["We use BERT on ImageNet."] * 3 + ["We use GPT-2. " * 30_000]))
    problems: list[str] = []
    papers = read_papers([file], on_problem=problems.append)
    found = [(one.paper.id, len(one.concepts) > 0) for one in extract(nlp, papers)]
    assert found == [("a-01", True), ("a-04", True)]  # the three are one
    assert any("paper a-04 has 419999 characters, more than an abstract has" in line for line in problems)


def test_nlp_batch_2gb_what_travels_to_a_process_is_bounded() -> None:
    """The longest records that can be read fit together into one message between processes."""
    from kg.scale import extraction

    assert extraction.TASK * LONGEST < 2**31


@pytest.mark.parametrize(
    "text",
    [
        "Th" + "EACIAACIA" * 200,
        "Th" + "EACIAACIA" * 20_000,
        "AbC0/+=" * 10_000,
        "ACGT" * 20_000,
        "-".join("ABCDEFGHIJ" * 5_000),
        "(" + "AB" * 20_000 + ")",
    ],
    ids=lambda text: text[:12],
)
def test_regex_redos(text: str) -> None:
    check_text(text)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere; see the next test")
def test_out_readonly(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir(mode=0o555)
    with pytest.raises(InputError, match="cannot write into"):
        check_output_folder(tmp_path / "out")


def test_out_readonly_is_found_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kg.build import build

    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(InputError, match="cannot write into") as caught:
        build([tmp_path / "there is no such file"], tmp_path / "out")
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


WRITE_SLOWLY = """
import sys, time, pathlib
from kg.files import replacing
with replacing(pathlib.Path(sys.argv[1])) as scratch, scratch.open("w") as out:
    out.write("half")
    out.flush()
    print("half", flush=True)
    time.sleep(60)
"""


def test_out_killed_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "graph.ttl"
    target.write_text("old")
    run = subprocess.Popen([sys.executable, "-c", WRITE_SLOWLY, str(target)], stdout=subprocess.PIPE)
    assert run.stdout
    assert run.stdout.readline() == b"half\n"
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert target.read_text() == "old"
    with replacing(target) as scratch:
        scratch.write_text("new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"graph.ttl": "new"}


def test_out_zero_byte_reused_is_built_anew(tmp_path: Path) -> None:
    """That a file is there is no sign that it is whole."""
    from kg.build import build

    source = tmp_path / "a.txt"
    source.write_text(PLAIN_FILE)
    build([source], tmp_path / "out")
    whole = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    for names in (["graph.graphml"], ["extractions.jsonl", "report.json"], sorted(whole)):
        for name in names:
            (tmp_path / "out" / name).write_bytes(b"")
        build([source], tmp_path / "out")
        assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == whole


def test_out_concurrent_runs_use_other_names_or_are_refused(tmp_path: Path) -> None:
    with replacing_all(tmp_path / "out") as scratch:
        (scratch / "a").write_text("first")
        with pytest.raises(InputError, match="another run is writing"), replacing_all(tmp_path / "out"):
            pass
    assert (tmp_path / "out" / "a").read_text() == "first"


@pytest.mark.parametrize(
    "name",
    ["A/B: C? * <d> CON", "..", ".", "../../etc/passwd", "C:\\x", "CON", "a\x00b", "-rf", "~", "\u202e/x"],
)
def test_out_win_name_no_path_comes_from_data(tmp_path: Path, name: str) -> None:
    """Names of papers and concepts are never names of files; in IRIs they are one segment without syntax."""
    for segment in (slug(plain(name)), paper_iri(BASE_IRI, name).removeprefix(f"{BASE_IRI}paper/")):
        assert segment not in ("", ".", "..")
        assert not set(segment) & set('/\\:?*<>"|#\x00')


def test_out_win_locked_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in use: a few attempts, then a clear message, and no file beside it."""
    refusals = [PermissionError(13, "Permission denied")] * 2
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr(files, "_PAUSES", (0.0, 0.0, 0.0))
    target = tmp_path / "graph.html"
    with replacing(target) as scratch:
        scratch.write_text("new")
    assert target.read_text() == "new"
    refusals[:] = [PermissionError(13, "Permission denied")] * 9
    with (
        pytest.raises(KgError, match=r"graph\.html: cannot write: Permission denied"),
        replacing(target) as scratch,
    ):
        scratch.write_text("newer")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"graph.html": "new"}
