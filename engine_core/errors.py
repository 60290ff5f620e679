"""Every way in which what came in can be wrong. Each carries a text for the person."""


class PegboardError(ValueError):
    """What came in cannot be used; the text says why, and nothing was changed."""


class CardError(PegboardError):
    """A text that is no card, or cards that cannot lie on one table together."""


class Illegal(PegboardError):
    """An entry that the game does not allow now."""


class RecordError(PegboardError):
    """A text record that cannot be read, or claims points the rules do not give.

    `line` is the number of the line at fault, from 1.
    """

    def __init__(self, line: int, text: str) -> None:
        super().__init__("line " + str(line) + ": " + text)
        self.line = line
