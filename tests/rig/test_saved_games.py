"""Games of several kinds are left for others and resumed on the device all evening."""

from tests.rig.saved_evening import RESUMED_MS, begin, evening, listed, press
from tests.rig.test_archive import STORED_MS, leave
from tests.rig.test_memory import LOG, run_without_memory

KINDS = (("Traditional",), ("Battlefield",), ("Scoreboard",))
ROUNDS = 6
AT_ONCE_MS = 100  # for a person; garbage may be collected before


def test_games_of_several_kinds_are_left_and_resumed_all_evening(board):
    """With their names, although there is not always memory to open the file of names; the bar
    answers ENTER at once."""
    times = list(evening(board, KINDS, ROUNDS, 1))
    assert len(times) == ROUNDS and max(waits for waits, _ in times) < AT_ONCE_MS


def test_a_board_that_restarts_instead_of_resuming_keeps_both_games_and_says_why(board):
    """The log is opened in what was left of the memory."""
    begin(board, "Traditional", 1)
    run_without_memory(board, "restore")
    leave(board)
    begin(board, "Traditional", 2)
    state = board.mirror().game.state.pack()
    board.run(STORED_MS)
    leave(board)
    (saved,) = listed(board)
    press(board, "LEFT")
    board.key("ENTER", rest=RESUMED_MS)
    mirror = board.mirror()
    assert b"reboot" in board.heard
    assert not mirror.menu and mirror.game.state.pack() == state
    leave(board)
    assert listed(board) == (saved,)
    output, _ = board.pico.repl().execute(LOG, 20)
    assert "MemoryError" in output
