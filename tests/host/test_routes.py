"""The answers of the routes of a page, without a server: those of the history beside what the
file has, and of each route that changes something, what it takes and from whom."""

import contextlib
import json
from types import SimpleNamespace

import pytest

from host.analysis import practice_answers
from host.errors import BoardError
from host.history.answers import game_line, game_page, player_page
from host.history.game_answers import average_player, chance_curve, figures_of
from host.history.games import split
from host.history.practice import results
from host.history.practice_results import trend_lines
from host.history.records import entries_of, stored_record
from host.history.statistics import player_names
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from host.web.broadcast import Broadcast
from host.web.hand_routes import hand_routes
from host.web.history_routes import history_routes
from host.web.name_routes import name_routes
from host.web.practice_routes import practice_routes
from host.web.server import create_app
from host.web.share_routes import share_routes
from tests.history.matches import played_match
from tests.host.route_answers import HOST, JSON, asking
from tests.page_server import TOKEN


class Board:
    """A board that deals, can be named and shared; `did` is what was asked of it."""

    def __init__(self):
        self.did = []

    def hand(self):
        return {"cards": ["5H"], "ask": "throw"}

    def throw(self, words):
        self.did.append(("throw", words))
        if words == ["XX"]:
            raise BoardError("that is no card")

    def play(self, words):
        self.did.append(("play", words))

    async def rename(self, side, name):
        self.did.append((side, name))
        if side > 5:
            raise BoardError("there is no such side")

    def status(self):
        return {"on": ("share", True) in self.did}

    async def switch(self, on):
        self.did.append(("share", on))


@pytest.fixture(scope="module")
def games_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "games.sqlite"
    with contextlib.closing(History(path)) as history:
        for seed, names in ((1, ("Ann", "Ben")), (2, ("Ben", "Cat"))):
            for game in split(packed_match(played_match(seed, 90))):
                history.add(NewGame(game.entries, (1.79e9 + seed,), names=names), 1.79e9)
    return path.read_bytes()


@pytest.fixture
def page(tmp_path, games_file):
    """Return a page: `ask(method, path, ...)` returns status, kind of content, and body."""
    path, board = tmp_path / "games.sqlite", Board()
    path.write_bytes(games_file)
    routes = [
        *history_routes(path),
        *practice_routes(path, TOKEN),
        *hand_routes(board, TOKEN),
        *name_routes(board.rename, TOKEN),
        *share_routes(board, TOKEN),  # type: ignore[arg-type]
    ]
    pressed = []
    app = create_app(Broadcast(lambda *key: pressed.append(key)), TOKEN, routes=routes)
    with contextlib.closing(History(path)) as history:
        told = {"board": board, "history": history, "path": path, "pressed": pressed}
        yield SimpleNamespace(ask=asking(app), **told)


def plain(value):
    return json.loads(json.dumps(value))


def test_the_history_answers_what_the_file_has(page):
    games = page.history.games()
    game = games[0]
    entries = entries_of(page.history, game)
    told = plain(game_page(game, page.history.entries(game.id)))
    for address, wanted in {
        "games.json": [game_line(one) for one in games],
        "players.json": player_names(games),
        "players.json?name=Ben": player_page(games, "Ben", "", average_player()),
        "players.json?name=Ben&with=Ann": player_page(games, "Ben", "Ann", average_player()),
        f"{game.id}/figures.json": figures_of(entries),
        f"{game.id}/chances.json": chance_curve(entries),
    }.items():
        for _ in range(2):
            assert page.ask("GET", f"/history/{address}") == (200, JSON, plain(wanted)), address
    status, _, found = page.ask("GET", f"/history/{game.id}.json")
    assert found.pop("link") == f"http://{HOST}/" + told.pop("link")
    assert status == 200 and {key: found[key] for key in told} == told
    record = stored_record(page.history, game)
    assert page.ask("GET", f"/history/{game.id}.txt") == (200, "text/plain", record)
    losses = page.ask("GET", "/history/losses.json?name=Ben")
    assert losses[0] == 200 and set(losses[2]) >= {"games", "waiting"}


