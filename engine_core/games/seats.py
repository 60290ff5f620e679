"""Values that stand in place of a seat."""

from ..compat import const

NO_SEAT = const(255)
# In place of the dealer's seat in START: four players also cut for partners (G18).
PARTNERS = const(254)
