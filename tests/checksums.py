"""What is shipped that nobody reads as source: the model, the word lists, and vis-network out of pyvis.

`make checksums` writes their SHA-256 into checksums.txt, in the form of sha256sum, after a change on purpose; a test
compares them. Paths begin with the package that holds the file.
"""

from __future__ import annotations

import hashlib
from importlib import resources
from pathlib import Path

FILE = Path(__file__).parents[1] / "checksums.txt"
READ_AS_SOURCE = {".py", ".typed", ".js", ".css", ".html", ".md", ".ttl", ".rq"}


def shipped() -> dict[str, str]:
    """Path of each file -> its SHA-256, in the order of paths."""
    found = {}
    for package, pattern in (("kg", "**/*"), ("pyvis", "lib/vis-*/vis-network.min.js")):
        with resources.as_file(resources.files(package)) as folder:
            for path in sorted(folder.glob(pattern)):
                name = path.relative_to(folder.parent)
                own = package == "kg" and (path.suffix in READ_AS_SOURCE or "__pycache__" in path.parts)
                if path.is_file() and not own and not name.is_relative_to("kg/training"):
                    found[name.as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def main() -> None:
    """Write checksums.txt."""
    lines = (f"{digest}  {name}\n" for name, digest in shipped().items())
    FILE.write_text("".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
