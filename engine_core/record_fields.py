"""Fields of a text record: numbers, names of options and tracks, and corrections by hand."""

from . import presets
from .compat import TYPE_CHECKING
from .entries import (
    CLAIM,
    FLUSH,
    MINUS,
    MOVED,
    MUGGINS,
    NO_SEAT,
    NOBS,
    PARTNERS,
    PASS,
    PENALTY,
    POINTS,
)
from .errors import PegboardError
from .options import OPTIONS, PAYOFF_BITS, PAYOFFS, TRACKS, entry_options
from .penalties import CLAIM_GAME, PLAIN, TOO_MANY, VOID
from .phases import AFTER_PLAY, PLAY

if TYPE_CHECKING:
    from .record_reader import Reader

_LONGEST = 9
# The Dealer tag if it is not a seat: the players cut for the deal, or also for partners.
DEALERS = {NO_SEAT: "cut", PARTNERS: "partners"}
_CHOICES = {"": PLAIN, "void": VOID, "game": CLAIM_GAME}


def whole_number(text: str, what: str) -> int:
    """Return `text` as a number. Raises PegboardError, which names `what` it should be."""
    if not is_number(text):
        raise PegboardError("'" + text + "' is not a " + what)
    return int(text)


def is_number(text: str) -> bool:
    """Return whether `text` is a whole number."""
    # `isdigit` accepts texts that `int` refuses, such as 5² or five thousand digits.
    return 0 < len(text) <= _LONGEST and not [d for d in text if d not in "0123456789"]


def same(claimed: object, true: object, what: str) -> None:
    """Raise PegboardError unless the claimed value of `what` is the true one."""
    if claimed != true:
        raise PegboardError(what + " is " + str(true) + ", not " + str(claimed))


def options(text: str) -> int:
    """Return the bits of the options in `text`, separated by commas. Raises PegboardError."""
    bits = 0
    for word in text.split(","):
        if word.strip():
            bits |= _among([(name, bit) for bit, name in OPTIONS], word, "option")
    return bits


def track(text: str) -> int:
    """Return the track that `text` names. Raises PegboardError."""
    return _among([(name, n) for n, name in enumerate(TRACKS)], text, "track")


def start_tags(entry: tuple) -> list:
    """Return the tags that describe a START entry."""
    row = presets.preset(entry[1])
    tags = [
        ("Game", row.name),
        ("Seats", str(entry[2])),
        ("Target", str(entry[3])),
        ("Dealer", DEALERS.get(entry[4]) or str(entry[4] + 1)),
    ]
    options = entry_options(entry)
    chosen = [name for bit, name in OPTIONS if options & bit]
    if chosen:
        tags.append(("Options", ", ".join(chosen)))
    if entry[6]:
        tags.append(("Track", TRACKS[entry[6]]))
    payoff = entry[7] & PAYOFF_BITS if entry[7:] else 0
    if payoff:
        tags.append(("Payoff", PAYOFFS[payoff]))
    return tags


def payoff(text: str) -> int:
    """Return the payoff that `text` names. Raises PegboardError."""
    return _among([(name, n) for n, name in enumerate(PAYOFFS)], text, "payoff")


def dealer(text: str, seats: int) -> int:
    """Return the dealer of a START entry for the text of a Dealer tag. Raises PegboardError."""
    for number, word in DEALERS.items():
        if word == text:
            return number
    seat = whole_number(text, "dealer's seat") - 1
    if not 0 <= seat < seats:
        raise PegboardError("there is no seat " + text)
    return seat


def _among(pairs, word, what):
    for name, value in pairs:
        if name.lower() == word.strip().lower():
            return value
    known = ", ".join([name for name, _ in pairs])
    raise PegboardError("there is no " + what + " '" + word.strip() + "': choose from " + known)


# Readers of lines without cards. Each takes the Reader, the line's first word, and the rest.


def points(reader: "Reader", word: str, tokens: list) -> None:
    """Read `points 1+4 2+3` or `minus 1-4`."""
    kind, sign = (POINTS, "+") if word == "points" else (MINUS, "-")
    for token in tokens:
        side, _, number = token.partition(sign)
        side = _side(side)
        reader.apply((kind, side, whole_number(number, "number of points")))


def moved(reader: "Reader", word: str, tokens: list) -> None:
    """Read `moved 1 3`."""
    for token in tokens:
        reader.apply((MOVED, _side(token)))


def penalty(reader: "Reader", word: str, tokens: list) -> None:
    """Read `penalty 3 by 1`, which may go on with `to 2` and then `void`, `game` or `for 4`."""
    if len(tokens) < 3 or tokens[1] != "by":
        raise PegboardError("a penalty is written as in: penalty 3 by 1")
    number = whole_number(tokens[0], "penalty")
    side = _side(tokens[2])
    rest = tokens[3:]
    whom = ()
    if rest[:1] == ["to"]:
        whom = (_side(" ".join(rest[1:2])),)
        rest = rest[2:]
    choice = " ".join(rest)
    if number == TOO_MANY:
        before, _, choice = choice.partition(" ")
        if before != "for":
            raise PegboardError("penalty " + str(number) + " ends with its points, as in: for 4")
        reader.apply((PENALTY, number, side, whole_number(choice, "number of points")) + whom)
    elif choice in _CHOICES:
        reader.apply((PENALTY, number, side, _CHOICES[choice]) + whom)
    else:
        raise PegboardError("a penalty cannot end with '" + choice + "', only 'void' or 'game'")


def claims(reader: "Reader", word: str, tokens: list) -> None:
    """Read `claim 1:8 pass 2:6 1:muggins`; in the play also `1+2`, the points pegged."""
    for token in tokens:
        who, _, what = token.rpartition(":")
        rest, plus, number = token.partition("+")
        if plus:
            reader.scored(rest, number)
        elif token == "pass":
            reader.apply((PASS,))
        elif what == "muggins":
            reader.apply((MUGGINS, whole_number(who, "seat") - 1))
        else:
            state = reader.game.state
            seat = state.open_by if state.phase in (PLAY, AFTER_PLAY) else state.turn
            same(who, str(seat + 1), "the seat in turn")
            reader.apply((CLAIM, whole_number(what, "number of points")))


def suits(reader: "Reader", word: str, tokens: list) -> None:
    """Read `suits 1:nobs 2:flush5`; `1:none` may be written too."""
    for token in tokens:
        who, _, what = token.partition(":")
        reader.pass_suits(whole_number(who, "seat") - 1)
        same(who, str(reader.game.state.turn + 1), "the seat in turn")
        if what == "nobs":
            reader.apply((NOBS,))
        elif what == "none":
            reader.apply((PASS,))
        elif what[:5] == "flush":
            reader.apply((FLUSH, whole_number(what[5:], "number of cards")))
        else:
            raise PegboardError("'" + what + "' is not nobs, flush4, flush5 or none")


def _side(text):
    return whole_number(text, "side") - 1
