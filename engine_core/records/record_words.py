"""Words of a text record for entries that are not cards, and for the points scored beside them."""

from ..compat import TYPE_CHECKING
from ..count import cards
from ..games.penalties import NO_GAIN, TOO_MANY
from ..state.entries import (
    CLAIM,
    DROP,
    FLUSH,
    GO,
    HOLDS,
    LEAVE,
    MINUS,
    MOVED,
    MUGGINS,
    NEXT,
    NOBS,
    PASS,
    PENALTY,
    POINTS,
    REDEAL,
    SHOWN,
    START,
    TAKE,
)
from ..state.events import get
from .record_fields import PENALTY_WORDS, dealer_words
from .record_tags import start_tags

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event

# The scores of a card or go, which are written beside it.
_ENTRY_SCORES = ("nibs", "play", "go", "last card", "line", "knobs")
# By kind: the first word of its line, and the word written after the seat.
_WORDS = {GO: ("play", "go"), TAKE: ("play", "take"), SHOWN: ("play", "shown")}


def claims(events: "list[Event]") -> list[tuple[int, int]]:
    """Return `(seat, points)` for each seat that scored through the card or go just entered."""
    found = []
    for event in events:
        if event[0] == "score" and get(event, "what") in _ENTRY_SCORES:
            scorer = get(event, "seat")
            more = get(event, "points")
            for n, (seat, points) in enumerate(found):
                if seat == scorer:
                    found[n] = (seat, points + more)
                    break
            else:
                found.append((scorer, more))
    return found


def points_words(scored: list[tuple[int, int]]) -> list[str]:
    """Return the words for `claims`: `2+1`."""
    return [str(seat + 1) + "+" + str(points) for seat, points in scored]


def line_and_word(entry: "Entry", seat: int, first: bool) -> tuple[str, str]:
    """Return `(line, word)` for an entry of `seat` that is not a card: a word to add to the line
    that begins with `line`, or if that is empty, a whole line.

    first: it is the first entry of the record, which its tags describe.
    """
    kind = entry[0]
    who = str(seat + 1)
    if kind in _WORDS:
        line, word = _WORDS[kind]
        return line, who + ":" + word
    if kind == CLAIM:
        return "claim", who + ":" + str(entry[1])
    if kind == MUGGINS:
        return "claim", str(entry[1] + 1) + ":muggins"
    if kind == PASS:
        return "claim", "pass"
    if kind == DROP:
        return "formation " + who, "drop " + cards.name(entry[1])
    if kind == NOBS:
        return "suits", who + ":nobs"
    if kind == FLUSH:
        return "suits", who + ":flush" + str(entry[1])
    if kind == POINTS:
        return "points", str(entry[1] + 1) + "+" + str(entry[2])
    if kind == MINUS:
        return "minus", str(entry[1] + 1) + "-" + str(entry[2])
    if kind == MOVED:
        return "moved", str(entry[1] + 1)
    if kind == HOLDS:
        return "holds", str(entry[1] + 1) + ":" + str(entry[2])
    if kind == REDEAL:
        return "", "redeal by " + str(entry[1] + 1)
    if kind == LEAVE:
        return "", "leave " + str(entry[1] + 1)
    if kind == PENALTY:
        return "", _penalty(*entry[1:])
    if kind == START and not first:
        tags = [name + " " + value for name, value in start_tags(entry)]
        return "", "next " + "; ".join(tags)
    if kind == NEXT and entry[1:]:
        return "", "next by " + dealer_words(entry[1])
    return "", "next" if kind == NEXT else ""


def _penalty(number, side, choice, whom=None):
    text = "penalty " + str(number) + " by " + str(side + 1)
    if whom is not None:
        text += " to nobody" if whom == NO_GAIN else " to " + str(whom + 1)
    if number == TOO_MANY:
        return text + " for " + str(choice)
    return (text + " " + PENALTY_WORDS[choice]).rstrip()
