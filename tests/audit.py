"""Known vulnerabilities of the locked packages, as pip-audit finds them: `make audit`, and a step of .ci/run.

Fails when there are any. Where no advisory can be had (no network but a mirror of the registry), it says so and
passes: nothing is known then, and nothing is claimed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any


def verdict(found: dict[str, Any]) -> tuple[str, bool]:
    """What a report of pip-audit says, in lines, and whether that is no failure."""
    packages = found["dependencies"]
    audited = [package for package in packages if "skip_reason" not in package]
    lines = [
        f"{package['name']} {package['version']}: {vulnerability['id']}, "
        f"mended in {', '.join(vulnerability['fix_versions']) or 'no version yet'}"
        for package in audited
        for vulnerability in package["vulns"]
    ]
    known = len(lines)
    if not audited:
        lines.append(
            f"not audited: no advisory on any of {len(packages)} packages can be had from here; run make audit "
            "where the package index itself answers"
        )
    else:
        lines.append(f"audited {len(audited)} of {len(packages)} packages: {known} known vulnerabilities")
    return "\n".join(lines), known == 0


def main() -> None:
    """Audit the requirements files named as arguments."""
    files = [argument for file in sys.argv[1:] for argument in ("--requirement", file)]
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--no-deps",
        "--disable-pip",
        "--progress-spinner",
        "off",
        "--format",
        "json",
    ]
    ran = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    try:
        report = json.loads(ran.stdout)
    except ValueError:
        reason = " ".join(ran.stderr.split())[-300:]
        print(f"not audited: pip-audit gave no report ({reason})")
        return
    text, well = verdict(report)
    print(text)
    sys.exit(not well)


if __name__ == "__main__":
    main()
