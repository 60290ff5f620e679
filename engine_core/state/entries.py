"""Entries, everything that a table can enter: as tuples `(kind, *numbers)`, bytes and text.

As bytes, a card is one byte, its own number; any other entry is one byte for its kind and one for
each of its numbers, 0 to 255. Where only ranks are entered, a card is the first one of its rank
whose suit is not known: the engine finds out which of the four it is.
"""

from ..compat import TYPE_CHECKING, const
from ..count import cards
from ..errors import PegboardError

if TYPE_CHECKING:
    Entry = tuple[int, ...]

CARD = const(0)  # card
GO = const(1)
POINTS = const(2)  # side, points
NEXT = const(3)  # (a choice of engine_core.games.dealers may follow)
START = const(4)  # preset code, players, target, dealer, options, track
# (the dealer is a seat, NO_SEAT or PARTNERS; more options may follow the track)
CLAIM = const(5)  # points
MUGGINS = const(6)  # the caller's seat
PASS = const(7)
MINUS = const(8)  # side, points
PENALTY = const(9)  # number in the booklet, side at fault, choice
# (with more than two sides also the side that was wronged or claims the game)
MOVED = const(10)  # side in a penalty box
TAKE = const(11)
SHOWN = const(12)
DROP = const(13)  # card
NOBS = const(14)
FLUSH = const(15)  # how many cards it has
LEAVE = const(16)  # the seat of a player who leaves, which ends the game
REDEAL = const(17)  # the seat that deals again: this deal is void
HOLDS = const(18)  # a seat, how many cards its hand has in this deal

# Changes other than entries, as a journal stores them: no entry begins with these bytes,
# nor with 7e, which once meant REDO.
UNDO = b"\x7d"
# Before a packed entry: one byte, the number of undone entries that leave the list for it.
KEEP = b"\x7c"
# The next undone entry is left out; or the last one left out so is brought back.
LEAVE_OUT = b"\x7f"
BRING_BACK = b"\x79"

# Kinds that change the score or end the game by hand, and the most points that one of them gives
# or takes: no hand counts more.
BY_HAND = (POINTS, MINUS, PENALTY, MOVED, LEAVE, REDEAL, HOLDS)
MOST = const(29)
HAND_MOST = const(6)  # cards of a hand that is short or long: as many as are dealt

# By kind: its word in text, and how many numbers follow. A number is at most 255.
KINDS = (
    ("", 1),
    ("go", 0),
    ("points", 2),
    ("next", 0),
    ("start", 6),
    ("claim", 1),
    ("muggins", 1),
    ("pass", 0),
    ("minus", 2),
    ("penalty", 3),
    ("moved", 1),
    ("take", 0),
    ("shown", 0),
    ("drop", 1),
    ("nobs", 0),
    ("flush", 1),
    ("leave", 1),
    ("redeal", 1),
    ("holds", 2),
)

# By first byte: kinds with one more number than in KINDS. Journals of earlier versions have only
# the shorter form.
LONGER = {0x78: (NEXT, 1), 0x7A: (START, 7), 0x7B: (PENALTY, 4)}

_OF_CARD = (CARD, DROP)
_FIRST = const(64)
_BYTE = const(255)


def _check(entry):
    """Raise PegboardError unless `entry` is a tuple of a kind and its numbers, all in range."""
    # Not isinstance: a bool is an int too, but would be written as something else.
    kind = entry[0] if isinstance(entry, tuple) and entry else None
    if type(kind) is not int or not 0 <= kind < len(KINDS):
        raise PegboardError("not an entry: a tuple that begins with its kind is needed")
    word, numbers = KINDS[kind]
    if len(entry) != 1 + numbers and (kind, len(entry) - 1) not in LONGER.values():
        raise PegboardError((word or "a card") + " is followed by " + str(numbers) + " numbers")
    most = cards.JOKER if kind in _OF_CARD else _BYTE
    for number in entry[1:]:
        if type(number) is int and 0 <= number <= most:
            continue
        if kind != CARD or type(number) is not int or not _is_rank(number):
            raise PegboardError(str(number) + " is out of range: 0 to " + str(most))


def _is_rank(number):
    """Return whether `number` is a card of unknown suit as it is entered."""
    return cards.SUITLESS <= number < cards.SUITLESS_END and not number & 3


def pack(entry: "Entry") -> bytes:
    """Return the entry as the bytes that `unpack` reads.

    Raises PegboardError if the kind, the length or a number is wrong.
    """
    _check(entry)
    if entry[0] == CARD:
        return bytes(entry[1:])
    first = _FIRST + entry[0]
    for byte, form in LONGER.items():
        if form == (entry[0], len(entry) - 1):
            first = byte
    return bytes((first,) + tuple(entry[1:]))


def unpack(data: bytes | bytearray, at: int = 0) -> "tuple[Entry, int]":
    """Return the entry at offset `at` of `data`, and the offset after it. Raises PegboardError."""
    if at < len(data):
        first = data[at]
        if first <= cards.JOKER or _is_rank(first):
            return (CARD, first), at + 1
        kind = first - _FIRST
        numbers = KINDS[kind][1] if 0 < kind < len(KINDS) else 0
        if first in LONGER:
            kind, numbers = LONGER[first]
        if 0 < kind < len(KINDS):
            end = at + 1 + numbers
            if end <= len(data) and (kind not in _OF_CARD or data[at + 1] <= cards.JOKER):
                return (kind,) + tuple(data[at + 1 : end]), end
    raise PegboardError("there is no entry at byte " + str(at))


def size(first: int) -> int:
    """Return the number of bytes of an entry that begins with `first`; 0 if none does."""
    if first <= cards.JOKER or _is_rank(first):
        return 1
    if first in LONGER:
        return 1 + LONGER[first][1]
    kind = first - _FIRST
    return 1 + KINDS[kind][1] if 0 < kind < len(KINDS) else 0


def part(log: "bytes | bytearray", start: int, most_entries: int, most: int) -> tuple[int, bytes]:
    """Return `(count, data)`: the packed entries in `log` from byte `start` on, at most
    `most_entries` of them and `most` bytes."""
    end = start
    count = 0
    while count < most_entries:
        after = end + size(log[end])
        if after - start > most:
            break
        end = after
        count += 1
    return count, bytes(log[start:end])


def text(entry: "Entry") -> str:
    """Return the text of a valid entry, as `parse` reads it: `5H`, `5`, `go`, `points 1 4`."""
    if entry[0] == CARD:
        return cards.name(entry[1])
    if entry[0] == DROP:
        return KINDS[DROP][0] + " " + cards.name(entry[1])
    return " ".join([KINDS[entry[0]][0]] + [str(n) for n in entry[1:]])


def parse(line: str) -> "Entry":
    """Return the entry whose text is `line`: `5H`, `5`, `go`, `claim 8`, `points 1 4`, `drop 5H`.

    Sides and seats count from 0. Raises PegboardError.
    """
    words = line.split()
    if len(words) == 2 and words[0] == KINDS[DROP][0] and not words[1].isdigit():
        return (DROP, cards.card(words[1]))  # boards of an earlier version send its number
    for kind, (word, numbers) in enumerate(KINDS):
        if kind and words and words[0] == word:
            form = (kind, len(words) - 1)
            if form == (kind, numbers) or form in LONGER.values():
                try:
                    return unpack(pack((kind,) + tuple([int(n) for n in words[1:]])))[0]
                except (ValueError, OverflowError):
                    pass
            raise PegboardError("'" + line + "' needs " + str(numbers) + " numbers, 0 to 255")
    return (CARD, cards.card_or_rank(line))
