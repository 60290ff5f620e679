"""The menu that a board shows, made from the board's message."""

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.state.state import State
from firmware.link.link_messages import SIDES_MOST
from firmware.menus import game_menu, next_game_menu, start_menu
from firmware.menus.game_menu import GameMenu
from firmware.menus.next_game_menu import NextGameMenu
from firmware.menus.start_menu import StartMenu

if TYPE_CHECKING:
    Menu = StartMenu | GameMenu

# Errors of a menu if its values come from another version or are invalid. MicroPython cannot index
# with numbers above 31 bits.
_UNUSABLE = (PegboardError, ValueError, LookupError, TypeError, AttributeError, OverflowError)


def from_wire(kind: str, values: list, state: State) -> "Menu":
    """Return the menu of this kind with the values of its `to_wire`, for the game with `state`.

    Raises ValueError if there is no such menu.
    """
    try:
        if kind == StartMenu.kind:
            menu = start_menu.from_wire(values)
        elif kind == NextGameMenu.kind:
            menu = next_game_menu.from_wire(values, state)
        elif kind == GameMenu.kind:
            menu = game_menu.from_wire(values, state)
        else:
            raise ValueError("there is no such menu")
        # First the sides: they exist for a possible number of players alone, and there may be a
        # choice for each player.
        sides = menu.sides()
        choices = menu.choices()
        menu.pegs()
        lights = len(menu.lit())
        shown = menu.title() and menu.page() and lights == len(choices)
        shown = shown and 0 <= menu.at < len(choices)
    except _UNUSABLE as why:
        raise ValueError("this menu cannot be shown") from why
    if not shown or len(sides) > SIDES_MOST:
        raise ValueError("this menu cannot be shown")
    return menu
