"""Whose games the history and the broker say they are, while a match goes on: who cuts for
partners changes seats, and other players come for the next game."""

import pytest

from engine_core.game.game import Game
from engine_core.games.seats import PARTNERS
from engine_core.state import entries as E
from host.club import game_publisher
from host.club.game_publisher import GamePublisher
from host.club.games import club_game
from host.history.match import Archived, Match
from host.history.recorder import Keeper
from host.history.store import History
from host.link.packed_match import packed, packed_match
from tests.history.matches import played_match
from tests.simulation.idle import Idle

FOUR = ("Ann", "Ben", "Cat", "Dan")
CUT = ((E.START, 3, 4, 61, PARTNERS, 0, 0), *map(E.parse, ("2D", "3D", "5D", "KD")))
MOVED = ["Ann", "Cat", "Ben", "Dan"]
CUT_AGAIN = tuple(map(E.parse, ("5D", "KD", "3D")))
AGAIN = ["Ann", "Ben", "Dan", "Cat"]
ONE = ((E.START, 1, 2, 61, 0, 0, 0), *map(E.parse, ("5H", "6H", "7C")))
LEFT = ((E.LEAVE, 0),)
NEXT = ((E.NEXT,), *map(E.parse, ("5S", "6S", "7S")))


class Table:
    """A board whose games a history keeps and a publisher sends. names: of the sides."""

    def __init__(self, path, players=()):
        self.path = path
        self.sent = {}
        self.met = b""
        self.match = Game()
        self.names = ()
        self.open(players)

    def open(self, players=(), whole=True):
        """Start the program; `whole`: the board tells its whole match, not just its last game."""
        self.keeper = Keeper(self.path, "board", players)
        self.publisher = GamePublisher(self.send, players)
        for name, payload in list(self.sent.items()):
            if name.startswith("games/") and payload:
                self.publisher.held(name.removeprefix("games/"), payload)
        self.tell(fresh=True, whole=whole)

    def close(self):
        self.work()
        self.keeper.close()

    def send(self, name, payload):
        self.sent[name] = payload
        return True

    def work(self):
        while not self.publisher._news.empty():
            self.publisher._news.get()()

    def tell(self, fresh=False, whole=True):
        data = packed_match(self.match) if fresh and whole else packed(self.match, 1 << 20)
        match = Match(data, fresh, self.names)
        self.met = data if fresh else self.met
        self.keeper.keep(match, 1.0, self.met)
        self.publisher.take(match)
        self.work()

    def play(self, *entries):
        for entry in entries:
            self.match.apply(entry)
            self.tell(fresh=self.match.length == 1)

    def undo(self, count=1):
        for _ in range(count):
            self.match.undo()
            self.tell()

    def name(self, *names):
        self.names = names
        self.tell()

    def known(self):
        """Return the names of all games, the oldest first: in the history, and at the broker."""
        history = History(self.path)
        kept = [list(game.names) for game in sorted(history.games(), key=lambda game: game.id)]
        history.close()
        found = [club_game(payload) for payload in self.sent.values() if payload]
        sent = {game.game.begun: list(game.names) for game in found}
        return kept, [sent[begun] for begun in sorted(sent)]


@pytest.fixture
def table(monkeypatch, tmp_path):
    monkeypatch.setattr(game_publisher.threading, "Thread", Idle)
    made = Table(tmp_path / "history.sqlite", FOUR)
    yield made
    made.close()


@pytest.fixture
def pair(monkeypatch, tmp_path):
    """A table of two."""
    monkeypatch.setattr(game_publisher.threading, "Thread", Idle)
    made = Table(tmp_path / "history.sqlite")
    yield made
    made.close()


def test_g18_players_stay_where_they_sit_for_the_next_game(table):
    table.play(*CUT, *LEFT, *NEXT)
    assert table.known() == ([MOVED] * 2, [MOVED] * 2)
    table.undo(len(NEXT))
    table.play(*NEXT)
    assert table.known() == ([MOVED] * 2, [MOVED] * 2)


def test_g18_a_link_that_was_interrupted_does_not_move_them_back(table):
    table.play(*CUT, *LEFT, *NEXT)
    table.tell(fresh=True, whole=False)
    table.play(E.parse("8S"))
    assert table.known() == ([MOVED] * 2, [MOVED] * 2)


def test_g18_a_program_that_is_started_again_finds_their_seats_in_the_history(table):
    table.play(*CUT, *LEFT, *NEXT)
    table.close()
    table.open(FOUR, whole=False)
    table.play(*LEFT, *NEXT)
    assert table.known()[0] == [MOVED] * 3


def test_g18_a_cut_for_partners_that_is_made_again_seats_them_anew(table):
    table.play(*CUT)
    table.undo(3)
    table.play(*CUT_AGAIN)
    assert table.known() == ([AGAIN], [AGAIN])


def test_names_for_the_next_game_are_not_those_of_the_last_one(pair):
    pair.play(*ONE)
    pair.name("Ann", "Ben")
    pair.play(*LEFT, *NEXT)
    pair.name("Cat", "Dan")
    assert pair.known() == ([["Ann", "Ben"], ["Cat", "Dan"]],) * 2


@pytest.mark.parametrize("undone", [len(NEXT), len(NEXT) + 2])
def test_who_undoes_into_the_last_game_does_not_become_its_player(pair, undone):
    pair.play(*ONE)
    pair.name("Ann", "Ben")
    pair.play(*LEFT, *NEXT)
    pair.name("Cat", "Dan")
    pair.undo(undone)
    assert pair.known() == ([["Ann", "Ben"]],) * 2
    pair.name("Cat", "Eve")
    assert pair.known() == ([["Ann", "Eve"]],) * 2
    pair.play(*(ONE[-1:] if undone > len(NEXT) else ()), *(LEFT if undone > len(NEXT) else ()))
    pair.play(*NEXT)
    assert pair.known() == ([["Ann", "Eve"], ["Cat", "Eve"]],) * 2


def test_a_name_that_was_corrected_in_the_history_stays(pair):
    pair.play(*ONE)
    pair.name("Ann", "Ben")
    pair.play(*LEFT)
    pair.close()
    history = History(pair.path)
    history.name(1, ["Ann", "Bob"])
    history.close()
    pair.open()
    assert pair.known()[0] == [["Ann", "Bob"]]
    pair.name("Ann", "Rob")
    assert pair.known()[0] == [["Ann", "Rob"]]


def test_players_of_today_are_not_those_of_a_game_that_was_over_before(pair):
    pair.play(*ONE, *LEFT)
    pair.close()
    pair.open(("Eve", "Fay"))
    assert pair.known() == ([[]], [[]])
    pair.play(*NEXT)
    assert pair.known() == ([[], ["Eve", "Fay"]],) * 2


def test_players_of_today_are_not_those_of_the_games_in_a_board_s_archive(pair):
    match = packed_match(played_match(3))
    pair.open(("Eve", "Fay"))
    pair.keeper.keep(Archived("0a01", match), 1.0)
    pair.keeper.keep(Archived("0a02", packed_match(played_match(4)), ("Ann", "")), 1.0)
    assert pair.known()[0] == [[], ["Ann", ""]]
