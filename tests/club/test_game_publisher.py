"""What the broker has of a table's games, against what was played: random evenings, step by step,
with a broker that comes and goes and a program that ends and is started again."""

import random
from collections import defaultdict
from types import SimpleNamespace

import pytest

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.state.entry_constructors import next_game
from host.boards.match_news import MatchNews
from host.club import game_publisher
from host.club.game_publisher import GamePublisher
from host.club.games import club_game, made
from host.history.games import split
from host.history.match import Match
from host.link.packed_match import packed_match
from tests.cases import exhaustive, slow
from tests.conformance.support.player import PLAIN, Player, start
from tests.history.matches import played_match
from tests.simulation.idle import Idle

PLAYERS = ("Ann", "Ben")
SHORT = next(kind for kind in PLAIN if kind[1:3] == (2, 31))


class Table:
    """A table's publisher of games, without its thread, and the broker.

    retained: what the broker has; fresh: ids of finished games that the publisher has yet to see;
    seen: the times at which it first saw each, by its id.
    """

    def __init__(self, monkeypatch, seed):
        monkeypatch.setattr(game_publisher.threading, "Thread", Idle)
        monkeypatch.setattr(game_publisher, "time", SimpleNamespace(time=lambda: self.now))
        self.dice = random.Random(seed)
        self.now = 1000.0
        self.is_connected = False
        self.retained, self.sent = {}, []
        self.fresh, self.seen = set(), defaultdict(set)
        self.earlier = set()  # ids of finished games of earlier matches
        self.match, self.player = Game(), Player(seed)
        self.undone = []
        self.open()

    def open(self):
        """Start the program, which knows nothing of the broker's games."""
        self.publisher = GamePublisher(self._send, PLAYERS)
        self.news = MatchNews()
        self.told()
        self.connect()

    def connect(self):
        """The broker is connected, and sends what it has."""
        self.is_connected = True
        self.publisher.connected()
        for name, payload in list(self.retained.items()):
            if name.startswith("games/"):
                self.publisher.held(name.removeprefix("games/"), payload)
        self.publisher.told()
        self.work()

    def work(self):
        for number in self.fresh:
            self.seen[number].add(self.now)
        self.fresh = set()
        waiting = self.publisher._news
        while not waiting.empty():
            if step := waiting.get():
                step()

    def told(self):
        """The board has told its match."""
        news = self.news.take(SimpleNamespace(game=self.match, names=("", "")))
        if news:
            self.publisher.take(Match(*news))

    def _send(self, name, payload):
        if not self.is_connected:
            return False
        self.sent.append((name, payload))
        self.retained[name] = payload
        if not payload:
            del self.retained[name]
        return True

    # What happens

    def enter(self):
        over = self.match.state.phase == phases.OVER
        if self.undone:
            self.match.apply(self.undone.pop())
        elif not self.match.length:
            self.match.apply(start(SHORT, 0))
        else:
            self.match.apply(next_game() if over else self.player.next(self.match.state))
        if self.match.state.phase == phases.OVER:
            self.fresh.add(self.games()[-1].id())
        self.told()

    def play(self):
        """Play to the end of the game, and sometimes begin the next."""
        self.enter()
        while self.match.state.phase != phases.OVER:
            self.enter()
        if self.dice.random() < 0.5:
            self.enter()

    def undo(self):
        for _ in range(min(self.match.length, self.dice.choice((1, 1, 2, 3)))):
            self.undone.append(self.match.undo())
            self.told()

    def begin_another_match(self):
        self.earlier |= set(self.finished())
        self.match, self.player = Game(), Player(self.dice.randrange(1 << 20))
        self.undone = []
        self.enter()

    def lose_or_find_the_broker(self):
        if self.is_connected:
            self.is_connected = False
        else:
            self.connect()

    def restart(self):
        if self.is_connected:  # what ended without a broker is in this table's history alone
            self.publisher.close()
            self.work()
            self.is_connected = False
            self.open()

    def rest(self):
        self.work()

    # What there is

    def games(self):
        """Return the games of the match, the last one perhaps not over."""
        found = split(packed_match(self.match)) if self.match.length else []
        return [made(one, 0.0, (), PLAYERS) for one in found]

    def finished(self):
        return [one.id() for one in self.games() if one.result["over"]]


def agrees(table):
    """Check that the broker has the current game, and every finished one as it was played."""
    if not table.is_connected:
        table.connect()
    table.work()
    kept = {name: club_game(payload) for name, payload in table.retained.items()}
    games, live = table.games(), kept.pop("game", None)
    if games:
        assert (live.game, live.names) == (games[-1].game, games[-1].names)
    assert set(kept) == {f"games/{one}" for one in table.earlier | set(table.finished())}
    for name, game in kept.items():
        assert name == f"games/{game.id()}" and game.result["over"] and game.names == PLAYERS
        assert game.at in table.seen[game.id()]


ACTS = [Table.play] * 4 + [Table.undo] * 2
ACTS += [
    Table.enter,
    Table.begin_another_match,
    Table.lose_or_find_the_broker,
    Table.restart,
    Table.rest,
]


@pytest.mark.parametrize(
    "seed", [0, 3, *slow(63, 77, 87, 100, *range(200, 212)), *exhaustive(*range(212, 260))]
)
def test_whatever_happens_the_broker_has_the_games_that_were_played(monkeypatch, seed):
    table = Table(monkeypatch, seed)
    for _ in range(25):
        table.now += 1.0
        table.dice.choice(ACTS)(table)
        if table.dice.random() < 0.4:
            table.work()
        if table.dice.random() < 0.2:
            agrees(table)
    agrees(table)
    assert table.earlier or table.finished()


def test_the_end_waits_until_all_is_sent():
    sent = {}
    publisher = GamePublisher(lambda name, payload: sent.update({name: payload}) or True)
    publisher.take(Match(packed_match(played_match(3, kind=SHORT))))
    publisher.close()
    assert len(sent) == 2 and not publisher._thread.is_alive()


@pytest.mark.parametrize(("again", "at"), [((), 500.0), ((b"",), 1000.0), ((b"x",), 1000.0)])
def test_a_game_that_the_broker_has_no_longer_is_new_to_it(monkeypatch, again, at):
    table = Table(monkeypatch, 1)
    table.is_connected = False
    table.play()
    table.work()
    game = table.games()[0]
    table.retained[f"games/{game.id()}"] = game._replace(at=500.0).payload()
    table.publisher.connected()
    for payload in (table.retained[f"games/{game.id()}"], *again):
        table.publisher.held(game.id(), payload)
    table.is_connected = True
    table.publisher.told()
    table.work()
    assert club_game(table.retained[f"games/{game.id()}"]).at == at


@pytest.mark.parametrize("players", [(), ("Eve", "Fay")])
def test_a_finished_game_keeps_its_names_when_the_next_players_come(monkeypatch, players):
    table = Table(monkeypatch, 1)
    table.play()
    table.work()
    finished = table.games()[0]
    number = f"games/{finished.id()}"
    table.retained[number] = finished._replace(names=("Ann", "Cat")).payload()
    table.publisher = GamePublisher(table._send, players)
    table.connect()
    table.publisher.take(Match(packed_match(table.match), names=("", "Cat")))
    table.work()
    assert club_game(table.retained[number]).names == ("Ann", "Cat")
