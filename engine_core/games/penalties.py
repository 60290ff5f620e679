"""The sixteen penalties of the Crib Wars booklet, as a table (rulings C6, C6b)."""

from ..compat import const

NOBODY = const(0)
# The non-dealer who was wronged or noticed it: with more than two sides the table says which.
WRONGED = const(1)
OPPONENTS = const(2)  # every side except the one at fault

NO = const(0)
MAY = const(1)
MUST = const(2)

# In the booklet's order: who gains, how many points, whether the deal is void, whether an opponent
# may claim the game, and what happened.
PENALTIES = (
    (NOBODY, 0, NO, NO, "help was asked for"),
    (NOBODY, 0, MAY, NO, "a card of the dealer was exposed in dealing"),
    (WRONGED, 2, MAY, NO, "a card of a non-dealer was exposed in dealing"),
    (NOBODY, 0, MUST, NO, "too few cards were dealt"),
    (WRONGED, 2, MAY, NO, "a non-dealer was dealt too many cards"),
    (NOBODY, 0, MAY, NO, "the dealer was dealt too many cards"),
    (NOBODY, 0, MUST, NO, "the cards were not dealt one at a time"),
    (NOBODY, 0, MAY, NO, "a card was face up in the deck"),
    (WRONGED, 2, MUST, NO, "the crib has a wrong number of cards"),
    (OPPONENTS, 2, NO, NO, "go was called with a card that could be played"),
    (NOBODY, 0, NO, MAY, "a penalty was refused"),
    (OPPONENTS, 0, NO, NO, "too many points were pegged"),
    (OPPONENTS, 2, NO, MAY, "pegs were removed"),
    (OPPONENTS, 2, NO, MAY, "pegs were moved out of place or out of turn"),
    (OPPONENTS, 2, MUST, NO, "cards were mixed with the crib"),
    (OPPONENTS, 2, NO, NO, "the deck was handled"),
)
# The penalty whose points are the number that was pegged in excess.
TOO_MANY = const(12)

# Two more penalties for which the table chooses what happens: see _CHOICES.
_FACE_UP = const(8)
_DISPLACED = const(14)

# The choice in a PENALTY entry. For TOO_MANY it is the points instead.
PLAIN = const(0)
VOID = const(1)
CLAIM_GAME = const(2)
# A card face up in the deck was a non-dealer's, so it is penalty 3; else it is penalty 2.
NON_DEALERS = const(3)
NON_DEALERS_VOID = const(4)
# A front peg that was displaced: behind the back peg, where the players agree, or nobody knows.
BACK_PEG = const(5)
AGREED = const(6)
VOID_GAME = const(7)
_CHOICES = {
    _FACE_UP: (PLAIN, VOID, NON_DEALERS, NON_DEALERS_VOID),
    _DISPLACED: (PLAIN, BACK_PEG, AGREED, CLAIM_GAME, VOID_GAME),
}
VOIDS = (VOID, NON_DEALERS_VOID)
_EXPOSED = const(3)

# In place of the side that gains the points of TOO_MANY: nobody asks for them.
NO_GAIN = const(255)


def choices(number: int) -> tuple[int, ...]:
    """Return the table's choices for the penalty `number`."""
    if number in _CHOICES:
        return _CHOICES[number]
    row = PENALTIES[number - 1]
    return (PLAIN,) + (VOID,) * (row[2] == MAY) + (CLAIM_GAME,) * (row[3] == MAY)


def gains(number: int, choice: int) -> tuple[int, int]:
    """Return `(who, points)` for the penalty `number` with `choice`; not for TOO_MANY."""
    if choice in (NON_DEALERS, NON_DEALERS_VOID):
        number = _EXPOSED
    if choice in (BACK_PEG, AGREED, VOID_GAME):
        return NOBODY, 0
    return PENALTIES[number - 1][:2]


def asks_whom(number: int, choice: int, sides: int) -> bool:
    """Return whether the table has to name the side that was wronged or claims the game (C6).

    With two sides it is always the other one, and if all opponents gain it makes no difference.
    """
    if number == TOO_MANY or sides <= 2:
        return False
    return choice == CLAIM_GAME or gains(number, choice)[0] == WRONGED
