"""What pages wait for: reviews and throws found in the background. Who waits, for how long, how
much is kept, and what a page is told meanwhile."""

import contextlib
import json
import threading

import pytest

from engine_core.count.cards import cards, name
from engine_core.errors import PegboardError
from engine_core.state.entries import pack
from host.analysis import practice_answers
from host.analysis.player import EASY, STEADY, Player, ThrowView
from host.errors import HostError
from host.history import practice
from host.history.games import split
from host.history.games_file import GamesFile
from host.history.practice_results import OWN, OwnThrow, Result, none_due_text
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from host.web import background, own_throws, reviews
from host.web.background import Background, NobodyWaits
from host.web.broadcast import Broadcast
from host.web.own_throws import OwnThrows
from host.web.practice_routes import practice_routes
from host.web.reviews import Reviews
from host.web.server import create_app
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand
from tests.history.matches import played_match
from tests.host.route_answers import asking
from tests.page_server import wait_until

NOBODY_AFTER = 5.0  # seconds
KEPT = 8  # answers
AT_ONCE = 4  # reviews
VIEW = ThrowView(1, tuple(cards("5H JC 2C 9D KS KD")), (40, 50), 121)


class Clock:
    """Stands for the module `time`; `pauses` are those of the work."""

    def __init__(self):
        self.now = 1000.0
        self.pauses = []

    def monotonic(self):
        return self.now

    def time(self):
        return self.now

    def sleep(self, seconds):
        self.pauses.append(seconds)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    for module in (background, reviews):
        monkeypatch.setattr(module, "time", clock)
    return clock


# The thread -------------------------------------------------------------------------------------


def test_work_goes_on_for_five_seconds_after_somebody_asked(clock):
    work = Background()
    work.asked()
    for later in (0.0, 1.0, NOBODY_AFTER):
        clock.now = 1000.0 + later
        work.tell(1, 2)
    assert len(clock.pauses) == 3 and 0 < max(clock.pauses) < 0.01
    clock.now += 0.001
    with pytest.raises(NobodyWaits):
        work.tell(1, 2)
    work.asked()
    work.tell(1, 2)


def test_one_piece_of_work_is_done_at_a_time_and_the_next_after_it():
    work, hold, did = Background(), threading.Event(), []

    def first():
        assert threading.current_thread().daemon  # or the program could not end
        did.append("first")
        hold.wait(20)
        raise NobodyWaits

    work.start(first)
    wait_until(lambda: did)
    work.start(lambda: did.append("not begun"))
    hold.set()
    wait_until(lambda: not work._running)
    work.start(lambda: did.append("second"))
    wait_until(lambda: not work._running)
    assert did == ["first", "second"]


# Reviews ----------------------------------------------------------------------------------------


class ReviewWork:
    """Stands for the review of a game: `review` waits until `hold` is set. `began` lists the games
    whose entries were asked for."""

    def __init__(self, monkeypatch):
        self.hold = threading.Event()
        self.began = []
        self.tells = []
        self.fault: Exception | None = None
        monkeypatch.setattr(reviews, "review_any", self.review)
        monkeypatch.setattr(reviews, "review_answer", lambda found, title: {"title": title})

    def game(self, key):
        def of_key():
            self.began.append(key)
            return f"Game {key}", [], ["Ann", "Ben"], {}

        return of_key

    def review(self, entries, names, owners, tell):
        assert threading.current_thread().daemon
        self.tells.append(tell)
        tell(3, 9)
        self.hold.wait(20)
        tell(4, 9)
        if self.fault:
            raise self.fault


@pytest.fixture
def work(monkeypatch):
    work = ReviewWork(monkeypatch)
    yield work
    work.hold.set()


def ask(found, work, key):
    return found.answer(key, work.game(key))


def test_so_many_reviews_wait_at_once_and_the_next_is_not_begun(work):
    found = Reviews()
    for key in range(AT_ONCE + 1):
        assert ask(found, work, key) == {"done": 0, "whole": 0} or key == 0
    wait_until(lambda: work.tells)
    assert ask(found, work, 0) == {"done": 3, "whole": 9}
    assert work.began == [*range(AT_ONCE)]
    work.hold.set()
    for key in range(AT_ONCE + 1):
        wait_until(lambda key=key: ask(found, work, key) == {"title": f"Game {key}"})
    assert work.began == [*range(AT_ONCE + 1)]


