"""The games of a browser beside those of a laptop: when a page's match is told and with which
times, which games of a match are kept, and reviews and practice over two workers."""

import contextlib
import json
import subprocess
from base64 import b64decode, b64encode
from types import SimpleNamespace

import pytest

from engine_core.count.cards import name
from engine_core.game.game import Game
from engine_core.state.entries import pack
from host.analysis.game_review import review
from host.analysis.player import EASY, STEADY, Player
from host.analysis.review_answer import review_answer
from host.history import practice, review_costs
from host.history.answers import game_line
from host.history.games import split
from host.history.new_game import NewGame
from host.history.practice_results import none_due_text, result_of, trend_lines
from host.history.store import History
from host.link.packed_match import packed_match
from host.site import build, npm, page_games, serve
from host.site.page_analysis import PageAnalysis
from host.site.page_match import PAGE, PageMatch
from host.site.page_rows import PageRows
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand
from tests.conformance.support.page_store import NOON, Store, Worker
from tests.history.matches import part_of, played_match
from tests.host.route_answers import asking

ALONE = played_match(7)
TWICE = played_match(7, games=2)


# The match of a page ----------------------------------------------------------------------------


class Table:
    """A page's match on a clock; `game` grows or is another one."""

    def __init__(self, game):
        self.now = 100.5
        self.mirror = SimpleNamespace(game=game, names=["Ann", "\x1bBen"])
        self.match = PageMatch(PAGE, ["Cat", "Dan"], lambda: self.now)

    def grow(self, whole, until):
        for number in range(self.mirror.game.length, until):
            self.mirror.game.apply(whole.entry(number))

    def told(self, at):
        self.now = at
        return json.loads(self.match.take(self.mirror) or "null")


def test_a_match_is_told_once_with_all_that_is_known_of_it():
    table = Table(part_of(ALONE, 20))
    told = table.told(200.9)
    assert b64decode(told.pop("data")) == packed_match(part_of(ALONE, 20))
    assert told == {
        "board": PAGE, "players": ["Cat", "Dan"], "names": ["Ann", "Ben"],
        "at": 0, "keep": False, "times": [],
    }  # fmt: skip
    assert table.told(201) is None
    table.grow(ALONE, 21)
    assert table.told(202.9)["at"] == 202
    table.mirror.names = ["Ann", ""]
    assert table.told(203)["names"] == ["Ann", ""] and table.told(204) is None


def test_entries_have_the_time_at_which_they_were_first_seen():
    end = ALONE.length
    for first, known in ((1, [10.5]), (2, [None, None]), (30, [None] * 30)):
        table = Table(part_of(ALONE, first))
        assert table.told(10.5)["at"] == (10 if first == 1 else 0)
        table.grow(ALONE, 40)
        table.told(20.5)
        for _ in range(5):  # taken back while the page looks
            table.mirror.game.undo()
        table.told(30.5)
        table.grow(ALONE, end)
        told = table.told(40.5)
        assert told["keep"] and told["at"] == 40
        assert told["times"] == known + [20.5] * (35 - first) + [40.5] * (end - 35)
        table.mirror.game.undo()
        told = table.told(50.5)
        assert not told["keep"] and told["times"] == []


def test_names_for_the_next_game_are_not_told_of_the_one_before():
    begun = ALONE.length
    table = Table(part_of(TWICE, begun))
    assert table.told(10.5)["names"] == ["Ann", "Ben"]
    table.grow(TWICE, begun + 1)
    table.told(20.5)
    table.mirror.names = ["Cat", "Dan"]
    assert table.told(30.5)["names"] == ["Cat", "Dan"]
    table.mirror.game.undo()
    assert table.told(40.5)["names"] == ["Ann", "Ben"]
    table.mirror.names = ["Cat", "Eve"]
    assert table.told(50.5)["names"] == ["Ann", "Eve"]
    table.grow(TWICE, begun + 1)
    assert table.told(60.5)["names"] == ["Cat", "Eve"]


def test_a_match_with_a_finished_game_is_to_be_kept():
    begun, end = ALONE.length, TWICE.length
    for length, keep, times in (
        (begun - 1, False, 0), (begun, True, begun), (begun + 1, True, 0), (end - 1, True, 0),
        (end, True, end - begun),
    ):  # fmt: skip
        told = Table(part_of(TWICE, length)).told(10.5)  # as the page finds it
        assert (told["keep"], told["times"]) == (keep, [None] * times), length
    table = Table(part_of(TWICE, 1))
    table.told(10.5)
    table.grow(TWICE, begun)
    assert table.told(20.5)["times"] == [10.5] + [20.5] * (begun - 1)
    table.grow(TWICE, end - 1)
    assert not table.told(30.5)["keep"]  # the first one was kept
    table.grow(TWICE, end)
    told = table.told(40.5)
    assert told["keep"] and told["times"] == [30.5] * (end - 1 - begun) + [40.5]


