"""The numbers of the keys: ranks come first, then suits, in the order of the cards."""

from engine_core.compat import const
from hardware.board import KEYS

RANK_KEYS = const(13)  # 0 to 12: ace to king
SUIT_KEYS = const(17)  # 13 to 16: spades, hearts, diamonds, clubs

JOKER = KEYS.index("JK")
GO = KEYS.index("GO")
UNDO = KEYS.index("UNDO")
MENU = KEYS.index("MENU")
LEFT = KEYS.index("LEFT")
RIGHT = KEYS.index("RIGHT")
ENTER = KEYS.index("ENTER")
