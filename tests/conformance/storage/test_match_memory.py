"""A match of 50 games in a Pico's memory: tests/targets/test_memory.py measures the memory in use
after it; this measures the memory allocated from power-on to its game."""

import gc

from engine_core.compat import MICROPYTHON
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.storage.game_store import GameStore
from tests.conformance.support.flash import BlankFlash
from tests.conformance.support.kit import Rand, scale

# Bytes from power-on to the game, with garbage, and with the table of counts that an image has.
POWER_ON = 40 * 1024
PIECE = 600  # bytes: a slot, and what is around it

# This stays in memory, to be measured.
KEPT = []


def play(store, game, rand, games):
    """Peg until `games` more games are over."""
    while games:
        if game.state.phase == OVER:
            games -= 1
        if games:
            over = game.state.phase == OVER
            points = 1 + rand.below(7)
            game.apply((E.NEXT,) if over else (E.POINTS, rand.below(2), points), store)
            if rand.below(4) == 0:
                store.tidy(game, True)
                store.erase_ahead()


def match(games):
    """Play `games` games of a match; return the flash, and the game then."""
    flash = BlankFlash()
    store = GameStore(flash)
    game = store.new_game(store.load()[0])
    game.apply((E.START, 0, 2, 121, 0, 0, 0), store)
    play(store, game, Rand(7), games)
    store.tidy(game, True)
    KEPT[:] = [flash, store, game]
    return flash, game


def test_a_match_of_one_game():
    _, game = match(1)
    assert game.length > 30


def test_a_match_of_50_games():
    games = scale(50, 10)
    _, game = match(games)
    assert game.length > 30 * games


def test_power_on_takes_little_memory_whatever_the_match_was():
    flash, game = match(scale(50, 10))
    gc.collect()
    gc.disable()
    before = gc.mem_alloc() if MICROPYTHON else 0
    again, trouble = GameStore(flash).load()
    taken = gc.mem_alloc() - before if MICROPYTHON else 0
    gc.enable()
    assert not trouble and again.length == game.length
    assert again.state.pack() == game.state.pack()
    assert taken <= POWER_ON, taken


def test_power_on_reads_no_piece_longer_than_a_slot():
    flash, game = match(8)
    longest = [0]
    read = flash.read

    def watched(sector, offset, count):
        longest[0] = max(longest[0], count)
        return read(sector, offset, count)

    flash.read = watched
    again, trouble = GameStore(flash).load()
    assert again.length == game.length and not trouble
    assert longest[0] <= PIECE
