"""The wall's input from the broker: views, games, plans, and the limits of each."""

import asyncio
import contextlib
import json
import time
from functools import lru_cache

import pytest

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.state import entries as E
from engine_core.state.entries import pack
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.club.evening import parse_evening
from host.club.games import made
from host.club.inbox import AGAIN, UNKNOWN_MOST, Inbox, Message
from host.club.reader import GameReader
from host.club.tables import NEVER_SECONDS, SILENT_SECONDS, TABLES_MOST, Club
from host.history.games import PlayedGame, split
from host.history.store import History
from host.link.packed_match import packed_match
from host.mirror.mirror import Mirror
from host.mirror.view import checked_view, view
from host.record_file import read_record
from tests.cases import mostly_slow
from tests.conformance.support.player import PLAIN, Player, start
from tests.history.matches import played_match
from tests.page.record_play import RECORDS


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


@pytest.mark.parametrize("kind", mostly_slow(PLAIN), ids=lambda kind: "-".join(map(str, kind)))
def test_every_view_of_a_board_is_taken_as_it_is(kind):
    for shown in views(kind, 80):
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
        inbox.put("evening", b"%d" % n)
    inbox.put("evening", b"x" * 70_000)
    assert inbox.take() == [Message(("evening",), b"999")]
    assert inbox.take() == []


def test_what_no_table_sends_replaces_nothing_that_waits():
    inbox = Inbox()
    for topic, right, forged in (("online", b"1", b"2"), ("state", state(), state()[:-1])):
        inbox.put(f"a/{topic}", right)
        inbox.put(f"a/{topic}", forged)
        assert inbox.take() == [Message(("a", topic), right)]


def test_an_inbox_with_a_delay_gives_nothing_early_and_all_in_order():
    now = [0.0]
    inbox = Inbox(10.0, clock=lambda: now[0])
    for n in range(3):
        now[0] = float(n)
        inbox.put("evening", b"%d" % n)
    now[0] = 9.9
    assert inbox.take() == []
    now[0] = 10.5
    assert inbox.take() == [Message(("evening",), b"0")]
    now[0] = 12.0
    assert inbox.take() == [Message(("evening",), b"2")]


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


@pytest.mark.parametrize("tables", [("one", "two"), ("two", "one")])
@pytest.mark.parametrize("again", [0.0, 90.0])
def test_a_game_that_is_told_at_two_tables_counts_as_it_was_when_it_ended(tables, again):
    (game,) = split(packed_match(played_match(3, kind=PLAIN[0])))
    club = Club(lambda *words: None)
    for name in tables:
        club.take(Message((name, "online"), b"1"))
        club.take(Message((name, "state"), state()))
        at, names = (50.0, ("Ann", "Ben")) if name == "one" else (again, ("Cat", "Dan"))
        told = made(game, at, (), names)
        club.take_game(name, told.id(), told)
    assert sorted(row.name for row in club.standings().rows) == ["Ann", "Ben"]


def test_two_games_that_were_left_at_once_both_count():
    match = Game()
    match.apply((E.START, 1, 2, 61, 0, 0, 0))
    match.apply((E.LEAVE, 1))
    (game,) = split(packed_match(match))
    club = Club(lambda *words: None)
    for name, names in (("one", ("Ann", "Ben")), ("two", ("Cat", "Dan")), ("six", ("Ann", "Ben"))):
        club.take(Message((name, "online"), b"1"))
        club.take(Message((name, "state"), state()))
        told = made(game, 50.0, (), names)
        club.take_game(name, told.id(), told)
    won = {row.name: row.won for row in club.standings().rows}
    assert won == {"Ann": 1, "Cat": 1, "Ben": 0, "Dan": 0}


def tile_of(sides, said):
    """Return the tile of a table whose view has these (name, colour's name) and whose last count
    is `said`."""
    shown = json.loads(json.dumps(views(PLAIN[0], 60)[-1]))
    for side, (name, colour) in zip(shown["game"]["sides"], sides, strict=False):
        side["name"], side["colour_name"] = name, colour
    shown["game"]["counts"] = shown["game"]["counts"][:1]
    shown["game"]["counts"][0]["title"] = said
    state = {"boot": "a", "seq": 1, "at": 1.0, "view": shown}
    club = Club(lambda *words: None)
    club.take(Message(("one", "online"), b"1"))
    club.take(Message(("one", "state"), json.dumps(state).encode()))
    return club.tables["one"]


