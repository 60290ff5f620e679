"""A wall while a stranger floods it with topics of no tables: its memory, whether it shows a real
table that comes later, how soon it recovers a table with a forged state, and how soon it obeys
Ctrl-C.

A stranger who knows the broker can do this if the broker has no access rights.
"""

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from paho.mqtt import client as mqtt
from paho.mqtt import publish

from tests.bench.club import cpu, memory, start_wall
from tests.club.boards import ClubBoard, open_boards
from tests.club.broker import Broker, Listener
from tests.page_server import Watcher

GROWTH_MB = 15
SHOWN_SECONDS = 10
CTRL_C_SECONDS = 2
_HIGHEST = 2**62
_QUIET_SECONDS = 1.0
_FEW = 200  # tables
_FLOOD = "from tests.bench.club_flood import flood; flood({port}, {count}, {kind!r})"
_JUNK = (
    ("state", b'{"boot": "a", "seq": 1, "at": 1, "view": {}}'),
    ("online", b"1"),
    ("game", b'{"begun": 0, "at": 1, "names": [], "entries": "AAAA"}'),
    ("games/0123456789abcdef", b"[]"),
)


class Flooded(NamedTuple):
    """before, after: the wall's memory in MB; later, forged: seconds until a table that came after
    the flood was shown, and one whose state was forged; ended: from Ctrl-C to its end."""

    before: float
    after: float
    later: float
    forged: float
    ended: float


def flood(port: int, count: int, kind: str) -> None:
    """Send to `count` topics: of "many" tables, one in 16 with a copy of the first table's view
    and game, or the "games" of few."""
    stranger = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
    copies = (
        ("state", _heard(port, "state")),
        ("online", b"1"),
        ("game", _heard(port, "game")),
        ("online", b"1"),
    )
    stranger.connect("127.0.0.1", port)
    stranger.loop_start()
    for number in range(count):
        topic, payload = (_JUNK if number // 4 % 16 else copies)[number % 4]
        name = f"junk-{number // 2}/{topic}"
        if kind == "games":
            name = f"junk-{number % _FEW}/games/{number:016x}"
            payload = copies[2][1]
        sent = stranger.publish(f"club/{name}", payload, 0)
        if number % 500 == 0:
            sent.wait_for_publish(60)
    sent = stranger.publish("other", b"", 1)
    sent.wait_for_publish(60)
    stranger.disconnect()
    stranger.loop_stop()


def run(topics: int) -> Flooded:
    """Let a stranger send to `topics` topics, of half as many tables, before a wall."""
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder), "max_queued_messages 10000", "memory_limit 0")
        url = broker.url("club")
        boards = open_boards(url, 1)
        first = boards[0]
        first.enter()
        wall = start_wall(url, Path(folder) / "wall.sqlite")
        try:
            _until_shown(wall.port, "table-1", first)
            before = memory(wall.process.pid)
            _flooding(broker.port, topics, "many").wait()
            _until_quiet(wall.process.pid)
            after = memory(wall.process.pid)
            _forge(broker.port)
            forged = _until_shown(wall.port, "table-1", first)
            boards.append(ClubBoard(f"{url}/table-2", 2, ("Cat", "Dan")))
            later = _until_shown(wall.port, "table-2", boards[1])
            _flooding(broker.port, topics, "games").wait()
            begun = time.monotonic()
            wall.process.send_signal(signal.SIGINT)
            wall.process.wait(120)
            ended = time.monotonic() - begun
        finally:
            wall.stop()
            for board in boards:
                board.close()
            broker.stop()
    return Flooded(before, after, later, forged, ended)


def _flooding(port: int, count: int, kind: str) -> subprocess.Popen:
    text = _FLOOD.format(port=port, count=count, kind=kind)
    return subprocess.Popen([sys.executable, "-c", text])


def _forge(broker: int) -> None:
    """Send the first table's own state, with the highest possible number."""
    forged = {**json.loads(_heard(broker, "state")), "seq": _HIGHEST}
    forged["view"]["game"]["preset"] = "Forged"
    publish.single("club/table-1/state", json.dumps(forged), 1, True, "127.0.0.1", broker)
    time.sleep(_QUIET_SECONDS)


def _heard(port: int, topic: str) -> bytes:
    """Return the broker's state of the first table."""
    listener = Listener(SimpleNamespace(port=port), f"club/table-1/{topic}")
    try:
        return listener.next(topic)
    finally:
        listener.close()


def _until_shown(port: int, name: str, board) -> float:
    """Play at a table until the wall shows its scores; return the seconds that took."""
    begun = time.monotonic()
    while time.monotonic() < begun + 2 * SHOWN_SECONDS:
        board.enter()
        time.sleep(0.5)
        watcher = Watcher(port)
        try:
            (whole,) = watcher.tables(1)
        finally:
            watcher.close()
        shown = {tile["id"]: tile for tile in whole["tables"]}
        sides = shown[name]["sides"] if name in shown else []
        is_forged = sides and "Forged" in shown[name]["title"]
        if [side["score"] for side in sides] == list(board.state.scores) and not is_forged:
            return time.monotonic() - begun
    return float("inf")


def _until_quiet(pid: int) -> None:
    used = -1.0
    while cpu(pid) > used + 0.1:
        used = cpu(pid)
        time.sleep(_QUIET_SECONDS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--topics", type=int, default=200_000)
    told = run(parser.parse_args().topics)
    print(
        f"a wall's memory before the flood {told.before:.0f} MB, after it {told.after:.0f} MB (at"
        f" most {GROWTH_MB} MB more); a table that comes later is shown after {told.later:.1f} s,"
        f" one whose state was forged after {told.forged:.1f} s (at most {SHOWN_SECONDS} s);"
        f" Ctrl-C after another flood takes {told.ended:.1f} s (at most {CTRL_C_SECONDS} s)"
    )
    if (
        told.after > told.before + GROWTH_MB
        or max(told.later, told.forged) > SHOWN_SECONDS
        or told.ended > CTRL_C_SECONDS
    ):
        sys.exit(1)


if __name__ == "__main__":
    main()
