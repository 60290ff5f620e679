"""The reasons for points, as small ints. engine_core.count.words has the words for them."""

from ..compat import const

FIFTEEN = const(0)
TWENTY_FIVE = const(1)
THIRTY_ONE = const(2)
PAIR = const(3)
THREE_OF_A_KIND = const(4)
FOUR_OF_A_KIND = const(5)
RUN = const(6)
FLUSH = const(7)
NOBS = const(8)
NIBS = const(9)
GO = const(10)
LAST_CARD = const(11)

# By the number of cards of one rank.
OF_A_KIND = (0, 0, PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND)
# By the sum of the cards.
TOTALS = {15: FIFTEEN, 25: TWENTY_FIVE, 31: THIRTY_ONE}
