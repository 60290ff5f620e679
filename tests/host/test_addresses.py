"""Where a page is served: the addresses of this computer, what a request may ask for, what is said
where it cannot be served, and the address that is kept beside a game."""

import errno
import json
import os
import socket
from types import SimpleNamespace

import ifaddr
import pytest

from host.errors import PageError
from host.web import addresses, firewall, share
from host.web.addresses import host_name, network_addresses, shared_hosts
from host.web.link_address import with_address
from host.web.qr import qr_rows, qr_text
from host.web.share import listen_at
from host.web.token import NO_PORT, AddressFile, PageAddress, has_token, new_token


def adapter(*found, name="eth0"):
    ips = [SimpleNamespace(ip=one, is_IPv4=isinstance(one, str)) for one in found]
    return SimpleNamespace(ips=ips, nice_name=name)


def test_private_addresses_come_first_and_those_that_nobody_reaches_are_left_out(monkeypatch):
    found = [
        adapter("127.0.0.1", ("::1", 0, 0)),
        adapter("8.8.4.4", "192.168.1.20", "169.254.9.9"),
        adapter("10.0.0.5", "192.168.1.3", "10.0.0.5", ("fe80::1", 0, 2)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    monkeypatch.setattr(addresses, "_main_address", lambda: "")
    assert network_addresses() == ["10.0.0.5", "192.168.1.3", "192.168.1.20", "8.8.4.4"]
    monkeypatch.setattr(addresses, "_main_address", lambda: "192.168.1.20")
    assert network_addresses() == ["192.168.1.20", "10.0.0.5", "192.168.1.3", "8.8.4.4"]


@pytest.mark.parametrize(
    ("elsewhere", "room"),
    [
        ("docker0", "wlan0"),
        ("tun0", "wlp2s0"),
        ("utun3", "en0"),
        ("Hyper-V Virtual Ethernet Adapter", "Intel(R) Wi-Fi 6 AX201 160MHz"),
        ("WireGuard Tunnel", "Microsoft Wi-Fi Direct Virtual Adapter #2"),
        ("br-5f2a", "br0"),
    ],
)
@pytest.mark.parametrize("main", ["10.8.0.2", "192.168.137.1", ""])
def test_what_a_phone_in_the_room_does_not_reach_comes_last(monkeypatch, elsewhere, room, main):
    found = [adapter("10.8.0.2", name=elsewhere), adapter("192.168.137.1", name=room)]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    monkeypatch.setattr(addresses, "_main_address", lambda: main)
    assert network_addresses() == ["192.168.137.1", "10.8.0.2"]


def test_a_computer_without_a_network_has_no_main_address(monkeypatch):
    def fails(*kind):
        raise OSError

    assert addresses._main_address().count(".") in (0, 3)
    monkeypatch.setattr(addresses.socket, "socket", fails)
    assert addresses._main_address() == ""


@pytest.mark.parametrize(
    "name, hosts",
    [
        ("Laptop", {"192.168.1.3", "laptop.local"}),
        ("laptop.home.example", {"192.168.1.3", "laptop.local"}),
        ("", {"192.168.1.3"}),
    ],
)
def test_a_shared_page_answers_to_its_addresses_and_this_computers_name(name, hosts, monkeypatch):
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: name)
    assert shared_hosts(["192.168.1.3"]) == hosts


@pytest.mark.parametrize(
    "header, host",
    [
        ("a", "a"), (" A:80 ", "a"), ("a.:80", "a"), ("a..", "a."), ("a:8", "a"), ("a:", ""),
        ("a:x", ""), ("a:x1", ""), ("a:1x", ""), ("a:1:2", ""), ("a:²", ""), ("a:-1", ""),
        ("[::1]", "::1"), ("[::1]:8", "::1"), ("[::1]8", ""), ("[::1]x8", ""), ("[::1]:", ""),
        ("[::1", ""), ("[]", ""), ("[]:80", ""), ("", ""), (":80", ""),
    ],
)  # fmt: skip
def test_the_host_of_a_header_is_without_its_port(header, host):
    assert host_name(header) == host


# Errors of listening ----------------------------------------------------------------------------

RUNNING = (
    "Is a pegboard running already? Close it, or let this one find a free port:"
    " pegboard --page-port 0"
)
LOW = "Choose a port from 1024 on, or let this one find a free one: --page-port 0"


class NoSocket:
    """Stands for the sockets of this computer: `number` is the error of `bind`."""

    closed = 0

    def __init__(self, number):
        self._number = number
        self.options = []

    def setsockopt(self, level, option, value):
        self.options.append((level, option, value))

    def bind(self, where):
        raise OSError(self._number, "the reason")

    def close(self):
        NoSocket.closed += 1


@pytest.mark.parametrize(
    "address, number, own, said",
    [
        ("127.0.0.1", errno.EADDRINUSE, [], f"cannot open port 80 (the reason). {RUNNING}"),
        (
            "192.168.1.3", errno.EADDRINUSE, [],
            f"cannot open port 80 of 192.168.1.3 (the reason). {RUNNING}",
        ),
        ("127.0.0.1", errno.EACCES, [], f"cannot open port 80 (the reason). {LOW}"),
        (
            "192.168.1.3", errno.EADDRNOTAVAIL, ["10.0.0.5", "10.0.0.6"],
            "cannot open port 80 of 192.168.1.3 (the reason). This computer has no address"
            " 192.168.1.3. It has 10.0.0.5, 10.0.0.6.",
        ),
        (
            "192.168.1.3", errno.EADDRNOTAVAIL, [],
            "cannot open port 80 of 192.168.1.3 (the reason). This computer has no address"
            " 192.168.1.3. It has none: it is not in a network.",
        ),
    ],
)  # fmt: skip
def test_a_port_that_cannot_be_opened_says_why_and_what_to_do(
    address, number, own, said, monkeypatch
):
    before = NoSocket.closed
    monkeypatch.setattr(share.socket, "socket", lambda *words: NoSocket(number))
    monkeypatch.setattr(share, "network_addresses", lambda: own)
    with pytest.raises(PageError) as error:
        listen_at(address, 80)
    assert str(error.value) == said and NoSocket.closed == before + 1


def test_a_kind_of_address_that_this_computer_lacks_is_named(monkeypatch):
    def fails(family, *words):
        assert family == socket.AF_INET6
        raise OSError(errno.EAFNOSUPPORT, "no such family")

    monkeypatch.setattr(share.socket, "socket", fails)
    with pytest.raises(PageError, match=r"^this computer has no ::1 \(no such family\)$"):
        listen_at("::1", 80)


def test_a_socket_is_of_one_address_and_sends_at_once():
    with listen_at("127.0.0.1", 0) as one:
        assert one.family == socket.AF_INET and one.proto == socket.IPPROTO_TCP
        port = one.getsockname()[1]
        with pytest.raises(PageError, match=f"^cannot open port {port} "):
            listen_at("127.0.0.1", port)
        with socket.create_connection(("127.0.0.1", port), 5):
            pass
    with listen_at("127.0.0.1", port) as again:
        assert again.getsockname() == ("127.0.0.1", port)


# The address beside a game ----------------------------------------------------------------------

TOKEN = "a" * 24


@pytest.fixture
def file(tmp_path):
    return AddressFile(tmp_path / "new" / "folder" / "game.journal")


def test_an_address_is_read_as_it_was_written(file):
    assert file.read() is None and file.path.name == "game.journal.page"
    for port in (NO_PORT, 1, 8121, 65535):
        for token in (TOKEN, "_-9Z" * 16, new_token()):
            file.write(PageAddress(port, token))
            assert file.read() == (port, token)
    assert os.name == "nt" or file.path.stat().st_mode & 0o77 == 0
    assert NO_PORT == 0  # as earlier versions have written it


@pytest.mark.parametrize(
    "port, token",
    [
        (-1, TOKEN), (65536, TOKEN), ("80", TOKEN), (True, TOKEN), (80.0, TOKEN), (None, TOKEN),
        (80, TOKEN[1:]), (80, "a" * 65), (80, TOKEN + "!"), (80, TOKEN + "\n"), (80, 5),
        (80, None), (80, [TOKEN]),
    ],
)  # fmt: skip
def test_an_address_that_is_none_is_not_read(file, port, token):
    file.write(PageAddress(80, TOKEN))
    file.path.write_text(json.dumps({"port": port, "token": token}))
    assert file.read() is None


@pytest.mark.parametrize("text", ["", "x", "[]", "5", "null", '{"port": 80}', "[" * 90_000])
def test_a_file_of_something_else_has_no_address(file, text):
    file.write(PageAddress(80, TOKEN))
    file.path.write_text(text)
    assert file.read() is None


def test_a_page_is_opened_at_its_address():
    page = PageAddress(8121, TOKEN)
    assert page.watching() == "http://127.0.0.1:8121/"
    assert page.url() == f"http://127.0.0.1:8121/#{TOKEN}"


def test_a_page_answers_while_it_is_served():
    with listen_at("127.0.0.1", 0) as one:
        page = PageAddress(one.getsockname()[1], TOKEN)
        assert page.answers()
    assert not page.answers() and not PageAddress(NO_PORT, TOKEN).answers()


def test_no_two_tokens_are_the_same():
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50 and {len(one) for one in tokens} == {24}


@pytest.mark.parametrize(
    "given, right",
    [(TOKEN, True), ("", False), (None, False), (TOKEN + "a", False), ("é" * 24, False)],
)
def test_a_request_has_the_token_or_not(given, right):
    headers = {} if given is None else {"x-pegboard-token": given}
    assert has_token(headers, TOKEN) is right


# Firewalls --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "system, word",
    [("Windows", "netsh"), ("Darwin", "System Settings"), ("Linux", "ufw"), ("Other", "ufw")],
)
def test_a_computer_is_told_of_its_own_firewall(system, word, monkeypatch):
    monkeypatch.setattr(firewall.platform, "system", lambda: system)
    steps = firewall.firewall_steps(8121)
    assert word in " ".join(steps) and steps == firewall.firewall_steps(8121, system)
    monkeypatch.setattr(firewall.platform, "system", lambda: "Other")
    assert firewall.firewall_steps(8121, system) == steps
    told = " ".join(firewall.firewall_steps(8121, system, "/a/python"))
    assert ("/a/python" in told) == (system in ("Windows", "Darwin"))
    assert ("8121" in told) == (system != "Darwin")


# Codes ------------------------------------------------------------------------------------------


def test_a_code_is_square_and_dark_at_its_corners():
    for text, error in (("http://192.168.1.5:8121/", "m"), ("x" * 900, "l")):
        rows = qr_rows(text, error)
        assert len({len(row) for row in rows} | {len(rows)}) == 1
        assert set("".join(rows)) == {"0", "1"}
        assert rows[0][0] == rows[0][-1] == rows[-1][0] == "1" and rows[0][7] == "0"


def test_a_terminal_with_block_letters_gets_a_code_with_a_border():
    text = qr_text("http://192.168.1.5:8121/", "utf-8")
    lines = text.splitlines()
    size = len(qr_rows("http://192.168.1.5:8121/", "l")) + 4  # two at each side
    assert len(lines) == (size + 1) // 2
    assert qr_text("x", "no such encoding") == qr_text("x", "ascii") == ""


def test_without_a_link_there_is_no_address():
    request = SimpleNamespace(headers={})
    told = with_address({"link": "", "n": 1}, request, lambda: ["http://a/"])  # type: ignore[arg-type]
    assert told == {"link": "", "n": 1, "qr": None}
