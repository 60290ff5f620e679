"""A wall with a real broker and real boards: the tables' Apps, Mosquitto, and the real program."""

import asyncio
import contextlib
import http.client
import json
import re
import sys
import time
from importlib import resources

import pytest
from click.testing import CliRunner
from paho.mqtt import publish
from starlette.requests import Request
from starlette.routing import Mount, Route

from host.cli.main import main
from host.club.inbox import Message
from host.club.tables import Club
from host.club.wall import wall_app
from host.club.wall_broadcast import WallBroadcast
from host.history.store import History
from host.web.server import HEADERS
from host.web.token import PageAddress
from tests.cases import slow
from tests.club.boards import open_boards
from tests.club.broker import SECONDS
from tests.host.program import running
from tests.page.record_play import RECORDS
from tests.page_server import Watcher, wait_until

PAGE = resources.files("host.web") / "page"
WORDS = ("wall", "--no-browser", "--page-port", "0")


@pytest.fixture
def boards(broker):
    """Return a function that opens tables of the club."""
    made = []

    def open_them(count, seed=1):
        made.extend(open_boards(broker.url("club"), count, seed))
        return made[-count:]

    yield open_them
    for board in made:
        board.close()


@pytest.fixture
def wall(broker, tmp_path):
    """Return a function that starts the real program and waits for its page."""
    with contextlib.ExitStack() as stack:

        def start_it(*words, history="wall.sqlite"):
            file = ("--history", tmp_path / history)
            one = running(*WORDS, "--mqtt", broker.url("club"), *file, *words)
            program = stack.enter_context(one)
            found = re.search(r"http://127.0.0.1:(\d+)/", program.until("The wall is at"))
            program.port = int(found[1])
            wait_until(lambda: "is connected" in program.out, SECONDS)
            return program

        yield start_it


class Wall:
    """The state of a wall's page, from its events."""

    def __init__(self, port, address="127.0.0.1"):
        self.tables, self.standings = {}, []
        self._watcher = Watcher(port, address=address)
        self.events = 0

    def until(self, true):
        """Take events until `true(self)`."""
        while not true(self):
            self.take(self._watcher.tables(1)[0])
        return self

    def take(self, event):
        self.events += 1
        if event.get("whole"):
            self.tables = {}
        self.tables |= {tile["id"]: tile for tile in event["tables"]}
        self.standings = event.get("standings", self.standings)

    def close(self):
        self._watcher.close()


def ask(program, path, method="GET", **headers):
    link = http.client.HTTPConnection("127.0.0.1", program.port, timeout=SECONDS)
    with contextlib.closing(link):
        link.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = link.getresponse()
        return answer.status, answer.headers, answer.read()


def scores(tables):
    return {table: [side["score"] for side in tile["sides"]] for table, tile in tables.items()}


def true_scores(boards):
    return {f"table-{n}": list(board.state.scores) for n, board in enumerate(boards, 1)}


def ranked(page):
    return [(row["name"], row["points"]) for row in page.standings]


# With real programs


def test_a_wall_shows_each_table_and_the_standings_as_they_change(boards, wall):
    tables = boards(3)
    for board in tables:
        board.enter()
    page = Wall(wall().port).until(lambda page: len(page.tables) == 3)
    for _ in range(30):
        for board in tables:
            board.enter()
    page.until(lambda page: scores(page.tables) == true_scores(tables))
    names = [side["name"] for side in page.tables["table-2"]["sides"]]
    page.until(lambda page: page.tables["table-2"]["sides"][0]["name"] in ("Cat", "Dan"))
    tables[0].finish()
    page.until(lambda page: len(page.standings) == 2)
    assert {name for name, _ in ranked(page)} == {"Ann", "Ben"} and len(names) == 2
    assert ranked(page)[0][1] in (2, 3) and ranked(page)[1][1] == 0
    page.close()


@pytest.mark.slow
def test_several_walls_and_one_that_is_restarted_show_the_same(boards, wall):
    tables = boards(3)
    for board in tables:
        board.finish()
        for _ in range(20):
            board.enter()

    def whole(page):
        named = all(tile["sides"][0]["name"] not in ("Blue", "") for tile in page.tables.values())
        return (
            len(page.tables) == 3
            and len(page.standings) == 6
            and named
            and (scores(page.tables) == true_scores(tables))
        )

    first, second = wall(), wall(history="other.sqlite")
    pages = [Wall(one.port).until(whole) for one in (first, second)]
    first.stop()
    pages.append(Wall(wall().port).until(whole))
    assert pages[0].tables == pages[1].tables == pages[2].tables
    assert pages[0].standings == pages[1].standings == pages[2].standings
    for page in pages:
        page.close()


