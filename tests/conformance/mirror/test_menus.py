"""The menu of a board, as its message tells it: shown, or refused."""

from engine_core.game.fold import fold
from engine_core.state.state import State
from firmware.menus.game_menu import GameMenu
from firmware.menus.start_menu import StartMenu
from host.mirror.menus import from_wire
from tests.conformance.support.kit import raises
from tests.conformance.support.player import PLAIN, start

AT = 1  # where a message has the choice that is marked


def test_a_menu_is_shown_with_a_choice_of_its_own_marked_or_not_at_all():
    state = State()
    fold(state, start(PLAIN[0], 0), [])
    for menu in (StartMenu(), GameMenu(state)):
        count = len(menu.choices())
        for at in range(count):
            values = menu.to_wire()
            values[AT] = at
            assert from_wire(menu.kind, values, state).at == at
        for at in (-1, count, count + 5, 1 << 40):
            values = menu.to_wire()
            values[AT] = at
            error = raises(ValueError, from_wire, menu.kind, values, state)
            assert "cannot be shown" in str(error)
