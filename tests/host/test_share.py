"""Sharing with the local network, with real servers on other loopback addresses."""

import asyncio
import contextlib
import http.client
import json
import re
import socket
import sys
import threading

import pytest
import segno

from host.errors import PageError
from host.web import addresses, firewall, qr, server
from host.web import share as share_file
from host.web.broadcast import Broadcast
from host.web.history_routes import history_routes
from host.web.name_routes import name_routes
from host.web.share import Share
from host.web.share_routes import share_routes
from tests.host.program import running
from tests.page_server import TOKEN, Watcher, asked, wait_until

# Linux answers on every address of 127.0.0.0/8; other systems on 127.0.0.1 alone.
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
NETWORK = "127.0.0.2"
WORDS = ("--virtual", "--no-browser", "--page-port", "0")


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    game = tmp_path_factory.mktemp("shared") / "game.journal"
    words = (*WORDS, "--share-address", NETWORK, "--game", game)
    with running(*words) as program:
        program.board()
        program.until("If nobody can open it")
        yield program


def ask(program, method, path, body=None, address=NETWORK, **headers):
    status, _, told = asked(program.port, method, path, body, address, **headers)
    return status, told


def switch(program, on, **changes):
    headers = {"Content_Type": "application/json", "X_Pegboard_Token": program.token, **changes}
    return ask(program, "POST", "/share", json.dumps({"on": on}), "127.0.0.1", **headers)


def refused(program, address=NETWORK):
    try:
        ask(program, "GET", "/board.json", address=address)
    except ConnectionRefusedError:
        return True
    return False


def test_without_share_the_network_finds_no_page(tmp_path):
    with running(*WORDS, "--game", tmp_path / "game.journal") as program:
        program.board()
        wait_until(lambda: not refused(program, "127.0.0.1"))
        assert refused(program)


def test_a_watcher_in_the_network_sees_the_game_and_keys_need_the_token(shared):
    assert ask(shared, "GET", "/")[0] == 200
    watcher = Watcher(shared.port, address=NETWORK)
    assert watcher.tables(1)[0]["prompt"]
    key = {"key": 21, "down": True}
    kind = {"Content_Type": "application/json"}
    assert ask(shared, "POST", "/key", json.dumps(key), **kind)[0] == 403
    origin = f"http://{NETWORK}:{shared.port}"
    given = {**kind, "X_Pegboard_Token": shared.token, "Origin": origin}
    assert ask(shared, "POST", "/key", json.dumps(key), **given)[0] == 204
    watcher.close()


def test_the_link_to_watch_has_no_token_and_the_one_to_play_has(shared):
    links = re.findall(rf"http://{NETWORK}:\d+/\S*", shared.out)
    assert links == [
        f"http://{NETWORK}:{shared.port}/",
        f"http://{NETWORK}:{shared.port}/#" + shared.token,
    ]
    for link in links:
        assert qr.qr_text(link, "utf-8").splitlines()[5] in shared.out


@pytest.mark.slow
@pytest.mark.skipif(not socket.has_ipv6, reason="this computer has no IPv6")
def test_an_address_of_ipv6_is_shared_in_brackets_and_answers_to_itself_alone(tmp_path):
    words = (*WORDS, "--share-address", "::1", "--game", tmp_path / "game.journal")
    with running(*words) as program:
        program.board()
        program.until("If nobody can open it")
        assert f"http://[::1]:{program.port}/#{program.token}" in program.out
        assert ask(program, "GET", "/", address="::1")[0] == 200
        assert ask(program, "GET", "/", address="::1", Host="[::2]")[0] == 400
        assert ask(program, "GET", "/", address="127.0.0.1")[0] == 200


@pytest.mark.parametrize("path", ["/", "/events", "/board.json"])
@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost", "127.0.0.3", "127.0.0.2.evil.example", ""]
)
def test_only_its_own_addresses_are_answered_in_the_network(shared, host, path):
    assert ask(shared, "GET", path, Host=host)[0] == 400


def test_the_page_on_this_computer_is_not_asked_for_by_the_shared_address(shared):
    assert ask(shared, "GET", "/", address="127.0.0.1", Host=NETWORK)[0] == 400


