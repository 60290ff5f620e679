"""A card that was keyed for the wrong player: somebody said go, and nobody keyed it."""

from engine_core.entries import CARD, GO
from engine_core.errors import Illegal
from engine_core.game import fold
from engine_core.phases import PLAY
from engine_core.state import State


def for_next_player(game) -> tuple:
    """Return the entries that take the place of the last one of `game` where its card was the
    next player's: GO, and the card again. Raises Illegal; `game` stays as it is in any case."""
    last = game.entry(game.length - 1) if game.length > game.first() else (None,)
    trial = State()
    if last[0] == CARD:
        game.undo()
        trial.restore(game.state.pack())
        game.redo()
    if trial.phase != PLAY:
        raise Illegal("only the card laid last in the play can be given to the next player")
    entries = ((GO,), last)
    for entry in entries:
        fold(trial, entry, [])
    return entries


def give_to_next_player(app) -> None:
    """Replace the card laid last by a go and the same card, now the next player's.

    Raises Illegal, or OSError if it cannot be saved; both have changed nothing, except that the
    go stays if it is saved and the card is not, and the text of that Illegal says so.
    """
    go, card = for_next_player(app.game)
    if app.key_entry.clear():
        app.reporter.key_entry_changed()
    app.undo()
    try:
        app.enter(go)
    except OSError:
        app.redo()
        raise
    try:
        app.enter(card)
    except OSError as why:
        raise Illegal("GO is saved and the card is not: key the card again") from why
