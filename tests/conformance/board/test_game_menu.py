"""Every choice of the menu of a game, one question after another: what is asked, what comes of it,
and the way back."""

from engine_core.errors import Illegal
from engine_core.game.fold import fold
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games import penalties
from engine_core.games.crib_wars_layout import BOXES
from engine_core.games.dealers import MATCH, SEAT
from engine_core.games.penalties import NO_GAIN, PENALTIES
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from engine_core.state.state import State
from firmware.menus import game_menu
from firmware.menus.menu_base import (
    BACK_TO_GAME,
    LAST_COUNTS,
    NEW_GAME,
    NOTHING,
    OTHER_OPTIONS,
    SEATS,
    TO_NEXT_PLAYER,
)
from tests.conformance.support.kit import some
from tests.conformance.support.player import Player, start

AT_ONCE = {
    "Back to the game": BACK_TO_GAME,
    "The last counts": LAST_COUNTS,
    "That card was the next player's": TO_NEXT_PLAYER,
    "Next game with other options": OTHER_OPTIONS,
}
# Choices of a penalty, in the order of their numbers.
CHOICES = (
    ("Only that", "The dealer's card", "Out of turn: 2 points"),
    ("Deal anew", "The dealer's card, deal anew"),
    ("Claim the game",),
    ("A non-dealer's card: 2 points",),
    ("A non-dealer's card: 2, deal anew",),
    ("Behind the back peg",),
    ("Where all agree, points by hand",),
    ("The game is void, the same deals",),
)
DEALERS = ("The loser", "The winner", "The next in turn", "Cut again")
TOO_MANY = 12
# The questions after the first one.
AFTER = {
    "Give points": 2,
    "Take points back": 2,
    "Penalty": 2,
    "Moved the peg in the box": 1,
    "A player leaves": 1,
    "New game": 1,
    "The match so far": 1,
    "Who deals the next game": 2,
    "The deal is void, deal again": 1,
    "A hand is short or long": 2,
}
OF_PLAYERS = (
    "Who leaves and ends the game",
    "Who deals the next game",
    "The deal is void: who deals",
    "Whose hand is short or long",
)
OF_OPPONENTS = ("Who was wronged", "Who claims the game", "Who gains as many")
# Numbers that are asked for, of which only the ends are tried.
NUMBERS = ("How many points", "How many cards in all")


def played(game, entries):
    """Return the state of `game` after so many entries of a random game, or at its end."""
    player = Player(4)
    table = Game()
    table.apply(start(game, 0))
    while table.length < entries and table.state.phase != OVER:
        table.apply(player.next(table.state))
    return table.state


def last_number(label):
    return int(label.split()[-1])


def made_of(labels, sides):
    """Return what the menu gives for the choices with these names."""
    what, rest = labels[0], labels[1:]
    if what in AT_ONCE:
        return AT_ONCE[what]
    if what == "New game":
        return NEW_GAME if rest != ["Back to the game"] else BACK_TO_GAME
    if what == "The match so far":
        return BACK_TO_GAME
    if what == "Penalty":
        return penalty_of([row[4] for row in PENALTIES].index(rest[0]) + 1, rest[1:], sides)
    if what == "Who deals the next game":
        whole = MATCH * (rest[1] == "Every game of the match")
        if rest[0] in DEALERS:
            return (E.NEXT, DEALERS.index(rest[0]) + 1 | whole)
        return (E.NEXT, SEAT + last_number(rest[0]) - 1 | whole)
    whose = last_number(rest[0]) - 1
    if what == "Give points":
        return (E.POINTS, whose, int(rest[1]))
    if what == "Take points back":
        return (E.MINUS, whose, int(rest[1]))
    if what == "A hand is short or long":
        return (E.HOLDS, whose, int(rest[1]))
    kinds = {
        "Moved the peg in the box": E.MOVED,
        "A player leaves": E.LEAVE,
        "The deal is void, deal again": E.REDEAL,
    }
    return (kinds[what], whose)


def penalty_of(number, rest, sides):
    """Return the entry of a penalty; rest: the names of the choices after it."""
    side = last_number(rest[0]) - 1
    if number == TOO_MANY:
        entry = (E.PENALTY, number, side, int(rest[1]))
        if rest[2] == "Nobody":
            return entry + (NO_GAIN,)
        if sides == 2 or rest[2] == "Every opponent":
            return entry
        return entry + (last_number(rest[2]) - 1,)
    entry = (E.PENALTY, number, side, choice_of(rest[1:]))
    whom = rest[-1] if rest[1:] and rest[-1].startswith("Side") else ""
    return entry + ((last_number(whom) - 1,) if whom else ())


def choice_of(rest):
    """Return the choice that the first of `rest` names, or 0."""
    for n, names in enumerate(CHOICES):
        if rest and rest[0] in names:
            return n
    return 0


def questions_of(labels, sides):
    """Return how many questions there are after the choices with these names, as far as those
    tell."""
    if not labels:
        return 1
    if labels[0] != "Penalty" or len(labels) == 1:
        return 1 + AFTER.get(labels[0], 0)
    number = [row[4] for row in PENALTIES].index(labels[1]) + 1
    if number == TOO_MANY:
        return 5
    choice = choice_of(labels[3:])
    several = len(penalties.choices(number)) > 1
    return 3 + several + penalties.asks_whom(number, choice, sides)


def looks(menu):
    return (menu.to_wire(), menu.title(), menu.page(), menu.choices(), menu.sides())


