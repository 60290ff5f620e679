"""Access to the page and to its keys, and the events that a watcher receives."""

import asyncio
import json
import re
import socket
import subprocess
import sys

import pytest
from starlette.exceptions import HTTPException

from hardware import board
from host.errors import PageError
from host.web import broadcast, connections, server
from tests.page_server import TOKEN, serving, wait_until


@pytest.fixture(scope="module")
def served():
    with serving() as running:
        yield running


@pytest.fixture
def fresh():
    with serving() as running:
        yield running


def send_key(served, body=b'{"key": 5, "down": true}', **changes):
    """POST a correct key press with `changes` (None leaves a header out)."""
    headers = {
        "Content_Type": "application/json",
        "X_Pegboard_Token": TOKEN,
        "Origin": served.origin,
        **changes,
    }
    given = {name: value for name, value in headers.items() if value is not None}
    served.pressed.clear()
    return served.ask("POST", "/key", body, **given)[0]


# Keys


def test_a_key_press_reaches_the_board(served):
    assert send_key(served) == 204
    assert served.pressed == [(5, True)]


def test_a_program_may_press_keys_without_an_origin(served):
    assert send_key(served, Origin=None) == 204


@pytest.mark.parametrize(
    "token", [None, "", "wrong", TOKEN + "x", TOKEN[:-1], TOKEN.upper(), "\u00e9\u00e9"]
)
def test_without_the_token_no_key_is_pressed(served, token):
    assert send_key(served, X_Pegboard_Token=token) == 403
    assert served.pressed == []


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", ""]
)
def test_another_site_cannot_press_a_key(served, origin):
    assert send_key(served, Origin=origin) == 403
    assert served.pressed == []


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "json"])
def test_only_json_is_accepted(served, kind):
    assert send_key(served, Content_Type=kind) == 415
    assert served.pressed == []


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 200, b'{"key": 5, "down": tru}', b"\x00"]
)
def test_a_body_that_is_not_json_is_refused(served, body):
    assert send_key(served, body) == 400
    assert served.pressed == []


@pytest.mark.parametrize(
    "said",
    [
        *({"key": key, "down": True} for key in (-1, 24, 5.0, "5", None, True, [5], 10**60)),
        *({"key": 5, "down": down} for down in (1, 0, "true", None)),
        {"key": 5},
        {"down": True},
        {"key": 5, "down": True, "more": 1},
        [5, True],
        5,
        None,
    ],
)
def test_json_that_is_not_a_key_press_is_refused(served, said):
    assert send_key(served, json.dumps(said).encode()) == 422
    assert served.pressed == []


def test_a_long_body_is_not_read(served):
    assert send_key(served, b'{"key": 5, "down": true' + b" " * 300 + b"}") == 413
    assert send_key(served, b" " * 1_000_000) == 413
    assert served.pressed == []


# Hosts, headers, routes


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
@pytest.mark.parametrize("path", ["/", "/events", "/board.json"])
def test_a_rebound_host_name_gets_nothing(served, host, path):
    assert served.ask("GET", path, Host=host)[0] == 400


def test_a_rebound_host_name_cannot_press_keys(served):
    assert send_key(served, Host="evil.example", Origin="http://evil.example") == 400
    assert served.pressed == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "localhost:8000"])
def test_this_computer_is_served_by_its_names(served, host):
    assert served.ask("GET", "/board.json", Host=host)[0] == 200


@pytest.mark.parametrize("path", ["/", "/page/style.css", "/board.json", "/nothing", "/key"])
def test_every_answer_has_the_security_headers(served, path):
    headers = served.ask("GET", path)[1]
    for name, value in server.HEADERS.items():
        assert headers[name] == value
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]


def test_a_browser_may_store_files_of_the_page_for_this_start_alone(served):
    html = served.ask("GET", "/")[2].decode()
    path = re.search(r'src="(/page/[^"]+/main.bundle.js)"', html)[1]
    older = f"/page/{'0' * 16}/main.bundle.js"
    for asked, control in ((path, "max-age=86400, immutable"), (older, "no-store")):
        status, headers, body = served.ask("GET", asked)
        assert (status, headers.get_all("Cache-Control")) == (200, [control])
        assert body == served.ask("GET", "/page/main.bundle.js")[2]
        for name in server.HEADERS.keys() - {"Cache-Control"}:
            assert headers[name] == server.HEADERS[name]
    program = "from host.web.page_files import START; print(START)"
    other = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert other.strip() not in path


