"""A match in the journal of an emulated Pico, written as the board would have, without pressing
its keys."""

from engine_core.games.phases import OVER
from engine_core.state import entries
from firmware.storage.game_store import GameStore
from tests.conformance.support.flash import BlankFlash
from tests.conformance.support.player import Player

_PIECE = 512  # bytes that are sent at once
_BEGIN = """
from binascii import unhexlify
from firmware.pico.journal_flash import JournalFlash
sectors = JournalFlash()
"""


def saved(length=None, games=None, start=(entries.START, 1, 2, 121, 0, 0, 0), seed=3):
    """Return the flash of a board on which a match was played until it had `length` entries, or
    `games` games were over, and the game at that point."""
    flash = BlankFlash()
    store = GameStore(flash)
    game = store.new_game(store.load()[0])
    game.apply(start, store)
    player = Player(seed)
    over = 0
    while over != games and game.length != length:
        if game.state.phase == OVER:
            over += 1
        if over != games:
            ended = game.state.phase == OVER
            game.apply((entries.NEXT,) if ended else player.next(game.state), store)
            store.tidy(game, True)
            store.erase_ahead()
    return flash, game


def put(pico, flash):
    """Write the contents of `flash` to the journal of `pico`, which is on. Afterwards it is at its
    prompt."""
    repl = pico.repl()
    _do(repl, _BEGIN)
    for sector, cells in enumerate(flash.cells):
        _do(repl, f"sectors.erase({sector})")
        data = bytes(cells).rstrip(b"\xff")
        for at in range(0, len(data), _PIECE):
            piece = data[at : at + _PIECE].hex()
            _do(repl, f"sectors.program({sector}, {at}, unhexlify('{piece}'))")


def _do(repl, code):
    output, error = repl.execute(code, 60)
    assert not error, output + error
