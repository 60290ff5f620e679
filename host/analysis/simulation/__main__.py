"""Compute the tables of `host.analysis` again, from a seed, and write them into the package.

The same seed gives the same files, byte by byte.
"""

import argparse
import sys
from pathlib import Path

from host.install_command import install_command

FILES = ("two-handed", "three-handed", "four-handed")
_DATA = Path(__file__).parents[1] / "data"


def main():
    parser = argparse.ArgumentParser(
        prog="python -m host.analysis.simulation",
        description="Compute the tables of host.analysis again, from a seed, and write them.",
        epilog="example: python -m host.analysis.simulation --only two-handed --out /tmp/tables",
    )
    parser.add_argument("--seed", type=_number(0), default=1, help="deals other cards (1)")
    parser.add_argument(
        "--deals",
        type=_number(1),
        default=4_000_000,
        help="two-handed deals (4000000); of three- and four-handed ones a quarter",
    )
    parser.add_argument(
        "--times", type=_number(1), default=1500, help="plays of each set of four ranks (1500)"
    )
    parser.add_argument("--out", type=Path, default=_DATA, help="folder for the files")
    parser.add_argument("--only", choices=FILES, help="write one of the files")
    given = parser.parse_args()
    try:
        from . import contents, files
    except ImportError as error:
        if error.name != "numpy":
            raise
        sys.exit(f"This needs numpy: {install_command('analysis')}")
    few = max(1, given.deals // 4)
    given.out.mkdir(parents=True, exist_ok=True)
    for name in FILES if given.only is None else (given.only,):
        deals = given.deals if name == FILES[0] else few
        _tell(f"{name}, {deals:,} deals from seed {given.seed}")
        if name == FILES[0]:
            content = contents.two_handed(given.seed, deals, given.times, _tell)
        elif name == FILES[1]:
            content = contents.three_handed(given.seed, deals, _tell)
        else:
            content = contents.four_handed(given.seed, deals, _tell)
        path = given.out / f"{name}.json"
        files.write(path, {"seed": given.seed, "deals": deals, **content})
        _tell(f"wrote {path}, {path.stat().st_size:,} bytes")


def _number(least):
    def whole_number(text):
        if (number := int(text)) < least:
            raise argparse.ArgumentTypeError(f"{number} is below {least}")
        return number

    return whole_number


def _tell(text):
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