def test_names_are_put_in_once_and_not_into_names():
    table = tile_of([("Blue", "Blue"), ("Orange Crush", "Orange")], "Orange Crush, Blue's hand")
    table._names = ["Orange", "nobody"]
    last = table.tile()["last"]
    assert last and last["title"] == "Orange Crush, Orange's hand"


@pytest.mark.parametrize("colour", ["", "a", "Blue"])
def test_a_short_message_does_not_make_a_long_tile(colour):
    table = tile_of([(colour, colour)] * 2, "Blue a" * 60)
    table._names = ["Blue Orange " * 30] * 2
    assert len(json.dumps(table.tile())) < 2000


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "1970-01-01", "3000-01-01"])
def test_a_day_that_no_clock_has_is_refused_and_the_wall_goes_on(day):
    club = Club(lambda *words: None)
    text = f"date {day}\nplayers Ann, Ben\nround 1\nAnn 121 - 90 Ben\n"
    club.take(Message(("evening",), text.encode()))
    assert club.plan is None and club.standings().rows == ()


# Strangers


def state(seq=1, names=(), **changed):
    """Return a payload of a real view, whose sides have these names."""
    shown = json.loads(json.dumps(views(PLAIN[0], 60)[-1]))
    for side, name in zip(shown["game"]["sides"], names, strict=False):
        side["name"] = name
    return json.dumps({"boot": "a", "seq": seq, "at": 1.0, "view": {**shown, **changed}}).encode()


COPY = (("online", b"1"), ("state", state()))


def crowd(club, count, kinds=COPY):
    for n in range(count):
        for topic, payload in kinds:
            club.take(Message((f"junk-{n}", topic), payload))


def club_at(**more):
    """Return a club and its clock, a list with the time in seconds."""
    now = [1000.0]
    return Club(lambda *words: None, clock=lambda: now[0], **more), now


@pytest.mark.parametrize(
    "kinds",
    [
        [("state", b"x")],
        [("online", b"1")],
        [("game", b"x")],
        [("state", state())],
        [("online", b"1"), ("state", state())],
    ],
)
def test_a_table_that_comes_after_those_that_are_none_is_shown(kinds):
    club, now = club_at()
    crowd(club, TABLES_MOST + 20, kinds=kinds)
    now[0] += 1
    club.take(Message(("one", "online"), b"1"))
    for seq in range(1, 4):
        club.take(Message(("one", "state"), state(seq, prompt=str(seq))))
    assert len(club.tables) <= TABLES_MOST
    assert club.tables["one"].view and club.tables["one"].online


def test_what_never_was_a_table_has_no_place():
    club, _ = club_at()
    crowd(club, 20, kinds=[("state", b"x"), ("online", b"x"), ("else", b"1"), ("state", b"")])
    assert not club.tables


@pytest.mark.parametrize("names", [("Ann", "Ben"), ()], ids=["of the plan", "that plays"])
def test_a_table_keeps_its_place_among_copies(names):
    club, now = club_at()
    club.take(Message(("evening",), b"players Ann, Ben\n"))
    for seq in range(1, 2 if names else 4):
        club.take(Message(("one", "state"), state(seq, names, prompt=str(seq))))
    table = club.tables["one"]
    now[0] += 1
    crowd(club, TABLES_MOST + 20)
    assert club.tables["one"] is table and len(club.tables) == TABLES_MOST


def test_a_table_without_a_place_gets_one_when_it_plays():
    club, _ = club_at()
    club.take(Message(("one", "online"), b"1"))
    crowd(club, TABLES_MOST + 20)
    assert "one" not in club.tables
    club.take(Message(("one", "state"), b"x"))
    for seq in range(1, 4):
        club.take(Message(("one", "state"), state(seq, prompt=str(seq))))
    assert club.tables["one"].online


def test_a_number_that_was_made_up_hides_no_later_state():
    club, now = club_at()
    club.take(Message(("one", "state"), state(2**62, prompt="forged")))
    now[0] += 0.5
    club.take(Message(("one", "state"), state(5, prompt="late")))
    assert club.tables["one"].view["prompt"] == "forged"
    now[0] += 2
    club.take(Message(("one", "state"), state(6, prompt="true")))
    assert club.tables["one"].view["prompt"] == "true"


