"""Finished games in the flash of the device, in files beside the journal."""

from firmware.storage.archive import FINISHED, SECTORS
from host.boards.stores import MemoryStore
from tests.conformance.support.archives import games
from tests.conformance.support.keying import SCOREBOARD_KEYS

READ = """
import sys
from binascii import hexlify
from firmware.pico.archive_flash import ArchiveFlash
flash = ArchiveFlash(False)
for sector in range(%d):
    for at in range(0, 4096, 512):
        data = bytes(flash.read(sector, at, 512))
        if data != b"\\xff" * 512:
            print(sector, at, hexlify(data).decode())
"""

STORED_MS = 20_000  # in which a board at rest has stored the game that was left
LISTED_MS = 4000  # in which modules are imported, and the archive's sectors read
ANSWER_MS = 40  # from a key to its light, at most: garbage may be collected when it comes


class Image:
    """A journal's flash with the archive that was read from a device."""

    def __init__(self, lines):
        self._archive = MemoryStore(SECTORS)
        for line in lines:
            sector, at, data = line.split()
            self._archive.program(int(sector), int(at), bytes.fromhex(data))

    def archive(self, new=True):
        return self._archive


def win_first_game(board):
    """Begin a match, and enter points up to the end of its first game."""
    for key in [*SCOREBOARD_KEYS.split(), "ENTER"]:
        board.key(key)
    board.run(1000)
    for key in "S 2 9 ENTER 2 9 ENTER 2 9 ENTER 2 9 ENTER 5 ENTER".split():
        board.key(key)


def test_a_finished_game_is_in_the_files_of_the_archive_after_a_power_cut(board):
    win_first_game(board)
    board.key("ENTER", rest=200)
    assert list(board.mirror().game.state.games) == [1, 0]
    board.run(STORED_MS)
    board.switch_on()
    repl = board.pico.repl()
    output, error = repl.execute(READ % SECTORS)
    assert not error
    kept = games(Image(output.strip().splitlines()))
    assert [(kind, scores) for kind, scores, _ in kept] == [(FINISHED, (121, 0))]


def choose(board, text):
    """Move to the choice of the open menu that begins with `text`, and ENTER."""
    choices = board.mirror().menu.choices()
    place = next(n for n, choice in enumerate(choices) if choice.startswith(text))
    for key in [*["RIGHT"] * place, "ENTER"]:
        board.key(key, rest=200)


def leave(board):
    """Leave the game on the board for the start menu."""
    board.key("MENU", rest=500)
    choose(board, "New game")
    if board.mirror().menu.kind == "game":  # it asks whether that is sure
        choose(board, "New game")


def test_the_start_menu_shows_its_options_at_once_and_then_the_game_that_was_left(board):
    for key in [*SCOREBOARD_KEYS.split(), *"ENTER S 2 ENTER".split()]:
        board.key(key)
    leave(board)
    while board.mirror().menu:
        board.key("ENTER", rest=200)
    board.run(STORED_MS)
    leave(board)
    board.run(STORED_MS)
    for key in ("MENU", "RIGHT", "LEFT"):  # these do not wait for the list
        took = board.key(key)
        assert took and took < ANSWER_MS and not board.mirror().menu.saved
    board.run(LISTED_MS)
    # The other game was left without an entry.
    assert [text.split()[2:] for text in board.mirror().menu.saved] == [["2", "0"]]
    for _ in range(2):  # left and opened again, in the memory that there is then
        board.key("MENU", rest=500)
    board.run(LISTED_MS)
    board.key("LEFT", rest=500)
    assert board.mirror().menu.pegs() == (2, 0)
    board.key("ENTER", rest=1000)
    assert list(board.mirror().game.state.scores) == [2, 0]


def test_a_later_game_of_a_match_is_left_and_resumed(board):
    """It is stored with the state with which it began, and that is checked."""
    win_first_game(board)
    board.key("ENTER", rest=500)
    for key in "S 3 ENTER".split():
        board.key(key)
    state = board.mirror().game.state
    assert (list(state.games), list(state.scores)) == ([1, 0], [3, 0])
    board.run(STORED_MS)
    leave(board)
    while board.mirror().menu:
        board.key("ENTER", rest=200)
    board.run(STORED_MS)
    leave(board)
    board.key("MENU", rest=500)
    board.run(LISTED_MS)
    board.key("LEFT", rest=500)
    assert board.mirror().menu.pegs() == (3, 0)
    board.key("ENTER", rest=3000)  # the check is imported, and the game is told anew
    state = board.mirror().game.state
    assert (list(state.games), list(state.scores)) == ([1, 0], [3, 0])
