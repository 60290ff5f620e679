"""A laptop that is killed at random moments while a board plays: for a test and a bench.

python -m tests.history.killed_laptop [--kills 200] [--seed 1]
"""

import argparse
import contextlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine_core.state.entries import text
from host.boards.match_publisher import MatchPublisher
from host.history import recorder
from host.history.records import entries_of
from host.history.store import History
from host.mirror.mirror import Mirror
from host.web.broadcast import Broadcast
from tests.history.matches import part_of, played_match

GAMES = 3
_TOP = Path(__file__).parents[2]
_AT_ONCE_MOST = 25  # entries that the board plays before the next kill, and a few are undone


def child(path: str, seed: int, length: int) -> None:
    """Be the laptop: see the match after `length` entries, then each following entry."""
    recorder._REST_SECONDS = 0
    match = played_match(seed, games=GAMES)
    broadcast = Broadcast(lambda key, down: None)
    kept = recorder.Recorder(Path(path), "board")
    kept.listen(broadcast)
    matches = MatchPublisher(broadcast)
    mirror = Mirror()
    live = mirror.game = part_of(match, length)
    matches.publish(mirror)
    for number in range(length, match.length):
        live.apply(match.entry(number))
        matches.publish(mirror)
        print(number + 1, flush=True)
    kept.close()
    print("done", flush=True)


def check(path: Path, seed: int, kills: int) -> int:
    """Kill the laptop `kills` times and check the file each time; return how many games it then
    has.

    Raises AssertionError if a game is lost, wrong, or there twice.
    """
    dice = random.Random(seed)
    match = played_match(seed, games=GAMES)
    length = 2
    for _ in range(kills):
        process = subprocess.Popen(
            _command(path, seed, length), stdout=subprocess.PIPE, text=True, cwd=_TOP
        )
        assert process.stdout
        for _ in range(dice.randrange(_AT_ONCE_MOST)):
            line = process.stdout.readline()
            if line.strip().isdigit():
                length = int(line)
        time.sleep(dice.random() * 0.02)  # so that it is not always killed between two entries
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        _check_file(path)
        if length >= match.length or dice.random() < 0.1:
            length = dice.randrange(2, match.length)  # the table undid entries meanwhile
        else:
            length = max(2, length - dice.randrange(4))
    last = _command(path, seed, length)
    subprocess.run(last, check=True, stdout=subprocess.DEVNULL, cwd=_TOP)
    history = History(path)
    found = [
        [text(entry) for entry in entries_of(history, game)][1:]
        for game in reversed(history.games())
    ]
    history.close()
    expected: list[list[str]] = []
    for number in range(match.length):
        entry = text(match.entry(number))
        if entry.startswith("start") or entry == "next":
            expected.append([])
        else:
            expected[-1].append(entry)
    assert sorted(found) == sorted(expected), (len(found), list(map(len, found)))
    return len(found)


def _check_file(path: Path) -> None:
    if path.exists():
        with contextlib.closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _command(path: Path, seed: int, length: int) -> list[str]:
    code = "from tests.history.killed_laptop import child; "
    return [sys.executable, "-c", code + f"child({str(path)!r}, {seed}, {length})"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        games = check(Path(folder) / "history.sqlite", arguments.seed, arguments.kills)
    print(f"{arguments.kills} kills: {games} games, each once and whole")


if __name__ == "__main__":
    main()