@pytest.mark.slow
def test_the_history_of_a_wall_has_each_game_once(boards, wall, tmp_path):
    (board,) = boards(1)
    board.finish()
    program = wall()
    path = tmp_path / "wall.sqlite"

    def games():
        if not path.exists():
            return []
        with contextlib.closing(History(path)) as kept:
            return [(game.names, game.result["scores"]) for game in kept.games()]

    known = (["Ann", "Ben"], list(board.state.scores))
    wait_until(lambda: games() == [known], SECONDS)
    board.enter()
    for _ in range(20):
        board.enter()
    wait_until(lambda: len(games()) == 2 and known in games(), SECONDS)
    program.stop()
    wall()
    board.enter()
    then = list(board.state.scores)
    wait_until(lambda: sorted(s for _, s in games()) == sorted([known[1], then]), SECONDS)


@pytest.mark.slow
def test_a_wall_has_no_game_of_the_computer_it_runs_on(broker, boards, tmp_path):
    own = tmp_path / "pegboard" / "history.sqlite"
    words = ["import", str(RECORDS / "skunk.txt"), "--history", str(own)]
    assert CliRunner().invoke(main, words).exit_code == 0
    club = ("--mqtt", broker.url("club"))
    with running(*WORDS, *club, home=tmp_path) as program:
        program.port = int(re.search(r":(\d+)/", program.until("The wall is at"))[1])
        assert str(tmp_path / "pegboard" / "walls") in program.until("Games are stored in")
        (board,) = boards(1)
        board.finish()

        def games():
            return json.loads(ask(program, "/history/games.json")[2])

        def finished():
            return [game["names"] for game in games() if game["over"]]

        wait_until(lambda: finished() == [["Ann", "Ben"]], SECONDS)  # they are written after it
        assert len(games()) == 1
    plan = tmp_path / "plan.txt"
    plan.write_text("players Ann, Ben\nround 1\nAnn - Ben\n")
    with running("standings", plan, "--json", home=tmp_path) as told:
        assert told.ended() == 0
    assert json.loads(told.out)["rounds"][0][0]["source"] == "board"
    with running("wall", *club, "--history", own, home=tmp_path) as program:
        assert program.ended() == 2 and "holds the games of this computer" in program.err


@pytest.mark.slow
def test_a_table_has_its_page_behind_its_tile(boards, wall):
    (board,) = boards(1)
    for _ in range(12):
        board.enter()
    program = wall()
    Wall(program.port).until(lambda page: page.tables)
    wait_until(lambda: ask(program, "/table/table-1/game.txt")[0] == 200, SECONDS)
    assert b"Traditional" in ask(program, "/table/table-1/game.txt")[2]
    assert b"/main.bundle.js" in ask(program, "/table/table-1/")[2]
    assert b"/tv.bundle.js" in ask(program, "/table/table-1/?view=tv")[2]
    assert json.loads(ask(program, "/table/table-1/board.json")[2])["takes_keys"] is False
    percents = json.loads(ask(program, "/table/table-1/chance")[2])["percents"]
    assert sum(percents) == 100
    assert json.loads(ask(program, "/chances.json")[2]) == {"table-1": percents}
    assert ask(program, "/table/none/")[0] == 404
    assert ask(program, "/table/table-1/key")[0] == 404


@pytest.mark.slow
def test_a_table_that_leaves_is_seen_to_be_gone(boards, wall):
    (board,) = boards(1)
    board.enter()
    page = Wall(wall().port).until(lambda page: page.tables and page.tables["table-1"]["online"])
    board.close()
    page.until(lambda page: not page.tables["table-1"]["online"])


@pytest.mark.slow
def test_a_table_that_is_cleared_at_the_broker_leaves_the_wall(broker, boards, wall):
    for board in boards(2):
        board.enter()
    page = Wall(wall().port).until(lambda page: len(page.tables) == 2)
    publish.single("club/table-2/state", b"", 1, True, "127.0.0.1", broker.port)
    page.until(lambda page: list(page.tables) == ["table-1"])
    page.close()


@pytest.mark.slow
def test_with_a_delay_nothing_of_the_broker_is_seen_early(boards, wall):
    (board,) = boards(1)
    board.finish()
    program = wall("--delay", "3600")
    time.sleep(1)  # nothing comes that could be waited for
    page = Wall(program.port).until(lambda page: page.events == 1)
    assert page.tables == {} and page.standings == []
    assert ask(program, "/table/table-1/")[0] == 404
    assert b"<tbody></tbody>" in ask(program, "/standings")[2]
    assert ask(program, "/history/games.json")[2] == b"[]"
    assert json.loads(ask(program, "/wall.json")[2])["delay"] == 3600