@pytest.mark.parametrize(
    "address",
    [
        "99.json",
        "99.txt",
        "99/figures.json",
        "9" * 18 + ".json",
        "9" * 5000 + ".json",
        "players.json?name=Zoe",
        "players.json?name=Ann&with=Cat",
    ],
)
def test_what_is_not_in_the_history_is_not_found(page, address):
    assert page.ask("GET", f"/history/{address}")[0] == 404


def test_a_file_that_cannot_be_read_is_not_told_by_its_name(page):
    page.history.close()
    page.path.write_bytes(b"x" * 5000)
    for address in ("games.json", "players.json", "1.json"):
        status, _, told = page.ask("GET", f"/history/{address}")
        assert status == 503 and "cannot be read now" in told and str(page.path) not in told
    assert page.ask("GET", "/practice/trend.json")[0] == 503


SEED = "2026-11-24"


def test_practice_is_judged_played_and_kept(page):
    problem = practice_answers.problem(SEED, practice_answers.view_of_seed(SEED))
    assert page.ask("GET", f"/practice.json?seed={SEED}") == (200, JSON, plain(problem))
    assert (
        page.ask("GET", "/practice.json")[2]["seed"]
        != page.ask("GET", "/practice.json")[2]["seed"]
    )
    throw = "+".join(problem["hand"][:2])
    view = practice_answers.view_of_seed(SEED)
    thrown = practice_answers.chosen(view, throw.replace("+", " "))
    words = f"seed={SEED}&throw={throw}"
    judged = page.ask("GET", f"/practice/verdict.json?{words}")
    assert judged == (200, JSON, plain(practice_answers.judged(view, thrown)))
    play = page.ask("GET", f"/practice/play.json?{words}&deal=a")
    assert play == (200, JSON, plain(practice_answers.played(view, thrown, "a", [])))
    for _ in range(2):
        said = {"seed": SEED, "throw": throw.replace("+", " ")}
        assert page.ask("POST", "/practice", said)[0] == 204
    kept = results(page.history)
    assert [(one.kind, one.view, one.thrown) for one in kept] == [(SEED, view, thrown)] * 2
    assert page.ask("GET", "/practice/trend.json") == (200, JSON, trend_lines(kept))


@pytest.mark.parametrize(
    "method, address, body, status",
    [
        ("GET", "/practice.json?seed=" + "x" * (practice_answers.SEED_MOST + 1), None, 422),
        ("GET", "/practice.json?seed=" + "x" * practice_answers.SEED_MOST, None, 200),
        ("GET", "/practice.json?seed=own+99+1+0", None, 404),
        ("GET", f"/practice/verdict.json?seed={SEED}", None, 422),
        ("GET", f"/practice/verdict.json?seed={SEED}&throw=x", None, 422),
        ("GET", f"/practice/play.json?seed={SEED}&throw=x&deal=a", None, 422),
        ("POST", "/practice", b"{", 400),
        ("POST", "/practice", [], 422),
        ("POST", "/practice", {"seed": 5, "throw": "5H JC"}, 422),
        ("POST", "/practice", {"seed": SEED}, 422),
        ("POST", "/practice", {"seed": "\ud800", "throw": "5H JC"}, 422),
        ("POST", "/hand", b"[" * 9000, 413),
        ("POST", "/hand", b"x", 400),
        ("POST", "/hand", {"throw": ["5H"], "play": []}, 422),
        ("POST", "/hand", {"lay": ["5H"]}, 422),
        ("POST", "/hand", {"throw": "5H"}, 422),
        ("POST", "/hand", {"throw": [5]}, 422),
        ("POST", "/hand", {"throw": ["5H"] * 7}, 422),
        ("POST", "/hand", {"throw": ["XX"]}, 422),
        ("POST", "/name", {"side": 0}, 422),
        ("POST", "/name", {"side": True, "name": "x"}, 422),
        ("POST", "/name", {"side": 0, "name": None}, 422),
        ("POST", "/name", {"side": 0, "name": "x", "more": 1}, 422),
        ("POST", "/name", {"side": 9, "name": "x"}, 422),
        ("POST", "/share", {"on": 1}, 422),
        ("POST", "/share", {"on": True, "off": False}, 422),
        ("POST", "/share", [], 422),
    ],
)
def test_what_is_no_request_is_refused(page, method, address, body, status):
    assert page.ask(method, address, body)[0] == status
    assert page.board.did in ([], [("throw", ["XX"])], [(9, "x")])


