"""A club's evening: boards that play, published at Mosquitto, and watchers of two walls.

Each board is a real App. Two or more real `pegboard wall` show them, each to its share of the
watchers. One table enters something every two seconds: the time until it is at each watcher's
socket is measured; meanwhile all others play. At the end all walls must show each board's scores.
"""

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.bench.watchers import percentile
from tests.club.boards import open_boards, play
from tests.club.broker import Broker
from tests.host.program import Program
from tests.page_server import Watcher

BUDGET_MS = 2000
_ENTRY_SECONDS = 2.0
_LATER_SECONDS = 4.0  # for the last changes to arrive
_BOARDS = "from tests.bench.club import board_process as run; run({url!r}, {boards}, {rate}, {n})"
_WATCH = (
    "from tests.bench.event_watchers import watch_all; "
    'watch_all({port}, {watchers}, mark=b\'"id":"table-1",\')'
)

try:
    import resource
except ImportError:  # on Windows
    resource = None


class Evening(NamedTuple):
    """delays: in ms, ascending, from an entry at the table to each watcher; missed: how many
    watchers did not get one; is_same: whether all walls show each board's scores at the end;
    memory: of each wall, in MB; busy: the share of a core that each wall takes."""

    delays: list[float]
    missed: int
    is_same: bool
    memory: list[float]
    busy: list[float]


def board_process(url: str, boards: int, entries_a_second: float, presses: int) -> None:
    """Play; print the times of the entries at the first table, and the scores at the end."""
    tables = open_boards(url, boards)
    for board in tables:
        board.enter()
        for _ in range(10):
            board.enter()
    print("ready", flush=True)
    sys.stdin.readline()

    async def evening() -> list[float]:
        others = asyncio.ensure_future(
            play(tables[1:], entries_a_second, presses * _ENTRY_SECONDS)
        )
        times = []
        for _ in range(presses):
            times.append(time.time())
            tables[0].enter()
            await asyncio.sleep(_ENTRY_SECONDS)
        await others
        return times

    times = asyncio.run(evening())
    scores = {f"table-{n}": list(one.state.scores) for n, one in enumerate(tables, 1)}
    print(json.dumps([times, scores]), flush=True)
    sys.stdin.readline()
    for board in tables:
        board.close()


def run(
    boards: int,
    watchers: int,
    entries_a_second: float = 30.0,
    presses: int = 15,
    wall_count: int = 2,
) -> Evening:
    """Let `boards` boards play before `watchers` watchers of `wall_count` walls."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder), "max_inflight_messages 20", "max_queued_messages 10000")
        url = broker.url("club")
        text = _BOARDS.format(url=url, boards=boards, rate=entries_a_second, n=presses)
        players = _python(text)
        walls = [start_wall(url, Path(folder) / f"{n}.sqlite") for n in range(wall_count)]
        try:
            assert players.stdout and players.stdin
            players.stdout.readline()
            crowds = [
                _python(_WATCH.format(port=wall.port, watchers=watchers // wall_count))
                for wall in walls
            ]
            time.sleep(2 + watchers / 500)
            used = [cpu(wall.process.pid) for wall in walls]
            begun = time.monotonic()
            players.stdin.write("\n")
            players.stdin.flush()
            times, scores = json.loads(players.stdout.readline())
            took = time.monotonic() - begun
            busy = [
                (cpu(wall.process.pid) - was) / took for wall, was in zip(walls, used, strict=True)
            ]
            time.sleep(_LATER_SECONDS)
            seen = [json.loads(crowd.communicate("\n")[0]) for crowd in crowds]
            shown = [_scores(wall.port) for wall in walls]
            sizes = [memory(wall.process.pid) for wall in walls]
        finally:
            for wall in walls:
                wall.stop()
            players.kill()
            players.wait()
            broker.stop()
    delays, missed = _delays(times, [one for crowd in seen for one in crowd])
    return Evening(delays, missed, shown == [scores] * wall_count, sizes, busy)


def _python(text: str) -> subprocess.Popen:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", text], stdin=pipe, stdout=pipe, text=True)


def start_wall(url: str, history: Path) -> Program:
    words = ("--mqtt", url, "--no-browser", "--page-port", 0, "--history", history)
    program = Program("wall", *words)
    found = re.search(r"http://127.0.0.1:(\d+)/", program.until("The wall is at"))
    assert found
    program.port = int(found[1])
    return program


def _delays(times: list[float], seen: list[list[float]]) -> tuple[list[float], int]:
    delays, missed = [], 0
    for watcher in seen:
        for begun in times:
            after = [at for at in watcher if begun < at < begun + _ENTRY_SECONDS]
            if after:
                delays.append((after[0] - begun) * 1000)
            else:
                missed += 1
    return sorted(delays), missed


def _scores(port: int) -> dict[str, list[int]]:
    """Return the scores that a wall shows to a new page."""
    watcher = Watcher(port)
    try:
        (whole,) = watcher.tables(1)
    finally:
        watcher.close()
    return {one["id"]: [side["score"] for side in one["sides"]] for one in whole["tables"]}


def cpu(pid: int) -> float:
    """Return the CPU time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=2000, help="of all walls together")
    parser.add_argument("--walls", type=int, default=2)
    parser.add_argument("--entries-a-second", type=float, default=30.0, help="of all boards")
    parser.add_argument("--presses", type=int, default=15, help="that are measured")
    options = parser.parse_args()
    told = run(
        options.boards, options.watchers, options.entries_a_second, options.presses, options.walls
    )
    memory = ", ".join(f"{one:.0f} MB" for one in told.memory)
    busy = ", ".join(f"{one:.0%}" for one in told.busy)
    print(
        f"{options.boards} boards, {options.watchers} watchers of {options.walls} walls: entry to"
        f" watcher p50 {percentile(told.delays, 50):.0f} ms, p99"
        f" {percentile(told.delays, 99):.0f} ms of {len(told.delays)}, {told.missed} missed"
        f" (budget: p99 {BUDGET_MS} ms); walls {memory}, {busy} of a core; scores"
        f" {'as the boards have them' if told.is_same else 'DIFFER'}"
    )
    if told.missed or not told.is_same or percentile(told.delays, 99) > BUDGET_MS:
        sys.exit(1)


if __name__ == "__main__":
    main()
