"""The sixteen penalties of the Crib Wars booklet, as a table (ruling C6)."""

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

# The choice in a PENALTY entry where a row says MAY. For TOO_MANY it is the points instead.
PLAIN = const(0)
VOID = const(1)
CLAIM_GAME = const(2)


def asks_whom(number: int, choice: int, sides: int) -> bool:
    """Return whether the table has to name the side that was wronged or claims the game (C6).

    With two sides it is always the other one, and if all opponents gain it makes no difference.
    """
    row = PENALTIES[number - 1]
    claimed = choice == CLAIM_GAME and number != TOO_MANY
    return sides > 2 and (claimed or row[0] == WRONGED)
