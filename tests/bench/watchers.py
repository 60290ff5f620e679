"""How long a key takes to the pages that watch: from its POST to every watcher's socket.

The board is the virtual one, in this process with its server; the watchers are one other process.
While keys are pressed, frames go out at 60 a second as they do while a peg moves.
"""

import argparse
import asyncio
import itertools
import json
import subprocess
import sys
import time

from hardware import board
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.web.server import PageServer, listen

BUDGET_MS = 50  # at the 99th percentile, 200 watching
KEY_SECONDS = 0.1
TOKEN = "bench"
WATCH = "from tests.bench.watchers import watch_all; watch_all({port}, {watchers})"
REQUEST = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def run(watchers: int = 200, presses: int = 60) -> list[float]:
    """Return the milliseconds from each press to each watcher, ascending."""
    return asyncio.run(_run(watchers, presses))


async def _run(watchers: int, presses: int) -> list[float]:
    virtual = VirtualBoard(MemoryStore())
    sock = listen(0)
    port = sock.getsockname()[1]
    server = PageServer(virtual.broadcast, TOKEN)
    running = [asyncio.ensure_future(task) for task in (virtual.run(), _frames(virtual))]
    serving = asyncio.ensure_future(server.serve(sockets=[sock]))
    command = [sys.executable, "-c", WATCH.format(port=port, watchers=watchers)]
    other = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    while virtual.broadcast.watchers < watchers:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    sent = []
    for _ in range(presses):
        sent.append(time.time())
        await _press(port)
        await asyncio.sleep(KEY_SECONDS)
    server.should_exit = True
    seen = json.loads((await other.communicate())[0])
    await serving
    for task in running:
        task.cancel()
    sock.close()
    return sorted(_delays(sent, seen))


async def _frames(virtual: VirtualBoard) -> None:
    for n in itertools.count():
        virtual.broadcast.publish_frame(bytes([n & 255, n >> 8 & 255]) * (board.PIXELS * 3 // 2))
        await asyncio.sleep(1 / 60)


async def _press(port: int) -> None:
    """Press and let go of the key that moves the menu's choice, as a page does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for down in ("true", "false"):
        body = f'{{"key": {board.KEYS.index("RIGHT")}, "down": {down}}}'
        head = (
            f"POST /key HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Pegboard-Token: {TOKEN}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write((head + body).encode("ascii"))
        await reader.readuntil(b"\r\n\r\n")
    writer.close()


def _delays(sent: list[float], seen: list[list[float]]) -> list[float]:
    """Return the delays in ms; each watcher saw one view before the first press, then one each."""
    delays = []
    for times in seen:
        if len(times) != len(sent) + 1:
            raise RuntimeError(f"a watcher saw {len(times) - 1} of {len(sent)} presses")
        delays += [(there - here) * 1000 for here, there in zip(sent, times[1:], strict=True)]
    return delays


def watch_all(port: int, watchers: int) -> None:
    """Watch until the server ends; print the times at which each watcher got a view."""

    async def one() -> list[float]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST)
        times = []
        while line := await reader.readline():
            if line == b"event: view\n":
                times.append(time.time())
        writer.close()
        return times

    async def every() -> list[list[float]]:
        return await asyncio.gather(*[one() for _ in range(watchers)])

    print(json.dumps(asyncio.run(every())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--presses", type=int, default=60)
    options = parser.parse_args()
    delays = run(options.watchers, options.presses)
    middle, most = delays[len(delays) // 2], delays[len(delays) * 99 // 100]
    print(
        f"key to page, {options.watchers} watching: p50 {middle:.1f} ms, p99 {most:.1f} ms,"
        f" longest {delays[-1]:.1f} ms of {len(delays)} (budget: p99 {BUDGET_MS} ms)"
    )
    if most > BUDGET_MS:
        sys.exit(1)


if __name__ == "__main__":
    main()
