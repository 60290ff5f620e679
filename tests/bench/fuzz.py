"""Lets changed inputs enter a door of tests/fuzz/doors.py, and prints what went wrong:

python -m tests.bench.fuzz link --count 1000000
"""

import argparse
import sys
import tempfile
import time

from tests.fuzz.doors import DOORS
from tests.fuzz.fuzzer import fuzz
from tests.host.disk import MEMORY


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("door", nargs="*", choices=[[], *DOORS], help="all of them")
    parser.add_argument("--count", type=int, default=1_000_000, help="of inputs (1,000,000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tempfile.tempdir = MEMORY
    good = True
    for name in options.door or DOORS:
        begun = time.monotonic()
        found = fuzz(DOORS[name], options.count, options.seed)
        seconds = time.monotonic() - begun
        print(
            f"{name}: {found.inputs} inputs in {seconds:.0f} s, {found.lines} lines reached, "
            f"{len(found.kept)} inputs kept, {len(found.failures)} failures",
            flush=True,
        )
        for failure in found.failures:
            good = False
            print(f"  {failure.why}\n    {failure.data[:3000]!r}", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
