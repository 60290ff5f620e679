"""A sentence on each option of a new game."""

_TEXTS = {
    # Options that can be on or off.
    "Muggins": "Players count their own hands; an opponent may take the points that they miss.",
    "Muggins gives back": "Missed points go back to the player who missed them.",
    "Too much goes across": "Points that are claimed in excess go to the opponent who notices.",
    "Strict go": "The count ends as soon as a player and the next one have both said go.",
    "Hints off": "Whether the board says which card is best to drop.",
    "Muggins in the play": "Points in the play are claimed too; an opponent may take missed ones.",
    "Reneges cost 2": "A card kept back by a false go does not count, and each opponent pegs 2.",
    "Reneges cost 2 a card": "The same, but each card that was kept back costs 2.",
    "Ranks alone": "A card is one key, its rank; flushes and nobs are claimed at the show.",
    "Go by itself": "A card above 31 says that nobody can play: it is the next lead, without GO.",
    "Show by itself": "The board goes on from one hand's points to the next without ENTER.",
    "Crib by owner": "The dealer's two cards of the crib are entered first, then the other two.",
    "Saved": "Go on with this game; if one is in progress, it is saved in its place.",
    # Tracks.
    "Plain track": "The pegs move from the first hole to the last.",
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