def test_without_a_game_there_is_nothing_to_keep():
    told = Table(Game()).told(10.5)
    assert not told["keep"] and told["times"] == [] and told["at"] == 10


# What is kept -----------------------------------------------------------------------------------


def match_of(whole, times=(), names=("Ann", ""), players=("Cat", "Dan"), at=NOON):
    return {
        "board": PAGE, "data": b64encode(packed_match(whole)).decode(), "names": names,
        "players": players, "at": at, "times": list(times),
    }  # fmt: skip


def test_of_a_match_each_finished_game_is_kept_and_the_last_with_its_names_and_times():
    games = split(packed_match(TWICE))
    times = [NOON + n for n in range(len(games[1].entries))]
    worker = Worker()
    for _ in range(2):
        worker.ask("keep", match_of(TWICE, times))
    last, first = worker.ask("games")
    assert [first["names"], last["names"]] == [["", ""], ["Ann", "Dan"]]
    for line, game, known in ((first, games[0], [None]), (last, games[1], times)):
        page = worker.ask("game", line["id"])
        assert page["times"] == (known if known == times else known * len(game.entries))
        assert worker.games._rows.packed(line["id"]) == game.entries
    assert last["started"] and not first["started"]


def test_a_game_that_a_page_finds_finished_keeps_its_names():
    worker = Worker()
    for at, names, stored in (
        (0, ("Ann", ""), ["Ann", "Dan"]),  # it had none
        (0, ("Eve", ""), ["Ann", "Dan"]),
        (NOON, ("Eve", ""), ["Eve", "Dan"]),
    ):
        worker.ask("keep", match_of(ALONE, names=names, at=at))
        (line,) = worker.ask("games")
        assert line["names"] == stored


@pytest.mark.parametrize("length", [ALONE.length + 5, ALONE.length + 1])
def test_a_game_that_is_not_over_gives_its_names_and_times_to_no_other(length):
    worker = Worker()
    worker.ask("keep", match_of(part_of(TWICE, length), [NOON] * length))
    (line,) = worker.ask("games")
    assert line["over"] and line["names"] == ["", ""] and not line["started"]


def test_times_of_another_number_of_entries_are_of_none():
    worker = Worker()
    worker.ask("keep", match_of(ALONE, [NOON] * (ALONE.length - 1)))
    (line,) = worker.ask("games")
    assert line["names"] == ["Ann", "Dan"] and line["over"]
    assert worker.ask("game", line["id"])["times"] == [None] * ALONE.length


def test_a_browser_lists_what_a_laptop_lists(tmp_path):
    worker = Worker()
    with contextlib.closing(History(tmp_path / "games.sqlite")) as history:
        for seed, length in ((1, None), (2, 30), (3, None), (4, 50)):
            (game,) = split(packed_match(played_match(seed, length)))
            new = NewGame(game.entries, (NOON - seed,), names=("Ann", "Ben"))
            history.add(new, NOON)
            worker.games._add([new])
        assert worker.ask("games") == json.loads(json.dumps([*map(game_line, history.games())]))
        assert worker.ask("ids") == [game.id for game in reversed(history.games())]


# Two workers: games, and what is computed beside them ------------------------------------------


class Analysis:
    def __init__(self):
        self._worker = PageAnalysis()

    def ask(self, what, *values):
        told = json.loads(self._worker.ask(what, json.dumps(values)))
        assert "value" in told, told
        return told["value"]


@pytest.fixture(scope="module")
def own_game():
    return played([Player(EASY), Player(STEADY)], Rand(9), 0, 61)


@pytest.fixture
def both(own_game, tmp_path):
    """Return a browser's worker and a laptop's history with the same game."""
    new = NewGame(tuple(map(pack, own_game)), (NOON,), names=("Ann", "Ben"))
    worker = Worker()
    worker.games._add([new])
    with contextlib.closing(History(tmp_path / "games.sqlite")) as history:
        history.add(new, NOON)
        yield worker, history


