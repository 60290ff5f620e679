"""Type on a bouncing key matrix, over and over, and count presses that are lost or doubled.

Each seed gives another trace: keys held for at least 30 ms, contacts that bounce for up to 19 ms
at both edges and lose contact while held, keys that overlap. The scanner looks every 4 ms.
"""

import argparse
import time

from tests.conformance.support.traces import fingers, pressed


def run(traces=10_000, seed=0):
    """Type `traces`; return how many presses there were. Raises AssertionError."""
    presses = 0
    for n in range(seed, seed + traces):
        matrix, expected = fingers(n % 65536)
        found = [key for _, key in pressed(matrix)]
        if found != [key for _, key in expected]:
            raise AssertionError(f"trace {n}: keyed {expected}, and the scanner gives {found}")
        presses += len(expected)
    return presses


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=10_000, help="traces (10000)")
    parser.add_argument("--seed", type=int, default=0, help="the first trace's number (0)")
    arguments = parser.parse_args()
    started = time.perf_counter()
    presses = run(arguments.count, arguments.seed)
    seconds = time.perf_counter() - started
    print(
        f"key_traces: {arguments.count:,} traces, {presses:,} presses: none lost, none doubled,"
        f" in {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
