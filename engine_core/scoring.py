"""What a combination is worth: the figures in which the games differ.

A preset names one of these. Whatever a game does not change stays at the class's figure.
"""


class Scoring:
    """Figures for the show and the play, in points and in totals of pips."""

    totals = (15,)  # a set of cards that adds up to one of these is worth 2 at the show
    counts = (15, 31)  # a card that brings the count to one of these is worth 2 in the play
    run_of_three = 3  # longer runs are worth one a card
    most = 29  # points that any hand or crib can make
    play_flush = 0  # the fewest cards of one suit in a row that score in the play; 0: none do


class _Noddy(Scoring):
    """Rulings N2 to N4."""

    totals = (15, 25)
    counts = (15, 25, 31)
    run_of_three = 2
    most = 20
    play_flush = 3


STANDARD = Scoring()
NODDY = _Noddy()
