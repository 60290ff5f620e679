"""How long a key takes to the pages that watch: from its POST to every watcher's socket; and, at
the same time, how long the plainest stream of events takes that Starlette can serve.

The board is the virtual one, in this process with its server; the watchers are one other process.
While keys are pressed, frames go out as they do while a peg moves, and some watchers never read.
The plain stream has a queue for each watcher, and neither frames, checks nor limits.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from hardware import board
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.web.server import PageServer, listen

try:
    import resource
except ImportError:  # on Windows
    resource = None

# At the 99th percentile, by the number of watchers.
BUDGETS_MS = {200: 25, 500: 50, 2000: 50}
MB_MOST = 150  # of this process, at its largest, with the plain stream
KEY_SECONDS = 0.1
TOKEN = "bench"
WATCH = "from tests.bench.event_watchers import watch_all; watch_all({port}, {watchers}, {deaf})"


def run(watchers: int = 200, presses: int = 60, deaf: int = 0) -> list[float]:
    """Return the milliseconds from each press to each watcher, ascending. `deaf` others watch and
    read nothing."""
    return asyncio.run(_run_board(watchers, presses, deaf))


def run_plain(watchers: int = 200, presses: int = 60) -> list[float]:
    """Return the same for a plain stream of events."""
    return asyncio.run(_run_plain(watchers, presses))


async def _run_board(watchers: int, presses: int, deaf: int) -> list[float]:
    virtual = VirtualBoard(MemoryStore())
    with contextlib.closing(listen(0)) as sock:
        server = PageServer(virtual.broadcast, TOKEN)
        running = [asyncio.ensure_future(task) for task in (virtual.run(), _frames(virtual))]
        serving = asyncio.ensure_future(server.serve(sockets=[sock]))
        try:
            return await _measure(
                server,
                sock.getsockname()[1],
                lambda: virtual.broadcast.watchers,
                (watchers, presses, deaf),
            )
        finally:
            await serving
            for task in running:
                task.cancel()


async def _run_plain(watchers: int, presses: int) -> list[float]:
    queues: list[asyncio.Queue] = []
    view = "x" * 2000

    async def events() -> AsyncIterator[str]:
        queue: asyncio.Queue[str] = asyncio.Queue()
        queues.append(queue)
        yield f"event: view\ndata: {view}\n\n"
        while text := await queue.get():
            yield text

    async def stream(request) -> Response:
        return StreamingResponse(events(), media_type="text/event-stream")

    async def key(request) -> Response:
        if (await request.json())["down"]:
            for queue in queues:
                queue.put_nowait(f"event: view\ndata: {view}\n\n")
        return Response(status_code=204)

    app = Starlette(routes=[Route("/events", stream), Route("/key", key, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", backlog=2048))
    with contextlib.closing(listen(0)) as sock:
        serving = asyncio.ensure_future(server.serve(sockets=[sock]))
        port = sock.getsockname()[1]
        try:
            return await _measure(server, port, lambda: len(queues), (watchers, presses, 0))
        finally:
            for queue in queues:
                queue.put_nowait("")
            await serving


async def _measure(server, port, joined, numbers) -> list[float]:
    """Press keys at `port` and return the delays; `numbers`: watchers, presses, deaf ones."""
    watchers, presses, deaf = numbers
    command = [sys.executable, "-c", WATCH.format(port=port, watchers=watchers, deaf=deaf)]
    other = await asyncio.create_subprocess_exec(
        *command, stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )
    while joined() < watchers + deaf:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    sent = []
    for _ in range(presses):
        sent.append(time.time())
        await _press(port)
        await asyncio.sleep(KEY_SECONDS)
    await asyncio.sleep(KEY_SECONDS)
    seen = json.loads((await other.communicate(b"\n"))[0])
    server.should_exit = True
    return sorted(_delays(sent, seen))


async def _frames(virtual: VirtualBoard) -> None:
    for n in itertools.count():
        virtual.broadcast.publish_frame(bytes([n & 255, n >> 8 & 255]) * (board.PIXELS * 3 // 2))
        await asyncio.sleep(1 / 60)


async def _press(port: int) -> None:
    """Press and release the key that moves the menu's choice, as a page does."""
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


def percentile(delays: list[float], per_cent: int) -> float:
    return delays[len(delays) * per_cent // 100]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--presses", type=int, default=60)
    parser.add_argument("--deaf", type=int, default=0, help="others, which never read")
    parser.add_argument("--runs", type=int, default=3, help="each of both; the best is quoted")
    options = parser.parse_args()
    ours, plain = [], []
    for _ in range(options.runs):
        ours.append(run(options.watchers, options.presses, options.deaf))
        plain.append(run_plain(options.watchers, options.presses))
    best = [min(runs, key=lambda delays: percentile(delays, 99)) for runs in (ours, plain)]
    for name, delays in zip(("pegboard", "plain stream"), best, strict=True):
        print(
            f"key to page, {options.watchers} watching, {options.deaf} never reading, {name}:"
            f" p50 {percentile(delays, 50):.1f} ms, p99 {percentile(delays, 99):.1f} ms,"
            f" longest {delays[-1]:.1f} ms of {len(delays)}"
        )
    ratio = percentile(best[0], 99) / percentile(best[1], 99)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"p99 {ratio:.2f} times the plain stream's; at most {memory:.0f} MB (budget {MB_MOST})")
    is_late = percentile(best[0], 99) > BUDGETS_MS.get(options.watchers, float("inf"))
    if is_late or memory > MB_MOST:
        sys.exit(1)


if __name__ == "__main__":
    main()
