"""Fields of a text record: numbers, and the lines without cards (claims and corrections)."""

from ..compat import TYPE_CHECKING
from ..errors import PegboardError
from ..games.dealers import MATCH, SEAT, WAYS
from ..games.penalties import NO_GAIN, TOO_MANY
from ..games.phases import AFTER_PLAY, PLAY
from ..state.entries import (
    CLAIM,
    FLUSH,
    HOLDS,
    LEAVE,
    MINUS,
    MOVED,
    MUGGINS,
    NOBS,
    PASS,
    PENALTY,
    POINTS,
    REDEAL,
)

if TYPE_CHECKING:
    from typing import Protocol

    from ..game.game import Game
    from ..state.entries import Entry

    class Reader(Protocol):
        """The part of record_reader.Reader that is used here."""

        @property
        def game(self) -> Game: ...
        def apply(self, entry: "Entry") -> None: ...
        def pass_suits(self, seat: int) -> None: ...
        def scored(self, token: str, points: str) -> None: ...


_LONGEST = 9
# By choice of a penalty, as in engine_core.games.penalties.
PENALTY_WORDS = ("", "void", "game", "card", "card void", "back peg", "agreed", "game void")


def whole_number(text: str, what: str) -> int:
    """Return `text` as a number. Raises PegboardError, whose text names `what`."""
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


# Readers of lines without cards. Each takes the Reader, the line's first word, and the rest.


def points(reader: "Reader", word: str, tokens: list[str]) -> None:
    """Read `points 1+4 2+3` or `minus 1-4`."""
    kind, sign = (POINTS, "+") if word == "points" else (MINUS, "-")
    for token in tokens:
        side, _, number = token.partition(sign)
        side = _side(side)
        reader.apply((kind, side, whole_number(number, "number of points")))


def moved(reader: "Reader", word: str, tokens: list[str]) -> None:
    """Read `moved 1 3`."""
    for token in tokens:
        reader.apply((MOVED, _side(token)))


def leave(reader: "Reader", word: str, tokens: list[str]) -> None:
    """Read `leave 2`."""
    reader.apply((LEAVE, whole_number(" ".join(tokens), "seat") - 1))


def redeal(reader: "Reader", word: str, tokens: list[str]) -> None:
    """Read `redeal by 2`."""
    if len(tokens) != 2 or tokens[0] != "by":
        raise PegboardError("a void deal is written as in: redeal by 2")
    reader.apply((REDEAL, whole_number(tokens[1], "seat") - 1))


def holds(reader: "Reader", word: str, tokens: list[str]) -> None:
    """Read `holds 2:3`, perhaps followed by `1+1`, the points of the last card."""
    for token in tokens:
        who, plus, points = token.partition("+")
        if plus:
            reader.scored(who, points)
            continue
        seat, _, number = token.partition(":")
        entry = (HOLDS, whole_number(seat, "seat") - 1, whole_number(number, "number of cards"))
        reader.apply(entry)


def penalty(reader: "Reader", word: str, tokens: list[str]) -> None:
    """Read `penalty 3 by 1`, which may go on with `to 2`, and then with a word of PENALTY_WORDS or
    `for 4`."""
    if len(tokens) < 3 or tokens[1] != "by":
        raise PegboardError("a penalty is written as in: penalty 3 by 1")
    number = whole_number(tokens[0], "penalty")
    side = _side(tokens[2])
    rest = tokens[3:]
    whom = ()
    if rest[:1] == ["to"]:
        whom = (NO_GAIN if rest[1:2] == ["nobody"] else _side(" ".join(rest[1:2])),)
        rest = rest[2:]
    choice = " ".join(rest)
    if number == TOO_MANY:
        before, _, choice = choice.partition(" ")
        if before != "for":
            raise PegboardError("penalty " + str(number) + " ends with its points, as in: for 4")
        reader.apply((PENALTY, number, side, whole_number(choice, "number of points")) + whom)
    elif choice in PENALTY_WORDS:
        reader.apply((PENALTY, number, side, PENALTY_WORDS.index(choice)) + whom)
    else:
        words = ["'" + word + "'" for word in PENALTY_WORDS if word]
        raise PegboardError(
            "a penalty cannot end with '" + choice + "', only with " + ", ".join(words)
        )


def dealer_words(choice: int) -> str:
    """Return the words for a choice of the next dealer: `winner`, `3 always`."""
    way = choice & ~MATCH
    word = str(way - SEAT + 1) if way >= SEAT else WAYS[way - 1]
    return word + (" always" if choice & MATCH else "")


def next_dealer(tokens: list[str]) -> int:
    """Return the choice of the next dealer that `dealer_words` returned these words for. Raises
    PegboardError."""
    match = MATCH if tokens[1:] == ["always"] else 0
    if len(tokens) == 1 + bool(match) and tokens[0] in WAYS:
        return WAYS.index(tokens[0]) + 1 | match
    if len(tokens) == 1 + bool(match) and is_number(tokens[0]) and 0 < int(tokens[0]) <= SEAT:
        return SEAT + int(tokens[0]) - 1 | match
    raise PegboardError("the next dealer is one of " + ", ".join(WAYS) + ", or a seat")


def claims(reader: "Reader", word: str, tokens: list[str]) -> None:
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


def suits(reader: "Reader", word: str, tokens: list[str]) -> None:
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
