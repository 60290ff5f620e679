"""Measures whether the player notices connections that others open: idle ones, ones that never
read, and ones that never finish their request. It takes the time from a key's POST to its view on
the player's stream, and the memory.

The board is the real `pegboard --virtual`, in a separate process.
"""

import argparse
import http.client
import json
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from hardware.board import KEYS
from tests.host.program import Program
from tests.host.test_connections import HALF_OPEN, IDLE, UNREAD, flood
from tests.page_server import Watcher

KINDS = {"idle": IDLE, "never reading": UNREAD, "half open": HALF_OPEN}
BUDGET_MS = 50
BUDGET_MB = 30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--presses", type=int, default=60)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    _measure("idle", 0, options.presses)
    good = [_measure(kind, options.connections, options.presses) for kind in KINDS]
    sys.exit(0 if all(good) else 1)


def _measure(kind: str, count: int, presses: int) -> bool:
    """Hold `count` connections and press keys; print the result, and return whether it is good."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("--virtual", "--no-browser", "--page-port", 0, "--game", Path(folder) / "game")
        program = Program(*words)
        try:
            board = program.board()
            board.keys("RIGHT")
            board.view(lambda view: view["menu"]["at"] == 1)
            before = _memory(program.process.pid)
            with flood(board.port, KINDS[kind], count):
                times = _press(board, presses)
                grown = _memory(program.process.pid) - before
        finally:
            program.stop()
    p50, p99 = statistics.median(times), times[len(times) * 99 // 100]
    print(
        f"{count} {kind}: key to page p50 {p50:.1f} ms, p99 {p99:.1f} ms (budget {BUDGET_MS}),"
        f" memory +{grown:.1f} MB (budget {BUDGET_MB})"
    )
    return p99 <= BUDGET_MS and grown <= BUDGET_MB


def _press(board: Program, presses: int) -> list[float]:
    """Return the delays of key presses to the player's page, in ms, ascending. Each
    moves the menu's choice."""
    watcher = Watcher(board.port, X_Pegboard_Token=board.token)
    link = http.client.HTTPConnection("127.0.0.1", board.port, timeout=5)
    choice = watcher.tables(1)[0]["menu"]["at"]
    times = []
    for _ in range(presses):
        time.sleep(0.1)
        begun = time.perf_counter()
        _send(board, link, True)
        while (now := watcher.tables(1)[0]["menu"]["at"]) == choice:
            pass
        times.append((time.perf_counter() - begun) * 1000)
        choice = now
        _send(board, link, False)
    watcher.close()
    link.close()
    return sorted(times)


def _send(board: Program, link: http.client.HTTPConnection, is_down: bool) -> None:
    headers = {"Content-Type": "application/json", "X-Pegboard-Token": board.token}
    body = json.dumps({"key": KEYS.index("RIGHT"), "down": is_down})
    link.request("POST", "/key", body, headers)
    link.getresponse().read()


def _memory(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


if __name__ == "__main__":
    main()