def test_the_switch_is_not_in_the_network(shared):
    token = {"X_Pegboard_Token": shared.token, "Content_Type": "application/json"}
    assert ask(shared, "GET", "/share", **token)[0] == 404
    assert ask(shared, "POST", "/share", b'{"on": false}', **token)[0] == 404
    assert not refused(shared)


def test_switched_off_cuts_watchers_off_and_on_lets_them_in_again(shared):
    watcher = Watcher(shared.port, address=NETWORK)
    here = Watcher(shared.port)
    for one in (watcher, here):
        one.tables(1)
    status, body = switch(shared, False)
    assert (status, json.loads(body)["watch"]) == (200, [])
    with pytest.raises((EOFError, OSError)):
        while True:
            watcher.next()
    assert refused(shared)
    assert ask(shared, "GET", "/", address="127.0.0.1")[0] == 200
    status, body = switch(shared, True)
    told = json.loads(body)
    assert [one["url"] for one in told["watch"]] == [f"http://{NETWORK}:{shared.port}/"]
    assert not refused(shared)
    shared.key("RIGHT")
    assert here.tables(1)
    here.close()


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"X_Pegboard_Token": ""}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Content_Type": "text/plain"}, 415),
    ],
)
def test_the_switch_wants_token_origin_and_json(shared, changes, status):
    assert switch(shared, False, **changes)[0] == status
    assert ask(shared, "GET", "/share", address="127.0.0.1")[0] == 403
    assert not refused(shared)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[" * 200, b'{"on": 1}', b'{"on": true, "x": 1}', b"5"]
)
def test_a_switch_that_says_something_else_changes_nothing(shared, body):
    headers = {"Content_Type": "application/json", "X_Pegboard_Token": shared.token}
    assert ask(shared, "POST", "/share", body, "127.0.0.1", **headers)[0] in (400, 422)
    assert not refused(shared)


@pytest.mark.slow
def test_an_address_of_no_network_here_is_named_and_the_page_works_on(tmp_path):
    words = (*WORDS, "--share-address", "203.0.113.9", "--game", tmp_path / "game.journal")
    with running(*words) as program:
        program.board()
        wait_until(lambda: "of 203.0.113.9" in program.err)
        assert "This computer has no address 203.0.113.9. It has" in program.err
        assert "running already" not in program.err
        wait_until(lambda: not refused(program, "127.0.0.1"))


def test_one_address_may_hold_so_many_streams(shared):
    watchers = []
    for _ in range(server.WATCHERS_AN_ADDRESS):
        watchers.append(Watcher(shared.port, address=NETWORK))
        watchers[-1].next()
    assert ask(shared, "GET", "/events")[0] == 503
    watchers.pop().close()
    for one in watchers:
        one.close()


@pytest.mark.slow
def test_an_address_that_cannot_be_served_stops_no_watcher_of_another(monkeypatch):
    """Adapters that are not connected have one, on Windows."""
    monkeypatch.setattr("host.web.share._LOOK_SECONDS", 0.02)
    monkeypatch.setattr("host.web.share.network_addresses", lambda: ["127.0.0.2", "127.0.0.3"])
    listen, lacking = share_file.listen_at, ["127.0.0.3"]

    def listen_at(address, port):
        if address in lacking:
            raise PageError(f"this computer has no {address}")
        return listen(address, port)

    monkeypatch.setattr(share_file, "listen_at", listen_at)
    broadcast = Broadcast(lambda key, down: None)

    async def follow():
        sock = server.listen(0)
        share = Share(
            sock.getsockname()[1],
            TOKEN,
            lambda hosts, gate: server.create_app(broadcast, TOKEN, hosts=hosts, gate=gate),
        )
        await share.switch(True)
        first = share._server
        running = asyncio.ensure_future(share.run())
        await asyncio.sleep(0.2)
        assert share._server is first and "127.0.0.3" in share.trouble
        lacking.clear()
        while share._server is first:
            await asyncio.sleep(0.02)
        while len(share.watch_urls()) < 2:
            await asyncio.sleep(0.02)
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        sock.close()

    asyncio.run(asyncio.wait_for(follow(), 20))


