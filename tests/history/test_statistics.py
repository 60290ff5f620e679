"""Statistics of players: losses of each kind, of the winner and of each loser."""

import pytest

from engine_core.state.entry_constructors import points, start
from host.history.result import result
from host.history.rows import StoredGame
from host.history.statistics import player_names, statistics

_NAMES = ("Ann", "Ben", "Cat")
_AT_ONCE = 20
_KINDS = ("skunks given", "double skunks given", "skunks taken", "double skunks taken")


def scored(*scores, target=121):
    """Return a finished game, kept with a scoreboard, in which the first has won."""
    entries = [start("Scoreboard", len(scores), target, 0)]
    for side in reversed(range(len(scores))):
        left = scores[side]
        while left:
            entries.append(points(side, min(left, _AT_ONCE)))
            left -= min(left, _AT_ONCE)
    told = result(entries)
    assert told["over"] and told["winner"] == 0 and told["scores"] == list(scores)
    return StoredGame(1, "", "", None, 0.0, list(_NAMES[: len(scores)]), {}, told)


def made(games, name):
    told = statistics(games, name)
    return tuple(told[kind] for kind in _KINDS)


@pytest.mark.parametrize(
    ("loser", "target", "given"),
    [
        (91, 121, (0, 0)),
        (90, 121, (1, 0)),
        (61, 121, (1, 0)),
        (60, 121, (0, 1)),
        (0, 121, (0, 1)),
        (31, 61, (0, 0)),
        (30, 61, (1, 0)),
    ],
)
def test_a_skunk_is_given_by_the_winner_and_taken_by_the_loser(loser, target, given):
    games = [scored(target, loser, target=target)]
    assert made(games, "Ann") == (*given, 0, 0)
    assert made(games, "Ben") == (0, 0, *given)


def test_of_two_losers_each_takes_its_own_and_the_winner_has_given_both():
    games = [scored(121, 60, 90)]
    assert made(games, "Ann") == (1, 1, 0, 0)
    assert made(games, "Ben") == (0, 0, 0, 1)
    assert made(games, "Cat") == (0, 0, 1, 0)


def test_skunks_of_several_games_are_added():
    games = [scored(121, lost) for lost in (50, 60, 59, 80, 100)]
    assert made(games, "Ann") == (1, 3, 0, 0)
    assert made(games, "Ben") == (0, 0, 1, 3)


def test_a_name_in_several_cases_is_one_player():
    games = [scored(121, 100), scored(121, 50)]
    games[1].names[:] = ["ANN", "ben"]
    assert player_names(games) == ["Ann", "Ben"]
    assert statistics(games, "ann")["against"] == {"Ben": {"won": 2, "games": 2}}
