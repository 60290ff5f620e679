"""The names of players on a game's pages if not all of them are named."""

import pytest

from host.history.games import split
from host.history.names import seat_names
from host.history.store import History
from host.link.packed_match import packed_match
from tests.conformance.support.player import PLAIN
from tests.history.matches import played_match


def kind(preset, players):
    return next(row for row in PLAIN if row[:2] == (preset, players))


@pytest.mark.parametrize(
    ("game", "names", "told"),
    [
        (kind(1, 2), [], ["Blue", "Orange"]),
        (kind(1, 2), ["", "Ben"], ["Blue", "Ben"]),
        (kind(3, 4), [], ["Blue 1", "Orange 1", "Blue 2", "Orange 2"]),
        (kind(3, 4), ["Ann", "", "Cat", ""], ["Ann", "Orange 1", "Cat", "Orange 2"]),
        (kind(3, 4), ["Ann", "Ben", "Cat", "Dan"], ["Ann", "Ben", "Cat", "Dan"]),
    ],
)
def test_players_without_a_name_have_their_colour_and_partners_a_number(
    tmp_path, game, names, told
):
    history = History(tmp_path / "history.sqlite")
    (played,) = split(packed_match(played_match(1, kind=game)))
    number = history.update("board", played, 1.0)
    history.name(number, names)
    assert seat_names(history.game(number)) == told
    history.close()
