"""What every menu is: a question, and lights on the bar to choose among."""

from engine_core.compat import const
from engine_core.errors import Illegal

from .digits import JACK, extended

# What `accept` gives where there is no entry to make: back to the game, or a new one.
BACK_TO_GAME = ("back to the game",)
NEW_GAME = ("new game",)
# The card laid last was the next player's.
TO_NEXT_PLAYER = ("to the next player",)

# What the holes show beside a menu, where it is no tracker.
NOTHING = const(-1)
SEATS = const(-2)


class Menu:
    """A menu has `question`; `at` is the light chosen, from 0. See `StartMenu` and `GameMenu`."""

    kind = ""  # what it is called on the link
    question = 0
    at = 0
    number = 0  # the number that is being typed, 0 where none is

    def choices(self) -> list:
        """Return what can be chosen now, as it is called."""
        return []

    def move(self, step: int) -> None:
        """Go `step` lights on, round the end."""
        self.at = (self.at + step) % len(self.choices())

    def pick(self, key: int) -> bool:
        """Go to the light whose number is typed with the rank key `key`, the first being 1: on
        from what was typed before it, or else from this key alone. Return whether there is one.

        Raises Illegal where the number itself is asked for, and there is no such.
        """
        most = len(self.choices())
        numbers = [key + 1]
        if self.number and (key < JACK or self.takes_number()):
            numbers.insert(0, extended(self.number, key))
        for number in numbers:
            if number <= most:
                self.number = number
                self.at = number - 1
                return True
            if self.takes_number():
                raise Illegal(str(most) + " is the most")
        return False

    def takes_number(self) -> bool:
        """Return whether what is asked is a number, and not one of several choices."""
        return False

    def asks_dealer(self) -> bool:
        """Return whether the lights after the first are the players."""
        return False

    def shows(self) -> int:
        """Return what the holes show while this is chosen: NOTHING, SEATS, or the number of a
        tracker, see firmware.game_menu_lights."""
        return NOTHING
