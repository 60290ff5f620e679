"""Finds the faults of the lights from a person's answers."""

from hardware import strip

FIVE = "rgbww"  # the colours of the first five pixels, as they are sent


def seen_in_five(layout: str, order: str, seen: str) -> str:
    """Return the fault of the first five pixels, "" if there is none.

    seen: a letter for each pixel, r, g, b, w, or - for dark; order: of the board's colours, such
    as GRB.
    """
    if seen == FIVE:
        return ""
    if "-" in seen:
        first = seen.index("-")
        return dark(layout, 0, first + 1, seen[first:] != "-" * (len(FIVE) - first))
    if sorted(seen[:3]) == sorted(FIVE[:3]) and seen[3:] == FIVE[3:]:
        shown = {sent.upper(): there.upper() for sent, there in zip(FIVE, seen, strict=True)}
        right = "".join(shown[colour] for colour in order)
        return f"the colours come in another order: board.cfg needs the line order = {right}"
    return (
        "the first five pixels have other colours than were sent: the data is disturbed. "
        "Look at R1, the ground wire beside the data, and U2's pins 7 and 14"
    )


def dark(layout: str, row: int, number: int, others: bool) -> str:
    """Return the fault if light `number` of a row, from 1, is the first that is dark; others:
    whether any after it is lit."""
    runs = strip.runs(layout)
    run = runs[row]
    spot = run.spots[number - 1]
    if others:
        return f"{run.name}: pixel {number} alone is dark: change it"
    where = f"{run.name} dark from pixel {number}" if len(run.spots) > 1 else f"{run.name} dark"
    if number == 1 and row == 0:
        return (
            f"{where}: no data or no power comes to the strip. Look at its 5 V and ground, R1, "
            "U2's pins 1 and 7 (low) and 14 (5 V), and the first arrow"
        )
    begins = spot in [piece[0] for piece in strip.pieces(layout)]
    if begins:
        after = f" after {runs[row - 1].name}" if number == 1 else ""
        return f"{where}: the joint before it{after}, or the arrow"
    return f"{where}: that pixel, or the one before it; no joint is there"


def misplaced(layout: str, row: int) -> str:
    """Return the fault if the first light of a row is at another place."""
    return (
        f"{strip.runs(layout)[row].name}: its first light is at another place: rows joined in "
        "another order, or the wrong way round. Compare with the drawing of the strip"
    )
