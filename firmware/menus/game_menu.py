"""The menu of a game in progress: back to it, a new game, and entries by hand."""

from engine_core.games import penalties
from engine_core.games.dealers import MATCH, SEAT
from engine_core.games.penalties import PENALTIES, TOO_MANY
from engine_core.games.phases import OVER
from engine_core.pegs.trackers import TRACKERS
from engine_core.state.entries import (
    HAND_MOST,
    HOLDS,
    MINUS,
    MOST,
    NEXT,
    PENALTY,
    POINTS,
)
from hardware.board import STREETS

from . import game_choices
from .game_choices import offered
from .game_questions import (
    AMOUNT,
    CHOICE,
    CLAIMANT,
    DEALER,
    DEALERS,
    EVERY,
    GAINER,
    HOLDER,
    HOW_LONG,
    HOW_LONGS,
    LEAVER,
    NOBODY,
    NUMBER,
    REDEALER,
    SIDE,
    SIZE,
    SURE,
    TITLES,
    TRACKER,
    WHAT,
    WRONGED,
    choice_names,
)
from .menu_base import (
    BACK_TO_GAME,
    NEW_GAME,
    NOTHING,
    SEATS,
    Menu,
)

_OF_PLAYERS = (LEAVER, REDEALER, HOLDER)  # questions for a player


