"""What the pages of a wall ask for, and what they are answered, without a server."""

import asyncio
import contextlib
import json
import socket

from hardware import geometry
from hardware.board import DEFAULT_LAYOUT
from host.club import connection, wall_run
from host.club import wall as club_wall
from host.club.address import broker_address
from host.club.games import made
from host.club.inbox import Message
from host.club.standings import as_json
from host.club.tables import Club
from host.club.wall import wall_app
from host.club.wall_broadcast import WallBroadcast
from host.history.game_answers import match_percents
from host.history.games import split
from host.history.new_game import NewGame
from host.history.store import History
from host.link.packed_match import packed_match
from host.mirror.mirror import Mirror
from host.mirror.view import view
from host.web.broadcast import Gate
from host.web.drawing import drawing
from host.web.run import Sharing
from tests.club.test_club_steps import Client
from tests.history.matches import played_match

STATE = json.dumps({"boot": "a", "seq": 1, "at": 1.0, "view": view(Mirror())}).encode()


class Pages:
    """The pages of an application."""

    def __init__(self, app):
        self.app = app

    def get(self, path, method="GET", host="localhost", version="1.1", query=b""):
        """Return the status and the body of a page."""
        sent = []
        scope = {"type": "http", "method": method, "path": path, "root_path": ""}
        scope |= {"query_string": query, "client": ("127.0.0.1", 1), "http_version": version}
        scope["headers"] = [(b"host", host.encode())]

        async def receive():
            return {"type": "http.request", "body": b""}

        async def send(message):
            sent.append(message)

        asyncio.run(self.app(scope, receive, send))
        return sent[0]["status"], b"".join(one.get("body", b"") for one in sent[1:])

    def json(self, path):
        status, body = self.get(path)
        assert status == 200
        return json.loads(body)


class Wall(Pages):
    """A wall's application, its club, and a clock."""

    def __init__(self, monkeypatch, **more):
        self.now = 1000.0
        monkeypatch.setattr(club_wall.time, "monotonic", lambda: self.now)
        self.club = Club(lambda *words: None)
        super().__init__(wall_app(self.club, WallBroadcast(dict), **more))

    def add(self, name, seed=0):
        """Add a table; with a seed it plays."""
        self.club.take(Message((name, "state"), STATE))
        if seed:
            match = played_match(seed, 40)
            game = made(split(packed_match(match))[0], 50.0, (), ("Ann", "Ben"))
            self.club.take_game(name, "", game)
            return match_percents(packed_match(match))
        return None


def test_a_wall_tells_its_delay_its_sides_and_its_standings(monkeypatch):
    wall = Wall(monkeypatch, delay=120.0)
    wall.club.take(Message(("evening",), b"players Ann, Ben\nround\nAnn 121 - 90 Ben\n"))
    assert wall.json("/wall.json") == {"delay": 120.0, "sides": geometry.as_json()["sides"]}
    told = json.loads(json.dumps(as_json(wall.club.standings())))
    assert wall.json("/standings.json") == told and told["standings"][0]["points"] == 3
    status, page = wall.get("/standings")
    assert status == 200 and b"Ann</span> 121 - 90 Ben" in page
    assert b'<a href="/">The tables</a>' in page and b"/page/sheet.css" in page


def test_each_table_has_its_pages_and_no_other_has(monkeypatch):
    wall = Wall(monkeypatch)
    wall.add("one", seed=1)
    assert wall.get("/table/one/")[0] == 200
    assert b"Traditional" in wall.get("/table/one/game.txt")[1]
    for path in ("/table/two/", "/table/", "/table/one/else"):
        assert wall.get(path)[0] == 404, path
    pages = next(one.app for one in wall.app.routes if getattr(one, "path", "") == "/table")
    first = pages._routers["one"]
    wall.get("/table/one/")
    assert pages._routers["one"] is first
    wall.add("two")
    wall.get("/table/two/")
    wall.club._remove("one")
    wall.add("one")  # another table with the same name
    wall.get("/table/one/")
    assert pages._routers["one"] is not first and set(pages._routers) == {"one", "two"}
    wall.club._remove("two")
    assert wall.get("/table/two/")[0] == 404


