"""Entries and events as tuples whose fields have names, for programs that import the engine.

The engine itself passes plain tuples, because a Pico makes and discards some for every key. A
named tuple equals the plain one and can be given wherever that can.
"""

from collections import namedtuple

from .compat import TYPE_CHECKING
from .state import entries as E
from .state.events import FIELDS

if TYPE_CHECKING:
    from typing import Any

    class Entry(tuple[int, ...]):
        """An entry. `kind` is one of engine_core.state.entries; the fields depend on the kind.

        card: a card; side, seat: from 0; points; caller: the seat that calls muggins; number,
        choice, wronged: of a penalty, see engine_core.games.penalties; choice: of the next dealer,
        see engine_core.games.dealers; cards: how many a flush or a
        hand has; game, players, target, dealer, options, track, more: of a start, see
        engine_core.state.entry_constructors. Any other attribute raises AttributeError.
        """

        kind: int
        card: int
        side: int
        seat: int
        points: int
        caller: int
        number: int
        choice: int
        wronged: int
        cards: int
        game: int
        players: int
        target: int
        dealer: int
        options: int
        track: int
        more: int

    class Event(tuple[Any, ...]):
        """An event. `kind` and the fields of each kind are in engine_core.state.events.FIELDS.
        Any other attribute raises AttributeError."""

        kind: str
        game: str
        players: int
        target: int
        dealer: int
        seat: int
        card: int
        seats: list[int]
        partner: int
        number: int
        count: int  # pyright: ignore[reportIncompatibleMethodOverride] - not tuple's method
        points: int
        what: str
        cards: Any
        side: int
        hole: int
        why: str
        winner: int
        losses: tuple[int, ...]
        claimed: int
        deals: int


# By kind: the name of the type, and the names of the fields. The last may be missing.
_ENTRIES = {
    E.CARD: ("Card", "card"),
    E.GO: ("Go", ""),
    E.POINTS: ("Points", "side points"),
    E.NEXT: ("Next", "choice"),
    E.START: ("Start", "game players target dealer options track more"),
    E.CLAIM: ("Claim", "points"),
    E.MUGGINS: ("Muggins", "caller"),
    E.PASS: ("Pass", ""),
    E.MINUS: ("Minus", "side points"),
    E.PENALTY: ("Penalty", "number side choice wronged"),
    E.MOVED: ("Moved", "side"),
    E.TAKE: ("Take", ""),
    E.SHOWN: ("Shown", ""),
    E.DROP: ("Drop", "card"),
    E.NOBS: ("Nobs", ""),
    E.FLUSH: ("Flush", "cards"),
    E.LEAVE: ("Leave", "seat"),
    E.REDEAL: ("Redeal", "seat"),
    E.HOLDS: ("Holds", "seat cards"),
}
_types = {}  # by type name and names of the fields


def named_entry(entry: tuple[int, ...]) -> "Entry":
    """Return the valid entry `entry` with names for its fields."""
    name, fields = _ENTRIES[entry[0]]
    return _named(name, fields.split()[: len(entry) - 1], entry)


def named_event(event: "tuple[Any, ...]") -> "Event":
    """Return the event `event` with names for its fields."""
    words = event[0].split("-")
    name = "".join([word[0].upper() + word[1:] for word in words])
    return _named(name, list(FIELDS[event[0]]), event)


def _named(name: str, fields: list[str], values: tuple) -> "Any":
    key = name, tuple(fields)
    if key not in _types:
        _types[key] = namedtuple(name, ["kind"] + fields)  # noqa: PYI024 - named by a table
    return _types[key](*values)
