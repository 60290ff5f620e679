"""Far ends for a port: a board that runs in a thread behind a pseudo-terminal or a socket, and a
MicroPython that can be flashed."""

import contextlib
import os
import select
import socket
import threading
import time

from host.link.ports import open_port
from host.pico.rawrepl import PASTE, RawRepl, ReplClosed
from tests.host.boards import Board
from tests.targets.micropython import start_vm

try:
    import tty
except ImportError:  # on Windows, which has no pseudo-terminals
    tty = None

_TICK_SECONDS = 0.005
_ROOM = 1024  # bytes that may wait to be sent, as on a Pico
_AT_ONCE = 256


class Plugged:
    """A board that runs by itself. `end` is a pseudo-terminal's or a socket's: see `on_pty`,
    `on_socket`; None while it is unplugged. Use the board only `with lock`."""

    def __init__(self, board=None):
        self.board = board or Board()
        self.board.room = self.board.link.room = _ROOM
        self.lock = threading.Lock()
        self.end = None
        self.heard = b""
        self._begun = b""
        self._over = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def press(self, *keys):
        with self.lock:
            for key in keys:
                self.board.app.press(key)

    def play(self, keys):
        """Press random keys."""
        with self.lock:
            for _ in range(keys):
                self.board.key()

    def plug(self, end):
        with self.lock:
            self._begun = b""
            self.end = end

    def unplug(self):
        with self.lock:
            if self.end is not None:
                self.end.close()
                self.end = None

    def close(self):
        self._over = True
        self._thread.join(5)
        self.unplug()

    def _run(self):
        before = time.monotonic()
        while not self._over:
            time.sleep(_TICK_SECONDS)
            now = time.monotonic()
            with self.lock:
                self.board.tick(int((now - before) * 1000))
                before += int((now - before) * 1000) / 1000
                with contextlib.suppress(OSError):
                    self._work()

    def _work(self):
        if self.end is None:
            return
        read, write, _ = select.select([self.end], [self.end], [], 0)
        waiting = b"".join(self.board.link.out)
        if write and waiting:
            left = waiting[self.end.write(waiting[:_AT_ONCE]) :]
            self.board.link.out[:] = [left] if left else []
        if read:
            data = self.end.read(_AT_ONCE)
            self.heard += data
            *lines, self._begun = (self._begun + data).split(b"\n")
            self.board.link.into += lines


class PtyEnd:
    """The board's side of a pseudo-terminal, which the laptop opens at the path `name`."""

    def __init__(self, name):
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        name.unlink(missing_ok=True)
        name.symlink_to(os.ttyname(self._slave))
        self._name = name

    def fileno(self):
        return self._master

    def read(self, most):
        return os.read(self._master, most)

    def write(self, data):
        return os.write(self._master, data)

    def close(self):
        self._name.unlink(missing_ok=True)
        os.close(self._slave)
        os.close(self._master)


class SocketEnd:
    """The board's side of a connection."""

    def __init__(self, connection):
        self._connection, self._pasted = connection, None

    def fileno(self):
        return self._connection.fileno()

    def read(self, most):
        return self._connection.recv(most)

    def write(self, data):
        return self._connection.send(data)

    def close(self):
        self._connection.close()


class Server:
    """Takes connections at `name`, a socket://, and calls `serve(connection)` for each. `over` is
    whether it is to end: long-running servers check it."""

    def __init__(self, serve):
        self._serve = serve
        self.over = False
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(0.05)
        self.name = f"socket://127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self.over:
            with contextlib.suppress(TimeoutError):
                connection, _ = self._socket.accept()
                connection.settimeout(5)
                # Else each short answer after another waits 40 ms for a confirmation.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._serve(connection)

    def close(self):
        self.over = True
        self._thread.join(10)
        self._socket.close()


@contextlib.contextmanager
def board_on_socket(board=None):
    """Yield a Plugged and the name of its port; each connection unplugs the one before."""
    plugged = Plugged(board)

    def serve(connection):
        plugged.unplug()
        plugged.plug(SocketEnd(connection))

    server = Server(serve)
    try:
        yield plugged, server.name
    finally:
        server.close()
        plugged.close()


_WINDOW = 2048  # bytes of raw-paste; a Pico has 128

# Leaves in the VM only the folders that it had when it was new.
_RENEW = """
import os
def remove(path):
    try:
        for name in os.listdir(path):
            remove(path + "/" + name)
        os.rmdir(path)
    except OSError:
        os.remove(path)
for name in os.listdir("/"):
    if name not in {own!r}:
        remove("/" + name)
"""


class Flashable:
    """MicroPython's VM as a device at `name`. `spoil(data)` returns the part of the data sent that
    arrives, None to cut the line. This VM accepts raw-paste, and then waits forever, so this
    class refuses it, or with `pastes` carries it out, in the VM's place."""

    def __init__(self, pastes=False):
        self._pastes = pastes
        self._pasted = None  # code that is being pasted
        self._room = 0  # bytes left of its window
        self._skip = b""  # of the VM's output
        self._repl = start_vm()
        self._repl.enter()
        self._own = self._repl.execute("import os; print(os.listdir('/'))")[0].strip()
        self._repl.leave()
        self._connection = None
        self._forget()
        self._server = Server(self._serve)
        self.name = self._server.name
        threading.Thread(target=self._answer, daemon=True).start()

    def renew(self):
        """Reset it to its initial state. It takes a tenth of the time of another VM."""
        self._forget()
        with contextlib.closing(open_port(self.name)) as port:
            repl = RawRepl(port)
            repl.enter()
            _, error = repl.execute(_RENEW.format(own=self._own))
            assert not error, error
            repl.reset()
            repl.leave()

    def _forget(self):
        self.sent = 0  # bytes
        self.spoil = lambda data: data

    def _serve(self, connection):
        self._connection, self._pasted = connection, None
        with contextlib.suppress(OSError, ReplClosed), connection:
            while not self._server.over:
                if not select.select([connection], [], [], 0.05)[0]:
                    continue
                data = connection.recv(65536)
                if not data:
                    return
                if self._pastes:
                    data = self._paste(connection, data)
                elif PASTE in data:
                    connection.sendall(b"R\x00")
                    data = data.replace(PASTE, b"")
                self.sent += len(data)
                data = self.spoil(data)
                if data is None:
                    return
                self._repl.transport.write(data)

    def _paste(self, connection, data):
        """Return what the VM gets in its usual raw mode for `data` in raw-paste mode."""
        if data == PASTE:
            connection.sendall(b"R\x01" + _WINDOW.to_bytes(2, "little"))
            self._pasted, self._room = b"", _WINDOW
            return b""
        if self._pasted is None:
            return data
        code, end, _ = data.partition(b"\x04")
        assert len(code) <= self._room, "more than the window"
        self._pasted += code
        self._room -= len(code)
        if not self._room and not end:
            connection.sendall(b"\x01")
            self._room = _WINDOW
        if not end:
            return b""
        connection.sendall(b"\x04")
        whole, self._pasted, self._skip = self._pasted + end, None, b"OK"
        return whole

    def _answer(self):
        """Pass on the VM's output; it is lost while nothing is connected."""
        with contextlib.suppress(ReplClosed):
            while True:
                answer = self._repl.transport.read(60)
                while self._skip and answer.startswith(self._skip[:1]):
                    answer, self._skip = answer[1:], self._skip[1:]
                with contextlib.suppress(OSError):
                    if answer and self._connection:
                        self._connection.sendall(answer)

    def close(self):
        self._server.close()
        self._repl.transport.close()
