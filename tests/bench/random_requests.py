"""Send random lines to the board's program on MicroPython: none may end it, or change a game.

The lines are those of tests/conformance/support/hostile_lines.py. Two boards get each of them, one
with a game and one without, in the official VM; between them a key is pressed, which must do what
it always does.
"""

import argparse
import time

from tests.targets.micropython import MicroPython

BLOCK = 2000  # lines in one message to the VM
SECONDS = 600.0  # for a block, on a busy machine
CODE = """
import gc
from tests.conformance.support.hostile_lines import run
print(run({seed}, {count}))
gc.collect()
"""


def run(count=100_000, seed=1):
    """Send `count` lines, of the seeds from `seed` on; return how many requests were answered.
    Raises SystemExit if one ends the program."""
    target = MicroPython(SECONDS)
    target.start()
    answered = 0
    try:
        for number, start in enumerate(range(0, count, BLOCK), seed):
            code = CODE.format(seed=number, count=min(BLOCK, count - start))
            output, error = target.repl.execute(code, SECONDS)
            if error:
                raise SystemExit(f"random_requests: seed {number}:\n{error}")
            answered += int(output)
    finally:
        target.close()
    return answered


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=100_000, help="lines (100000)")
    parser.add_argument("--seed", type=int, default=1, help="the first block's seed (1)")
    arguments = parser.parse_args()
    started = time.perf_counter()
    answered = run(arguments.count, arguments.seed)
    seconds = time.perf_counter() - started
    print(
        f"random_requests: {arguments.count:,} lines, {answered:,} requests answered: none ended"
        f" the program, none changed a game, in {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
