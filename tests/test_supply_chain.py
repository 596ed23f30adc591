"""What is shipped, and what it stands on: checksums, the lock, the audit, and the wheel as people install it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from audit import verdict
from checksums import FILE, shipped
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kg.files import BUILD_FILES

ROOT = Path(__file__).parents[1]
OWN = "paperkg"


def test_shipped_files_are_those_whose_checksums_are_written_down() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    written = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert shipped() == written, "changed on purpose? then run make checksums"


def _needed(name: str, extras: set[str], found: set[str]) -> None:
    """Add what an installed package needs, and what that needs in turn."""
    for text in metadata.requires(name) or []:
        requirement = Requirement(text)
        key = canonicalize_name(requirement.name)
        wanted = any(
            requirement.marker is None or requirement.marker.evaluate({"extra": extra})
            for extra in {"", *extras}
        )
        if wanted and (key not in found or requirement.extras):
            found.add(key)
            _needed(requirement.name, requirement.extras, found)


def test_the_lock_names_one_version_of_everything_that_is_needed() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    locked = [re.fullmatch(r"([\w.-]+)==[\w.+-]+", line) for line in lines if not line.startswith("#")]
    assert all(locked)
    names = [canonicalize_name(found[1]) for found in locked if found]
    assert len(names) == len(set(names))
    needed: set[str] = set()
    _needed(OWN, {"test", "lint"}, needed)
    assert len(needed) > 50
    assert needed - {OWN} <= set(names), "run make constraints"


def test_the_lock_with_hashes_holds_what_runs_in_the_same_versions() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    entries = re.findall(r"^([\w.-]+)==(\S+)[^\\\n]*((?:\\\n +--hash=sha256:[0-9a-f]{64} ?)+)$", text, re.M)
    hashed = {canonicalize_name(name): version for name, version, _ in entries}
    assert len(hashed) == len(re.findall("==", re.sub(";.*", "", text)))
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    locked = dict(line.split("==") for line in constraints.splitlines() if not line.startswith("#"))
    versions = {canonicalize_name(name): version for name, version in locked.items()}
    assert {name: versions.get(name) for name in hashed} == hashed, "run make lock"
    needed: set[str] = set()
    _needed(OWN, {"serve", "tables"}, needed)
    assert needed - {OWN} <= set(hashed), "run make lock"


def _package(name: str, *ids: str) -> dict[str, object]:
    return {
        "name": name,
        "version": "1.0",
        "vulns": [{"id": identifier, "fix_versions": ["1.1"]} for identifier in ids],
    }


@pytest.mark.parametrize(
    ("packages", "says", "well"),
    [
        ([_package("a"), _package("b")], "audited 2 of 2 packages: 0 known vulnerabilities", True),
        ([_package("a", "CVE-1")], "a 1.0: CVE-1, mended in 1.1", False),
        ([{"name": "a", "skip_reason": "not found"}], "not audited: no advisory on any of 1 packages", True),
        ([{"name": "a", "skip_reason": "x"}, _package("b")], "audited 1 of 2 packages", True),
    ],
)
def test_an_audit_fails_on_what_is_known_and_says_when_nothing_is(
    packages: list[dict[str, object]], says: str, well: bool
) -> None:
    text, passes = verdict({"dependencies": packages})
    assert says in text
    assert passes == well


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (ROOT / "kg").is_dir():
        pytest.skip("needs the checkout, which the wheel is built from")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.iterdir()
    return found


def test_the_wheel_holds_what_runs_and_nothing_else(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl"), "no compiler is needed"
    assert wheel.stat().st_size < 40e6
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        information = next(name for name in names if name.endswith(".dist-info/entry_points.txt"))
        assert "kg = kg.__main__:main" in archive.read(information).decode()
    held = {name for name in names if not name.startswith(f"{OWN}-")}
    tracked = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "kg").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    ontology = {
        f"kg/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "ontology").rglob("*") if path.is_file()
    }
    assert held == {name for name in tracked if not name.startswith("kg/training/data/")} | ontology


def test_the_installed_wheel_works_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    site, work = tmp_path / "site", tmp_path / "work"
    work.mkdir()
    install = ["install", "--quiet", "--no-deps", "--no-index", "--no-compile", "--target", str(site)]
    subprocess.run([sys.executable, "-m", "pip", *install, str(wheel)], check=True)
    (work / "a.txt").write_text(
        "We introduce DeepNet for image classification.\n\nWe use BERT on GLUE.\n\nCode: https://github.com/a/b\n",
        encoding="utf-8",
    )
    environment = os.environ | {"PYTHONPATH": str(site)}

    def python(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=work, env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert python("-c", "import kg; print(kg.__file__)").strip() == str(site / "kg" / "__init__.py")
    python("-m", "kg", "build", "a.txt", "--out", "out")
    assert {path.name for path in (work / "out").iterdir()} == set(BUILD_FILES)
    assert "BERT" in python("-m", "kg", "query", "out", "-q", "most-used-methods")
