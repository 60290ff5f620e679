"""A board that was just switched on has only the newest entries in memory, and finds the same in
those before them as a board that has all."""

from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.games.phases import OVER, PLAY
from engine_core.games.seats import NO_SEAT
from engine_core.state.entries import NEXT
from engine_core.state.events import get
from firmware.menus.correction import for_next_player
from firmware.menus.last_counts import last_counts
from firmware.storage.game_store import GameStore
from tests.conformance.support.kit import scale
from tests.conformance.support.player import Player, start
from tests.conformance.support.ports import Store

STEP = scale(1, 13, 5)
TWO = (1, 2, 61, 0, 0)
THREE = (2, 3, 61, 0, 0)


def at_each_entry(game, seed, games):
    """Play so many games of a match. Yield the Game that has all entries, the one of a board that
    is switched on then, and the counts of the last show of this game by its events."""
    flash = Store()
    store = GameStore(flash)
    played, _ = store.load()
    whole = Game()
    player = Player(seed)
    entry = start(game, NO_SEAT)
    counts, shown = [], []
    while games:
        played.apply(entry, store)
        if entry[0] == NEXT:
            shown = []
        for event in whole.apply(entry):
            if event[0] == "deal":
                counts = []
            elif event[0] == "count":
                counts.append((whole.state.side(get(event, "seat")), get(event, "points")))
                shown = counts
        store.tidy(played, trim=True)
        if whole.length % STEP == 0 or not played.segment().count:
            yield whole, GameStore(flash.copy()).load()[0], shown
        over = whole.state.phase == OVER
        games -= over
        entry = (NEXT,) if over else player.next(whole.state)


def test_the_last_counts_are_those_of_the_last_show_of_this_game():
    kinds = set()
    for whole, again, shown in at_each_entry(TWO, 5, 2):
        begun = whole.begun()
        assert again.begun() == begun
        assert last_counts(whole) == last_counts(again) == shown, whole.entries()
        kinds.add((begun > 0, len(shown) > 0))
    assert len(kinds) == 4


def told(game):
    """Return the entries that give the last card to the next player, or why it cannot be."""
    try:
        return for_next_player(game)
    except Illegal as why:
        return str(why)


def test_g17_the_last_card_is_given_to_the_next_player():
    """Also where a segment began after it, in a quiet moment before the power went."""
    kinds = set()
    for whole, again, _ in at_each_entry(THREE, 5, 1):
        found = told(whole)
        kinds.add((again.length == again.first(), whole.state.phase == PLAY))
        assert told(again) == found, whole.entries()
        assert again.length == whole.length and again.state.pack() == whole.state.pack()
    assert len(kinds) == 4
