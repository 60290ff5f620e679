"""What a page asks about the game that it shows, or about that of a link: the answers beside those
of the functions that find them, and who gets them at once."""

import json
import urllib.parse

import pytest

from engine_core.records import game_link
from engine_core.records.game_link import LinkedGame
from hardware import geometry
from host.analysis.review_answer import review_answer
from host.analysis.table_review import review_any
from host.history.current_game import current_figures, current_game, current_record
from host.history.game_answers import figures_of, match_percents
from host.history.links import linked
from host.history.match import Match
from host.link.packed_match import packed_match
from host.mirror.linked_game import linked_game
from host.web.broadcast import Broadcast
from host.web.history_routes import history_routes
from host.web.position_route import position_route
from host.web.qr import qr_rows
from host.web.server import create_app
from tests.history.matches import played_match
from tests.host.route_answers import HOST, JSON, asking
from tests.page_server import wait_until

SHARED = "http://192.0.2.7:8121/"
ELSEWHERE = "board.example:8121"
EARLY, LATE = played_match(3, 60), played_match(3)
NAMES, PLAYERS, AT = ("Ann", ""), ("Cat", "Dan"), 1_790_000_000


def shown(match=None):
    board = Broadcast(lambda key, down: None)
    if match:
        board.publish_match(Match(packed_match(match), names=NAMES, players=PLAYERS, at=AT))
    return board


def plain(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("match", [EARLY, LATE], ids=["being played", "over"])
def test_a_page_is_told_of_its_game_what_is_known_of_it(match):
    data = packed_match(match)
    game = plain(current_game(data, NAMES, PLAYERS, AT))
    assert bool(game["link"]) == (match is LATE)
    link = game["link"] and f"http://{HOST}/{game['link']}"
    ask = asking(create_app(shown(match), "x"))
    for path, wanted in {
        "/chance": {"percents": match_percents(data)},
        "/figures": plain(current_figures(data)),
        "/game.json": {**game, "link": link, "qr": None},
    }.items():
        for _ in range(2):
            assert ask("GET", path) == (200, JSON, wanted), path
    record = current_record(data, NAMES, PLAYERS)
    assert (
        ask("GET", "/game.txt") == (200, "text/plain", record) and '[Players "Ann, Dan"]' in record
    )


def test_before_the_first_game_nothing_is_told():
    ask = asking(create_app(shown(), "x"))
    assert ask("GET", "/chance")[2] == {"percents": None}
    assert ask("GET", "/figures")[2] is ask("GET", "/game.json")[2] is None
    assert ask("GET", "/game.txt") == (404, "text/plain", "No game is being played.")


def test_a_page_with_the_token_is_told_of_the_game_that_others_see_later():
    ask = asking(create_app(shown(EARLY), "right", at_once=shown(LATE)))
    for path, of in (
        ("/figures", current_figures),
        ("/chance", lambda data: {"percents": match_percents(data)}),
        ("/game.json", lambda data: len(current_game(data, (), (), 0)["steps"])),
    ):
        for token, match in (("right", LATE), ("wrong", EARLY), (None, EARLY)) * 2:
            told = ask("GET", path, token=token)[2]
            told = len(told["steps"]) if path == "/game.json" else told
            assert told == plain(of(packed_match(match))), (path, token)


# The address of the page, and where the page is shared: where its links lead, and whether others
# can open them.
ADDRESSES = [
    (HOST, (), f"http://{HOST}/", False),
    (HOST, (SHARED, "http://other/"), SHARED, True),
    ("localhost", (SHARED,), SHARED, True),
    (ELSEWHERE, (SHARED,), f"http://{ELSEWHERE}/", True),
    (ELSEWHERE, (), f"http://{ELSEWHERE}/", True),
]


@pytest.mark.parametrize("host, shared, base, is_open", ADDRESSES)
def test_a_link_leads_to_where_others_can_open_it(host, shared, base, is_open):
    words = {"hosts": lambda: {"127.0.0.1", "localhost", "board.example"}}
    ask = asking(create_app(shown(LATE), "x", addresses=lambda: shared, **words))
    fragment = current_game(packed_match(LATE), NAMES, PLAYERS, AT)["link"]
    query = urllib.parse.quote(fragment.removeprefix(f"#{game_link.KEY}"))
    for path in ("/game.json", f"/linked.json?link={query}"):
        told = ask("GET", path, host=host)[2]
        assert told["link"] == base + fragment
        assert told["qr"] == (qr_rows(told["link"], "l") if is_open else None)


def link_of(match, names=("Ann", "Ben")):
    entries = [match.entry(number) for number in range(match.length)]
    return game_link.write(LinkedGame(entries, names, AT))


def test_the_game_of_a_link_is_told_as_the_site_tells_it():
    ask = asking(create_app(shown(), "x"))
    link = link_of(LATE)
    game = game_link.read(link)
    told = ask("GET", f"/linked.json?link={urllib.parse.quote(link)}")[2]
    for name, value in plain(linked_game(game)).items():
        assert told[name] == value, name
    assert told["figures"] == plain(figures_of(game.entries))
    assert told["board"] == plain(geometry.as_json())
    assert told["link"] == f"http://{HOST}/#{game_link.KEY}{link}" and told["qr"] is None


@pytest.mark.parametrize("link", ["", "x", "!", "A" * (game_link.TEXT_MOST + 9)])
def test_a_link_that_is_none_is_refused_with_a_sentence(link, tmp_path):
    routes = history_routes(tmp_path / "games.sqlite")
    ask = asking(create_app(shown(), "x", routes=routes))
    status, _, told = ask("GET", f"/linked.json?link={link}")
    assert status == 422 and told[0].isupper() and told[-1] == "."
    status, _, plainly = ask("GET", f"/linked/review.json?link={link}")
    assert status == 422 and f"{plainly[0].upper()}{plainly[1:]}." == told


def test_the_game_of_a_link_is_reviewed_with_the_names_in_it(tmp_path):
    ask = asking(create_app(shown(), "x", routes=history_routes(tmp_path / "games.sqlite")))
    link = link_of(played_match(3, 20))
    address = f"/linked/review.json?link={urllib.parse.quote(link)}"
    assert set(ask("GET", address)[2]) == {"done", "whole"}
    wait_until(lambda: "done" not in ask("GET", address)[2])
    entries = linked(link)[1]
    wanted = review_answer(review_any(entries, ["Ann", "Ben"], {}), "A game from a link")
    assert ask("GET", address) == (200, JSON, plain(wanted))


def test_an_answer_is_found_once_for_each_position_however_many_ask():
    asked, board = [], shown(EARLY)
    route = position_route(
        "/n", lambda request: board, lambda match: asked.append(match) or len(asked)
    )
    ask = asking(create_app(board, "x", routes=[route]))
    told = [ask("GET", "/n")[2] for _ in range(3)]
    board.publish_match(board.match._replace(fresh=False))  # the same game
    told.append(ask("GET", "/n")[2])
    board.publish_match(Match(b"other"))
    told += [ask("GET", "/n")[2] for _ in range(2)]
    assert told == [1, 1, 1, 1, 2, 2]
    assert [one.data for one in asked] == [packed_match(EARLY), b"other"]
