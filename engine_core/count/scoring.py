"""The points of combinations, a go and the last card: each preset names a Scoring."""


class Scoring:
    """Points of the show and the play; most games use these values."""

    # A set of cards that adds up to one of these scores 2 in the show.
    totals: tuple[int, ...] = (15,)
    # A card that brings the count to one of these scores 2 in the play.
    counts: tuple[int, ...] = (15, 31)
    pair = 2  # points; three of a kind are three pairs, four are six
    run_of_three = 3  # points; a longer run scores 1 for each card
    go = 1  # points, for the last card of a count below 31
    last_card = 1  # points, likewise for the last card of the play
    # The most points that a hand or crib can count: a larger claim is refused. A test computes it.
    most = 29
    play_flush = 0  # cards of one suit in a row needed to score in the play; 0: none score


class _Noddy(Scoring):
    """Noddy's points (rulings N2 to N4)."""

    totals: tuple[int, ...] = (15, 25)
    counts: tuple[int, ...] = (15, 25, 31)
    run_of_three = 2
    most = 20
    play_flush = 3


STANDARD = Scoring()
NODDY = _Noddy()
