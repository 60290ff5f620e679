"""The messages that the board sends. firmware.link.link_messages has the fields of each.

On a Pico they are not checked, so that a board without a laptop need not hold those tables in
memory; on CPython, where every message is tested, they are.
"""

from engine_core.compat import MICROPYTHON, TYPE_CHECKING, later

if TYPE_CHECKING:
    from . import link_messages
else:
    link_messages = later("firmware.link.link_messages")


def from_board(name: str, *values) -> list:
    """Return a message from the board to the laptop. Raises on CPython, as
    `link_messages.from_board`."""
    return [name] + list(values) if MICROPYTHON else link_messages.from_board(name, *values)


def key_entry_message(app) -> list:
    """Return the message with the key entry."""
    return from_board("key_entry", *app.key_entry.to_wire())


def menu_message(app) -> list:
    """Return the message with the open menu, or that the game is shown."""
    if app.menu is None:
        return from_board("menu")
    return from_board("menu", app.menu.kind, *app.menu.to_wire())


def state_message(app, what: str, text: str = "") -> list:
    """Return the message for the change `what`, with the resulting state."""
    game = app.game
    left = game.undone.count
    return from_board(what, game.length, text, list(game.state.scores), game.check(), left)
