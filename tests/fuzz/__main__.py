"""Coverage-guided fuzzing by atheris (libFuzzer): `python -m tests.fuzz TARGET SECONDS`.

Targets: `cleaning` (text, links, acronyms, keys) and `readers` (every format). A crash, an input of 4 kB that takes
more than ten seconds or memory of more than 2 GB ends the run with exit code 1 and leaves its input in `build/fuzz`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
OUT = Path("build/fuzz")
TARGETS = ("cleaning", "readers")


def fuzz(target: str, arguments: list[str]) -> None:
    """Run a target in this process; libFuzzer ends it."""
    import atheris

    with atheris.instrument_imports(include=["kg"]):
        from tests import hostile

    def cleaning(data: bytes) -> None:
        try:
            text = data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        hostile.check_text(text)

    atheris.Setup(arguments, {"cleaning": cleaning, "readers": hostile.check_file}[target])
    atheris.Fuzz()


def main(target: str, seconds: int) -> int:
    """Fuzz for so many seconds with the inputs in `corpus/TARGET` to begin with; 0 when nothing was found."""
    found = OUT / target
    found.mkdir(parents=True, exist_ok=True)
    limits = ["-max_len=4096", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"]
    command = [sys.executable, "-m", "tests.fuzz", target, "run", *limits, f"-max_total_time={seconds}"]
    folders = [str(found), str(HERE / "corpus" / target)]
    dictionary = f"-dict={HERE / 'words.dict'}"
    return subprocess.run(
        [*command, dictionary, f"-artifact_prefix={OUT}/", *folders], check=False
    ).returncode


if __name__ == "__main__":
    if sys.argv[2:3] == ["run"]:
        fuzz(sys.argv[1], [sys.argv[0], *sys.argv[3:]])
    else:
        sys.exit(main(sys.argv[1], int(sys.argv[2])) and 1)
