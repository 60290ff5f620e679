"""Corrections that replace several keys: giving the last card to the next player after a go was
not keyed, and the goes of all players who cannot play."""

from engine_core.errors import Illegal
from engine_core.game.fold import fold
from engine_core.games.phases import PLAY
from engine_core.state.entries import CARD, GO
from engine_core.state.state import State


def for_next_player(game) -> tuple:
    """Return the entries that replace the last one of `game` if its card was the next player's: GO
    and the card again. Raises Illegal. `game` reads older entries into memory if needed, and is
    otherwise not changed in any case."""
    game.reach(game.length - 1)
    last = game.entry(game.length - 1)
    trial = State()
    if last[0] == CARD:
        segment = [each for each in game.segments() if each.count][-1]
        trial.restore(segment.state)
        for entry in segment.entries(segment.count - 1):
            fold(trial, entry, [])
    if trial.phase != PLAY:
        raise Illegal("only the last card of the play can be given to the next player")
    entries = ((GO,), last)
    for entry in entries:
        fold(trial, entry, [])
    return entries


def give_to_next_player(app) -> None:
    """Replace the card laid last by a go and the same card, now the next player's.

    Raises Illegal, or OSError if it cannot be saved; both have changed nothing, except that the
    go stays if it is saved and the card is not, and the text of that Illegal says so.
    """
    entered = for_next_player(app.game)
    cleared = app.key_entry.clear()
    if cleared:
        app.reporter.key_entry_changed()
    length = app.game.length
    while app.game.length == length:  # what LEFT has left out comes back first
        app.reporter.flush()  # an undo tells how many entries are left when it is sent
        app.undo()
    try:
        app.enter(entered[0])
    except OSError:
        app.enter(entered[-1])  # not a redo: the next one now is the entry that it replaced
        raise
    try:
        for entry in entered[1:]:
            app.enter(entry)
    except OSError as why:
        raise Illegal("GO is saved, but the card is not: enter the card again") from why


def all_go(app, place: tuple) -> None:
    """Enter GO for every player who cannot play, until the count that began at `place` (the number
    of the deal, the first card) is over. Raises as App.enter does."""
    state = app.game.state
    while state.phase == PLAY and (state.deal_number, state.line_from) == place:
        app.enter((GO,))
