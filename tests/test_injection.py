"""What inputs could do if they were more than text: load other files, grow beyond measure, be heard from elsewhere."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.errors import InputError
from kg.export.doctype import refuse_document_type
from kg.query import server
from kg.sources import read_papers

LAUGHS = "".join(f'<!ENTITY b{i} "{f"&b{i - 1};" * 10}">' for i in range(1, 10))
BOMB = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY b0 "haha">{LAUGHS}]>'
LOADS = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY b9 SYSTEM "FILE">]>'
ELSEWHERE = (
    '<?xml version="1.0"?><!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY % p SYSTEM "FILE"> %p;]>'
)
BODIES = {
    "graphml": '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph><node id="&b9;"/></graph></graphml>',
    "gexf": '<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph><nodes><node id="&b9;"/></nodes></graph></gexf>',
    "rdf": '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="x:y">'
    "<rdf:value>&b9;</rdf:value></rdf:Description></rdf:RDF>",
}
MEMORY = 3 << 30


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """kg with an end to its memory and its time."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

    command = [sys.executable, "-m", "kg.cli.app", *arguments]
    return subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, check=False)


@pytest.mark.parametrize(
    ("ending", "head"),
    [("graphml", BOMB), ("gexf", LOADS), ("rdf", BOMB), ("rdf", LOADS), ("rdf", ELSEWHERE)],
    ids=["graphml grows", "gexf loads a file", "rdf grows", "rdf loads a file", "rdf loads from a server"],
)
def test_xml_has_no_entities(tmp_path: Path, ending: str, head: str) -> None:
    (tmp_path / "secret.txt").write_text("<!-- top secret -->")
    file = tmp_path / f"graph.{ending}"
    file.write_text(head.replace("FILE", (tmp_path / "secret.txt").as_uri()) + BODIES[ending])
    done = run("validate", str(file))
    assert done.returncode in (1, 2), done
    assert "haha" not in done.stdout + done.stderr
    assert "secret" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    if (ending, head) == ("rdf", BOMB):
        asked = run("query", str(file), "SELECT * { ?s ?p ?o }")
        assert (asked.returncode, asked.stdout) == (2, "")
        assert len(asked.stderr.splitlines()) == 1


GROWING = {
    "a.bib": '@string{a0 = "xxxxxxxxxx"}\n'
    + "".join(f"@string{{a{i} = {' # '.join([f'a{i - 1}'] * 10)}}}\n" for i in range(1, 12))
    + "@article{k, title = {T}, abstract = a11}\n@article{l, title = {U}, abstract = {We use NET.}}\n",
    "a.md": "---\nb0: &b0 [x]\n"
    + "".join(f"b{i}: &b{i} [{', '.join([f'*b{i - 1}'] * 10)}]\n" for i in range(1, 12))
    + "venue: {x: *b11}\nyear: *b11\n---\n# U\n\nWe use NET.\n",
}


@pytest.mark.parametrize("name", GROWING)
def test_names_that_stand_for_more_do_not_grow_beyond_measure(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(GROWING[name])
    problems: list[str] = []
    papers = list(read_papers([tmp_path / name], on_problem=problems.append))
    assert "We use NET." in [paper.text for paper in papers]
    assert sum(len(paper.text) for paper in papers) < 1 << 21
    assert problems


def test_tags_of_yaml_make_no_objects(tmp_path: Path) -> None:
    made = tmp_path / "made"
    (tmp_path / "a.md").write_text(
        f'---\nvenue: !!python/object/apply:os.mkdir ["{made}"]\n---\n# T\n\nWe use NET.\n'
    )
    (paper,) = read_papers([tmp_path / "a.md"], on_problem=lambda problem: None)
    assert (paper.title, paper.venue) == ("T", "")
    assert not made.exists()


def test_the_endpoint_listens_to_this_machine_alone() -> None:
    with server._listener(0) as listener:
        address, port = listener.getsockname()
        assert address == "127.0.0.1"
        others = {
            info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port, type=socket.SOCK_STREAM)
        }
        for other in others - {"127.0.0.1", "::1"}:
            with pytest.raises(OSError, match=r"refused|unreachable|timed out|Network"):
                socket.create_connection((other, port), timeout=5)


def test_a_name_of_a_file_is_no_markup_or_command(tmp_path: Path) -> None:
    """Names of input files reach reports and ids."""
    name = "$(touch x);`touch x`<b>\x1b[31m\u202e'\".txt"
    (tmp_path / name).write_text("We use NET.\n")
    done = subprocess.run(
        [sys.executable, "-m", "kg.cli.app", "extract", str(tmp_path / name)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert done.returncode == 0, done
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_document_type_in_small_letters_is_refused_too(tmp_path: Path) -> None:
    file = tmp_path / "small.rdf"
    file.write_text(BOMB.replace("DOCTYPE", "doctype") + BODIES["rdf"], encoding="utf-8")
    with pytest.raises(InputError, match="has a document type"):
        refuse_document_type(file, ox.RdfFormat.RDF_XML)
