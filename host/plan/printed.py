"""The files of the parts to print, by path. The repository does not hold them."""

from collections.abc import Callable

from hardware.printed.parts import printed_parts
from hardware.printed.solids import step, stl


def printed_files(layout: str, window: bool = False) -> dict[str, Callable[[], bytes]]:
    """Return, by path, a function that makes each file. window: whether the wells are for a
    circuit board."""
    made: dict[str, Callable[[], bytes]] = {}
    for part in printed_parts(layout, window):
        made[f"printed/{part.name}.stl"] = lambda part=part: stl(part)
        made[f"printed/{part.name}.step"] = lambda part=part: step(part)
    return made