def test_what_has_been_silent_is_forgotten_and_what_plays_is_not():
    gone = []
    club, now = club_at(gone=lambda table: gone.append(table.name))
    for name, kinds in {
        "there": [("online", b"1"), ("state", state())],
        "away": [("online", b"0"), ("state", state())],
        "never": [("online", b"1")],
    }.items():
        for topic, payload in kinds:
            club.take(Message((name, topic), payload))
    now[0] += NEVER_SECONDS + 1
    club.forget_silent()
    assert set(club.tables) == {"there", "away"} and gone == ["never"]
    now[0] += SILENT_SECONDS
    club.forget_silent()
    assert set(club.tables) == {"there"} and gone == ["never", "away"]
    club.take(Message(("never", "state"), state()))
    assert club.tables["never"].online


def test_a_table_remembers_nothing_of_what_is_no_longer_there():
    club, _ = club_at()
    club.take(Message(("one", "state"), state()))
    table = club.tables["one"]
    game = played_by(("Ann", "Ben"))
    for n in range(300):
        topic = ("one", "games", f"{n:016x}")
        club.take(Message(topic, b""))
        club.take(Message(topic, game.payload()))
        club.take_game("one", topic[2], game)
        assert table.is_named_by({"ann"})
        club.take(Message(topic, b""))
        club.take_game("one", topic[2], None)
    assert set(table.topics) == {("one", "state")}
    assert not table.games and not table.is_named_by({"ann"})


def test_a_will_that_is_none_changes_nothing():
    club, _ = club_at()
    for payload in (b"1", b"x" * 100):
        club.take(Message(("one", "online"), payload))
    assert club.tables["one"].online


def played_by(names):
    entries = tuple(pack(entry) for entry in read_record(RECORDS / "traditional.txt").entries)
    return made(PlayedGame(0, entries), time.time(), (), names)


def test_a_game_that_is_none_takes_no_place():
    club, _ = club_at()
    club.take(Message(("one", "game"), b"x"))
    club.take_game("one", "", None)
    assert not club.tables


def test_an_inbox_takes_few_of_strangers_and_all_of_known_tables():
    inbox = Inbox(10.0, clock=lambda: 0.0, known=lambda name: name == "one")
    inbox.put("junk/state", b"x")
    inbox.put("junk/games/1", b"x")
    assert not inbox._payloads
    for n in range(2 * UNKNOWN_MOST):
        inbox.put(f"junk-{n}/online", b"1")
    assert len(inbox._payloads) == UNKNOWN_MOST
    for topic in ("one/online", "evening", "again"):
        inbox.put(topic, b"1")
    assert len(inbox._payloads) == UNKNOWN_MOST + 3


def test_an_inbox_that_was_emptied_takes_others():
    inbox = Inbox(known=lambda name: False)
    for begin in (0, UNKNOWN_MOST):
        for n in range(begin, begin + UNKNOWN_MOST):
            inbox.put(f"junk-{n}/online", b"1")
        assert len(inbox.take()) == UNKNOWN_MOST
    assert not inbox._names


def test_a_reader_keeps_a_game_as_of_when_it_came_before_the_delay(tmp_path):
    game = played_by(("Ann", "Ben"))
    path = tmp_path / "wall.sqlite"

    async def read(name):
        taken = []
        reader = GameReader(lambda *words: taken.append(words), path, "club", print, 100.0)
        reader.read("one", name, game.payload())
        while not taken:
            await asyncio.sleep(0.01)
        reader.close()

    asyncio.run(read(""))
    asyncio.run(read(game.id()))
    with contextlib.closing(History(path)) as kept:
        assert len(kept.games(time.time() - 100)) == 1
        assert not kept.games(time.time() - 200)


def test_a_reader_takes_turns_and_ends_at_once():
    async def read():
        taken = []
        reader = GameReader(lambda *words: taken.append(words[:2]), None, "", print)
        for n in range(20_000):
            reader.read("junk", f"{n:016x}", b"x")
        reader.read("one", "", b"x")
        while ("one", "") not in taken:
            await asyncio.sleep(0.01)
        begun = time.monotonic()
        reader.close()
        return len(taken), time.monotonic() - begun

    count, took = asyncio.run(read())
    assert count < 2000 and took < 1
