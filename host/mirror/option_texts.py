"""What an option of a new game does, as a sentence."""

_TEXTS = {
    # Options that can be on or off.
    "Muggins": "Players count their own hands; an opponent may take the points that they miss.",
    "Muggins gives back": "Points that are called go back to the player who missed them.",
    "Too much goes across": "Points claimed too many go to the opponent who says so.",
    "Strict go": "Once one player has called go and the next cannot play, the count ends.",
    "Hints off": "Whether the board says which card is best to drop.",
    "Muggins in the play": "Points in the play are claimed; an opponent may take those missed.",
    "Reneges cost 2": "A card held back by a false go is dead, and each opponent pegs 2.",
    "Ranks alone": "A card is one key, its rank; flushes and nobs are claimed at the show.",
    # Tracks.
    "Plain track": "Nothing but the holes.",
    "Once-Around track": "The board also keeps games, skunks, corners won and the highest hand.",
    "Crib Wars track": "Special holes send a peg ahead, back, or along another path.",
    # Payoffs.
    "Payoff: By the track": "The winner collects what is usual on the chosen track.",
    "Payoff: 1/2/4": "The winner collects 1 for a game, 2 for a skunk, 4 for a double skunk.",
    "Payoff: Once-Around 1/2": "The winner collects 1 for a game, 2 for a double skunk or lurch.",
    "Payoff: Tournament 2/3": "The winner collects 2 for a game, 3 for any skunk.",
    "Payoff: Plain 1": "The winner collects 1, however far behind the loser is.",
}


def option_text(choice: str) -> str:
    """Return the sentence for a choice of the options, such as `Muggins: on`; "" for other
    choices."""
    return _TEXTS.get(choice.rpartition(": ")[0], "")
