"""Tags of a text record: they describe the game that starts, as a START entry does."""

from ..compat import TYPE_CHECKING
from ..errors import PegboardError
from ..games import lookup, presets
from ..games.options import OPTIONS, PAYOFF_BITS, PAYOFFS, TRACKS, entry_options, numbers
from ..games.seats import NO_SEAT, PARTNERS
from ..state.entries import START
from .record_fields import whole_number

if TYPE_CHECKING:
    from ..state.entries import Entry

# The Dealer tag if it is not a seat: the players cut for the deal, or also for partners.
_DEALERS = {NO_SEAT: "cut", PARTNERS: "partners"}


def start_tags(entry: "Entry") -> list[tuple[str, str]]:
    """Return the tags that describe a START entry."""
    row = lookup.preset(entry[1])
    tags = [
        ("Game", row.name),
        ("Seats", str(entry[2])),
        ("Target", str(entry[3])),
        ("Dealer", _DEALERS.get(entry[4]) or str(entry[4] + 1)),
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


class Tags:
    """The tags of a record, or of a `next` line in it."""

    def __init__(self):
        self.pairs: list[tuple[str, str]] = []  # (name, text), in order
        self._lines = []  # the line number of each
        self.line: int = 0  # the number of the line that `entry` read last

    def add(self, line: int, name: str, text: str) -> None:
        """Add the tag that is in line number `line`."""
        self.pairs.append((name, text))
        self._lines.append(line)

    def read(self, line: int, text: str) -> None:
        """Add the tag written in `text`, such as `[Seats "2"]`. Raises PegboardError."""
        name, _, rest = text[1:].partition(" ")
        if len(rest) < 3 or rest[0] != '"' or rest[-2:] != '"]':
            raise PegboardError('a tag is written as in: [Name "text"]')
        self.add(line, name, rest[1:-2])

    def entry(self) -> "Entry":
        """Return the START entry that the tags describe.

        Raises PegboardError, with the number of the wrong tag's line in `line`.
        """
        name = self._text("Game", "")
        if not name.strip():
            raise PegboardError('a record begins with its game, as in: [Game "Traditional"]')
        row = presets.named(name)
        seats = whole_number(self._text("Seats", str(row.players()[0])), "number of players")
        row.deal_for(seats)
        target = whole_number(self._text("Target", str(row.targets[0])), "target")
        if not row.plays_to(target):
            raise PegboardError(row.name + " cannot be played to " + str(target))
        seat = _dealer(self._text("Dealer", "cut"), seats)
        options = _options(self._text("Options", ""))
        if options & ~row.options_for(seats):
            raise PegboardError(row.name + " has no such option")
        track = _track(self._text("Track", TRACKS[0]))
        payoff = _payoff(self._text("Payoff", PAYOFFS[0]))
        low, more = numbers(options, payoff)
        entry = (START, row.code, seats, target, seat, low, track)
        return entry + ((more,) if more else ())

    def _text(self, name, default):
        for line, (key, text) in zip(self._lines, self.pairs):
            if key == name:
                self.line = line
                return text
        return default


def _options(text: str) -> int:
    """Return the bits of the options in `text`, separated by commas. Raises PegboardError."""
    bits = 0
    for word in text.split(","):
        if word.strip():
            bits |= _among([(name, bit) for bit, name in OPTIONS], word, "option")
    return bits


def _track(text: str) -> int:
    """Return the track that `text` names. Raises PegboardError."""
    return _among([(name, n) for n, name in enumerate(TRACKS)], text, "track")


def _payoff(text: str) -> int:
    """Return the payoff that `text` names. Raises PegboardError."""
    return _among([(name, n) for n, name in enumerate(PAYOFFS)], text, "payoff")


def _dealer(text: str, seats: int) -> int:
    """Return the dealer of a START entry for the text of a Dealer tag. Raises PegboardError."""
    for number, word in _DEALERS.items():
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