def test_throws_to_practise_are_those_of_the_laptop(both):
    worker, history = both
    analysis = Analysis()
    wanted = practice.own_throws(history, history.games(), "ann")
    ((number, seat, told),) = worker.ask("own games", "ANN")
    assert (number, seat, told["title"]) == (1, 0, "")
    costly = analysis.ask("costly", told, number, seat)
    rows = [json.loads(json.dumps(worker_row)) for worker_row in costly]
    due, text = analysis.ask("due", "Ann", rows, [], NOON)
    assert text == "" and wanted
    assert due == json.loads(json.dumps([[list(one.view), *one[1:]] for one in wanted]))
    for view, *_ in due:
        throw = " ".join(map(name, view[1][:2]))
        result = analysis.ask("judged", "x", view, throw)["result"]
        worker.ask("keep practice", "own", result)
    kept = worker.ask("practised")
    assert [row[:2] for row in kept] == [[NOON, "own"]] * len(due)
    again, text = analysis.ask("due", "Ann", rows, kept, NOON)
    assert again == [] and text == none_due_text("Ann", wanted)
    from_file = json.loads(worker.ask("exported practice"))
    assert [tuple(one.values())[2:] for one in from_file["practice"]] == [
        tuple(row[2:]) for row in kept
    ]
    assert analysis.ask("trend", kept) == trend_lines(list(map(result_of, kept)))
    assert worker.ask("own games", "Cat") == []


@pytest.mark.slow
def test_a_review_is_that_of_the_laptop_and_its_costs_are_kept(both, own_game):
    worker, _ = both
    analysis = Analysis()
    told = worker.ask("reviewed", 1)
    assert analysis.ask("reviewable", told)
    assert worker.ask("losses", "Ben")["next"] == {**told, "title": ""}
    some = own_game[:40]  # which takes less time
    packed = b64encode(b"".join(map(pack, some))).decode()
    far = analysis.ask("begin", {**told, "packed": packed})
    steps = [far["done"]]
    while far["done"] < far["whole"]:
        far = analysis.ask("step")
        steps.append(far["done"])
    assert steps == sorted(steps) and steps[0] == 0
    wanted = review(some, ["Ann", "Ben"], {})
    assert analysis.ask("found") == json.loads(json.dumps(review_answer(wanted, "Game 1")))
    costs = analysis.ask("costs")
    assert costs == json.loads(json.dumps(review_costs.costs_of(wanted)))
    worker.ask("keep costs", told["key"], costs)
    for seat, player in enumerate(("ann", "Ben")):
        found = worker.ask("losses", player)
        assert (found.pop("waiting"), found.pop("next")) == (0, None)
        assert found == json.loads(json.dumps(review_costs.losses([(1, costs[seat])])))
    nobody = worker.ask("losses", "Cat")
    assert nobody["games"] == [] and (nobody["waiting"], nobody["next"]) == (0, None)


def test_what_a_player_lost_is_told_game_by_game_the_oldest_first():
    worker = Worker()
    for seed, at in ((7, 9), (8, 5), (9, 7)):
        (game,) = split(packed_match(played_match(seed)))
        worker.games._add([NewGame(game.entries, (NOON + at,), names=("Ann", "Ben"))])
    sides = []
    for waiting, (number, points) in enumerate(((1, 0.5), (3, 1.5), (2, 2.5))):
        told = worker.ask("losses", "Ann")
        assert told["waiting"] == 3 - waiting and len(told["games"]) == waiting
        assert told["next"] == {**worker.ask("reviewed", number), "title": ""}
        sides.append((number, {"plays": points, "throws": [["pair", True, points]]}))
        worker.ask("keep costs", told["next"]["key"], [sides[-1][1], {"plays": 9, "throws": []}])
    found = worker.ask("losses", "Ann")
    wanted = {**review_costs.losses(reversed(sides)), "waiting": 0, "next": None}
    assert found == wanted and [one["id"] for one in found["games"]] == [2, 3, 1]
    worker.ask("keep costs", worker.ask("reviewed", 3)["key"], [])  # it cannot be reviewed
    assert [one["id"] for one in worker.ask("losses", "Ben")["games"]] == [2, 1]


def test_costs_are_kept_of_so_many_games_the_latest_of_each(monkeypatch):
    monkeypatch.setattr(page_games, "_REVIEWS_MOST", 3)
    side = {"plays": 0.5, "throws": []}
    worker = Worker()

    def kept():
        return [[key, costs and costs[0]["plays"]] for key, costs in worker.games._costs()]

    for key, plays in (("a", 1), ("b", 2), ("a", 3)):
        worker.ask("keep costs", key, [{**side, "plays": plays}] * 2)
    assert kept() == [["b", 2], ["a", 3]]
    worker.ask("keep costs", "c", [])
    worker.ask("keep costs", "d", [side, side])
    assert kept() == [["a", 3], ["c", []], ["d", 0.5]]
    listed = json.loads(worker.store.reviewed)
    worker.store.reviewed = json.dumps([*listed, 5, ["e"], ["f", [side]], ["g", [], 1]])
    assert kept() == [["a", 3], ["c", []], ["d", 0.5]]


# Rows -------------------------------------------------------------------------------------------


