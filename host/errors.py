"""Errors on the laptop. Each has a text for the person that says what to do next."""


class HostError(Exception):
    """Something outside this program is wrong; the text says what to do."""


class RecordFileError(HostError):
    """A file does not contain a record of a game."""


class StoreError(HostError):
    """A game cannot be stored in a file, or read from one."""


class GameInUse(StoreError):
    """Another program is playing this game."""


class PinError(HostError):
    """This computer does not have these pins, or they cannot be used."""


class BoardError(HostError):
    """No board, or more than one, was found; or a board cannot do what was asked."""


class PageError(HostError):
    """The page cannot be served."""


class BrokerError(HostError):
    """A broker cannot be used."""


class EveningError(HostError):
    """The plan of a club's evening is wrong, or cannot be read, written or continued."""


class NameListError(HostError):
    """A text is not a list of names."""
