"""Words of a text record: numbers, names of options and tracks, and what the table did by hand."""

from .compat import TYPE_CHECKING
from .entries import CLAIM, MINUS, MOVED, MUGGINS, NO_SEAT, PARTNERS, PASS, PENALTY, POINTS
from .errors import PegboardError
from .options import OPTIONS, PAYOFFS, TRACKS
from .penalties import CLAIM_GAME, PLAIN, TOO_MANY, VOID
from .phases import AFTER_PLAY, PLAY

if TYPE_CHECKING:
    from .record_reader import Reader

_LONGEST = 9
# What the tag says where no seat is named: the cut decides, also on who are partners.
DEALERS = {NO_SEAT: "cut", PARTNERS: "partners"}
_CHOICES = {"": PLAIN, "void": VOID, "game": CLAIM_GAME}


def whole_number(text: str, what: str) -> int:
    """Return the number `text`, which is to be a `what`. Raises PegboardError."""
    if not is_number(text):
        raise PegboardError("'" + text + "' is no " + what)
    return int(text)


def is_number(text: str) -> bool:
    """Return whether `text` is a whole number."""
    # `isdigit` says yes to digits that `int` refuses: 5², and five thousand of them.
    return 0 < len(text) <= _LONGEST and not [d for d in text if d not in "0123456789"]


def same(claimed: object, true: object, what: str) -> None:
    """Raise PegboardError unless what is claimed of `what` is true."""
    if claimed != true:
        raise PegboardError(what + " is " + str(true) + ", not " + str(claimed))


def options(text: str) -> int:
    """Return the bits of the options that `text` names, parted by commas. Raises PegboardError."""
    bits = 0
    for word in text.split(","):
        if word.strip():
            bits |= _among([(name, bit) for bit, name in OPTIONS], word, "option")
    return bits


def track(text: str) -> int:
    """Return the track that `text` names. Raises PegboardError."""
    return _among([(name, n) for n, name in enumerate(TRACKS)], text, "track")


def payoff(text: str) -> int:
    """Return the payoff that `text` names. Raises PegboardError."""
    return _among([(name, n) for n, name in enumerate(PAYOFFS)], text, "payoff")


def dealer(text: str, seats: int) -> int:
    """Return what START has for the dealer that `text` names. Raises PegboardError."""
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
    raise PegboardError("there is no " + what + " '" + word.strip() + "': there are " + known)


# Lines that are not of cards. Each takes the Reader, the line's first word and the others.


def points(reader: "Reader", word: str, tokens: list) -> None:
    """`points 1+4 2+3`, `minus 1-4`."""
    kind, sign = (POINTS, "+") if word == "points" else (MINUS, "-")
    for token in tokens:
        side, _, number = token.partition(sign)
        side = _side(side)
        reader.take((kind, side, whole_number(number, "number of points")))


def moved(reader: "Reader", word: str, tokens: list) -> None:
    """`moved 1 3`."""
    for token in tokens:
        reader.take((MOVED, _side(token)))


def penalty(reader: "Reader", word: str, tokens: list) -> None:
    """`penalty 3 by 1`, with `to 2` and then `void`, `game` or `for 4` after it."""
    if len(tokens) < 3 or tokens[1] != "by":
        raise PegboardError("a penalty is written: penalty 3 by 1")
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
            raise PegboardError("penalty " + str(number) + " ends with the points: for 4")
        reader.take((PENALTY, number, side, whole_number(choice, "number of points")) + whom)
    elif choice in _CHOICES:
        reader.take((PENALTY, number, side, _CHOICES[choice]) + whom)
    else:
        raise PegboardError("'" + choice + "' ends no penalty: 'void' and 'game' do")


def claims(reader: "Reader", word: str, tokens: list) -> None:
    """`claim 1:8 pass 2:6 1:muggins`; in the play also `1+2`, what is pegged by it."""
    for token in tokens:
        who, _, what = token.rpartition(":")
        rest, plus, number = token.partition("+")
        if plus:
            reader.scored(rest, number)
        elif token == "pass":
            reader.take((PASS,))
        elif what == "muggins":
            reader.take((MUGGINS, whole_number(who, "seat") - 1))
        else:
            state = reader.game.state
            seat = state.open_by if state.phase in (PLAY, AFTER_PLAY) else state.turn
            same(who, str(seat + 1), "the seat in turn")
            reader.take((CLAIM, whole_number(what, "number of points")))


def _side(text):
    return whole_number(text, "side") - 1
