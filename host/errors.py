"""What goes wrong on the laptop. Each error carries a text for the person, with the next step."""


class HostError(Exception):
    """Something outside this program is not as it must be; the text says what to do."""


class RecordFileError(HostError):
    """A file holds no record of a game."""


class StoreError(HostError):
    """A file cannot hold the board's game."""


class GameInUse(StoreError):
    """Another program has this game on its board."""


class PinError(HostError):
    """This computer has no such pins, or they cannot be used."""


class BoardError(HostError):
    """No board, or more than one, was found."""


class PageError(HostError):
    """The page cannot be served."""
