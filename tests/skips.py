"""Reports the tests skipped in all runs, and why: python -m tests.skips RESULTS.xml...

The files are those of pytest's --junitxml. A test that was skipped in one run and ran in another
is not skipped. Exits with 1 if a reason is not in KNOWN: then a test that should run no longer
does, or a new reason must be added there.
"""

import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

# How the reason of a skip begins -> why it does not run everywhere that .ci/run runs.
KNOWN = {
    "Mosquitto is not installed": "apt-get could not install it",
    "Firefox is not installed": "apt-get could not install it",
    "needs openssl": "apt-get could not install it",
    "the circuit board needs KiCad 6": "apt-get could not install it, or has a later one",
    "KiCad's footprints are missing": "apt-get could not install them",
    "name MicroPython for": "the emulator's files are yours to download",
    "name the boot ROM": "the emulator's files are yours to download",
    "the program is part of the image": "with a stock image it runs",
    "the code of an image": "with a stock image it runs",
    "the image has no program": "with an image that has the program it runs",
    "build123d is not installed": "it needs Python 3.11",
    "this Python cannot read pyproject.toml": "it needs Python 3.11",
    "root may": "as another user than root it runs",
    "this computer has no IPv6": "where there is IPv6 it runs",
}


def skipped(results: Iterable[Path]) -> dict[str, str]:
    """Return the reason of each test that was skipped in `results` and ran in none of them."""
    ran, left_out = set(), {}
    for path in results:
        for case in ElementTree.parse(path).iter("testcase"):
            test = f"{case.get('classname')}::{case.get('name')}"
            skip = case.find("skipped")
            if skip is None:
                ran.add(test)
            elif skip.get("type") != "pytest.xfail":
                left_out[test] = skip.get("message", "")
    return {test: why for test, why in left_out.items() if test not in ran}


def report(left_out: dict[str, str]) -> tuple[list[str], bool]:
    """Return a line for each reason, and whether all of them are known."""
    lines, all_known = [], True
    for reason, count in sorted(Counter(left_out.values()).items()):
        known = next((why for start, why in KNOWN.items() if reason.startswith(start)), "")
        lines.append(f"{count} skipped: {reason} ({known or 'NEW: not in tests/skips.py'})")
        all_known = all_known and bool(known)
    return lines or ["nothing"], all_known


if __name__ == "__main__":
    told, is_known = report(skipped(map(Path, sys.argv[1:])))
    print("\n".join(told))
    sys.exit(not is_known)
