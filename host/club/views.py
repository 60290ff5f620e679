"""Checks a board's view from the broker field by field, because anyone may have sent it."""

from collections.abc import Callable
from typing import Any

from engine_core.pegs.trackers import TRACKERS
from hardware.board import SIDES
from hardware.layouts import NAMES
from host.mirror.names import clean

NAME_MOST = 60  # letters of the name of a side or a seat
TEXT_MOST = 400
_LIST_MOST = 64
_NUMBER_MOST = 1 << 31

Check = Callable[[Any], Any]


def checked_view(value: Any) -> dict:
    """Return the view in `value`, with only the fields that a page expects, and names and texts on
    one line. Raises ValueError if it is not a view."""
    return _VIEW(value)


def _text(most: int) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError("a text is expected")
        return clean(value[:most])

    return check


def _number(low: int = 0, high: int = _NUMBER_MOST) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError("a number is expected")
        return value

    return check


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("true or false is expected")
    return value


def _card(value: Any) -> str:
    if (
        not isinstance(value, str)
        or value != "JK"
        and not (
            1 <= len(value) <= 2 and value[0] in "A23456789TJQK" and value[1:] in ("", *"SHDC")
        )
    ):
        raise ValueError("a card is expected")
    return value


def _or_none(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _listed(check: Check, most: int = _LIST_MOST) -> Check:
    def check_all(value: Any) -> list:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError("a list is expected")
        return [check(one) for one in value]

    return check_all


def _fields(checks: dict[str, Check], optional: dict[str, Check] | None = None) -> Check:
    def check(value: Any) -> dict:
        if not isinstance(value, dict):
            raise ValueError("an object is expected")
        found = {name: one(value.get(name)) for name, one in checks.items()}
        for name, one in (optional or {}).items():
            if name in value:
                found[name] = one(value[name])
        return found

    return check


def _one_of(*texts: str) -> Check:
    def check(value: Any) -> str:
        if value not in texts:
            raise ValueError("another text is expected")
        return value

    return check


_name, _line = _text(NAME_MOST), _text(TEXT_MOST)
_cards = _listed(_card)
_points = _number(-1000, 1000)
_SIDE = _fields(
    {
        "name": _name,
        "colour_name": _one_of(*(side[0] for side in SIDES)),
        "colour": _number(0, len(SIDES) - 1),
        "score": _points,
        "back": _points,
        "away": _line,
        "seats": _listed(_number(0, 16)),
    }
)
_SEAT = _fields(
    {
        "name": _name,
        "side": _number(0, len(SIDES)),
        "dealer": _flag,
        "turn": _flag,
        "played": _cards,
        "left": _number(0, 52),
    }
)
_COUNT = _fields(
    {
        "title": _line,
        "points": _or_none(_points),
        "spoken": _line,
        "cards": _cards,
        "items": _listed(_fields({"text": _line, "points": _points, "cards": _cards})),
        "claimed": _or_none(_points),
        "hand": _flag,
        "on_line": _line,
        "deal": _number(),
        "entry": _number(),
        "part": _number(),
    }
)
# An older table does not have those that settle the match.
_SETTLING = ("to collect", "to pay")
_TRACKERS = _fields(
    {name: _number(-_NUMBER_MOST) for name in TRACKERS if name not in _SETTLING},
    dict.fromkeys(_SETTLING, _number(-_NUMBER_MOST)),
)
_GAME = _fields(
    {
        "preset": _name,
        "target": _number(1, 1000),
        "track": _name,
        "deal": _number(),
        "words": _fields(dict.fromkeys(("starter", "count", "fresh", "crib"), _name)),
        "phase": _name,
        "sides": _listed(_SIDE, len(SIDES)),
        "seats": _listed(_SEAT, 8),
        "starter": _or_none(_card),
        "count": _number(0, 1000),
        "line": _cards,
        "crib": _cards,
        "counts": _listed(_COUNT),
        "match": _or_none(_listed(_TRACKERS, 8)),
        "debts": _or_none(_listed(_fields({"from": _line, "to": _line, "amount": _number()}))),
        "over": _or_none(_fields({"winner": _number(-1, 255), "text": _line})),
    },
    {
        "thrown": _listed(
            _fields({"name": _name, "side": _number(0, len(SIDES)), "cards": _cards}), 2
        ),
    },
)
_MENU = _fields(
    {
        "title": _line,
        "choices": _listed(_line),
        "texts": _listed(_or_none(_line)),
        "at": _number(0, _LIST_MOST),
        "page": _listed(_number(0, 100)),
    }
)
_VIEW = _fields(
    {
        "mode": _one_of("menu", "game", "over"),
        "prompt": _line,
        "menu": _or_none(_MENU),
        "key_entry": _line,
        "rank_waits": _flag,
        "game": _or_none(_GAME),
        "refusal": _or_none(_line),
        "differs": _flag,
        "length": _number(),
        "undo": _flag,
        "redo": _flag,
        "redo_list": _or_none(_fields({"next": _line, "count": _number()})),
    },
    {
        "replaced": _listed(_line),
        "left_out": _listed(_line),
        "layout": _one_of(*NAMES),
        "link": _fields({"state": _one_of("live", "reconnecting", "lost"), "text": _line}),
    },
)
