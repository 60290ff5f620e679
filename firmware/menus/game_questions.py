"""The questions of the game menu, and the names of their choices."""

from engine_core.games import penalties

TITLES = (
    "A game is on",
    "Penalty",
    "Which side",
    "How many points",
    "And",
    "Who was wronged",
    "Who claims the game",
    "Leave this game",
    "The match so far",
    "Who leaves and ends the game",
    "Who gains as many",
    "Who deals the next game",
    "For",
    "The deal is void: who deals",
    "Whose hand is short or long",
    "How many cards in all",
)
WHAT, NUMBER, SIDE, AMOUNT, CHOICE, WRONGED, CLAIMANT, SURE, TRACKER, LEAVER, GAINER = range(11)
DEALER, HOW_LONG, REDEALER, HOLDER, SIZE = range(11, 16)

DEALERS = ("The loser", "The winner", "The next in turn", "Cut again")
HOW_LONGS = ("This game", "Every game of the match")
NOBODY = "Nobody"
EVERY = "Every opponent"
# By choice of a penalty, as in engine_core.games.penalties; and those that have another name for
# one penalty, by its number and the choice.
_CHOICES = (
    "Only that",
    "Deal anew",
    "Claim the game",
    "A non-dealer's card: 2 points",
    "A non-dealer's card: 2, deal anew",
    "Behind the back peg",
    "Where all agree, points by hand",
    "The game is void, the same deals",
)
_NAMED = {
    (8, penalties.PLAIN): "The dealer's card",
    (8, penalties.VOID): "The dealer's card, deal anew",
    (14, penalties.PLAIN): "Out of turn: 2 points",
}


def choice_names(number: int) -> list:
    """Return the names of what the table may choose for the penalty `number`."""
    return [_NAMED.get((number, n), _CHOICES[n]) for n in penalties.choices(number)]