@pytest.mark.slow
def test_when_the_computer_changes_its_address_the_new_one_is_served(monkeypatch):
    """A laptop that is carried to another Wi-Fi: the switch follows its addresses."""
    monkeypatch.setattr("host.web.share._LOOK_SECONDS", 0.02)
    now = ["127.0.0.2"]
    monkeypatch.setattr("host.web.share.network_addresses", lambda: list(now))
    broadcast = Broadcast(lambda key, down: None)

    def make_app(hosts, gate):
        return server.create_app(broadcast, TOKEN, hosts=hosts, gate=gate)

    sock = server.listen(0)
    share = Share(sock.getsockname()[1], TOKEN, make_app)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def status(address, host):
        link = http.client.HTTPConnection(address, share.port, timeout=5)
        with contextlib.closing(link):
            try:
                link.request("GET", "/board.json", headers={"Host": host})
            except ConnectionRefusedError:
                return None
            return link.getresponse().status

    try:
        asyncio.run_coroutine_threadsafe(share.switch(True), loop).result(5)
        running = asyncio.run_coroutine_threadsafe(share.run(), loop)
        assert status("127.0.0.2", "127.0.0.2") == 200
        now[:] = ["127.0.0.3"]
        wait_until(lambda: status("127.0.0.3", "127.0.0.3") == 200)
        assert status("127.0.0.2", "127.0.0.2") is None
        assert status("127.0.0.3", "127.0.0.2") == 400
        now.clear()
        wait_until(lambda: share.trouble)
        assert "not in a network" in share.trouble
        running.cancel()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        sock.close()


def test_every_route_but_three_reads_only(shared, tmp_path):
    broadcast = Broadcast(lambda key, down: None)
    share = Share(1, TOKEN, lambda hosts, gate: server.create_app(broadcast, TOKEN))
    routes = [
        *share_routes(share, TOKEN),
        *name_routes(lambda side, name: None, TOKEN),
        *history_routes(tmp_path / "history.sqlite"),
    ]
    app = server.create_app(broadcast, TOKEN, routes=routes)
    writing = {route.path for route in app.routes if not route.methods <= {"GET", "HEAD"}}
    assert writing == {"/key", "/share", "/name"}
    key = b'{"key": 21, "down": true}'
    for route in app.routes:
        path = route.path_format.format(start="any", name="main.js", number=1)
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            for address in ("127.0.0.1", NETWORK):
                assert ask(shared, method, path, key, address)[0] in (403, 404, 405), path


@pytest.mark.parametrize("view", ["", "tv", "overlay", "history", "nothing"])
def test_every_view_has_the_same_strict_policy_and_nothing_inline(shared, view):
    link = http.client.HTTPConnection(NETWORK, shared.port, timeout=5)
    with contextlib.closing(link):
        link.request("GET", f"/?view={view}")
        answer = link.getresponse()
        html = answer.read().decode()
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';") and "unsafe" not in policy
    assert "style=" not in html and "<style" not in html and shared.token not in html
    assert not re.search(r"<script(?![^>]* src=\"/page/)", html)
    assert not re.search(r"https?://", html)


# Hosts, codes, firewalls


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("192.168.1.5:8121", "192.168.1.5"),
        ("Laptop.local.", "laptop.local"),
        ("[::1]:80", "::1"),
        ("[::1]", "::1"),
        ("[::1", ""),
        ("[::1]x", ""),
        ("a:b", ""),
        ("a:", ""),
        ("", ""),
    ],
)
def test_a_host_header_is_read_whole(header, host):
    assert addresses.host_name(header) == host


def test_the_addresses_of_this_computer_are_no_loopback():
    assert all(not one.startswith(("127.", "169.254.")) for one in addresses.network_addresses())


def test_a_code_for_the_page_is_the_code_of_the_address():
    rows = qr.qr_rows("http://192.168.1.5:8121/")
    code = segno.make("http://192.168.1.5:8121/", error="m", micro=False)
    assert rows == ["".join(str(int(module)) for module in row) for row in code.matrix]


def test_a_terminal_without_block_letters_gets_no_code():
    assert qr.qr_text("http://192.168.1.5:8121/", "ascii") == ""


@pytest.mark.parametrize("system", ["Windows", "Darwin", "Linux", "FreeBSD"])
def test_each_system_is_told_what_to_allow_and_how_to_undo_a_refusal(system):
    steps = " ".join(firewall.firewall_steps(8121, system, "/usr/bin/python3"))
    assert "8121" in steps or "Python" in steps
    assert "{" not in steps
