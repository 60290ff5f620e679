"""Routes the circuit board: the order of its nets."""

from . import rules
from .placement import outline
from .router import Pad, Router, RouterError, Rules

# First the two with no way left later: a column in the corner, and the ground, whose areas on both
# layers connect it anyway; its tracks make sure. Then the nets of the level shifter, whose pins
# are close together; then the wide tracks and the rest of the key matrix. Each entry is a net, and
# the parts to which a first piece of it is limited.
_SHIFTER = ("U2", "C2")
_ORDER: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("COLUMN2", ()), ("GND", ()), ("DATA_3V3", ()), ("DATA_5V", ()), ("+5V", _SHIFTER),
    ("STRIP_IN", ()), ("+5V", ()), ("SUPPLY", ()), ("USB_FUSED", ()), ("SUPPLY_FUSED", ()),
    ("VBUS", ()), ("GATE", ()), ("DATA_IN", ()), ("SENSE_5V", ()), ("SENSE", ()), ("VSYS", ()),
)  # fmt: skip
_MATRIX = ("KEY", "ROW", "COLUMN")
_ATTEMPTS = 20


def routed(pads: list[Pad]) -> Router:
    """Return the router with the tracks between `pads`. A net without a way is routed first in the
    next attempt. Raises RouterError if no attempt succeeds."""
    nets = dict.fromkeys(pad.net for pad in pads)
    matrix = [(net, ()) for kind in _MATRIX for net in nets if net.startswith(kind)]
    order = list(dict.fromkeys([*_ORDER, *matrix]))
    failed = RouterError("there is nothing to route")
    for _ in range(_ATTEMPTS):
        made = Router(
            outline().reach(),
            pads,
            Rules(rules.CLEARANCE, rules.EDGE, rules.VIA, rules.widths, rules.via_cost),
        )
        for item in order:
            try:
                made.route(*item)
            except RouterError as why:
                failed = why
                order.remove(item)
                order.insert(0, item)
                break
        else:
            return made
    raise failed
