"""What a wall takes from the broker: views, games, plans, and how much of each."""

import json
from functools import lru_cache

import pytest

from engine_core import phases
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.club.evening import parse_evening
from host.club.inbox import AGAIN, Inbox, Message
from host.club.tables import TABLES_MOST, Club
from host.club.views import checked_view
from host.mirror.mirror import Mirror
from host.mirror.view import view
from tests.conformance.support.player import PLAIN, Player, start


@lru_cache(maxsize=1)
def views(kind, entries):
    """Return the views of a real board in the first entries of a game."""
    found = []
    board = VirtualBoard(MemoryStore())
    board.broadcast.listeners.append(lambda what, told: what == "view" and found.append(told))
    player = Player(7, careless=10)
    board.app.enter(start(kind, 0))
    while len(found) < entries and board.app.game.state.phase != phases.OVER:
        board.tick()
        board.app.enter(player.next(board.app.game.state))
    board.tick()
    return found


@pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: "-".join(map(str, kind)))
def test_every_view_of_a_board_is_taken_as_it_is(kind):
    for shown in views(kind, 150):
        assert checked_view(shown) == shown


@pytest.mark.parametrize("at", range(40))
def test_a_view_with_one_wrong_field_is_none(at):
    shown = views(PLAIN[0], 60)[-1]
    places = list(_places(shown))
    spot = places[at * len(places) // 40]
    for wrong in ({"x": [1]}, 1e300, [[]]):
        spoilt = json.loads(json.dumps(shown))
        inside = spoilt
        for key in spot[:-1]:
            inside = inside[key]
        inside[spot[-1]] = wrong
        with pytest.raises(ValueError):
            checked_view(spoilt)


def _places(value, path=()):
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(one, dict | list) and one:
            yield from _places(one, (*path, key))
        elif not isinstance(one, list):
            yield (*path, key)


def test_texts_of_a_view_are_on_one_line_and_cut():
    mirror = Mirror()
    shown = json.loads(json.dumps(view(mirror)))
    shown["prompt"] = "a\x1b[2J\nb" + "x" * 9999
    assert (
        checked_view(shown)["prompt"].startswith("a[2J b")
        and len(checked_view(shown)["prompt"]) <= 400
    )


def test_an_inbox_keeps_the_newest_of_each_topic_and_no_more():
    now = [0.0]
    inbox = Inbox(clock=lambda: now[0])
    for n in range(1000):
        inbox.put("a/state", b"%d" % n)
    inbox.put("b/state", b"x" * 70_000)
    assert inbox.take() == [Message(("a", "state"), b"999")]
    assert inbox.take() == []


def test_an_inbox_with_a_delay_gives_nothing_early_and_all_in_order():
    now = [0.0]
    inbox = Inbox(10.0, clock=lambda: now[0])
    for n in range(3):
        now[0] = float(n)
        inbox.put("a/state", b"%d" % n)
    now[0] = 9.9
    assert inbox.take() == []
    now[0] = 10.5
    assert inbox.take() == [Message(("a", "state"), b"0")]
    now[0] = 12.0
    assert inbox.take() == [Message(("a", "state"), b"2")]


def test_a_club_has_so_many_tables_and_games_and_no_more():
    read = []
    club = Club(lambda *words: read.append(words))
    for n in range(TABLES_MOST + 5):
        club.take(Message((f"t{n}", "online"), b"1"))
    assert len(club.tables) == TABLES_MOST
    for n in range(200):
        club.take(Message(("t1", "games", f"{n:016x}"), b"x"))
    assert len(read) == 128
    for topic in (("t1",), ("t1", "else"), ("t1", "games"), ("t1", "games", "a", "b"), ("", "x")):
        club.take(Message(topic, b"1"))
    assert len(read) == 128


def test_what_the_broker_has_no_longer_is_forgotten_after_it_has_told_all_again():
    club = Club(lambda *words: None)
    club.take(Message(AGAIN, b""))
    for name in ("one", "two"):
        club.take(Message((name, "online"), b"1"))
    club.take(Message(AGAIN, b""))
    club.take(Message(("one", "online"), b"1"))
    club.forget_missing()
    assert [name for name, table in club.tables.items() if table.online] == ["one"]


def test_a_later_start_of_a_board_replaces_its_view_and_an_older_view_does_not():
    club = Club(lambda *words: None)
    shown = json.loads(json.dumps(view(Mirror())))

    def state(boot, seq, prompt):
        value = {"boot": boot, "seq": seq, "at": 1.0, "view": {**shown, "prompt": prompt}}
        club.take(Message(("one", "state"), json.dumps(value).encode()))
        return club.tables["one"].view["prompt"]

    assert state("a", 5, "five") == "five"
    assert state("a", 4, "four") == "five"
    assert state("b", 1, "again") == "again"


def test_a_plan_of_the_broker_is_read_as_from_a_file():
    club = Club(lambda *words: None)
    text = "players Ann, Ben\nround 1\nAnn 121 - 90 Ben\n"
    club.take(Message(("evening",), text.encode()))
    assert club.plan == parse_evening(text)
    assert club.standings().rows[0].points == 3
    club.take(Message(("evening",), b""))
    assert club.plan is None
