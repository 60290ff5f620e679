"""What every menu is: a question, and lights on the bar to choose among."""

# What `accept` gives where there is no entry to make: back to the game, or a new one.
GO_ON = ("go on",)
NEW_GAME = ("new game",)


class Choices:
    """A menu has `question`; `at` is the light chosen, from 0. See `Menu` and `TableMenu`."""

    kind = ""  # what it is called on the link
    question = 0
    at = 0

    def choices(self) -> list:
        """Return what can be chosen now, as it is called."""
        return []

    def move(self, step: int) -> None:
        """Go `step` lights on, round the end."""
        self.at = (self.at + step) % len(self.choices())

    def pick(self, number: int) -> bool:
        """Go to light `number`, from 0; return whether there is one."""
        if number < len(self.choices()):
            self.at = number
            return True
        return False

    def asks_dealer(self) -> bool:
        """Return whether the lights after the first are the players."""
        return False

    def shows_match(self) -> bool:
        """Return whether the board shows the match while this is chosen."""
        return False
