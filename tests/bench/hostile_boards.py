"""The memory of `pegboard watch` while a board sends without end, for each kind of such boards,
and whether Ctrl-C is still heard. The program is the real one, in a separate process for each
kind; with --together all run at once."""

import argparse
import contextlib
import itertools
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.host.far_end import Server
from tests.host.hostile_boards import KINDS
from tests.host.program import Program

BUDGET_MB = 120
CTRL_C_SECONDS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="for each kind (10)")
    parser.add_argument("--kind", choices=KINDS, action="append", help="of the board; all")
    parser.add_argument("--together", action="store_true", help="all kinds at the same time")
    options = parser.parse_args()
    kinds = options.kind or list(KINDS)
    with ThreadPoolExecutor(len(kinds) if options.together else 1) as pool:
        good = list(pool.map(_measure, kinds, [options.seconds] * len(kinds)))
    sys.exit(0 if all(good) else 1)


def _measure(kind: str, seconds: float) -> bool:
    """Let a board flood the program; print the result, and return whether it is good."""

    def serve(connection):
        data = KINDS[kind]()
        with contextlib.suppress(OSError), connection:
            while not server.over:
                connection.sendall(b"".join(itertools.islice(data, 100)))

    server = Server(serve)
    home = tempfile.TemporaryDirectory()
    words = ("watch", "--port", server.name, "--page-port", 0, "--no-browser")
    program = Program(*words, home=home.name)
    most = 0.0
    try:
        program.until("Watching")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.2)
            most = max(most, _memory(program.process.pid))
        program.process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        program.ended()
        ended = time.monotonic() - begun
    finally:
        program.stop()
        server.close()
        home.cleanup()
    print(
        f"{kind}: memory {most:.0f} MB (budget {BUDGET_MB}), Ctrl-C after {ended:.1f} s"
        f" (budget {CTRL_C_SECONDS})",
        flush=True,
    )
    return most <= BUDGET_MB and ended <= CTRL_C_SECONDS


def _memory(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


if __name__ == "__main__":
    main()
