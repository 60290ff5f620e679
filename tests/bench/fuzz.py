"""Lets changed inputs enter a door of tests/fuzz/doors.py, and prints what went wrong:

python -m tests.bench.fuzz link --count 1000000
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable

from tests.fuzz.doors import DOORS
from tests.fuzz.fuzzer import fuzz
from tests.host.disk import MEMORY

_TELL_SECONDS = 30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    doors = f"{', '.join(DOORS)}; all of them if none is named"
    parser.add_argument("door", nargs="*", type=_door, help=doors)
    parser.add_argument("--count", type=int, default=1_000_000, help="of inputs (1,000,000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tempfile.tempdir = MEMORY
    good = True
    for name in options.door or DOORS:
        begun = time.monotonic()
        found = fuzz(DOORS[name], options.count, options.seed, _teller(name))
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


def _door(name: str) -> str:
    if name not in DOORS:
        raise argparse.ArgumentTypeError(f"there is no door {name!r}")
    return name


def _teller(name: str) -> Callable[[int], None]:
    """Return a function that prints now and then how many inputs have entered."""
    last = time.monotonic()

    def tell(inputs: int) -> None:
        nonlocal last
        if time.monotonic() - last > _TELL_SECONDS:
            last = time.monotonic()
            print(f"{name}: {inputs} inputs so far", file=sys.stderr, flush=True)

    return tell


if __name__ == "__main__":
    main()
