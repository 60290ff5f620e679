"""The complete games in records/, keyed from the first menu to the end on a board."""

from engine_core.games.phases import OVER
from tests.conformance.support.keying import key_game
from tests.conformance.support.kit import scale, some
from tests.conformance.support.record_files import RECORDS, entries
from tests.conformance.support.virtual_ports import Board

SLOW = (
    "test_the_records_of_two_three_and_four_are_keyed_from_the_menu_to_the_end",
    "test_the_records_of_five_and_six_are_keyed_from_the_menu_to_the_end",
    "test_the_records_of_other_games_are_keyed_from_the_menu_to_the_end",
    "test_the_records_of_battlefield_and_the_scoreboard_are_keyed_from_the_menu_to_the_end",
)


def keyed(records):
    """Key each record from the first menu to the end; its board must reach the same end. On
    the VM two of them, on a device the first entries of one."""
    for name, _, _ in some(records, 1, 2):
        expected = entries(name)[: scale(None, 15)]
        board = Board(step=60)
        key_game(board, expected)
        assert board.app.game.entries() == expected, name
        assert scale(board.app.game.state.phase, OVER) == OVER
        # A board restarted from this one's store shows the same end.
        again = Board(board.store)
        assert again.app.game.state.pack() == board.app.game.state.pack()


def test_the_records_of_two_three_and_four_are_keyed_from_the_menu_to_the_end():
    keyed(RECORDS[:6])


def test_the_records_of_five_and_six_are_keyed_from_the_menu_to_the_end():
    keyed(RECORDS[6:12])


def test_the_records_of_other_games_are_keyed_from_the_menu_to_the_end():
    keyed(RECORDS[12:20])


def test_the_records_of_battlefield_and_the_scoreboard_are_keyed_from_the_menu_to_the_end():
    keyed(RECORDS[20:])