def test_only_the_key_route_accepts_post(served):
    app = server.create_app(broadcast.Broadcast(lambda key, down: None), TOKEN)
    methods = {route.path: route.methods for route in app.routes}
    assert methods.pop("/key") == {"POST"}
    assert all(allowed == {"GET", "HEAD"} for allowed in methods.values())
    served.pressed.clear()
    for path in [*methods, "/key", "/page/index.html"]:
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert served.ask(method, path, b'{"key": 5, "down": true}')[0] in (403, 404, 405)
    assert served.pressed == []


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/..%2fserver.py",
        "/page/%2e%2e/server.py",
        "/server.py",
        "/page/",
    ],
)
def test_only_files_of_the_page_are_served(served, path):
    assert served.ask("GET", path)[0] == 404


def test_files_have_types_that_browsers_run(served):
    kinds = {"/": "text/html", "/page/board.js": "text/javascript", "/page/style.css": "text/css"}
    for path, kind in kinds.items():
        status, headers, body = served.ask("GET", path)
        assert (status, headers["Content-Type"]) == (200, f"{kind}; charset=utf-8")
        assert body


def test_the_page_needs_nothing_from_elsewhere_and_nothing_inline(served):
    html = served.ask("GET", "/")[2].decode()
    assert "http" not in html.replace("http-equiv", "")
    assert "style=" not in html
    assert "<style" not in html
    assert " on" not in [part[:3] for part in html.split("<")]


def test_the_board_is_drawn_from_its_description(served):
    drawing = json.loads(served.ask("GET", "/board.json")[2])
    assert len(drawing["holes"]) == board.HOLES
    assert [key["name"] for key in drawing["keys"]] == list(board.KEYS)


def test_the_token_is_in_no_answer(served):
    for path in ("/", "/page/board.js", "/board.json"):
        status, headers, body = served.ask("GET", path)
        assert TOKEN not in body.decode() + str(headers)


# Events


def test_a_watcher_gets_the_newest_view_and_frame_at_once(fresh):
    fresh.show({"n": 1})
    fresh.show({"n": 2})
    fresh.frame(bytes(456))
    watcher = fresh.watch()
    assert watcher.answer.headers["Content-Type"].startswith("text/event-stream")
    table, frame = watcher.next(), watcher.next()
    assert (table["event"], json.loads(table["data"])) == ("view", {"n": 2})
    assert frame == {"event": "frame", "data": "AAAA" * 152}
    fresh.show({"n": 3})
    assert watcher.tables(1) == [{"n": 3}]
    watcher.close()


def test_text_of_any_kind_arrives_whole(fresh):
    view = {"prompt": "5\u2665\n\nevent: frame\r\ndata: x\u2028</script>"}
    fresh.show(view)
    watcher = fresh.watch()
    assert watcher.tables(1) == [view]
    watcher.close()


def test_a_watcher_resumes_after_its_last_event(fresh):
    for n in range(5):
        fresh.show({"n": n})
    watcher = fresh.watch()
    seen = watcher.next()["id"]
    watcher.close()
    for n in range(5, 8):
        fresh.show({"n": n})
    again = fresh.watch(seen)
    assert [view["n"] for view in again.tables(3)] == [5, 6, 7]
    again.close()


def test_an_up_to_date_watcher_gets_only_new_events(fresh):
    fresh.show({"n": 1})
    watcher = fresh.watch()
    seen = watcher.next()["id"]
    watcher.close()
    again = fresh.watch(seen)
    fresh.show({"n": 2})
    assert again.tables(1) == [{"n": 2}]
    again.close()


def test_after_a_long_absence_the_newest_view_is_enough(fresh):
    fresh.show({"n": 0})
    watcher = fresh.watch()
    seen = watcher.next()["id"]
    watcher.close()
    for n in range(1, broadcast.VIEWS_KEPT + 10):
        fresh.show({"n": n})
    again = fresh.watch(seen)
    assert again.tables(1) == [{"n": broadcast.VIEWS_KEPT + 9}]
    fresh.show({"n": -1})
    assert again.tables(1) == [{"n": -1}]
    again.close()


@pytest.mark.parametrize("last", ["x", "0123abcd.1", ".", "9" * 500, "\u00b2", "-1"])
def test_an_id_of_another_start_gets_the_newest_view(served, last):
    served.show({"n": last})
    watcher = served.watch(last)
    assert watcher.tables(1) == [{"n": last}]
    watcher.close()