def test_rows_are_found_by_their_place_the_latest_first_and_may_lack_anything():
    store = Store()
    for number, row in (
        (1, {"board": "b", "begun": 0, "changed": 0.5, "opening": "o", "digest": "d"}),
        (2, {"board": "b", "begun": 0, "opening": "", "digest": ""}),
        (3, {"board": "b", "begun": 0, "changed": 9, "opening": "p", "digest": ""}),
        (4, {"board": "b", "begun": 1, "changed": 9, "opening": ""}),
        (5, {"board": "c", "begun": 0, "started": 5, "opening": "", "digest": ""}),
        (6, {}),
    ):
        store.rows[number] = json.dumps(row)
    store.rows[7], store.rows[8] = "x", "[]"
    rows = PageRows(store)
    rows.load()
    assert rows.at_place("b", 0) == [(3, "p"), (1, "o"), (2, "")]
    assert rows.at_place("b", 2) == []
    assert rows.short() == [(2, "b", None), (4, "b", None), (5, "c", 5)]
    assert rows.where("opening", "") == [2, 4, 5] and rows.where("digest", "d") == [1]
    assert rows.facts(1) == ("", "o", "d", "") and rows.facts(6) == rows.facts(9) == ("",) * 4
    assert rows.games() == [] and rows.packed(1) == ()


def test_a_games_own_number_is_of_eight_random_bytes():
    asked = []
    store = SimpleNamespace(random=lambda count: asked.append(count) or "ab")
    assert PageRows(store).fresh_uid() == "ab" and asked == [8]


# The site's files -------------------------------------------------------------------------------


def npm_says(monkeypatch, archives, code=0):
    def run(command, cwd, **words):
        for number in range(archives):
            (cwd / f"{number}.tgz").write_bytes(b"x")
        return SimpleNamespace(returncode=code, stdout="said", stderr="" if archives else "failed")

    monkeypatch.setattr(npm.subprocess, "run", run)


def test_npm_delivers_one_archive_or_says_why_not(tmp_path, monkeypatch):
    folder = tmp_path / "one"
    folder.mkdir()
    npm_says(monkeypatch, 1)
    assert npm.download("a@1", folder) == folder / "0.tgz"
    for number, (archives, code, said) in enumerate(
        ((0, 0, "failed"), (2, 0, "said"), (1, 1, "said"))
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        npm_says(monkeypatch, archives, code)
        with pytest.raises(npm.NpmError, match=rf"^npm cannot get a@1\. .*npm said:\n{said}$"):
            npm.download("a@1", folder)

    def late(*words, **named):
        raise subprocess.TimeoutExpired("npm", 1)

    monkeypatch.setattr(npm.subprocess, "run", late)
    with pytest.raises(npm.NpmError, match=r"^npm did not deliver a@1 within \d+ s$"):
        npm.download("a@1", tmp_path)


def test_a_page_of_the_site_has_its_policy_once_and_first():
    head = '<meta charset="utf-8">'
    made = build._entry(f"<head>\n  {head}\n</head>{head}")
    assert made.count('rel="stylesheet" href="site.css"') == 1
    assert made.count("Content-Security-Policy") == 1 and made.count(head) == 2
    assert made.index(head) < made.index("Content-Security-Policy") < made.index("stylesheet")
    assert "default-src 'none'" in made and "frame-ancestors" not in made
    assert "frame-ancestors" in build.SITE_HEADERS["Content-Security-Policy"]
    assert f'content="{" ".join(build.NAMES)}"' in made


@pytest.mark.parametrize(
    "file, kind",
    [
        ("index.html", "text/html"), ("a/b.js", "text/javascript"), ("a.mjs", "text/javascript"),
        ("a.json", "application/json"), ("a.wasm", "application/wasm"), ("a.css", "text/css"),
        ("a.txt", "text/plain"), ("a.bin", "application/octet-stream"),
        ("a", "application/octet-stream"), ("a.png", "image/png"),
    ],
)  # fmt: skip
def test_each_file_of_the_site_is_served_with_its_type(file, kind):
    ask = asking(serve.site_app({file: b"5"}))
    body = 5 if kind == "application/json" else "5"
    assert ask("GET", f"/{file}") == (200, kind, body)
    assert ask("GET", "/other")[0] == 404 and ask("GET", f"/{file}", host="a.example")[0] == 400
    assert ask("GET", "/")[0] == (200 if file == "index.html" else 404)


def test_the_site_is_served_until_it_is_stopped(monkeypatch):
    served = []

    class Server:
        def __init__(self, config):
            self.config = config

        def run(self, sockets):
            served.append((self.config.backlog, sockets))
            raise KeyboardInterrupt  # as uvicorn does once Ctrl-C has stopped it

    monkeypatch.setattr(serve.uvicorn, "Server", Server)
    serve.serve_site({}, "a socket")  # type: ignore[arg-type]
    ((backlog, sockets),) = served
    assert sockets == ["a socket"] and backlog > 0