def test_a_play_has_a_deal_and_few_cards(page):
    cards = practice_answers.problem(SEED, practice_answers.view_of_seed(SEED))["hand"]
    words = f"/practice/play.json?seed={SEED}&throw={cards[0]}+{cards[1]}"
    deal = "x" * practice_answers.SEED_MOST
    assert page.ask("GET", f"{words}&deal={deal}")[0] == 200
    for wrong in ("", f"&deal={deal}x", "&deal=a&laid=" + "x" * (practice_answers.LAID_MOST + 1)):
        assert page.ask("GET", words + wrong)[0] == 422, wrong
    for laid in ("XX", cards[0], "x" * practice_answers.LAID_MOST):
        status, _, told = page.ask("GET", f"{words}&deal=a&laid={laid}")
        assert status == 422 and told and "A play is" not in told, laid


# The longest bodies, and those that are a little longer.
@pytest.mark.parametrize(
    "address, body, status",
    [
        ("/hand", {"throw": ["5H"] * 6}, 204),
        ("/hand", {"throw": ["5H"] * 7}, 422),
        ("/hand", json.dumps({"play": []}).ljust(256).encode(), 204),
        ("/hand", json.dumps({"play": []}).ljust(257).encode(), 413),
        ("/key", {"key": 0, "down": True}, 204),
        ("/key", {"key": 23, "down": False}, 204),
        ("/key", {"key": 24, "down": True}, 422),
        ("/key", {"key": -1, "down": True}, 422),
        ("/key", {"key": True, "down": True}, 422),
        ("/key", {"key": 1, "down": 1}, 422),
        ("/key", {"key": 1}, 422),
        ("/key", [], 422),
        ("/key", b"[", 400),
    ],
)
def test_a_request_has_a_largest_size(page, address, body, status):
    assert page.ask("POST", address, body)[0] == status
    assert len(page.board.did) + len(page.pressed) == (status == 204)


# Requests of other pages, and the answers.
OTHERS = (
    ({"token": "x"}, 403),
    ({"token": None}, 403),
    ({"origin": "http://elsewhere.example"}, 403),
    ({"content_type": "text/plain"}, 415),
    ({"host": "elsewhere.example"}, 400),
)
CHANGES = [
    ("/hand", {"throw": ["5H", "JC"]}, 204, ("throw", ["5H", "JC"])),
    ("/hand", {"play": []}, 204, ("play", [])),
    ("/name", {"side": 1, "name": "Zoë"}, 204, (1, "Zoë")),
    ("/share", {"on": True}, 200, ("share", True)),
    ("/share", {"on": False}, 200, ("share", False)),
]


@pytest.mark.parametrize("address, body, status, did", CHANGES)
def test_a_page_with_the_token_changes_what_it_says_and_no_other_page(
    page, address, body, status, did
):
    for headers, refused in OTHERS:
        assert page.ask("POST", address, body, **headers)[0] == refused
    assert page.board.did == []
    told = page.ask("POST", address, body, origin=f"http://{HOST}")
    assert told[0] == status and page.board.did == [did]
    assert address != "/share" or told[2] == {"on": body["on"]}


def test_only_a_page_with_the_token_keeps_a_result_of_practice(page):
    cards = practice_answers.problem(SEED, practice_answers.view_of_seed(SEED))["hand"]
    said = {"seed": SEED, "throw": " ".join(cards[:2])}
    before = page.ask("GET", "/practice/trend.json")
    for headers, refused in OTHERS:
        assert page.ask("POST", "/practice", said, **headers)[0] == refused
    assert page.ask("GET", "/practice/trend.json") == before
    assert page.ask("POST", "/practice", said)[0] == 204
    assert page.ask("GET", "/practice/trend.json") != before


@pytest.mark.parametrize(
    "address, wanted",
    [("/hand.json", {"cards": ["5H"], "ask": "throw"}), ("/share", {"on": False})],
)
def test_what_a_player_sees_needs_the_token(page, address, wanted):
    assert page.ask("GET", address) == (200, JSON, wanted)
    for hidden in (address, "/practice/trend.json", "/practice/own.json?name=Ann"):
        assert page.ask("GET", hidden, token="x")[0] == 403
    assert page.ask("GET", "/practice.json?seed=own+1+1+0", token="x")[0] == 403
