"""A long match in the flash: the board starts with it, whatever else the flash holds."""

import hashlib

import pytest

from engine_core.game.game import Game
from engine_core.games.phases import OVER
from engine_core.state import entries
from firmware.link import link_line
from firmware.storage.game_store import GameStore
from tests.conformance.support.flash import BlankFlash, noise
from tests.conformance.support.kit import Rand
from tests.rig.saved_match import put, saved

BOOT_MS = 20_000  # for data that are read only once
TOLD_MS = 1500
REST_MS = 200  # from one key to the next


def switch_on(board):
    """Power on and wait; return the Mirror of the messages sent at power-on."""
    board.pico.cut_power()
    board.pico.host_reads(True)
    board.pico.console.clear()
    board.heard = b""
    board.pico.power_on()
    board.pico.run_to_frame(BOOT_MS)
    board.run(TOLD_MS)
    return board.mirror()


def asked(board):
    """Return the Mirror of a snapshot that a laptop requests."""
    board.lines()
    board.heard = b""
    board.pico.send(b"\n" + link_line.encode(1, ["snapshot", board.pico.ns & 0xFFFFFF]))
    board.run(TOLD_MS)
    return board.mirror()


def has(mirror, game):
    assert mirror.game.length == game.length
    assert mirror.game.state.pack() == game.state.pack()


def test_a_match_of_50_games_is_on_the_board_and_goes_on(board):
    flash, game = saved(games=50)
    assert game.length > 7000 and game.state.phase == OVER
    put(board.pico, flash)
    has(switch_on(board), game)
    # Back into the last game, beyond what power-on has read; and the next game.
    for _ in range(45):
        board.key("UNDO", rest=REST_MS)
        game.undo()
    has(asked(board), game)
    has(switch_on(board), game)
    for _ in range(45):
        board.key("RIGHT", rest=REST_MS)
        game.redo()
    board.key("ENTER", rest=500)
    mirror = asked(board)
    assert mirror.game.length == game.length + 1 and mirror.game.state.deal_number == 1
    assert switch_on(board).game.length == game.length + 1


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_the_journal_holds_the_board_comes_up_and_keeps_it_aside(board, seed):
    rand = Rand(seed)
    flash = BlankFlash(0, [noise(rand, BlankFlash.size) for _ in range(BlankFlash.count)])
    put(board.pico, flash)
    mirror = switch_on(board)
    assert mirror.menu and "cannot be read" in mirror.refusal
    kept = b"".join(bytes(cells) for cells in flash.cells)
    output, error = board.pico.repl().execute(
        "import hashlib, binascii\n"
        "digest = hashlib.sha256()\n"
        "with open('/journal.damaged1', 'rb') as file:\n"
        "    for _ in range(64): digest.update(file.read(512))\n"
        "print(binascii.hexlify(digest.digest()).decode())"
    )
    assert (output.strip(), error) == (hashlib.sha256(kept).hexdigest(), "")
    assert not switch_on(board).refusal


def test_a_game_with_which_the_board_fails_is_put_aside(board):
    """Its checksum is right, and it cannot be shown: another version wrote it."""
    flash = BlankFlash()
    store = GameStore(flash)
    game = store.new_game(store.load()[0])
    game.apply((entries.START, 1, 2, 121, 0, 0, 0), store)
    game.state.dealer = game.state.turn = 200
    failing = Game()
    failing.add_segment(game.next_segment())
    failing.trim(1)
    failing.length = game.length
    store.write(failing)
    put(board.pico, flash)
    board.pico.cut_power()
    board.pico.console.clear()
    board.heard = b""
    board.pico.power_on()
    board.run(20_000)  # two failures, and the pauses after them
    mirror = board.mirror()
    assert mirror.menu and "failed with the saved game" in mirror.refusal
    assert not switch_on(board).refusal