@pytest.mark.slow
def test_a_plan_at_the_broker_is_what_all_walls_show(broker, boards, wall):
    program = wall()
    plan = "title Tuesday\nplayers Ann, Ben, Zoe\nround 1\nAnn - Ben\nZoe bye\n"
    publish.single("club/evening", plan, 1, True, "127.0.0.1", broker.port)
    page = Wall(program.port).until(lambda page: len(page.standings) == 3)
    boards(1)[0].finish()
    page.until(lambda page: ranked(page)[0][1] >= 2)
    assert b"<h1>Tuesday</h1>" in ask(program, "/standings")[2]
    told = json.loads(ask(program, "/standings.json")[2])
    assert told["rounds"][0][0]["source"] == "board"


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
def test_a_shared_wall_answers_in_the_network_and_only_reads(boards, wall):
    boards(1)[0].enter()
    program = wall("--share-address", "127.0.0.2")
    program.until("If nobody can open it")
    page = Wall(program.port, "127.0.0.2").until(lambda page: page.tables)
    page.close()
    assert "#" not in program.out.partition("may watch at")[2].partition("\n  - ")[0].split()[0]
    assert ask(program, "/", Host="evil.example")[0] == 400


def test_what_a_stranger_sends_is_not_shown_and_stops_nothing(broker, boards, wall):
    program = wall()
    script = "<script>alert(1)</script>"
    bad = [
        ("club/x/state", b"{"),
        ("club/x/state", b"[" * 60_000),
        ("club/y/state", json.dumps({"boot": "a", "seq": 1, "at": 1, "view": {"mode": 5}})),
        ("club/z/game", b"\xff" * 70_000),
        ("club/z/games/00", json.dumps({"begun": 0, "at": 1, "names": [], "entries": "AAAA"})),
        (f"club/{script.replace('/', '')}/online", b"1"),
        ("club/evening", b"\xff\xfe"),
        ("club//online", b"1"),
    ]
    for topic, payload in bad:
        publish.single(topic, payload, 1, True, "127.0.0.1", broker.port)
    boards(1)[0].enter()
    page = Wall(program.port).until(lambda page: "table-1" in page.tables)
    strange = [tile for tile in page.tables.values() if "script" in tile["name"]]
    assert all(re.fullmatch(r"t-[0-9a-f]{12}", tile["id"]) for tile in strange)
    assert "Traceback" not in program.err
    assert program.process.poll() is None


# Routes


def walls_routes():
    club = Club(lambda *words: None)
    club.take(Message(("one", "online"), b"1"))
    broadcast = WallBroadcast(dict)
    app = wall_app(club, broadcast, history=None)
    found = []
    for route in app.routes:
        if isinstance(route, Mount):
            (table,) = club.tables.values()
            found += [(f"/table/one{one.path}", one) for one in route.app.routes_of(table)]
        else:
            found.append((route.path, route))
    return found


def test_all_routes_of_a_wall_answer_get_alone():
    routes = walls_routes()
    assert len(routes) > 10
    for path, route in routes:
        assert isinstance(route, Route) and route.methods == {"GET", "HEAD"}, path


def test_the_sheet_names_its_icon():
    """Otherwise a browser requests a default one, which does not exist."""
    (route,) = (route for path, route in walls_routes() if path == "/standings")
    page = asyncio.run(route.endpoint(Request({"type": "http"}))).body
    (icon,) = re.findall(rb'<link rel="icon" href="/page/([^"]+)"', page)
    assert PAGE.joinpath(icon.decode()).is_file()


@pytest.mark.slow
def test_every_route_checks_the_host_and_has_the_headers(boards, wall):
    boards(1)[0].enter()
    program = wall()
    Wall(program.port).until(lambda page: page.tables)
    for path, _ in walls_routes():
        address = path.replace("one", "table-1").replace("{name}", "wall.js")
        assert ask(program, address, Host="evil.example")[0] == 400, address
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert ask(program, address, method)[0] == 405, address
        if not address.endswith("/events"):
            headers = ask(program, address)[1]
            assert all(headers[name] == value for name, value in HEADERS.items()), address


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Give the club's address"),
        *slow(
            (["--mqtt", "http://x"], "is not a table at a broker"),
            (["--mqtt", "foo"], "nor a club: it begins with neither mqtt:// nor mqtts://"),
            (["--mqtt", "mqtt://x"], "nothing follows the broker x. Write mqtt://broker/club,"),
            (["--mqtt", "mqtt://x/club", "--new-token"], "A wall has no token"),
            (["--mqtt", "mqtt://x/club", "--players", "Ann"], "use --players there"),
        ),
    ],
)
def test_a_wrong_command_is_explained(words, said):
    with running("wall", "--no-browser", *words) as program:
        assert program.ended() in (1, 2)
        assert said in program.err and "Traceback" not in program.err


def test_an_address_without_a_token_has_no_mark():
    assert PageAddress(80, "").watching() == "http://127.0.0.1:80/"
