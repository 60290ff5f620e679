"""The base of all menus: a question, and lights on the bar to choose from."""

from engine_core.compat import const
from engine_core.errors import Illegal

from ..keys.digits import JACK, extended

# Results of `accept` instead of an entry: go back to the game, or choose a new one.
BACK_TO_GAME = const(-1)
NEW_GAME = const(-2)
# The last card was the next player's.
TO_NEXT_PLAYER = const(-3)
# Show the points of the last show once more.
LAST_COUNTS = const(-4)
# The next game of the match has other options.
OTHER_OPTIONS = const(-5)

# Resume a saved game: this for the first of the list, one less for the second, and so on.
RESUME = const(-6)
SAVED_MOST = const(4)  # games in the list

# Displays on the holes while a menu is open, other than a tracker.
NOTHING = const(-1)
SEATS = const(-2)


class Menu:
    """A menu has `question`; `at` is the chosen light, from 0. See `StartMenu` and `GameMenu`."""

    kind = ""  # its name on the link
    question = 0
    at = 0
    number = 0  # the number that is being entered, or 0
    listing = False  # whether more choices are still to be found: the saved games

    def choices(self) -> list:
        """Return the names of the choices."""
        return []

    def count(self) -> int:
        """Return the number of choices."""
        return len(self.choices())

    def move(self, step: int) -> None:
        """Move the choice by `step` lights, wrapping round at the ends."""
        self.at = (self.at + step) % self.count()

    def pick(self, key: int) -> bool:
        """Choose the light whose number, from 1, is entered with the rank key `key`: as another
        digit if that gives a light, otherwise as a new number. Return whether there is such a
        light.

        Raises Illegal if the number itself is asked for and there is no such number.
        """
        most = self.count()
        numbers = [key + 1]
        if self.number and (key < JACK or self.takes_number()):
            numbers.insert(0, extended(self.number, key))
        for number in numbers:
            if number <= most:
                self.number = number
                self.at = number - 1
                return True
            if self.takes_number():
                raise Illegal(str(most) + " is the largest number")
        return False

    def takes_number(self) -> bool:
        """Return whether the question asks for a number rather than one of several choices."""
        return False

    def asks_dealer(self) -> bool:
        """Return whether the lights after the first stand for the players."""
        return False

    def pegs(self) -> tuple:
        """Return the score of each side if the holes are to show those of a saved game."""
        return ()

    def shows(self) -> int:
        """Return the display on the holes while this is chosen: NOTHING, SEATS, or the number of a
        tracker, see firmware.lights.game_menu_lights."""
        return NOTHING
