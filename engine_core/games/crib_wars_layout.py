"""A house layout of the Crib Wars track: the booklet gives its rules, but not its hole numbers.

This file is yours to replace. Holes are 1 to 121. No hole may be special twice.
"""

# First box, and the second box twenty holes ahead.
RED = ((8, 28), (45, 65), (88, 108))

# The trap, the holes of its path on the way back, and the hole where it joins the track again.
BLUE = (
    (22, (21, 20, 19, 18), 17),
    (52, (51, 50, 49), 48),
    (78, (77, 76, 75, 74, 73), 72),
    (103, (102, 101, 100), 99),
)

# Penalty boxes.
BOXES = (36, 70, 96)

# The hole where the short cut leaves the track, and the hole where it joins it again.
GREEN = ((32, 38), (82, 90))
