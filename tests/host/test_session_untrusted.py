"""Input from the other end is untrusted: no line brings the session down."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.link import link_line
from firmware.link.link_messages import FROM_BOARD
from host.mirror.messages import LINE_MOST
from host.mirror.view import view
from tests.host.boards import Watch, played

HOSTILE = [
    ["entry", 1, "5H", [1, 2], "x"],
    ["entry", "1", "5H", [1, 2], 3],
    ["entry", 1, "5H", [10**40], 3],
    ["entry", 1, 5],
    ["entry"],
    ["undo"],
    ["undo", True],
    ["state", 1, "", [[]], 1],
    ["key_entry", 0, 5],
    ["key_entry", 0, "5", 0],
    ["key_entry", 0, 13, 0],
    ["key_entry", 8, -1, 0],
    ["key_entry", 0, -1, -5],
    ["key_entry", [], 5, 0],
    ["refused", "caf\u00e9"],
    ["refused", "\x1b]0;owned\x07"],
    ["refused", "x" * 500],
    ["refused", None],
    ["menu", "start", 99, 99, 99, 99],
    ["menu", "start", 0, 400],
    ["menu", "start", 0, -1],
    ["menu", "start", 2, 0, 0, 99, 121],
    ["menu", "start"],
    ["menu", "game", 4, 4, 4, 4, 4],
    ["menu", "game", "x"],
    ["menu", "start", *range(40)],
    ["menu", {"a": 1}],
    ["beat", "soon"],
    ["done"],
    ["done", 5],
    ["failed", 1, 2],
    ["log", ["x"]],
    ["hello"],
    ["hello", 1, 2, 3, 4],
    ["unheard of", 1],
    [["hello", 1]],
    [None],
    [],
]


@pytest.mark.parametrize("message", HOSTILE, ids=json.dumps)
def test_a_nonsense_line_changes_nothing(message):
    watch = Watch(played())
    watch.settle()
    known = view(watch.session.mirror)
    watch.session.receive(link_line.encode(watch.session._last + 1, message), watch.now)
    assert view(watch.session.mirror) == known
    assert not watch.session.mirror.differs
    watch.step()
    watch.settle()
    assert watch.same()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"~",
        b"~*",
        b"~1 []*00000000",
        b"\xff" * 300,
        b"Traceback (most recent call last):",
        b"~1 " + b"[" * LINE_MOST + b"*00000000",
        link_line.encode(-5, ["beat", 0]),
        link_line.encode(10**30, ["beat", 0]),
    ],
)
def test_console_text_and_noise_are_ignored(line):
    watch = Watch(played())
    watch.settle()
    asked = len(watch.asked)
    watch.session.receive(line, watch.now)
    watch.settle()
    assert watch.same() and len(watch.asked) == asked


# What st.text() takes of itself, all that UTF-8 has; but known by its category: to find out what a
# codec has, hypothesis tries every character there is, once in each clone.
LETTERS = st.characters(exclude_categories=["Cs"])
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(LETTERS, max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(LETTERS, max_size=3), inner)
    ),
    max_leaves=6,
)
NAMES = st.sampled_from([name for name in FROM_BOARD if name not in ("hello", "entries")])


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(NAMES, st.lists(JSON | st.integers(0, 9), max_size=6)), max_size=5))
def test_no_message_breaks_the_view_or_survives_a_snapshot(messages):
    watch = Watch(BOARD)
    watch.settle()
    for name, values in messages:
        line = link_line.encode(watch.session._last + 1, [name, *values])
        watch.session.receive(line, watch.now)
        json.dumps(view(watch.session.mirror))
        json.dumps(watch.session.status(watch.now))
    watch.step(1000)
    watch.settle()
    assert watch.same()


BOARD = played(30, seed=11)
