"""The errors that wrong input raises. The text of each is meant for people."""


class PegboardError(ValueError):
    """The input cannot be used; the text says why, and nothing has changed."""


class CardError(PegboardError):
    """A text that is not a card, or cards that cannot be in one deck."""


class Illegal(PegboardError):
    """An entry that the game does not allow now."""


class RecordError(PegboardError):
    """A text record that cannot be read, or that claims points the rules do not give.

    `line`: the number of the wrong line, from 1.
    """

    def __init__(self, line: int, text: str) -> None:
        super().__init__("line " + str(line) + ": " + text)
        self.line = line
