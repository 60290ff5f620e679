"""Many watchers of a stream of events in one process: for the benches."""

import json
import resource
import selectors
import socket
import sys
import time

_REQUEST = b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_AT_ONCE = 32  # connections before the server may accept them


def watch_all(
    port: int,
    watchers: int,
    deaf: int = 0,
    path: str = "/events",
    mark: bytes = b"event: view",
    address: str = "127.0.0.1",
) -> None:
    """Watch until a line comes on stdin; print the times at which each watcher got an event that
    has `mark` in it. `deaf` others read nothing."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    ready = selectors.DefaultSelector()
    ready.register(sys.stdin, selectors.EVENT_READ)
    silent = [_connect(address, port, path, 4096) for _ in range(deaf)]
    seen: list[list[float]] = []
    for n in range(watchers):
        if n % _AT_ONCE == 0:
            time.sleep(0.02)
        times: list[float] = []
        seen.append(times)
        ready.register(_connect(address, port, path), selectors.EVENT_READ, times)
    done = False
    while not done:
        for key, _ in ready.select():
            if key.data is None:
                done = True
                continue
            data = key.fileobj.recv(65536)  # type: ignore[union-attr]
            now = time.time()
            times = key.data
            times += [now] * data.count(mark)
            if not data:
                ready.unregister(key.fileobj)
    for one in silent:
        one.close()
    print(json.dumps(seen))


def _connect(address: str, port: int, path: str, buffer: int = 0) -> socket.socket:
    one = socket.socket()
    if buffer:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    one.connect((address, port))
    one.sendall(_REQUEST % path.encode("ascii"))
    one.setblocking(buffer > 0)
    return one