class GameMenu(Menu):
    """The menu for the game with this `state`, and the choices made in it so far."""

    kind = "game"

    def __init__(self, state):
        self._state = state
        self._answers = []  # the lights chosen so far, from 0
        self.question = WHAT

    def title(self) -> str:
        """Return the question."""
        return TITLES[self.question]

    def page(self) -> tuple:
        """Return the number of this question, from 1, and the number of questions."""
        return len(self._answers) + 1, len(self._asked()) + 1

    def choices(self) -> list:
        """Return the names of the choices."""
        if self.question == WHAT:
            return offered(self._state)
        if self.question == NUMBER:
            return [row[4] for row in PENALTIES]
        if self.question == SIDE:
            return ["Side " + str(n + 1) for n in range(len(self._state.scores))]
        if self.question in (WRONGED, CLAIMANT):
            return ["Side " + str(n + 1) for n in self._opponents()]
        if self.question == GAINER:
            sides = ["Side " + str(n + 1) for n in self._opponents()]
            return sides + [EVERY] * (len(sides) > 1) + [NOBODY]
        if self.question == AMOUNT:
            return [str(n + 1) for n in range(MOST)]
        if self.question == SIZE:
            return [str(n + 1) for n in range(HAND_MOST)]
        if self.question == SURE:
            return [game_choices.BACK, game_choices.NEW]
        if self.question in _OF_PLAYERS:
            return self._players()
        if self.question == DEALER:
            return list(DEALERS) + self._players()
        if self.question == HOW_LONG:
            return list(HOW_LONGS)
        if self.question == TRACKER:
            return self._trackers()
        return choice_names(self._number())

    def count(self) -> int:
        """Return the number of choices."""
        if self.takes_number():
            return MOST if self.question == AMOUNT else HAND_MOST
        return super().count()

    def _players(self):
        return ["Player " + str(n + 1) for n in range(self._state.seats)]

    def takes_number(self) -> bool:
        """Return whether the question asks for a number rather than one of several choices."""
        return self.question in (AMOUNT, SIZE)

    def lit(self) -> list:
        """Return whether each choice is on; here none is."""
        return [False] * self.count()

    def sides(self) -> tuple:
        """Return the sides to show on the board if the question asks for one of them; the side
        of each player if it asks for a player."""
        if self.question in _OF_PLAYERS or self.question == DEALER:
            return self._state.seating.side_of
        if self.question in (WRONGED, CLAIMANT, GAINER):
            return tuple(self._opponents())
        return tuple(range(len(self._state.scores))) if self.question == SIDE else ()

    def _trackers(self):
        """Return the names of the trackers; with more than four sides all of them twice, the
        second time for the fifth and sixth side."""
        names = [name[0].upper() + name[1:] for name in TRACKERS]
        if len(self._state.scores) <= STREETS:
            return names
        return names + [name + ", from side 5" for name in names]

    def shows(self) -> int:
        """Return the display on the holes while this is chosen: see Menu."""
        if self.question == TRACKER:
            return self.at
        what = offered(self._state)[self.at] if self.question == WHAT else ""
        return {game_choices.BACK: SEATS, game_choices.MATCH: 0}.get(what, NOTHING)

    def accept(self):
        """Accept the choice. Return None if another question follows, otherwise the entry,
        BACK_TO_GAME, NEW_GAME, LAST_COUNTS, TO_NEXT_PLAYER or OTHER_OPTIONS."""
        if self.question == WHAT:
            what = offered(self._state)[self.at]
            if what not in game_choices.QUESTIONS:
                return game_choices.AT_ONCE.get(what, BACK_TO_GAME)
            if what == game_choices.NEW and self._state.phase == OVER:
                return NEW_GAME
        self._answers.append(self.at)
        asked = self._asked()
        if len(self._answers) > len(asked):
            result = self._result()
            # The entry may be refused, and then this question is still open.
            self._answers.pop()
            return result
        self.question = asked[len(self._answers) - 1]
        self.at = 0
        return None

    def back(self) -> bool:
        """Go back to the previous question; return False if this is the first."""
        if not self._answers:
            return False
        self.at = self._answers.pop()
        self.question = self._asked()[len(self._answers) - 1] if self._answers else WHAT
        return True

    def more(self) -> None:
        """Do nothing: there is no second page."""

    def _what(self):
        return offered(self._state)[self._answers[0]]

    def _number(self):
        """Return the booklet's number of the penalty, from 1, once it is chosen."""
        return self._answers[1] + 1

    def _asked(self) -> tuple:
        """Return the questions after the first, as far as the answers so far determine them."""
        if not self._answers:
            return ()
        what = self._what()
        if what == game_choices.PENALTY and len(self._answers) > 1:
            return game_choices.QUESTIONS[what] + self._penalty_asks()
        return game_choices.QUESTIONS.get(what, ())

    def _penalty_asks(self):
        if self._number() == TOO_MANY:
            return (AMOUNT, GAINER)
        asked = (CHOICE,) if len(penalties.choices(self._number())) > 1 else ()
        if not penalties.asks_whom(self._number(), self._choice(), len(self._state.scores)):
            return asked
        return asked + (CLAIMANT if self._choice() == penalties.CLAIM_GAME else WRONGED,)

    def _choice(self):
        """Return the choice in the PENALTY entry, as far as it is made."""
        answers = self._answers
        may = penalties.choices(self._number())
        return may[answers[3]] if len(may) > 1 and len(answers) > 3 else penalties.PLAIN

    def _opponents(self):
        """Return the sides other than the one at fault."""
        return [n for n in range(len(self._state.scores)) if n != self._answers[2]]

    def _result(self):
        """Return what `accept` returns after the last question."""
        if self.question == SURE:
            return NEW_GAME if self.at else BACK_TO_GAME
        return BACK_TO_GAME if self.question == TRACKER else self._entry()

    def _entry(self):
        what = self._what()
        answers = self._answers
        if what == game_choices.PENALTY:
            number = self._number()
            if number == TOO_MANY:
                return (PENALTY, number, answers[2], answers[3] + 1) + self._gainer()
            entry = (PENALTY, number, answers[2], self._choice())
            whom = self._asked()[-1] in (WRONGED, CLAIMANT)
            return entry + ((self._opponents()[answers[-1]],) if whom else ())
        if what == game_choices.DEALS:
            seat = answers[1] - len(DEALERS)
            choice = SEAT + seat if seat >= 0 else answers[1] + 1
            return (NEXT, choice | MATCH * answers[2])
        if what in game_choices.ONE_NUMBER:
            return (game_choices.ONE_NUMBER[what], answers[1])
        if what == game_choices.SIZE:
            return (HOLDS, answers[1], answers[2] + 1)
        return (POINTS if what == game_choices.GIVE else MINUS, answers[1], answers[2] + 1)

    def _gainer(self):
        """Return the last number of an entry for points pegged in excess: who gains them."""
        opponents = self._opponents()
        if self.at < len(opponents):
            return (opponents[self.at],) if len(opponents) > 1 else ()
        return (penalties.NO_GAIN,) if self.choices()[self.at] == NOBODY else ()

    def to_wire(self) -> list:
        """Return the values from which `from_wire` makes the same menu."""
        return [self.question, self.at] + self._answers


def from_wire(values, state) -> GameMenu:
    """Return the menu whose `to_wire` returned `values`, for the game with this `state`."""
    menu = GameMenu(state)
    menu.question, menu.at = values[:2]
    menu._answers = list(values[2:])
    return menu