def test_the_chances_of_all_tables_are_computed_once_for_each_match(monkeypatch):
    computed = []

    def percents_of(match):
        computed.append(match)
        wall.now += 2.0
        return match_percents(match)

    monkeypatch.setattr(club_wall, "match_percents", percents_of)
    wall = Wall(monkeypatch)
    one = wall.add("one", seed=1)
    wall.add("none")
    assert one and sum(one) == 100
    told = {"one": one}
    assert wall.json("/chances.json") == told and len(computed) == 1
    two = wall.add("two", seed=2)
    wall.now += 7.9  # it took two seconds: four times as long it rests
    assert wall.json("/chances.json") == told and len(computed) == 1
    wall.now += 0.1
    told["two"] = two
    assert wall.json("/chances.json") == told and len(computed) == 2
    wall.now += 100.0
    assert wall.json("/chances.json") == told and len(computed) == 2
    wall.add("two", seed=3)
    wall.now += 2.9  # nothing was computed: it rests for three seconds
    assert wall.json("/chances.json") == told
    wall.now += 0.1
    assert wall.json("/chances.json") != told and len(computed) == 3
    wall.club._remove("one")
    assert set(wall.json("/chances.json")) == {"two"}


def test_a_table_s_page_is_told_what_the_board_shows_and_has_no_keys(monkeypatch):
    wall = Wall(monkeypatch, delay=120.0)
    one = wall.add("one", seed=1)
    wall.add("none")
    assert wall.json("/table/one/board.json") == json.loads(
        json.dumps(drawing(DEFAULT_LAYOUT, False, 120.0))
    )
    assert wall.json("/table/one/chance")["percents"] == one
    assert wall.json("/table/none/chance")["percents"] is None
    assert wall.json("/table/one/figures") and wall.json("/table/one/game.json")


def test_events_are_streamed_of_the_wall_and_of_each_table(monkeypatch):
    for gate, most, status in ((None, 0, 200), (Gate(), 1, 200), (Gate(), 0, 503)):
        monkeypatch.setattr(club_wall, "WATCHERS_AN_ADDRESS", most)
        wall = Wall(monkeypatch, gate=gate)
        wall.add("one")
        for _ in range(2):  # one that has left takes no place
            for path in ("/events", "/table/one/events"):
                assert wall.get(path, "HEAD")[0] == status, path
        assert wall.get("/events", version="1.0")[0] == (505 if status == 200 else 503)


def test_the_games_are_on_the_pages_of_a_wall_that_stores_them(monkeypatch, tmp_path):
    assert Wall(monkeypatch).get("/history/games.json")[0] == 404
    path = tmp_path / "wall.sqlite"
    with contextlib.closing(History(path)) as history:
        history.add(NewGame(split(packed_match(played_match(1)))[0].entries, (None,) * 999), 5.0)
    wall = Wall(monkeypatch, history=path)
    assert len(wall.json("/history/games.json")) == 1
    assert b"history.bundle.js" in wall.get("/", query=b"view=history")[1]


def test_a_wall_answers_its_own_names_alone(monkeypatch):
    wall = Wall(monkeypatch, hosts=lambda: frozenset({"club.example"}))
    assert wall.get("/", host="club.example")[0] == 200
    assert wall.get("/", host="evil.example")[0] == 400
    assert Wall(monkeypatch).get("/", host="evil.example")[0] == 400


def test_a_wall_runs_until_it_is_stopped_on_this_computer_and_in_the_network(
    monkeypatch, tmp_path
):
    client, served = Client(), []

    async def serve(server, sock, share, sharing, tasks):
        for task in tasks:
            task.close()
        served.append((server, share, sharing))
        raise KeyboardInterrupt

    monkeypatch.setattr(connection, "new_client", lambda address, name: client)
    monkeypatch.setattr(wall_run, "serve_until_stopped", serve)
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        address = broker_address("mqtt://b/club", is_club=True)
        sharing = Sharing(delay=60.0)
        wall_run.run_wall(address, sock, sharing, tmp_path / "wall.sqlite", print)
        port = sock.getsockname()[1]
    ((server, share, given),) = served
    assert given is sharing and share.port == port
    assert client.told()[-2:] == ["disconnect", "stop"]
    here = Pages(server.config.app)
    network = Pages(share._make_app(lambda: frozenset({"club.example"}), Gate()))
    for pages, host, other in (
        (here, "localhost", "club.example"),
        (network, "club.example", "localhost"),
    ):
        status, told = pages.get("/wall.json", host=host)
        assert status == 200 and json.loads(told)["delay"] == 60.0
        assert json.loads(pages.get("/history/games.json", host=host)[1]) == []
        assert pages.get("/wall.json", host=other)[0] == 400
