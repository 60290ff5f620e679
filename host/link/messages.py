"""What a board may say on the link: whatever else arrives is passed by before it is understood.

It comes from outside, so a checksum that is right proves nothing: every number is within bounds,
every text can be printed, and a menu is one that can be shown.
"""

import re
from collections.abc import Callable
from typing import Any

from engine_core.errors import PegboardError
from firmware import link_line
from firmware.start_menu import StartMenu
from firmware.table_menu import TableMenu

LINE_MOST = 1024  # bytes; the board's longest has under 256
_TEXT_MOST = 200
_SIDES_MOST = 8
_KEYED_MOST = 8
_MENU_MOST = 16
_NUMBER_MOST = 0xFFFFFFFF
_HEX = re.compile(r"([0-9a-f]{2}){1,128}")


def parse(line: bytes) -> tuple[int, list] | None:
    """Return `(number, message)` of a line of the link, None for all else.

    A message that no board of this version says is `[]`: only its number counts.
    """
    if len(line) > LINE_MOST:
        return None
    try:
        parsed = link_line.parse(line)
    except (RecursionError, UnicodeError):
        return None
    if parsed is None or not 0 <= parsed[0] <= _NUMBER_MOST:
        return None
    number, message = parsed
    known = message and isinstance(message[0], str) and message[0] in _KINDS
    return number, message if known and _KINDS[message[0]](message[1:]) else []


def _is(*kinds: Callable[[Any], bool], optional: int = 0) -> Callable[[list], bool]:
    """Return what tells whether a message's values are of these kinds; the last `optional` of
    them may be left out together, and what comes after them is for later versions."""

    def good(values: list) -> bool:
        if len(values) < len(kinds) and len(values) != len(kinds) - optional:
            return False
        return all(kind(value) for kind, value in zip(kinds, values, strict=False))

    return good


def _number(value: Any) -> bool:
    return type(value) is int and abs(value) <= _NUMBER_MOST


def _text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _TEXT_MOST and value.isprintable()


def _scores(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _SIDES_MOST and all(map(_number, value))


def _keyed(value: Any) -> bool:
    """Return whether this may be what is keyed so far: a rank, or a few digits."""
    return _text(value) and len(value) <= _KEYED_MOST


def _packed(value: Any) -> bool:
    """Return whether this may be bytes of entries, in hex."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _menu(told: list) -> bool:
    return len(told) <= _MENU_MOST and all(_number(value) or _text(value) for value in told)


def shows(menu: StartMenu | TableMenu | None) -> bool:
    """Return whether this menu, made of what a board told, can be shown."""
    if menu is None:
        return True
    try:
        choices, sides = menu.choices(), menu.sides()
        if len(sides) > _SIDES_MOST or not 0 <= menu.at < len(choices):
            return False
        return bool(menu.title() and menu.page() and len(menu.lit()) == len(choices))
    except (PegboardError, ValueError, LookupError, TypeError, AttributeError):
        return False


_state = _is(_number, _text, _scores, _number, optional=3)
_KINDS: dict[str, Callable[[list], bool]] = {
    "hello": _is(_number, _text, _text, _number, optional=3),
    "new": _is(),
    "entry": _is(_number, _text, _scores, _number, optional=2),
    "entries": _is(_number, _packed),
    "undo": _state,
    "redo": _state,
    "now": _is(_number, _text, _scores, _number),
    "menu": _menu,
    "typed": _is(_number, _keyed),
    "refused": _is(_text),
    "beat": _is(_number),
    "done": _is(_number),
    "failed": _is(_number, _text),
    "log": _is(_text, _number, optional=1),
}
