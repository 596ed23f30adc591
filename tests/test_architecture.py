"""The house stays in order: imports point only upwards in this list, and nobody imports the package root."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "kg"
LAYERS = (
    "errors",
    "stopping",
    "version",
    "warnings",
    "records",
    "vocabulary",
    "files",
    "extractions",
    "gold",
    "text",
    "sources",
    "extract",
    "resolve",
    "graph",
    "export",
    "query",
    "validate",
    "scale",
    "report",
    "built",
    "build",
    "evaluate",
    "cli",
    "training",
    "__main__",
)
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def imported_modules(source: str) -> set[str]:
    """Every module of kg that `source` imports, at the top or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            found.add(node.module or "")
            if node.module == "kg":
                found |= {f"kg.{alias.name}" for alias in node.names}
    return {name for name in found if name.split(".")[0] == "kg"}


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_point_upwards(module: Path) -> None:
    layer = module.parts[0].removesuffix(".py")
    if layer == "__init__":
        assert not imported_modules((PACKAGE / module).read_text(encoding="utf-8"))
        return
    assert layer in LAYERS, f"{layer} has no place in the order of layers"
    for name in imported_modules((PACKAGE / module).read_text(encoding="utf-8")):
        assert name != "kg", f"{module} imports the package root"
        target = name.split(".")[1]
        assert LAYERS.index(target) <= LAYERS.index(layer), f"{module} imports the later stage {name}"


def test_the_check_sees_imports() -> None:
    source = "import kg.cli\nfrom kg import build\ndef f():\n    from kg.text import clean\n"
    assert imported_modules(source) == {"kg.cli", "kg", "kg.build", "kg.text"}