class Walk:
    """Goes through all choices of the menu of `state`; `entries` are those that come of them."""

    def __init__(self, state):
        self.state = state
        self.menu = game_menu.GameMenu(state)
        self.entries = []
        self.whats = self.menu.choices()
        self.question([])

    def question(self, labels):
        """Try the choices of the question after those with the names `labels`."""
        menu = self.menu
        names = menu.choices()
        assert menu.count() == len(names) == len(menu.lit()) == len(set(names))
        assert not any(menu.lit())
        assert menu.takes_number() == (menu.title() in NUMBERS)
        self.sides(names, labels)
        sides = len(self.state.scores)
        assert menu.page() == (len(labels) + 1, questions_of(labels, sides)), labels
        places = range(len(names))
        if menu.takes_number():
            places = (0, len(names) - 1)
        for place in places:
            menu.at = place
            before = looks(menu)
            assert looks(game_menu.from_wire(menu.to_wire(), self.state)) == before
            self.choose(labels + [names[place]])
            assert looks(menu) == before, labels

    def sides(self, names, labels):
        """Check the sides that are shown on the board, and what the holes show otherwise."""
        menu = self.menu
        title = menu.title()
        sides = tuple([last_number(name) - 1 for name in names if name.startswith("Side")])
        if title in OF_PLAYERS:
            sides = self.state.seating.side_of
            assert names[-len(sides) :] == ["Player %d" % (n + 1) for n in range(len(sides))]
        assert menu.sides() == sides
        if title in OF_OPPONENTS:
            every = tuple(range(len(self.state.scores)))
            assert tuple(sorted(sides + (last_number(labels[2]) - 1,))) == every
        elif title == "Which side":
            assert sides == tuple(range(len(self.state.scores)))
        for place, name in enumerate(names):
            menu.at = place
            shown = {"Back to the game": SEATS, "The match so far": 0}.get(name, NOTHING)
            if title == "The match so far":
                shown = place
            elif title != "A game is on":
                shown = NOTHING
            assert menu.shows() == shown
        menu.at = 0

    def choose(self, labels):
        """Accept the last of `labels`, and go back to it if another question follows."""
        menu = self.menu
        made = menu.accept()
        if made is None:
            assert menu.at == 0
            self.question(labels)
            assert menu.back()
            return
        assert made == made_of(labels, len(self.state.scores)), (labels, made)
        if isinstance(made, tuple):
            self.entries.append(made)


ALWAYS = ["Back to the game", "New game", "The match so far"]
POINTS = ALWAYS + ["Give points", "Take points back"]
DEALT = POINTS + ["Penalty", "A player leaves", "The last counts", "The deal is void, deal again"]
LAID = DEALT + ["That card was the next player's", "A hand is short or long"]
AFTER_IT = ALWAYS + ["The last counts", "Next game with other options"]
WITH_DEALERS = AFTER_IT + ["Who deals the next game"]
END = 9999
# A game, how many entries of it are played, and what its menu offers.
GAMES = (
    ((1, 2, 121, 0, 0), 1, DEALT),
    ((1, 2, 121, 0, 0), 9, LAID),
    ((1, 2, 61, 0, 0), END, WITH_DEALERS + ["That card was the next player's"]),
    ((2, 3, 121, 0, 0), 12, LAID),
    ((3, 4, 121, 0, 0), 14, LAID),
    ((3, 4, 61, 0, 0), END, WITH_DEALERS + ["That card was the next player's"]),
    ((8, 6, 31, 0, 0), 1, DEALT),
    ((8, 6, 31, 0, 0), END, WITH_DEALERS),
    ((10, 2, 121, 0, 0), 9, POINTS + ["The last counts", "That card was the next player's"]),
    ((0, 4, 61, 0, 0), 1, POINTS + ["A player leaves"]),
    ((0, 4, 61, 0, 0), END, ALWAYS + ["Next game with other options"]),
)


def test_every_choice_makes_its_entry_and_leads_back_where_it_was_made():
    for game, entries, offered in some(GAMES, 3, 6):
        state = played(game, entries)
        walk = Walk(state)
        assert sorted(walk.whats) == sorted(offered), (game, entries, walk.whats)


def refused(state, entry):
    """Return why the rules refuse `entry`, or "" if they allow it."""
    trial = State()
    trial.restore(state.pack())
    try:
        fold(trial, entry, [])
    except Illegal as why:
        return str(why)
    return ""


def test_c3_the_peg_of_a_side_in_a_box_is_moved_by_the_menu():
    game = Game()
    game.apply((E.START, 2, 3, 121, 2, 0, opt.CRIB_WARS))
    while game.state.scores[2] < BOXES[0]:
        game.apply((E.POINTS, 2, min(29, BOXES[0] - game.state.scores[2])))
    walk = Walk(game.state)
    assert walk.whats[6] == "Moved the peg in the box"
    assert sorted(walk.whats) == sorted(DEALT + walk.whats[6:7])
    assert [entry for entry in walk.entries if entry[0] == E.MOVED] == [
        (E.MOVED, side) for side in range(3)
    ]


def test_the_rules_allow_every_choice_but_a_hand_with_fewer_cards_than_were_played():
    for game, entries, _ in some(GAMES, 3, 6):
        state = played(game, entries)
        for entry in Walk(state).entries:
            why = refused(state, entry)
            assert bool(why) == (entry[0] == E.HOLDS and entry[2] == 1), (game, entry, why)
