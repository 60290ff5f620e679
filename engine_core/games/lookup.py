"""Looks up a preset by its code, which entries, states and journals use."""

from ..compat import MICROPYTHON, TYPE_CHECKING, later
from ..errors import Illegal

if TYPE_CHECKING:
    from . import presets
    from .preset_types import Preset
else:
    presets = later("engine_core.games.presets")

_in_use = {}  # presets by their code


def preset(code: int) -> "Preset":
    """Return the preset with this code. Raises Illegal if there is none.

    On MicroPython the presets that were looked up are cached, so that the table of all of them
    need not stay in a Pico's memory.
    """
    if not MICROPYTHON or code not in _in_use:
        found = [row for row in presets.PRESETS if row.code == code]
        if not found:
            raise Illegal("there is no preset " + str(code))
        _in_use[code] = found[0]
    return _in_use[code]
