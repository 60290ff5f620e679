"""The special holes that are marked on the board for Crib Wars.

They equal those of the rules' table, engine_core/games/crib_wars_layout.py, which a test checks:
change both together.
"""

# From the first box of a pair to the second.
RED = ((8, 28), (45, 65), (88, 108))
# From a trap to the hole where its path joins the track again. The holes of the paths are in
# hardware/layouts.py, in this order.
BLUE = ((22, 17), (52, 48), (78, 72), (103, 99))
BOXES = (36, 70, 96)
GREEN = ((32, 38), (82, 90))
