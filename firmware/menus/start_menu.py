"""The start menu: a few questions, and a second page, behind MENU, for options that few players
want."""

from engine_core.games.lookup import preset
from engine_core.games.options import (
    CRIB_BY_OWNER,
    FULL_TRACK,
    GO_BY_ITSELF,
    OPTIONS,
    PAYOFFS,
    PLAIN,
    RANKS_ALONE,
    SHOW_BY_ITSELF,
    TRACKS,
    numbers,
)
from engine_core.games.presets import PRESETS, SCOREBOARD
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.state.entries import START

from . import saved_text
from .menu_base import RESUME, Menu

TITLES = ("Game", "Players", "Play to", "First dealer", "Options")
GAME, PLAYERS, TARGET, DEALER, OPTION = range(5)
# Options that are on in the next game if they were in the last one.
_REMEMBERED = RANKS_ALONE | GO_BY_ITSELF | SHOW_BY_ITSELF | CRIB_BY_OWNER


class StartMenu(Menu):
    """The choices made so far for a new game; `options` are those of the game before it."""

    kind = "start"
    # A text for each saved game: its number, the preset's code, and the score of each side.
    saved = ()

    def __init__(self, options: int = 0):
        self._options = options & _REMEMBERED
        self._track, self._payoff = PLAIN, 0
        self._behind = GAME  # the question from which the options were opened
        self._choose(PRESETS[0])

    def _choose(self, row):
        self._row = row
        self._seats = row.players()[0]
        self._target = row.targets[0]
        self._fit()

    def _fit(self):
        """Drop the choices that the chosen game does not have."""
        self._options &= sum(self._row.options) | _REMEMBERED
        self._payoff *= self._row.has_payoffs
        if self._track not in self._row.tracks or self._row.tracks[0] != PLAIN:
            self._track = self._row.tracks[0]

    def chosen(self) -> tuple:
        """Return the preset's code, the track, and the bits of the options chosen so far; while it
        asks for the game, those of the one with which it began."""
        return self._row.code, self._track, self._options

    def title(self) -> str:
        """Return the question."""
        return TITLES[self.question]

    def page(self) -> tuple:
        """Return the number of this question, from 1, and the number of questions."""
        asked = [q for q in range(DEALER + 1) if self._asks(q)]
        question = self._behind if self.question == OPTION else self.question
        return asked.index(question) + 1, len(asked)

    def choices(self) -> list:
        """Return the names of the choices."""
        if self.question == GAME:
            return [row.name for row in PRESETS]
        if self.question == PLAYERS:
            return [str(seats) + " players" for seats in self._row.players()]
        if self.question == TARGET:
            return [self._points(target) for target in self._targets()]
        if self.question == DEALER:
            players = ["Player " + str(n + 1) for n in range(self._seats)]
            may_cut = self._seats == 4 and self._row.deal_for(4).sides == 2  # for partners (G18)
            return ["Cut for it"] + players + ["Cut for partners too"] * may_cut
        switches = [name + (": on" if on else ": off") for name, on in self._switches()]
        return switches + [saved_text.name(text) for text in self.saved]

    def count(self) -> int:
        """Return the number of choices; on a Pico the texts of 121 targets take 0.1 s."""
        return len(self._targets()) if self.question == TARGET else super().count()

    def _bits(self):
        bits = self._row.options_for(self._seats)
        return [(bit, name) for bit, name in OPTIONS if bit & bits]

    def _switches(self):
        """Return the options and whether each is on: one track, any number of options, one
        payoff."""
        tracks = [(TRACKS[track] + " track", track == self._track) for track in self._row.tracks]
        options = [(name, bool(self._options & bit)) for bit, name in self._bits()]
        payoffs = [("Payoff: " + name, n == self._payoff) for n, name in enumerate(PAYOFFS)]
        return tracks + options + payoffs * self._row.has_payoffs

    def _targets(self):
        return list(range(1, FULL_TRACK + 1)) if self._row.any_target else self._row.targets

    def _points(self, target):
        plain = target == FULL_TRACK or self._track == PLAIN
        text = str(target) + (" point" if target == 1 else " points")
        return text if plain else text + ", on the plain track"

    def pick(self, key: int) -> bool:
        """Choose as Menu.pick does, but players by how many there are."""
        players = self._row.players() if self.question == PLAYERS else ()
        if key + 1 in players:
            self.at = players.index(key + 1)
        return key + 1 in players if players else Menu.pick(self, key)

    def takes_number(self) -> bool:
        """Return whether the question asks for a number rather than one of several choices."""
        return self.question == TARGET and self._row.any_target

    def asks_dealer(self) -> bool:
        """Return whether the lights after the first stand for the players."""
        return self.question == DEALER

    def lit(self) -> list:
        """Return whether each choice is on."""
        if self.question == TARGET and self._track != PLAIN:
            # Which of them are compatible with the chosen track.
            return [target == FULL_TRACK for target in self._targets()]
        if self.question != OPTION:
            return [False] * self.count()
        return [on for _, on in self._switches()] + [False] * len(self.saved)

    def pegs(self) -> tuple:
        """Return the score of each side of the saved game that is chosen, if one is."""
        n = self._saved_at()
        return () if n < 0 else saved_text.numbers(self.saved[n])[2:]

    def _saved_at(self):
        """Return the place in `saved` of the one that is chosen; less than 0 if none is."""
        return self.at - len(self._switches()) if self.question == OPTION else -1

    def sides(self) -> tuple:
        """Return the side of each seat of the chosen game."""
        if self._saved_at() >= 0:
            return ()
        if self.question == GAME:
            return PRESETS[self.at].deals[0].side_of
        seats = self._row.players()[self.at] if self.question == PLAYERS else self._seats
        return self._row.deal_for(seats).side_of

    def accept(self):
        """Accept the choice. Return the START entry after the last question, RESUME or less for
        a saved game, otherwise None."""
        if self._saved_at() >= 0:
            return RESUME - self._saved_at()
        if self.question == OPTION:
            self._turn()
            return None
        if self.question == GAME:
            if self._row != PRESETS[self.at]:
                self._choose(PRESETS[self.at])
        elif self.question == PLAYERS:
            self._seats = self._row.players()[self.at]
        elif self.question == TARGET:
            self._target = self._targets()[self.at]
        elif self.question == DEALER:
            if self.at > self._seats:
                return self._entry(PARTNERS)
            return self._entry(self.at - 1 if self.at else NO_SEAT)
        if self._ask_one(range(self.question + 1, DEALER + 1)):
            return None
        return self._entry(NO_SEAT)  # where there is only one side, nobody cuts

    def back(self) -> bool:
        """Go back to the previous question; return False if this is the first."""
        self.listing = False
        if self.question == OPTION:
            self._ask(self._behind)
            return True
        return self._ask_one(range(self.question - 1, GAME - 1, -1))

    def more(self) -> None:
        """Open the options, or go back from them."""
        self.saved = ()
        self.listing = self.kind == StartMenu.kind and self.question != OPTION
        if self.question == OPTION:
            self._ask(self._behind)
            return
        if self.question == GAME and self._row != PRESETS[self.at]:
            self._choose(PRESETS[self.at])
        self._behind = self.question
        self.question = OPTION
        self.at = 0

    def _turn(self):
        """Switch an option on or off, or choose the track or the payoff."""
        tracks, bits = self._row.tracks, self._bits()
        place = self.at - len(tracks)
        if place < 0:
            self._track = tracks[self.at]
        elif place < len(bits):
            self._options ^= bits[place][0]
            if bits[place][0] == RANKS_ALONE:  # a table that wants few keys wants both (G21)
                self._options &= ~GO_BY_ITSELF
                self._options |= GO_BY_ITSELF if self._options & RANKS_ALONE else 0
        else:
            self._payoff = place - len(bits)

    def _ask_one(self, questions):
        """Ask the first of `questions` that the chosen game has; return whether there is one."""
        for question in questions:
            if self._asks(question):
                self._ask(question)
                return True
        return False

    def _ask(self, question):
        """Ask this question, with the light on the previous choice."""
        self.question = question
        if question == GAME:
            self.at = PRESETS.index(self._row)
        elif question == PLAYERS:
            self.at = self._row.players().index(self._seats)
        elif question == TARGET:
            self.at = self._targets().index(self._target)
        else:
            self.at = 0

    def _asks(self, question):
        if question == PLAYERS:
            return len(self._row.players()) > 1
        if question == TARGET:
            return len(self._targets()) > 1
        if question == DEALER:
            return self._row.machine != SCOREBOARD and self._row.deal_for(self._seats).sides > 1
        return True

    def _entry(self, dealer):
        track = self._track if self._target == FULL_TRACK else PLAIN
        options = self._options & self._row.options_for(self._seats)
        low, more = numbers(options, self._payoff)
        entry = (START, self._row.code, self._seats, self._target, dealer, low, track)
        return entry + ((more,) if more else ())

    def to_wire(self) -> list:
        """Return the values from which `from_wire` makes the same menu."""
        place = [self.question, self.at, self._row.code, self._seats, self._target]
        return place + [self._options, self._track, self._behind, self._payoff] + list(self.saved)


def from_wire(values) -> StartMenu:
    """Return the menu whose `to_wire` returned `values`. Raises Illegal for an unknown game."""
    return fill(StartMenu(), values)


def fill(menu, values):
    """Give a StartMenu the values that `to_wire` returned, and return it. Raises Illegal."""
    menu.question, menu.at, code, menu._seats, menu._target = values[:5]
    menu._options, menu._track, menu._behind, menu._payoff = values[5:9]
    menu.saved = tuple(values[9:])
    menu._row = preset(code)
    return menu
