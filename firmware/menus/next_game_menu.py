"""The menu for the next game of a match with other options: the same game and players, and the
dealer whose turn it is. The match continues."""

from engine_core.game import next_dealer
from engine_core.games.options import PAYOFF_BITS

from . import start_menu
from .start_menu import OPTION, TARGET, StartMenu


class NextGameMenu(StartMenu):
    """The choices made so far for the game after the one with this `state`, which is over."""

    kind = "next"

    def __init__(self, state):
        super().__init__()
        self._row = state.preset
        self._seats = state.seats
        self._target = state.target
        self._options = state.all_options()
        self._track = state.track
        self._payoff = state.more_options & PAYOFF_BITS
        self._dealer = next_dealer.dealer(state)
        self._behind = TARGET
        self.question = OPTION

    def _asks(self, question):
        return question == TARGET

    def _entry(self, dealer):
        return StartMenu._entry(self, self._dealer)


def from_wire(values, state) -> NextGameMenu:
    """Return the menu whose `to_wire` returned `values`, for the game with `state`. Raises Illegal
    for an unknown game."""
    return start_menu.fill(NextGameMenu(state), values)
