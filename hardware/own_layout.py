"""A user's own layout: a file of its differences from a layout of hardware/forms.py.

    {
        "base": "crib-wars",
        "height": 300,
        "first_bar_hole": [47.5, 164],
        "strip_pin": 27,
        "supply_ma": 2000,
        "holes": {"121": [22, 126]}
    }

Sizes are millimetres; `supply_ma` is the most current of the strip's supply, in mA.
"""

import json
import re
from pathlib import Path

from hardware import board, forms, power
from hardware.forms import Form, form
from hardware.layouts import NAMES

# The values that a file may change, and how many numbers each has.
_NUMBERS = {
    "width": 1, "height": 1, "corner": 1, "hole_diameter": 1, "game_hole_diameter": 1,
    "bar_hole_diameter": 1, "strip_per_metre": 1, "hole_pitch": 1, "group_gap": 1,
    "street_pitch": 1, "lane_pitch": 1, "first_hole": 2, "bar_pitch": 1, "first_bar_hole": 2,
    "key_pitch": 1, "key_size": 1, "first_key": 2, "power_rails": 2, "perfboard": 4,
    "opening": 2, "supply_ma": 1,
}  # fmt: skip
_PINS = {"row_pins": board.KEY_ROWS, "column_pins": board.KEY_COLUMNS, "strip_pin": 1,
         "supply_pin": 1}  # fmt: skip
# 23 to 25 and 29 are not on the Pico's edge.
PINS = (*range(23), 26, 27, 28)
LARGEST = 20000.0  # of a size in mm, or of mA
_HOLE = re.compile(r"(?:track ([1-9]), )?([1-9]\d{0,2})")


class LayoutError(ValueError):
    """The file is not a layout; the text names the fault."""


def read(path: Path) -> str:
    """Register the layout in the file at `path`, and return its name: the file's without its
    suffix. Raises LayoutError."""
    try:
        said = json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=_once)
    except OSError as why:
        raise LayoutError(f"{path} cannot be read: {why.strerror}") from None
    except LayoutError as why:
        raise LayoutError(f"{path}: {why}") from None
    except (ValueError, RecursionError) as why:
        raise LayoutError(f"{path} is not JSON: {why}") from None
    if not isinstance(said, dict):
        raise LayoutError(f'{path} must have a layout in braces, as in {{"base": "two-track"}}')
    return take(path.stem, said)


def _once(pairs):
    """Return the pairs as a dict. Raises LayoutError if a name appears twice."""
    found = dict(pairs)
    for name in found:
        if [key for key, _ in pairs].count(name) > 1:
            raise LayoutError(f"{name!r} appears twice")
    return found


def take(name: str, said: dict) -> str:
    """Register the layout `name` with `said`, the contents of its file, and return its name.
    Raises LayoutError."""
    base = said.pop("base", board.DEFAULT_LAYOUT)
    if base not in forms.names():
        raise LayoutError(f"base is {base!r}, and must be one of {', '.join(forms.names())}")
    if name in NAMES:
        raise LayoutError(f"{name} is the name of a layout of pegboard: name the file differently")
    holes = said.pop("holes", {})
    changes = {key: _value(key, value) for key, value in said.items()}
    if holes:
        changes["moved"] = _moved(holes, form(base))
    forms.OWN[name] = (base, changes)
    return name


def _value(key, value):
    if key in _PINS:
        return _pins(key, value)
    if key not in _NUMBERS:
        known = ", ".join(["base", *_NUMBERS, *_PINS, "holes"])
        raise LayoutError(f"there is no {key!r}; there are {known}")
    count = _NUMBERS[key]
    values: list = value if isinstance(value, list) else [value]
    if isinstance(value, list) != (count > 1) or len(values) != count:
        raise LayoutError(f"{key} must be {_words(count)}")
    if not all([_is_size(one) for one in values]):
        raise LayoutError(f"{key} is {value}, and must be above 0 and at most {LARGEST:g}")
    sizes = tuple([float(one) for one in values])
    return sizes if count > 1 else sizes[0]


def _words(count):
    return "a number" if count == 1 else f"{count} numbers in brackets"


def _is_size(value):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and 0 < value <= LARGEST


def _pins(key, value):
    count = _PINS[key]
    pins = value if isinstance(value, list) else [value]
    if isinstance(value, list) != (count > 1) or len(pins) != count:
        raise LayoutError(f"{key} must be {_words(count)}")
    for pin in pins:
        if type(pin) is not int or pin not in PINS:
            raise LayoutError(f"{key}: {pin} is not a pin of the Pico: GP0 to GP22, GP26 to GP28")
    if key == "supply_pin" and pins[0] not in board.ADC_PINS:
        raise LayoutError(f"supply_pin: GP{pins[0]} is not an analogue input: GP26 to GP28")
    return tuple(pins) if count > 1 else pins[0]


def _moved(holes, base: Form):
    if not isinstance(holes, dict):
        raise LayoutError('holes must be in braces, as in {"121": [22, 110]}')
    found = {}
    for name, place in holes.items():
        match = _HOLE.fullmatch(name)
        track = int(match[1] or 1) if match else 0
        if not match or int(match[2]) > board.HOLES or not track <= base.pixels.tracks:
            raise LayoutError(f'holes: {name!r} is not a hole, such as "30" or "track 2, 30"')
        if not (isinstance(place, list) and len(place) == 2 and all(map(_is_size, place))):
            raise LayoutError(f"holes: {name} must be at two numbers in brackets, in mm")
        found[track - 1, int(match[2])] = (float(place[0]), float(place[1]))
    return found


def faults(name: str) -> list[str]:
    """Return the faults in the pins and the power of layout `name`, in words."""
    return [*_pin_faults(form(name)), *_power_faults(name)]


def _pin_faults(at: Form) -> list[str]:
    used: dict[int, str] = {}
    found = []
    for what in _PINS:
        value = getattr(at, what)
        for pin in value if isinstance(value, tuple) else (value,):
            if pin in used:
                found.append(f"GP{pin} is in {used[pin]} and in {what}: a pin has only one use")
            used[pin] = what
    return found


def _power_faults(name: str) -> list[str]:
    at = form(name)
    dark = board.PICO_MA + at.pixels.pixels * board.IDLE_MA
    left = at.supply_ma - dark
    if left < power.LIGHTS_LEAST_MA:
        return [
            f"{at.pixels.pixels} pixels are too many for {at.supply_ma:g} mA: they and the Pico "
            f"take {dark} mA with every light dark, and an ordinary game "
            f"{power.LIGHTS_LEAST_MA} mA more"
        ]
    found = []
    for path in power.paths_of(name):
        limit = board.CURRENT_MA if "usb" in path else board.SUPPLY_MA
        volts = power.last_pixel(path, limit, None, name)
        if volts < power.LEAST_AT_PIXEL:
            found.append(
                f"fed by {power.PATHS[path].name}, a pixel gets {volts:.2f} V in the brightest "
                f"frame; it must be {power.LEAST_AT_PIXEL} V: put the rails nearer to the strip"
            )
    return found