def test_the_latest_answers_are_kept_and_the_oldest_go_first(work):
    found = Reviews()
    work.hold.set()
    for key in range(KEPT + 2):
        wait_until(lambda key=key: ask(found, work, key) == {"title": f"Game {key}"})
    work.began.clear()
    for key in range(KEPT + 1, 1, -1):
        assert ask(found, work, key) == {"title": f"Game {key}"}
    assert work.began == []
    wait_until(lambda: ask(found, work, 1) == {"title": "Game 1"})
    assert work.began == [1] and 2 not in found._of and len(found._of) == KEPT


def test_a_review_nobody_asks_for_stops_and_begins_again(work, clock):
    found = Reviews()
    ask(found, work, "a")
    wait_until(lambda: work.tells)
    (tell,) = work.tells
    clock.now += NOBODY_AFTER
    tell(5, 9)
    assert ask(found, work, "a") == {"done": 5, "whole": 9}
    clock.now += NOBODY_AFTER + 0.001
    with pytest.raises(reviews._NobodyWaits):
        tell(6, 9)
    assert clock.pauses == [0.001, 0.001]
    work.hold.set()
    wait_until(lambda: not found._of)
    wait_until(lambda: ask(found, work, "a") == {"title": "Game a"})
    assert work.began == ["a", "a"]


@pytest.mark.parametrize("fault", [PegboardError("it is no game"), HostError("it is no game")])
def test_a_review_that_fails_says_why(work, fault):
    found = Reviews()
    work.fault = fault
    work.hold.set()
    wait_until(lambda: ask(found, work, "a") == {"trouble": "it is no game"})
    assert ask(found, work, "a") == {"trouble": "it is no game"} and work.began == ["a"]


# Throws of one's own games ----------------------------------------------------------------------


@pytest.fixture
def path(tmp_path):
    """Return a file with four games: Ann plays in three of them, of which two are the same."""
    path = tmp_path / "games.sqlite"
    with contextlib.closing(History(path)) as history:
        for seed, names in ((1, "Ann Ben"), (2, "Ben Ann"), (3, "Ben Cat"), (4, "Ann Cat")):
            (game,) = split(packed_match(played_match(seed, 30)))
            history.add(
                NewGame(game.entries, (1.79e9 + seed,), names=tuple(names.split())), 1.79e9
            )
    return path


class Throws:
    """Finds the throws of games without a review: `costs` by game, None for a damaged one."""

    def __init__(self, monkeypatch, costs):
        self.looked = []
        self._costs = costs
        monkeypatch.setattr(own_throws, "costly_throws", self._found)

    def _found(self, file, game, seat, tell):
        self.looked.append((game.id, seat))
        tell()
        if self._costs[game.id] is None:
            raise PegboardError("it is damaged")
        return [OwnThrow(VIEW, cost, 99, 5, seat) for cost in self._costs[game.id]]


def told(path, found, player):
    with contextlib.closing(GamesFile(path)) as file:
        return found.answer(file, player)


def test_throws_are_found_game_by_game_and_told_once_all_are(path, monkeypatch):
    work = Throws(monkeypatch, {1: [2.0], 2: [3.0, 1.0], 3: None, 4: []})
    found = OwnThrows(path)
    assert told(path, found, "ann") == {"waiting": 3}
    wait_until(lambda: told(path, found, "Ann")["waiting"] == 0)
    assert work.looked == [(4, 0), (2, 1), (1, 0)]  # the newest game first
    seeds = ["own 2 5 1", "own 1 5 0", "own 2 5 1"]
    assert told(path, found, "Ann") == {
        "waiting": 0,
        "throws": [{"seed": seed, "game": int(seed[4]), "deal": 5} for seed in seeds],
        "text": "",
    }
    wait_until(lambda: told(path, found, "Cat")["waiting"] == 0)
    assert work.looked[3:] == [(4, 1), (3, 1)]
    assert told(path, found, "Cat")["text"] == none_due_text("Cat", [])
    with contextlib.closing(History(path)) as history:
        now = own_throws.time.time()
        practice.keep(history, Result(now, OWN, VIEW, (17, 43), 0.0, 0.0))
    waiting = [OwnThrow(VIEW, 1.0, 1, 1, 0)] * 3
    assert told(path, found, "Ann") == {
        "waiting": 0,
        "throws": [],
        "text": none_due_text("Ann", waiting),
    }
    assert told(path, found, "Zoe") == {
        "waiting": 0,
        "throws": [],
        "text": none_due_text("Zoe", []),
    }


