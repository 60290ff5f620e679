"""The addresses of this computer in the local network, and the host names that a request may
use."""

import ipaddress
import re
import socket
from collections.abc import Callable, Collection

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

# Names of adapters that lead to no phone in the room: of virtual machines, containers and a VPN.
# The one of a hotspot on Windows is a "Wi-Fi Direct Virtual Adapter".
_ELSEWHERE = re.compile(
    r"^(docker|veth|br-|virbr|vmnet|vboxnet|podman|lxc|u?tun\d|tap\d|wg\d|ppp\d|zt|tailscale)"
    r"|hyper-v|virtualbox|vmware|tap-windows|wireguard|openvpn|nordlynx|wintun|tailscale|zerotier",
    re.IGNORECASE,
)
LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})


def network_addresses() -> list[str]:
    """Return the IPv4 addresses of this computer that others can reach: first the one by which it
    reaches others, then private ones, and last those of virtual machines and of a VPN, which a
    phone in the room does not reach."""
    import ifaddr  # imported here because a page that is not shared does not need it

    found = {
        ipaddress.IPv4Address(one.ip): bool(_ELSEWHERE.search(adapter.nice_name))
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if one.is_IPv4
    }
    usable = [one for one in found if not one.is_loopback and not one.is_link_local]
    main = _main_address()
    usable.sort(key=lambda one: (found[one], str(one) != main, not one.is_private, one))
    return [str(one) for one in usable]


def _main_address() -> str:
    """Return the address from which this computer would send to the internet; "" if it is in no
    network. Nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.connect(("192.0.2.1", 9))  # an address for examples (RFC 5737)
            return sock.getsockname()[0]
    except OSError:
        return ""


def shared_hosts(addresses: Collection[str]) -> frozenset[str]:
    """Return the allowed Host headers if `addresses` are served: these addresses, and this
    computer's own name in the local network."""
    name = socket.gethostname().partition(".")[0].lower()
    return frozenset({*addresses, f"{name}.local"} if name else addresses)


def host_name(header: str) -> str:
    """Return the host of a Host header without port, brackets and a final dot, in lower case; ""
    if it has none."""
    host = header.strip().lower()
    if host.startswith("["):
        inside, closing, rest = host[1:].partition("]")
        return inside if closing and (not rest or _is_port(rest)) else ""
    name, colon, port = host.partition(":")
    if colon and not _is_port(colon + port):
        return ""
    return name.removesuffix(".")


def _is_port(text: str) -> bool:
    return text[0] == ":" and text[1:].isascii() and text[1:].isdigit()


class HostCheck:
    """Refuses requests to any host other than those of `allowed()`.

    Any web page can make its own name lead to this computer (DNS rebinding) and could then read
    everything here, but it cannot change the name in its requests.
    """

    def __init__(self, app: ASGIApp, allowed: Callable[[], Collection[str]]):
        self.app = app
        self._allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = [value for name, value in scope["headers"] if name == b"host"]
            host = host_name(headers[0].decode("latin-1")) if len(headers) == 1 else ""
            if host not in self._allowed():
                await PlainTextResponse("Invalid host header", 400)(scope, receive, send)
                return
        await self.app(scope, receive, send)
