"""The example corpus is sound and its own, its annotation fits it, its scripts and pages do what they say."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from conftest import SHARED, needs_shared

from kg.vocabulary import LINK_ROLES, ROLES

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
EXPORTS = ROOT / "exports"

SHINGLE = 8
URL = re.compile(r"https?://\S+")


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


PAPERS = read_lines(EXAMPLES / "landmarks.jsonl")
GOLD = read_lines(EXAMPLES / "landmarks.gold.jsonl")
TEXTS = {paper["id"]: paper["abstract"] for paper in PAPERS}


def urls_in(text: str) -> list[str]:
    return sorted(url.rstrip(".,;") for url in URL.findall(text))


def words(text: str) -> list[str]:
    """The words of a text without its addresses: `Code: https://github.com/…` is nobody's own."""
    return re.findall(r"\w+", URL.sub(" ", text).casefold())


def run_script(name: str, *arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)


class TestCorpus:
    def test_there_are_enough_papers_with_ids_of_their_own(self) -> None:
        assert len(PAPERS) >= 40
        assert len(TEXTS) == len(PAPERS)
        assert len({paper["title"] for paper in PAPERS}) == len(PAPERS)
        assert list(TEXTS) == sorted(TEXTS)

    @pytest.mark.parametrize("paper", PAPERS, ids=list(TEXTS))
    def test_a_paper_is_complete(self, paper: dict[str, Any]) -> None:
        assert list(paper) == ["id", "title", "abstract", "year", "venue", "url", "keywords"]
        assert re.fullmatch(r"[a-z]+\d{4}", paper["id"])
        assert paper["id"].endswith(str(paper["year"]))
        assert paper["title"]
        assert paper["venue"]
        assert 2 <= len(set(paper["keywords"])) == len(paper["keywords"])
        assert 120 <= len(paper["abstract"].split()) <= 200
        assert " ".join(paper["abstract"].split()) == paper["abstract"]

    @pytest.mark.parametrize("paper", PAPERS, ids=list(TEXTS))
    def test_addresses_are_well_formed(self, paper: dict[str, Any]) -> None:
        for url in (paper["url"], *urls_in(paper["abstract"])):
            parts = urlsplit(url)
            assert parts.scheme in ("http", "https"), url
            assert re.fullmatch(r"([a-z0-9-]+\.)+[a-z]{2,}", parts.netloc), url
            assert re.fullmatch(r"[\w./-]*", parts.path), url
            if parts.netloc == "arxiv.org":
                assert re.fullmatch(r"/abs/\d{4}\.\d{4,5}", parts.path), url
            if parts.netloc == "github.com":
                assert re.fullmatch(r"/[\w.-]+/[\w.-]+", parts.path), url

    def test_plain_text_holds_ten_of_the_abstracts(self) -> None:
        heading, *abstracts = (EXAMPLES / "plain.txt").read_text(encoding="utf-8").strip().split("\n\n")
        assert heading == "Landmark Papers"
        assert len(set(abstracts)) == len(abstracts) == 10
        assert set(abstracts) <= set(TEXTS.values())

    @needs_shared
    def test_no_abstract_repeats_a_published_one(self) -> None:
        own = {
            shingle: identifier
            for identifier, text in TEXTS.items()
            for shingle in zip(*(words(text)[i:] for i in range(SHINGLE)), strict=False)
        }
        assert len(own) > 1000
        shared = []
        with gzip.open(SHARED / "corpus" / "abstracts.jsonl.gz", "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                found = words(row["abstract"] or "")
                shingles = zip(*(found[i:] for i in range(SHINGLE)), strict=False)
                shared += [(own[s], row["id"], " ".join(s)) for s in shingles if s in own]
        assert shared == []


class TestAnnotation:
    def test_every_paper_is_annotated_once(self) -> None:
        assert [row["id"] for row in GOLD] == list(TEXTS)

    @pytest.mark.parametrize("row", GOLD, ids=[row["id"] for row in GOLD])
    def test_an_annotation_fits_its_text(self, row: dict[str, Any]) -> None:
        text = TEXTS[row["id"]]
        surfaces = [surface for concept in row["concepts"] for surface in concept["surfaces"]]
        assert len(set(surfaces)) == len(surfaces)
        assert [surface for surface in surfaces if surface not in text or surface.strip() != surface] == []
        for concept in row["concepts"]:
            assert concept["role"] in ROLES[concept["type"]], concept
            assert concept["surfaces"], concept
        assert sorted(link["url"] for link in row["links"]) == urls_in(text)
        for link in row["links"]:
            roles = link["role"] if isinstance(link["role"], list) else [link["role"]]
            assert set(roles) <= set(LINK_ROLES), link


class TestPythonApi:
    def test_it_builds_the_corpus_and_answers(self, tmp_path: Path) -> None:
        result = run_script("python_api.py", "--out", "build", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        datasets, methods, linking = result.stdout.strip().split("\n\n")
        assert datasets.splitlines()[0] == "Datasets by number of papers"
        assert re.search(r"^  ImageNet +\d+$", datasets, re.MULTILINE)
        assert len(datasets.splitlines()) == len(methods.splitlines()) == 6
        assert linking.splitlines()[0] == "Papers that link Vision Transformer and ImageNet"
        assert re.search(r"^  An Image is Worth 16x16 Words.*  \w+ / uses$", linking, re.MULTILINE)
        extracted = (tmp_path / "build" / "extractions.jsonl").read_text(encoding="utf-8")
        assert extracted.count("\n") == len(PAPERS)

    def test_it_names_a_concept_that_is_not_there(self, tmp_path: Path) -> None:
        result = run_script(
            "python_api.py", EXAMPLES / "plain.txt", "--link", "BERT", "Nonesuch", cwd=tmp_path
        )
        assert result.returncode == 2
        assert "'Nonesuch'" in result.stderr
        assert "Traceback" not in result.stderr
        assert list(tmp_path.iterdir()) == []

    def test_it_names_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        result = run_script("python_api.py", "missing.txt", cwd=tmp_path)
        assert result.returncode == 2
        assert "missing.txt" in result.stderr
        assert "Traceback" not in result.stderr


class TestSparql:
    def test_it_answers_from_the_committed_exports(self, tmp_path: Path) -> None:
        result = run_script("sparql.py", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        compared, on_imagenet = result.stdout.strip().split("\n\n")
        assert re.search(r"^DeepWalk +DeepWalk: Online Learning.* +[2-9]$", compared, re.MULTILINE)
        assert re.search(
            r"^image classification +Deep Residual .* +https://github\.com/", on_imagenet, re.MULTILINE
        )

    def test_a_folder_and_its_turtle_file_give_the_same(self, tmp_path: Path) -> None:
        outputs = [
            run_script("sparql.py", path, cwd=tmp_path).stdout for path in (EXPORTS, EXPORTS / "graph.ttl")
        ]
        assert outputs[0] == outputs[1] != ""

    @pytest.mark.parametrize("name", ["", "broken.ttl", "broken.rdf", "missing.ttl"])
    def test_it_names_what_is_no_graph(self, name: str, tmp_path: Path) -> None:
        for broken in ("broken.ttl", "broken.rdf"):
            (tmp_path / broken).write_text("<a> is not\na graph <", encoding="utf-8")
        result = run_script("sparql.py", tmp_path / name, cwd=tmp_path)
        assert result.returncode == 2
        assert f"{tmp_path / name}: cannot be read as RDF: " in result.stderr
        assert result.stderr.count("\n") == 1


PAGES = [
    page.relative_to(ROOT).as_posix()
    for folder in (".", "docs", "examples", "ontology")
    for page in sorted((ROOT / folder).glob("*.md"))
]


class TestPages:
    @pytest.mark.parametrize("page", PAGES)
    def test_no_page_has_a_gap_to_be_filled(self, page: str) -> None:
        assert re.findall(r"@@\w+|TODO|TBD", (ROOT / page).read_text(encoding="utf-8")) == []

    @pytest.mark.parametrize("page", PAGES)
    def test_what_a_page_links_to_is_there(self, page: str) -> None:
        targets = re.findall(r"\]\((?!https?://)([^)#]+)", (ROOT / page).read_text(encoding="utf-8"))
        assert [target for target in targets if not (ROOT / page).parent.joinpath(target).exists()] == []

    @pytest.mark.parametrize("page", ["CONTRIBUTING.md", "examples/README.md"])
    def test_the_paths_and_targets_that_a_page_names_are_there(self, page: str) -> None:
        text = (ROOT / page).read_text(encoding="utf-8")
        named = re.findall(r"`((?:kg|ontology|tests|examples|exports)/[\w./]*)`", text)
        named += [f"examples/{name}" for name in re.findall(r"^\| `([\w.]+)` \|", text, re.MULTILINE)]
        assert named
        assert [name for name in named if not (ROOT / name).exists()] == []
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        targets = re.findall(r"\bmake ([a-z]+)\b(?=`|\s+#)", text)
        assert targets
        assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
