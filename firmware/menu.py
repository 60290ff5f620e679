"""The start menu: a few questions, each a choice among lights on the bar."""

from engine_core.entries import NO_SEAT, START
from engine_core.presets import PRESETS, SCOREBOARD, preset

TITLES = ("A game is on", "Game", "Players", "Play to", "First dealer")
KEEP, GAME, PLAYERS, TARGET, DEALER = range(5)

# What `accept` gives where the game that is on goes on.
GO_ON = ("go on",)


class Menu:
    """Where the table is in its choices. `at` is the light chosen, from 0."""

    def __init__(self, game_on: bool):
        self._first = KEEP if game_on else GAME
        self.question = self._first
        self.at = 0
        self._choose(PRESETS[0])

    def _choose(self, row):
        self._row = row
        self._seats = row.players()[0]
        self._target = row.targets[0]

    def title(self) -> str:
        """Return what is asked."""
        return TITLES[self.question]

    def page(self) -> tuple:
        """Return the number of this question and of all that are asked, from 1."""
        asked = [q for q in range(self._first, DEALER + 1) if self._asks(q)]
        return asked.index(self.question) + 1, len(asked)

    def choices(self) -> list:
        """Return what can be chosen now, as it is called."""
        if self.question == KEEP:
            return ["Back to the game", "New game"]
        if self.question == GAME:
            return [row.name for row in PRESETS]
        if self.question == PLAYERS:
            return [str(seats) + " players" for seats in self._row.players()]
        if self.question == TARGET:
            return [str(target) + " points" for target in self._row.targets]
        return ["Cut for it"] + ["Player " + str(seat + 1) for seat in range(self._seats)]

    def sides(self) -> tuple:
        """Return the side of each seat of the game that is being chosen."""
        if self.question == KEEP:
            return ()
        if self.question == GAME:
            return PRESETS[self.at].deals[0].side_of
        seats = self._row.players()[self.at] if self.question == PLAYERS else self._seats
        return self._row.deal_for(seats).side_of

    def move(self, step: int) -> None:
        """Go `step` lights on, round the end."""
        self.at = (self.at + step) % len(self.choices())

    def pick(self, number: int) -> bool:
        """Go to light `number`, from 0; return whether there is one."""
        if number < len(self.choices()):
            self.at = number
            return True
        return False

    def accept(self):
        """Take the choice. Return the START entry after the last question, GO_ON where the
        table goes back to its game, None where there is more to ask."""
        if self.question == KEEP and self.at == 0:
            return GO_ON
        if self.question == GAME:
            self._choose(PRESETS[self.at])
        elif self.question == PLAYERS:
            self._seats = self._row.players()[self.at]
        elif self.question == TARGET:
            self._target = self._row.targets[self.at]
        elif self.question == DEALER:
            return self._entry(self.at - 1 if self.at else NO_SEAT)
        for question in range(self.question + 1, DEALER + 1):
            if self._asks(question):
                self._ask(question)
                return None
        return self._entry(0)

    def back(self) -> bool:
        """Go back to the question before; return False on the first."""
        for question in range(self.question - 1, self._first - 1, -1):
            if self._asks(question):
                self._ask(question)
                return True
        return False

    def told(self) -> list:
        """Return what `heard` makes the same menu of."""
        return [self._first, self.question, self.at, self._row.code, self._seats, self._target]

    def _ask(self, question):
        """Ask with the light on what was chosen last."""
        self.question = question
        if question == GAME:
            self.at = PRESETS.index(self._row)
        elif question == PLAYERS:
            self.at = self._row.players().index(self._seats)
        elif question == TARGET:
            self.at = self._row.targets.index(self._target)
        else:
            self.at = 0

    def _asks(self, question):
        if question == PLAYERS:
            return len(self._row.players()) > 1
        if question == TARGET:
            return len(self._row.targets) > 1
        return question != DEALER or self._row.machine != SCOREBOARD

    def _entry(self, dealer):
        return (START, self._row.code, self._seats, self._target, dealer, 0, 0)


def heard(told: list) -> Menu:
    """Return the menu that said `told`. Raises Illegal where there is no such game."""
    menu = Menu(told[0] == KEEP)
    menu._choose(preset(told[3]))
    menu.question, menu.at, _, menu._seats, menu._target = told[1:]
    return menu
