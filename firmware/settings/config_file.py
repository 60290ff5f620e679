"""The file `board.cfg` on the board: settings that differ from hardware.board.

A line is `name = value`; `#` begins a comment. `text` writes all settings, `parse` reads them.
"""

from engine_core.compat import const
from engine_core.errors import PegboardError
from hardware import board
from hardware.layouts import NAMES as LAYOUT_NAMES
from hardware.layouts import SHARED, Layout

from .brightness import idle_ma
from .config import Config

ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
MOST_PIXELS = 1000
LIGHT_MA = 50  # the least current that must be left for lit pixels, in mA
_QUOTE_MOST = const(40)  # the most characters of a wrong value in an error message
# 23 to 25 and above 28 are not on the Pico's edge.
PINS = tuple(range(23)) + (26, 27, 28)


class ConfigError(PegboardError):
    """The file cannot be used; the text names the wrong line."""


def parse(lines: str) -> Config:
    """Return the Config for the file's `lines`. Raises ConfigError."""
    config = Config()
    seen = {}
    for n, whole in enumerate(lines.split("\n")):
        line = whole.split("#")[0].strip()
        if not line:
            continue
        name, equals, value = line.partition("=")
        name = name.strip()
        if not equals:
            raise _wrong(n, _quote(line) + " is not of the form: name = value")
        if name not in _READERS:
            raise _wrong(n, "there is no " + _quote(name) + "; there are " + ", ".join(NAMES))
        if name in seen:
            raise _wrong(n, "'" + name + "' is in line " + str(seen[name]) + " already")
        seen[name] = n + 1
        try:
            setattr(config, name, _READERS[name](value.strip()))
        except ValueError as why:
            raise _wrong(n, name + ": " + str(why))
    _one_use_each(config, seen)
    _use_layout(config, seen)
    _enough_current(config, seen)
    return config


def text(config) -> str:
    """Return the file's text for all settings of `config`."""
    return "".join([name + " = " + _written(getattr(config, name)) + "\n" for name in NAMES])


def _written(value):
    if value is None:
        return "off"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return " ".join([str(number) for number in value])
    return str(value)


def _quote(value):
    shown = "".join([c if " " <= c <= "}" else "?" for c in value[:_QUOTE_MOST]])
    return "'" + shown + ("..." if len(value) > _QUOTE_MOST else "") + "'"


def _wrong(n, why):
    return ConfigError("board.cfg line " + str(n + 1) + ": " + why)


def _number(least, most):
    def read(value):
        # int() accepts more than digits, differently on each target.
        if not value.isdigit() or not least <= int(value[:9]) <= most:
            raise ValueError(_quote(value) + " is not a number from %d to %d" % (least, most))
        return int(value)

    return read


def _pin(value):
    if not value.isdigit() or int(value[:9]) not in PINS:
        raise ValueError(_quote(value) + " is not a pin of the Pico: GP0 to GP22, GP26 to GP28")
    return int(value)


def _pins(count):
    def read(value):
        pins = tuple([_pin(word) for word in value.split()])
        if len(pins) != count:
            raise ValueError("%d pins are needed, but there are %d" % (count, len(pins)))
        return pins

    return read


def _supply(value):
    if value == "off":
        return None
    if not value.isdigit() or int(value[:9]) not in board.ADC_PINS:
        raise ValueError("'" + value + "' is neither off nor an analogue input: GP26 to GP28")
    return int(value)


def _usb_current(value):
    if value.isdigit() and int(value[:9]) > board.USB_MA:
        raise ValueError(
            "USB gives %d mA at most; for a supply there is supply_current" % board.USB_MA
        )
    return _current(value)


def _one_of(choices):
    def read(value):
        if value not in choices:
            raise ValueError(_quote(value) + " is none of " + ", ".join(choices))
        return value

    return read


def _switch(value):
    return _one_of(("on", "off"))(value) == "on"


def _one_use_each(config, seen):
    used = {}
    for name in ("rows", "columns", "strip", "supply"):
        pins = getattr(config, name)
        if pins is None:
            continue
        for pin in pins if isinstance(pins, tuple) else (pins,):
            if pin in used:
                # The error names a line of the file: the other setting may be a default.
                line = seen.get(name) or seen.get(used[pin]) or 1
                raise _wrong(line - 1, "pin %d is in %s and in %s" % (pin, used[pin], name))
            used[pin] = name


def _use_layout(config, seen):
    layout = Layout(config.layout)
    if config.layout in SHARED:
        config.bar = config.layout
    if "pixels" not in seen:
        config.pixels = layout.pixels
    elif config.pixels < layout.pixels:
        raise _wrong(
            seen["pixels"] - 1,
            "the layout %s has %d pixels, and pixels is %d"
            % (config.layout, layout.pixels, config.pixels),
        )


def _enough_current(config, seen):
    need = idle_ma(config.pixels) + LIGHT_MA
    for name in ("current", "supply_current"):
        if (
            name == "current"
            and need > board.CURRENT_MA
            and not ("pixels" in seen or name in seen)
        ):
            continue  # a layout that USB cannot feed
        if getattr(config, name) < need:
            line = seen.get(name) or seen.get("pixels") or 1
            raise _wrong(
                line - 1,
                "%d pixels need %d mA at least, and %s is %d"
                % (config.pixels, need, name, getattr(config, name)),
            )


_current = _number(idle_ma(board.PIXELS) + LIGHT_MA, 20000)
_FIELDS = (
    ("rows", _pins(board.KEY_ROWS)),
    ("columns", _pins(board.KEY_COLUMNS)),
    ("strip", _pin),
    ("pixels", _number(board.PIXELS, MOST_PIXELS)),
    ("order", _one_of(ORDERS + tuple([order + "W" for order in ORDERS]))),
    ("brightness", _number(1, 255)),
    ("current", _usb_current),
    ("supply", _supply),
    ("supply_current", _current),
    ("layout", _one_of(LAYOUT_NAMES)),
    ("watchdog", _switch),
)
NAMES = [name for name, _ in _FIELDS]
_READERS = dict(_FIELDS)
