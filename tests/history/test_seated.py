"""The names of players by seat over a match: who cuts for partners may change seats."""

from engine_core.game.game import Game
from engine_core.games.seats import PARTNERS
from engine_core.state import entries as E
from host.history.games import split
from host.history.match import Match
from host.history.names import seated
from host.history.recorder import Keeper
from host.history.store import History
from host.link.packed_match import packed_match

PLAYERS = ("Ann", "Ben", "Cat", "Dan")
MOVED = ["Ann", "Cat", "Ben", "Dan"]
START = (E.START, 3, 4, 61, PARTNERS, 0, 0)
ONE = (E.START, 1, 2, 61, 0, 0, 0)  # a game of two
CUT = ("2D", "3D", "5D", "KD")  # the first two are partners, so the second moves


def match(*more):
    game = Game()
    for entry in (START, *map(E.parse, CUT), *more):
        game.apply(entry)
    return game


def test_g18_who_changes_seats_takes_the_name_along():
    (game,) = split(packed_match(match()))
    assert list(seated([game], PLAYERS)) == [MOVED]
    (asked,) = split(packed_match(match_of(START, E.parse("2D"))))
    assert list(seated([asked], PLAYERS)) == [()]


def match_of(*entries):
    game = Game()
    for entry in entries:
        game.apply(entry)
    return game


def test_g18_players_stay_there_for_the_next_game_of_the_match():
    played = match((E.LEAVE, 0), (E.NEXT,), E.parse("5H"))
    games = split(packed_match(played))
    assert list(seated(games, PLAYERS)) == [MOVED, MOVED]
    again = match((E.LEAVE, 0), START, *map(E.parse, CUT))
    assert list(seated(split(packed_match(again)), PLAYERS)) == [MOVED, list(PLAYERS)]


def test_g18_the_history_names_the_seats_as_the_players_sit(tmp_path):
    keeper = Keeper(tmp_path / "history.sqlite", "board", PLAYERS)
    keeper.keep(Match(packed_match(match())), 1.0)
    keeper.close()
    history = History(tmp_path / "history.sqlite")
    assert history.game(1).names == MOVED
    history.close()


def test_g18_a_game_has_no_names_until_the_cut_for_partners_is_over(tmp_path):
    keeper = Keeper(tmp_path / "history.sqlite", "board", PLAYERS)
    entries = START, *map(E.parse, CUT), (E.LEAVE, 0)
    for count in range(1, len(entries) + 1):
        keeper.keep(Match(packed_match(match_of(*entries[:count]))), float(count))
    keeper.close()
    history = History(tmp_path / "history.sqlite")
    assert history.game(1).names == MOVED
    history.close()


def test_a_finished_game_keeps_its_names_when_the_next_players_come(tmp_path):
    path = tmp_path / "history.sqlite"
    entries = ONE, E.parse("5H"), (E.LEAVE, 0)
    for players, found in ((("Ann", "Ben"), 2), ((), 3), (("Eve", "Fay"), 3)):
        keeper = Keeper(path, "board", players)
        for count in range(found, 4):
            match = packed_match(match_of(*entries[:count]))
            keeper.keep(Match(match, count == found, ("", "Cat")), 1.0)
        keeper.close()
        history = History(path)
        assert history.game(1).names == ["Ann", "Cat"]
        history.close()


def test_two_players_never_change_seats():
    (game,) = split(packed_match(match_of(ONE, E.parse("5H"))))
    assert list(seated([game], ("Ann", "Ben"))) == [("Ann", "Ben")]
