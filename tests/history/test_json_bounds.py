"""What is taken of a game in a file of JSON, which may come from anywhere: each value at its
bounds."""

import json

import pytest

from engine_core.errors import PegboardError
from engine_core.state.entries import unpack
from host.history.games_json import as_json, from_json, is_json
from host.history.store import NewGame
from tests.history.one_game import AT, part


@pytest.fixture
def told(history):
    """Return a game as JSON."""
    comments = {"tags": [["Event", "Cup"]], "comments": [[3, "ah"]], "day": True}
    new = NewGame(
        part(20), (AT, None), "ab", "a board", names=("Ann", "Ben"), comments=comments, started=AT
    )
    (number, _) = history.add(new, AT)
    entries = [(at, unpack(entry)[0]) for at, entry in history.entries(number)]
    return json.loads(json.dumps(as_json(history.game(number), entries)))


def test_a_game_comes_back_from_json_as_it_was(told):
    game = from_json(told)
    assert (game.entries, game.times) == (part(20), [AT] + [None] * 19)
    assert (game.uid, game.board, game.begun) == ("ab", "a board", -1)
    assert (game.names, game.started) == (("Ann", "Ben"), AT)
    assert game.comments == told["comments"]
    assert told["result"]["game"] == "Traditional" and told["owners"] == [] and told["id"] == 1


def tags(count, length=1):
    return {"tags": [["a", "b" * length]] * count}


# A value in the JSON of a game, and what is taken of it.
TAKEN = [
    ("uid", "0" * 64, "0" * 64),
    ("uid", "f", "f"),
    ("uid", "0" * 65, ""),
    ("uid", "", ""),
    ("uid", "g", ""),
    ("uid", "A", ""),
    ("uid", 7, ""),
    ("board", "a\tboard", "a board"),
    ("board", 7, ""),
    ("board", "x" * 61, "x" * 60),
    ("names", ["a", "b", "c"], ("a", "b", "c")),
    ("names", list("abcdefgh"), tuple("abcdefgh")),
    ("names", list("abcdefghi"), tuple("abcdefgh")),
    ("names", ["a", 1], ()),
    ("names", "ab", ()),
    ("names", ["x" * 61], ("x" * 60,)),
    ("started", 0, 0),
    ("started", -1, None),
    ("started", "1", None),
    ("comments", {}, {}),
    ("comments", [], {}),
    ("comments", tags(1000), tags(1000)),
    ("comments", tags(1001), tags(1000)),
    ("comments", tags(1, 1000), tags(1, 1000)),
    ("comments", tags(1, 1001), tags(1, 1000)),
    ("comments", {"tags": [["a", "b"], ["a", 1], [1, "b"], "ab"]}, tags(1)),
    ("comments", {"tags": "x", "comments": [[1, "b"], ["1", "b"]]}, {"comments": [[1, "b"]]}),
    ("comments", {"day": True}, {"day": True}),
    ("comments", {"day": 1}, {}),
    ("comments", {"other": [["a", "b"]]}, {}),
]


@pytest.mark.parametrize("name, value, taken", TAKEN)
def test_of_each_value_is_taken_what_may_be(told, name, value, taken):
    key = "players" if name == "names" else name
    found = getattr(from_json({**told, key: value}), name)
    assert found == taken or (name == "names" and tuple(found) == taken)
    assert getattr(from_json({k: v for k, v in told.items() if k != key}), name) in (
        "", (), None, {},
    )  # fmt: skip


def test_without_a_start_there_is_no_day(told):
    assert "day" not in from_json({**told, "started": None, "comments": {"day": True}}).comments


def test_times_that_are_none_are_left_out(told):
    for number, at in enumerate((5, 5.5, "5", -1, True, 1e11)):
        told["entries"][number]["at"] = at
    del told["entries"][6]["at"]
    assert from_json(told).times == [5, 5.5] + [None] * 18


NO_GAME = "this is not a game that pegboard has written"
ENTRIES = [
    (lambda listed: listed[:2], None),
    (lambda listed: listed[:1], "this game has no entries"),
    (lambda listed: [], "this game has no entries"),
    (lambda listed: None, NO_GAME),
    (lambda listed: [*listed, "x"], NO_GAME),
    (lambda listed: [*listed[:3], {"entry": 5}], f"entry 4 is wrong: {NO_GAME}"),
    (lambda listed: listed * 2, "entry 21 is wrong: a game has one start, before everything else"),
    (lambda listed: listed[1:], "entry 1 is wrong: a game has one start, before everything else"),
    (
        lambda listed: [*listed[:3], {"entry": "next"}],
        "entry 4 is wrong: a game has one start, before everything else",
    ),
    (lambda listed: [{"entry": 5}] * 4096, f"entry 1 is wrong: {NO_GAME}"),
    (lambda listed: [{"entry": 5}] * 4097, "this game has more entries than any game has"),
]


@pytest.mark.parametrize("change, why", ENTRIES)
def test_entries_are_those_of_one_game(told, change, why):
    changed = {**told, "entries": change(told["entries"])}
    if why is None:
        assert len(from_json(changed).entries) == 2
        return
    with pytest.raises(PegboardError) as error:
        from_json(changed)
    assert str(error.value) == why


@pytest.mark.parametrize(
    "text, found",
    [
        ("{", True), ("[{", True), ("[ [", False), ("[ {", True), ("[ ]", True),
        ("\ufeff \r\n\t{", True), ("[", False),
        ("", False), ('[Game "x"]', False), ("x{", False), (" " * 99 + "{", True),
        (" " * 100 + "{", False), ("[5]", False),
    ],
)  # fmt: skip
def test_json_is_known_by_its_first_letters(text, found):
    assert is_json(text) is found