def test_an_id_from_the_future_gets_the_newest_view(fresh):
    fresh.show({"n": 1})
    watcher = fresh.watch()
    boot = watcher.next()["id"].partition(".")[0]
    watcher.close()
    again = fresh.watch(boot + ".99")
    assert again.tables(1) == [{"n": 1}]
    again.close()


def test_an_unchanged_view_is_not_sent_again(fresh):
    watcher = fresh.watch()
    fresh.show({"n": 1})
    # Once it has seen one: a watcher who has seen none is given the newest alone.
    assert watcher.tables(1) == [{"n": 1}]
    for n in (1, 2):
        fresh.show({"n": n})
    assert watcher.tables(1) == [{"n": 2}]
    watcher.close()


def test_a_slow_watcher_skips_frames_and_delays_nobody(fresh, monkeypatch):
    monkeypatch.setattr(connections, "STALLED_SECONDS", 600.0)
    slow, quick = fresh.watch(), fresh.watch()
    wait_until(lambda: fresh.broadcast.watchers == 2)
    blob = "x" * 20_000
    for n in range(600):
        fresh.frame(n.to_bytes(4, "big") * 114)
        fresh.show({"n": n, "blob": blob})
        assert quick.tables(1)[0]["n"] == n
    slow_frames, slow_views = 0, []
    while not slow_views or slow_views[-1] != 599:
        event = slow.next()
        if event["event"] == "view":
            slow_views.append(json.loads(event["data"])["n"])
        else:
            slow_frames += 1
    assert slow_views == sorted(slow_views)
    assert slow_frames < 600
    slow.close()
    quick.close()


def test_the_last_frame_always_arrives(fresh):
    watcher = fresh.watch()
    for n in range(100):
        fresh.frame(bytes([n]) * 456)
    while watcher.next()["data"] != "Y2Nj" * 152:
        pass
    watcher.close()


def test_a_watcher_who_leaves_is_forgotten(fresh):
    watcher = fresh.watch()
    wait_until(lambda: fresh.broadcast.watchers == 1)
    watcher.close()
    wait_until(lambda: fresh.broadcast.watchers == 0)


def test_the_number_of_watchers_is_limited(fresh, monkeypatch):
    monkeypatch.setattr(connections, "WATCHERS_MOST", 2)
    watchers = [fresh.watch(), fresh.watch()]
    wait_until(lambda: fresh.broadcast.watchers == 2)
    assert fresh.ask("GET", "/events")[0] == 503
    for watcher in watchers:
        watcher.close()


def test_a_view_and_a_frame_are_encoded_once_however_many_watch(fresh, monkeypatch):
    encoded = []
    chunk = broadcast.chunk
    watchers = [fresh.watch() for _ in range(5)]
    wait_until(lambda: fresh.broadcast.watchers == 5)
    monkeypatch.setattr(broadcast, "chunk", lambda events: encoded.append(events) or chunk(events))
    fresh.show({"n": 1})
    fresh.frame(bytes(456))
    for watcher in watchers:
        assert [watcher.next()["event"] for _ in range(2)] == ["view", "frame"]
        watcher.close()
    assert len(encoded) == 2


def test_events_need_http_1_1_and_a_head_has_none(fresh):
    fresh.show({"n": 1})
    assert fresh.ask("HEAD", "/events")[::2] == (200, b"")
    with socket.create_connection(("127.0.0.1", fresh.port), 5) as one:
        one.sendall(b"GET /events HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        assert b" 505 " in one.recv(65536)
    assert fresh.broadcast.watchers == 0


def test_a_quiet_board_sends_a_sign_of_life(fresh, monkeypatch):
    monkeypatch.setattr(broadcast, "BEAT_SECONDS", 0.02)
    watcher = fresh.watch()
    assert watcher.next() == {"event": "beat", "data": "1"}
    watcher.close()


def test_the_server_stops_while_pages_are_open():
    with serving() as running:
        watcher = running.watch()
        wait_until(lambda: running.broadcast.watchers == 1)
    with pytest.raises((EOFError, OSError)):
        watcher.next()
    watcher.close()


def test_a_port_in_use_is_an_error_that_names_it(served):
    with pytest.raises(PageError, match=f"cannot open port {served.port} "):
        server.listen(served.port)


def test_an_error_may_quote_what_cannot_be_encoded():
    answer = asyncio.run(server._plain_error(None, HTTPException(422, "\ud800x")))
    assert (answer.status_code, answer.body) == (422, b"?x")
