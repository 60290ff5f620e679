"""Published averages of the crib by the two ranks thrown: what experts' tables say.

HESSEL_PONE: Craig Hessel's average crib by the pone's throw, as printed at Cribbage Forum,
"Discarding to opponent's crib"; every possible six-card hand, iterated, no flushes.
PRO_DEALER: the crib by the dealer's throw in several million games of Cribbage Pro (2012), to a
tenth of a point; players of all strengths, who throw better cards than they should.
"""

from .tables import DEALER

_HESSEL_PONE = """
6.07 5.07 5.17 5.74 6.06 4.93 4.95 4.92 4.66 4.46 4.72 4.41 4.34
5.07 6.43 7.34 5.44 6.17 5.13 5.12 5.03 4.82 4.64 4.91 4.60 4.53
5.17 7.34 6.78 6.10 6.85 4.92 5.16 5.08 4.82 4.70 4.97 4.66 4.59
5.74 5.44 6.10 6.59 7.46 5.47 4.91 5.02 4.75 4.55 4.80 4.49 4.43
6.06 6.17 6.85 7.46 9.39 7.66 7.08 6.36 6.22 7.46 7.75 7.42 7.31
4.93 5.13 4.92 5.47 7.66 7.17 6.64 6.05 6.31 4.41 4.61 4.29 4.25
4.95 5.12 5.16 4.91 7.08 6.64 7.25 7.88 5.46 4.44 4.73 4.44 4.38
4.92 5.03 5.08 5.02 6.36 6.05 7.88 6.76 5.97 5.02 4.65 4.38 4.31
4.66 4.82 4.82 4.75 6.22 6.31 5.46 5.97 6.44 5.52 4.98 4.14 4.13
4.46 4.64 4.70 4.55 7.46 4.41 4.44 5.02 5.52 6.11 5.60 4.65 3.99
4.72 4.91 4.97 4.80 7.75 4.61 4.73 4.65 4.98 5.60 6.56 5.55 4.89
4.41 4.60 4.66 4.49 7.42 4.29 4.44 4.38 4.14 4.65 5.55 5.89 4.56
4.34 4.53 4.59 4.43 7.31 4.25 4.38 4.31 4.13 3.99 4.89 4.56 5.72
"""
_PRO_DEALER = """
5.2 4.4 4.6 5.2 5.2 3.7 3.7 3.7 3.3 3.3 3.5 3.3 3.3
4.4 5.8 6.9 4.6 5.2 3.9 3.9 3.7 3.7 3.6 3.8 3.6 3.6
4.6 6.9 5.9 5.0 5.9 3.8 3.8 3.9 3.7 3.6 3.9 3.7 3.7
5.2 4.6 5.0 5.5 6.3 3.9 3.7 3.9 3.6 3.4 3.7 3.5 3.5
5.2 5.2 5.9 6.3 8.5 6.4 5.8 5.3 5.1 6.3 6.7 6.4 6.3
3.7 3.9 3.8 3.9 6.4 5.6 4.9 4.6 4.9 3.0 3.2 3.0 2.9
3.7 3.9 3.8 3.7 5.8 4.9 5.8 6.4 4.0 3.1 3.3 3.1 3.1
3.7 3.7 3.9 3.9 5.3 4.6 6.4 5.3 4.5 3.7 3.3 3.1 3.0
3.3 3.7 3.7 3.6 5.1 4.9 4.0 4.5 4.9 4.1 3.7 2.8 2.8
3.3 3.6 3.6 3.4 6.3 3.0 3.1 3.7 4.1 4.6 4.3 3.3 2.7
3.5 3.8 3.9 3.7 6.7 3.2 3.3 3.3 3.7 4.3 5.1 4.5 3.8
3.3 3.6 3.7 3.5 6.4 3.0 3.1 3.1 2.8 3.3 4.5 4.5 3.4
3.3 3.6 3.7 3.5 6.3 2.9 3.1 3.0 2.8 2.7 3.8 3.4 4.4
"""


def _table(text):
    return [[float(word) for word in line.split()] for line in text.split("\n") if line]


HESSEL_PONE = _table(_HESSEL_PONE)
PRO_DEALER = _table(_PRO_DEALER)


def published(role: int, low: int, high: int) -> float:
    """Return what the crib makes on average when this role throws these ranks."""
    return (PRO_DEALER if role == DEALER else HESSEL_PONE)[low][high]
