"""Measures how long `pegboard throw` takes from the shell to its answer, with Python's start."""

import argparse
import subprocess
import sys
import time
from statistics import median

AT_MOST = 0.3  # seconds
WORDS = "5H 6D JC QC KD AS --dealer --score 85 92".split()
_RUN = "import sys; from host.cli.main import main; main(sys.argv[1:])"


def run(rounds=9):
    """Return the seconds of each of `rounds` calls, after one that fills the disk's cache."""
    seconds = []
    for _ in range(rounds + 1):
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", _RUN, "throw", *WORDS], check=True, stdout=subprocess.DEVNULL
        )
        seconds.append(time.perf_counter() - started)
    return seconds[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="take the median of so many (9)")
    seconds = run(parser.parse_args().rounds)
    middle = median(seconds)
    print(f"throw_speed: {middle:.2f} s, from {min(seconds):.2f} to {max(seconds):.2f}")
    if middle > AT_MOST:
        sys.exit(f"throw_speed: at most {AT_MOST} s is wanted")


if __name__ == "__main__":
    main()
