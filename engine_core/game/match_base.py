"""A match without its first entries: it begins with the state after them."""

from ..compat import const
from ..errors import PegboardError
from ..state.entries import unpack
from ..state.state_layout import LAYOUT
from .game import Game
from .segment import Segment

_HEAD = const(10)


def game_from(first: int, begun: int, base: bytes, game: "Game | None" = None) -> Game:
    """Return a Game with the state after the first entries of a match.

    first: the number of those entries; begun: how many of them came before the current game;
    base: `state_layout.LAYOUT` and the state, as State.pack returns it, of this version or an
    earlier one; game: becomes that Game, otherwise a new one does. Raises PegboardError if it
    cannot be a state of a game; `game` is then not usable.
    """
    if not 0 <= begun <= first:
        raise PegboardError("the game begins after its own entries")
    state = bytes(base[4:])
    if base[:4] != LAYOUT:
        from ..state.old_states import converted  # few boards and laptops differ

        state = converted(bytes(base[:4]), state)
    from . import state_bounds  # a Pico has little room for it, and most saved games need none

    game = game or Game()
    game.take_up((Segment(first, state, begun),), first)
    state_bounds.check_state(game.state)
    return game


def unpack_match(data: bytes | bytearray, game: "Game | None" = None) -> Game:
    """Return the Game in `data`; as `game`, which has no entries yet, or as a new one. Raises
    PegboardError; `game` is then not usable.

    The bytes are: four with the number of entries before the state; four with how many of those
    came before the current game; two with the length of LAYOUT and state; LAYOUT and state; then
    the entries in effect, as engine_core.state.entries packs them. Without entries before it there
    is no state either.
    """
    head = bytes(data[:_HEAD])
    at = _HEAD + int.from_bytes(head[8:], "big")
    if len(data) < at:
        raise PegboardError("the entries did not arrive completely")
    first = int.from_bytes(head[:4], "big")
    game = game or Game()
    if first:
        game_from(first, int.from_bytes(head[4:8], "big"), bytes(data[_HEAD:at]), game)
    while at < len(data):
        entry, at = unpack(data, at)
        try:
            game.apply(entry)
        except (ArithmeticError, LookupError) as why:
            # The numbers of a state that nobody played may be at odds with each other.
            raise PegboardError("no game has this state: " + repr(why))  # noqa: B904 - MicroPython
    return game
