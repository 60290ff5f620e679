"""Unfinished games with a few entries, which many games may share: each is stored once."""

import pytest

from engine_core.game.game import Game
from engine_core.state import entries as E
from host.history.games import split
from host.history.merge import merge
from host.history.records import read_games
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from tests.history.matches import played_match

_HEAD = '[Game "Traditional"]\n[Seats "2"]\n[Target "121"]\n[Dealer "1"]\n'
_DAY = 86400.0


@pytest.fixture
def history(tmp_path):
    kept = History(tmp_path / "history.sqlite")
    yield kept
    kept.close()


def short(length, seed=1):
    (game,) = split(packed_match(played_match(seed, entries=length)))
    return game


@pytest.mark.parametrize("line", ["", "starter 5H\n", "starter 5H\nplay 2:6C 1:7D\n"])
def test_an_unfinished_game_of_a_few_cards_is_imported_once(history, tmp_path, line):
    file = tmp_path / "short.txt"
    file.write_text(_HEAD + line, encoding="utf-8")
    (game,) = read_games(file)
    assert [history.add(game, at)[1] for at in (1.0, 2.0, 3.0)] == [True, False, False]
    assert len(history.games()) == 1


@pytest.mark.parametrize("length", [2, 4, 8])
def test_a_short_game_that_was_watched_is_known_when_its_record_comes(history, length):
    game = short(length)
    number = history.update("board", game, 1.0)
    assert history.add(NewGame(game.entries, ()), 2.0) == (number, False)


def test_other_cards_or_one_more_are_another_game(history):
    games = [short(4), short(5), short(4, seed=2)]
    assert all(history.add(NewGame(game.entries, ()), 1.0)[1] for game in games)


def test_the_same_first_cards_on_another_day_or_board_are_another_game(history):
    entries = short(4).entries
    for board, day in (("a", 1), ("a", 3), ("b", 1)):
        game = NewGame(entries, (), board=board, started=day * _DAY)
        assert [history.add(game, 1.0)[1] for _ in range(2)] == [True, False]


def test_the_same_first_cards_of_a_game_that_a_board_begins_are_another_game(history):
    game = short(4)
    history.add(NewGame(game.entries, (), started=1.0), 1.0)
    history.update("board", game, 2.0)
    assert len(history.games()) == 2


def test_short_games_are_merged_once(history, tmp_path):
    theirs = History(tmp_path / "theirs.sqlite")
    theirs.add(NewGame(short(4).entries, ()), 1.0)
    theirs.update("board", short(6), 1.0)
    assert [merge(history, theirs.path)[:2] for _ in range(2)] == [(2, 0), (0, 2)]
    theirs.close()


def left():
    """Return a game that the pone leaves before a card is entered."""
    match = Game()
    match.apply((E.START, 1, 2, 121, 0, 0, 0))
    match.apply((E.LEAVE, 1))
    return split(packed_match(match))[0]


def test_games_that_are_left_at_once_are_as_many_as_were_played(history, tmp_path):
    numbers = [history.update(board, left(), 1.0) for board in ("a", "b", "b", "a")]
    assert numbers == [1, 2, 2, 1]
    for number, names in ((1, ["Ann", "Ben"]), (2, ["Cat", "Dan"])):
        history.name(number, names)
    new = NewGame(left().entries, (), board="b", names=("Cat", "Eve"))
    assert history.add(new, 2.0, corrects=True) == (2, False)
    theirs = History(tmp_path / "theirs.sqlite")
    for names in (("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay")):
        theirs.add(NewGame(left().entries, (), names=names), 1.0)
    assert [merge(history, theirs.path)[:2] for _ in range(2)] == [(1, 2), (0, 3)]
    theirs.close()