def test_throws_found_while_they_are_asked_for_are_not_looked_for_again(path, monkeypatch):
    work = Throws(monkeypatch, {1: [2.0], 2: [3.0], 3: [], 4: []})
    found = OwnThrows(path)
    start = found._background.start

    def late(look):
        look()  # the work that was going on ends first
        start(look)

    monkeypatch.setattr(found._background, "start", late)
    wait_until(lambda: told(path, found, "Ann")["waiting"] == 0)
    wait_until(lambda: not found._background._running)
    assert work.looked == [(4, 0), (2, 1), (1, 0)]


def test_throws_are_kept_of_so_many_games_and_then_found_again(path, monkeypatch):
    monkeypatch.setattr(own_throws, "_KEPT_MOST", 3)
    work = Throws(monkeypatch, {1: [2.0], 2: [3.0], 3: [], 4: []})
    found = OwnThrows(path)
    for _ in range(2):
        wait_until(lambda: told(path, found, "Ann")["waiting"] == 0)
    assert len(work.looked) == 3
    wait_until(lambda: told(path, found, "Ben")["waiting"] == 0)
    assert len(found._found) <= 3 and len(work.looked) >= 6


def test_the_games_of_a_damaged_file_are_no_throws(path, monkeypatch):
    work = Throws(monkeypatch, {1: [2.0], 2: [3.0], 3: [], 4: []})
    found = OwnThrows(path)
    with contextlib.closing(History(path)) as history, history.writing() as db:
        db.execute("UPDATE entries SET number = -1 WHERE game = 1 AND number = 0")
    wait_until(lambda: told(path, found, "Ann")["waiting"] == 0)
    assert work.looked == [(4, 0), (2, 1), (1, 0)]


def test_a_page_practises_a_throw_of_an_own_game_until_it_is_not_due(tmp_path):
    path = tmp_path / "games.sqlite"
    entries = played([Player(EASY), Player(STEADY)], Rand(9), 0, 61)
    with contextlib.closing(History(path)) as history:
        history.add(NewGame(tuple(map(pack, entries)), (), names=("Ann", "Ben")), 1e9)
        throws = practice.own_throws(history, history.games(), "Ann")
    ask = asking(create_app(Broadcast(lambda *key: None), "t", routes=practice_routes(path, "t")))

    def own():
        return ask("GET", "/practice/own.json?name=ann", token="t")[2]

    wait_until(lambda: own()["waiting"] == 0)
    seeds = [f"own 1 {one.deal} 0" for one in throws]
    assert throws and [one["seed"] for one in own()["throws"]] == seeds
    for seed, one in zip(seeds, throws, strict=True):
        address = f"/practice.json?seed={seed.replace(' ', '+')}"
        problem = ask("GET", address, token="t")[2]
        assert problem == json.loads(json.dumps(practice_answers.problem(seed, one.view)))
        assert problem["hand"] and ask("GET", address, token="x")[0] == 403
        said = {"seed": seed, "throw": " ".join(map(name, one.view.hand[:2]))}
        assert ask("POST", "/practice", said, token="t")[0] == 204
    assert own()["throws"] == [] and own()["text"]
    with contextlib.closing(GamesFile(path)) as file:
        kept = practice.results(file)
    assert [(one.kind, one.view.hand) for one in kept] == [(OWN, one.view.hand) for one in throws]
    deal = throws[0].deal
    for seed in (f"own 2 {deal} 0", "own 1 999 0", f"own 1 {deal}", f"own 1 {deal} 2"):
        status = ask("GET", f"/practice.json?seed={seed.replace(' ', '+')}", token="t")[0]
        assert status == (404 if seed[-2:] == " 0" else 200), seed
