"""The bounds of each field of a view that anyone may have sent: what its check takes, found by
trying, beside what it should take."""

import pytest

from engine_core.pegs.trackers import TRACKERS
from hardware.layouts import NAMES
from host.mirror import counts, game_view, view
from host.mirror.checks import CARDS, flag
from host.mirror.fields import LATER, checked

_EDGES = (0, 1, 2, 4, 6, 8, 16, 30, 52, 64, 100, 255, 1000, 1 << 31)
NUMBERS = sorted(
    {sign * edge + near for edge in _EDGES for sign in (1, -1) for near in (-1, 0, 1)}
)
WORDS = ("live", "lost", "menu", "game", "over", "Blue", "Pegboard", "5H", "JK", "", *NAMES)
LENGTHS = (0, 1, 2, 3, 5, 6, 7, 8, 9, 59, 60, 61, 64, 65, 399, 400, 401)
_ITEM = {"text": "", "points": 0, "cards": []}
_SIDE = {"name": "", "colour_name": "Blue", "colour": 0, "score": 0, "back": 0, "away": ""}
# What lists may have in them.
SAMPLES = (
    0,
    "5H",
    "x",
    _ITEM,
    _SIDE | {"seats": []},
    {"name": "", "side": 0, "dealer": False, "turn": False, "played": [], "left": 0},
    {"name": "", "side": 0, "cards": []},
    {row[0]: row[2] for row in counts.COUNT} | {"cards": [], "items": [_ITEM]},
    dict.fromkeys(TRACKERS, 0),
    {"from": "", "to": "", "amount": 0},
)

LINE = "text of 400"
NAME = "text of 60"
CARD = "one of 5H, JK"
NUMBER = f"{0} to {1 << 31}"
POINTS = "-1000 to 1000"
ALL_CARDS = f"64 of {CARD}"
COLOURED = "0 to 5"
BOUNDS = {
    view._VIEW: {
        "mode": "one of menu, game, over",
        "prompt": LINE,
        "menu": "None or object",
        "key_entry": LINE,
        "rank_waits": "flag",
        "game": "None or object",
        "refusal": f"None or {LINE}",
        "differs": "flag",
        "length": NUMBER,
        "undo": "flag",
        "redo": "flag",
        "redo_list": "None or object",
        "replaced": f"64 of {LINE}",
        "left_out": f"64 of {LINE}",
        "layout": "one of " + ", ".join(NAMES),
    },
    view._MENU: {
        "title": LINE,
        "choices": f"64 of {LINE}",
        "texts": f"64 of None or {LINE}",
        "at": "0 to 64",
        "page": "64 of 0 to 100",
    },
    view._REDO: {"next": LINE, "count": NUMBER},
    view.LINK: {"state": "one of live, lost", "text": LINE},
    counts.ITEM: {"text": LINE, "points": POINTS, "cards": ALL_CARDS},
    counts.COUNT: {
        "title": LINE,
        "points": f"None or {POINTS}",
        "spoken": LINE,
        "cards": ALL_CARDS,
        "items": "64 of object",
        "claimed": f"None or {POINTS}",
        "hand": "flag",
        "on_line": LINE,
        "deal": NUMBER,
        "entry": NUMBER,
        "part": NUMBER,
    },
    game_view._WORDS: {"starter": NAME, "count": NAME, "fresh": NAME, "crib": NAME},
    game_view._SIDE: {
        "name": NAME,
        "colour_name": "one of Blue",
        "colour": COLOURED,
        "score": POINTS,
        "back": POINTS,
        "away": LINE,
        "seats": "64 of 0 to 16",
    },
    game_view._SEAT: {
        "name": NAME,
        "side": "0 to 6",
        "dealer": "flag",
        "turn": "flag",
        "played": ALL_CARDS,
        "left": "0 to 52",
    },
    game_view._THROWN: {"name": NAME, "side": "0 to 6", "cards": ALL_CARDS},
    game_view._DEBT: {"from": LINE, "to": LINE, "amount": NUMBER},
    game_view._OVER: {"winner": "-1 to 255", "text": LINE},
    game_view._GAME: {
        "preset": NAME,
        "target": "1 to 1000",
        "track": NAME,
        "deal": NUMBER,
        "words": "object",
        "phase": NAME,
        "sides": "6 of object",
        "seats": "8 of object",
        "starter": f"None or {CARD}",
        "count": "0 to 1000",
        "line": ALL_CARDS,
        "crib": ALL_CARDS,
        "thrown": "2 of object",
        "counts": "64 of object",
        "match": "None or 8 of object",
        "debts": "None or 64 of object",
        "over": "None or object",
    },
    game_view._TRACKERS: dict.fromkeys(TRACKERS, f"{-(1 << 31)} to {1 << 31}"),
}


