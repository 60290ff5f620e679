"""The points of combinations, where the games differ. Each preset names a Scoring."""


class Scoring:
    """Points of the show and the play; most games use these values."""

    totals = (15,)  # a set of cards that adds up to one of these scores 2 in the show
    counts = (15, 31)  # a card that brings the count to one of these scores 2 in the play
    run_of_three = 3  # points; a longer run scores 1 for each card
    most = 29  # the most points that a hand or crib can count
    play_flush = 0  # cards of one suit in a row needed to score in the play; 0: none score


class _Noddy(Scoring):
    """Noddy's points (rulings N2 to N4)."""

    totals = (15, 25)
    counts = (15, 25, 31)
    run_of_three = 2
    most = 20
    play_flush = 3


STANDARD = Scoring()
NODDY = _Noddy()
