"""Finds the faults of the power from the board's measurements."""

from hardware import board

MOST_MV = 5300  # the most that the pixels withstand


def power_faults(supplied: bool, supply_mv: int, vsys_mv: int) -> list[str]:
    """Return a text for each fault, [] if there is none.

    supplied: whether a supply is plugged in and switched to the strip; supply_mv: the supply's
    voltage as measured, 0 for none; vsys_mv: the Pico's, 0 if not known. Both with every light on.
    """
    found = []
    if not supplied and supply_mv >= board.SUPPLY_GONE_MV:
        found.append(
            f"the board sees a supply of {_volts(supply_mv)} where there is none: the wire from "
            f"R3 and R4 to GP{board.SUPPLY_PIN}, or the switch"
        )
    if supplied and supply_mv < board.SUPPLY_GONE_MV:
        found.append(
            "the supply is not seen: its plug, its fuse, R3 and R4, the switch and its second "
            f"pole, the wire to GP{board.SUPPLY_PIN}"
        )
    elif supplied and supply_mv < board.SUPPLY_ON_MV:
        found.append(
            f"the supply gives only {_volts(supply_mv)} with every light on, and "
            f"{_volts(board.SUPPLY_ON_MV)} are needed: a stronger one, or a thicker cable"
        )
    elif supplied and supply_mv > MOST_MV:
        found.append(
            f"the supply gives {_volts(supply_mv)}, and pixels withstand {_volts(MOST_MV)}: "
            "unplug it, and take another"
        )
    if board.VSYS_LEAST_MV <= vsys_mv < board.VSYS_SAG_MV:
        found.append(
            f"the Pico gets only {_volts(vsys_mv)} with every light on: another USB cable, port "
            "or supply"
        )
    return found


def _volts(mv: int) -> str:
    return f"{mv / 1000:.2f} V"
