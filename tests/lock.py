"""Writes tests/requirements.txt: the exact versions that the tests run with, and the hash of each
file that pip takes for this machine: python -m tests.lock

    pip install --require-hashes -r tests/requirements.txt && pip install --no-deps -e .
"""

import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "requirements.txt"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
        subprocess.run(
            [*pip, "--ignore-installed", "--report", str(report), f"{ROOT}[dev]"], check=True
        )
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    version = ".".join(platform.python_version_tuple()[:2])
    head = (
        f"# Of Python {version} on {sys.platform} {platform.machine()}, by python -m tests.lock\n"
    )
    FILE.write_text(head + "".join(sorted(_line(one) for one in found if _is_fetched(one))))
    print(f"Wrote {FILE.name}: {len(found) - 1} packages.")


def _is_fetched(one: dict) -> bool:
    return "archive_info" in one["download_info"]


def _line(one: dict) -> str:
    metadata = one["metadata"]
    sha256 = one["download_info"]["archive_info"]["hashes"]["sha256"]
    return f"{metadata['name'].lower()}=={metadata['version']} --hash=sha256:{sha256}\n"


if __name__ == "__main__":
    main()