def what(check) -> str:
    """Return what a check takes of all the values that are tried."""
    none = "None or " if takes(check, None) else ""
    for kind in (_flag, _numbers, _words, _list):
        if found := kind(check):
            return none + found
    return none + "object"


def takes(check, value) -> bool:
    try:
        taken = check(value)
    except ValueError:
        return False
    return taken == value and type(taken) is type(value)


def _flag(check) -> str:
    return "flag" if takes(check, True) and takes(check, False) else ""


def _numbers(check) -> str:
    taken = [number for number in NUMBERS if takes(check, number)]
    if not taken:
        return ""
    assert taken == [number for number in NUMBERS if taken[0] <= number <= taken[-1]]
    assert not takes(check, float(taken[0]))
    return f"{taken[0]} to {taken[-1]}"


def _words(check) -> str:
    whole = [length for length in LENGTHS if takes(check, "x" * length)]
    if len(whole) > 1:
        assert len(check("x" * 1000)) == whole[-1]
        return f"text of {whole[-1]}"
    taken = [word for word in WORDS if takes(check, word)]
    return "one of " + ", ".join(taken) if taken else ""


def _list(check) -> str:
    if not takes(check, []):
        return ""
    (one, *_) = [sample for sample in SAMPLES if takes(check, [sample])]
    most = max(length for length in LENGTHS if takes(check, [one] * length))
    assert not any(takes(check, [one] * length) for length in LENGTHS if length > most)
    return f"{most} of {what(lambda value: check([value])[0])}"


@pytest.mark.parametrize("rows", BOUNDS, ids=lambda rows: rows[0][0])
def test_a_field_takes_what_is_within_its_bounds_and_nothing_else(rows):
    assert {row[0]: what(row[1]) for row in rows} == BOUNDS[rows]


CARDS_TAKEN = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in ("", *"SHDC")] + ["JK"]


def test_a_card_is_one_of_the_deck_a_rank_or_a_joker():
    assert all(takes(CARDS, [one]) for one in CARDS_TAKEN)
    wrong = ("", "S", "1", "10", "10H", "5X", "5HH", "X5", "JKK", "j", "5h", "JS ", 5, ["5", "H"])
    assert not any(takes(CARDS, [one]) for one in wrong)


def test_some_fields_of_a_view_are_not_sent_by_earlier_boards():
    tables = [
        table
        for module in (view, game_view, counts)
        for table in vars(module).values()
        if isinstance(table, tuple) and all(isinstance(row, tuple) for row in table)
    ]
    later = {row[0] for table in tables for row in table if len(row) == 4 and row[3] is LATER}
    assert later == {"replaced", "left_out", "layout", "thrown", "to collect", "to pay"}


def test_a_field_may_be_missing_only_if_earlier_boards_did_not_send_it():
    whole = {"next": "x", "count": 1}
    rows = (*view._REDO, ("more", flag, None, True))
    check = checked(rows)
    assert check(whole) == whole and check(whole | {"more": True}) == whole | {"more": True}
    assert check(whole | {"another": 1}) == whole
    for wrong in ({"next": "x"}, {"count": 1}, whole | {"more": 1}, [], None, "x"):
        with pytest.raises(ValueError):
            check(wrong)
