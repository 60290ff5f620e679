"""Evenings on an emulated Pico in which games are left for others and resumed; how long each takes
to be lit after ENTER, by the seed of the evening and its kinds of games, and what went wrong.

Times are the Pico's own, as in tests.bench.pico_budgets.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from tests.emulator.pico import Pico
from tests.rig.board import Board
from tests.rig.installation import install
from tests.rig.saved_evening import evening
from tests.targets import emulator, plugin

# As arguments `name` and `players` of tests.rig.saved_evening.begin; of games without claims.
KINDS = (
    (("Traditional",), ("Battlefield",), ("Scoreboard",)),
    (("Four-handed",), ("Six-handed, Crib Wars",), ("Solitaire",)),
    (("Battlefield", 4), ("Three-handed",), ("Five-handed",)),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    for key, (variable, what) in plugin.NEEDED.items():
        parser.add_argument(f"--{key}", metavar="FILE", help=f"{what} (or {variable})")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening (1)")
    parser.add_argument("--evenings", type=int, default=3, help="(3)")
    parser.add_argument("--rounds", type=int, default=6, help="of an evening (6)")
    options = parser.parse_args()
    paths = plugin.named_files({key: getattr(options, key) for key in plugin.NEEDED})
    if missing := emulator.lacking(paths):
        parser.error(missing)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        flash = install(paths, Path(folder)).path
        with Pico(flash, paths["bootrom"]) as pico:
            for seed in range(options.seed, options.seed + options.evenings):
                kinds = KINDS[seed % len(KINDS)]
                failed += not told(pico, flash, kinds, options.rounds, seed)
    print(f"{failed} of {options.evenings} evenings failed")
    return int(failed > 0)


def told(pico, flash, kinds, rounds, seed):
    """Play an evening on `pico`, from `flash` on, and print a line about it; return whether it
    went well."""
    pico.load(flash)
    board = Board(pico)
    board.switch_on()
    times = []
    wrong = ""
    try:
        for _, lit in evening(board, kinds, rounds, seed):
            times.append(lit)
    except AssertionError as why:
        wrong = f"; then: {str(why)[:200]}"
    games = ", ".join(" of ".join(map(str, kind)) for kind in kinds)
    took = f", median {statistics.median(times):.0f}, most {max(times):.0f} ms" if times else ""
    print(f"seed {seed}, {games}: {len(times)} games resumed{took}{wrong}", flush=True)
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
