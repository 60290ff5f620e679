"""Serves the page to the local network while sharing is on.

The page's own server always listens only on 127.0.0.1. Sharing is a second server, on the same
port of this computer's addresses in the network.
"""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Callable, Iterator

import uvicorn
from starlette.applications import Starlette

from host.errors import PageError

from . import connections
from .addresses import network_addresses, shared_hosts
from .broadcast import Gate
from .firewall import firewall_steps
from .qr import qr_rows

_LOOK_SECONDS = 5.0  # a laptop's address changes with the network
_NO_NETWORK = "This computer is not in a network. Connect it to the Wi-Fi that the watchers use."


class Share:
    """The switch for sharing. Use it only in the event loop's thread.

    port: of the page; token: of the page with the keys, "" if no page has them; chosen: the
    addresses to serve, empty for all that this computer has in the network; make_app: returns the
    application for given hosts and gate.
    """

    def __init__(
        self,
        port: int,
        token: str,
        make_app: Callable[[Callable[[], frozenset[str]], Gate], Starlette],
        chosen: tuple[str, ...] = (),
    ):
        self.port = port
        self.on = False
        self.trouble = ""
        self._token = token
        self._make_app = make_app
        self._chosen = chosen
        self._wanted: tuple[str, ...] = ()
        self._served: tuple[str, ...] = ()  # those of them that could be
        self._server: _SharedServer | None = None
        self._serving: asyncio.Task | None = None
        self._gate = Gate()
        self._switching = asyncio.Lock()

    def watch_urls(self) -> list[str]:
        """Return the addresses for watchers, without a token; none while sharing is off."""
        hosts = [f"[{one}]" if ":" in one else one for one in self._served]
        return [f"http://{host}:{self.port}/" for host in hosts]

    def board_urls(self) -> list[str]:
        """Return the addresses of the page that presses keys, with its token."""
        return [f"{url}#{self._token}" for url in self.watch_urls()] if self._token else []

    def status(self) -> dict:
        """Return the state of sharing for a page with the token; watchers must not get it."""
        return {
            "on": self.on,
            "trouble": self.trouble,
            "watch": [{"url": url, "qr": qr_rows(url)} for url in self.watch_urls()],
            "board": [{"url": url, "qr": qr_rows(url)} for url in self.board_urls()],
            "steps": firewall_steps(self.port) if self._served else [],
        }

    async def switch(self, on: bool) -> None:
        """Start or stop sharing; stopping disconnects watchers from the network."""
        async with self._switching:
            self.on = on
            await self._serve(self._addresses() if on else ())

    async def run(self) -> None:
        """Follow the addresses of this computer while sharing is on, and stop it at the end."""
        try:
            while True:
                await asyncio.sleep(_LOOK_SECONDS)
                if self.on:
                    await self.switch(True)
        finally:
            async with self._switching:
                await self._serve(())

    def _addresses(self) -> tuple[str, ...]:
        return self._chosen or tuple(network_addresses())

    async def _serve(self, addresses: tuple[str, ...]) -> None:
        """Serve on these addresses and no others."""
        if self._server and addresses == self._wanted and not self._may_serve_more():
            return
        await self._stop()
        self._wanted = addresses
        self.trouble = ""
        if not addresses:
            self.trouble = _NO_NETWORK if self.on else ""
            return
        sockets = []
        for address in addresses:
            try:
                sockets.append(listen_at(address, self.port))
            except PageError as why:
                self.trouble = str(why)
        if not sockets:
            return
        self._served = tuple(one.getsockname()[0] for one in sockets)
        self._gate = Gate()
        allowed = shared_hosts(self._served)
        self._server = _SharedServer(self._make_app(lambda: allowed, self._gate))
        self._serving = asyncio.ensure_future(self._server.serve(sockets=sockets))
        while not self._server.started and not self._serving.done():
            await asyncio.sleep(0.01)

    def _may_serve_more(self) -> bool:
        """Return whether an address that could not be served now can be: of a network that was not
        connected, say."""
        for address in set(self._wanted) - set(self._served):
            with contextlib.suppress(PageError):
                listen_at(address, self.port).close()
                return True
        return False

    async def _stop(self) -> None:
        self._served = ()
        if self._server and self._serving:
            self._gate.close()
            self._server.should_exit = True
            await self._serving
        self._server = self._serving = None


class _SharedServer(uvicorn.Server):
    """A second server in the event loop of the first; only the first handles Ctrl-C."""

    def __init__(self, app: Starlette):
        super().__init__(server_config(app))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        connections.queue(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def server_config(app: Starlette) -> uvicorn.Config:
    """Return uvicorn's configuration for `app`."""
    config = uvicorn.Config(
        app,
        http=connections.Connection,
        backlog=connections.ACCEPTED_AT_ONCE,
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=2,
    )
    connections.log_seldom()
    return config


def listen_at(address: str, port: int) -> socket.socket:
    """Return a socket that listens on `port` of `address`, 0 for any free port.

    Raises PageError if the port is in use or may not be opened by every user, or if this computer
    has no such address.
    """
    # With TCP named, asyncio sends without waiting for more (TCP_NODELAY): otherwise an event that
    # follows another waits 40 ms for the watcher's acknowledgement.
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as why:
        raise PageError(f"this computer has no {address} ({why.strerror})") from None
    try:
        if family == socket.AF_INET6:  # the same port on IPv4 is another address
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        # Only Windows has the first; there the second would let another program share the port.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        sock.setsockopt(socket.SOL_SOCKET, option, 1)
        sock.bind((address, port))
        sock.listen(128)
    except OSError as why:
        sock.close()
        where = f"port {port}" if address == "127.0.0.1" else f"port {port} of {address}"
        raise PageError(
            f"cannot open {where} ({why.strerror}). {_advice(why.errno, address)}"
        ) from None
    return sock


def _advice(number: int | None, address: str) -> str:
    """Return advice for when listening at `address` has failed with this error number."""
    if number == errno.EADDRNOTAVAIL:
        own = ", ".join(network_addresses())
        has = f"It has {own}." if own else "It has none: it is not in a network."
        return f"This computer has no address {address}. {has}"
    if number == errno.EACCES:
        return "Choose a port from 1024 on, or let this one find a free one: --page-port 0"
    return (
        "Is a pegboard running already? Close it, or let this one find a free port:"
        " pegboard --page-port 0"
    )
