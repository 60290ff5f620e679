"""The errors that wrong input raises. The text of each is meant for people."""


class PegboardError(ValueError):
    """The input cannot be used; the text says why, and nothing has changed."""


class CardError(PegboardError):
    """A text that is not a card, or cards that cannot be in one deck."""


class Illegal(PegboardError):
    """An entry that the game does not allow now."""


class SeenCard(Illegal):
    """A card that has been seen in this deal already (ruling G10)."""


class TooHigh(Illegal):
    """A card that does not fit under 31; `excess` is by how many points."""

    def __init__(self, text: str, excess: int) -> None:
        super().__init__(text)
        self.excess = excess


# What an undamaged game or state that another version wrote may raise. Lack of memory, a full
# stack and a failed import are not among them: no data can be the cause of those.
OF_ANOTHER_VERSION = (PegboardError, LookupError, TypeError, AttributeError, ArithmeticError)
