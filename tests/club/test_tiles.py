"""A table's tile on a wall says what the view of the board says, and a table's page too."""

import json

import pytest

from engine_core.games import phases
from host.boards.stores import MemoryStore
from host.boards.virtual import VirtualBoard
from host.club.games import made
from host.club.table import Table
from host.history.games import split
from host.link.packed_match import packed_match
from host.web.broadcast import Broadcast
from tests.cases import mostly_slow
from tests.conformance.support.player import PLAIN, Player, start

KINDS = [*{kind[0]: kind for kind in PLAIN}.values()]  # the last of each game
TWO = next(kind for kind in PLAIN if kind[:2] == (1, 2))


class WatchedTable:
    """A board that plays, and the table of a wall that shows it."""

    def __init__(self, kind, topic="table-1"):
        self.board = VirtualBoard(MemoryStore())
        self.table = Table(topic)
        self.player = Player(3)
        self.seq = 0
        self.views = []
        self.board.broadcast.listeners.append(
            lambda what, told: what == "view" and self.views.append(told)
        )
        self.table.online = True
        self.kind = kind
        self.enter()

    def enter(self):
        game = self.board.app.game
        self.board.app.enter(self.player.next(game.state) if game.length else start(self.kind, 0))
        link = self.board._board.link
        while not link.whole or link.news:
            self.board.tick()
        self.board.tick()
        self.seq += 1
        state = {"boot": "a", "seq": self.seq, "at": 1.0, "view": self.views[-1]}
        assert self.table.take_state(json.dumps(state).encode(), float(self.seq))

    def game(self, names):
        return made(split(packed_match(self.board.app.game))[-1], 7.9, (), names)


@pytest.mark.parametrize("kind", mostly_slow(KINDS), ids=lambda kind: "-".join(map(str, kind)))
def test_a_tile_says_what_the_view_says(kind):
    watched = WatchedTable(kind)
    for _ in range(45):
        shown, tile = watched.table.view, watched.table.tile()
        game = shown["game"]
        deal = f", deal {game['deal']}" * bool(game["deal"])
        assert tile["title"] == f"{game['preset']} to {game['target']}{deal}"
        assert (tile["id"], tile["name"], tile["online"]) == ("table-1", "table-1", True)
        assert tile["target"] == game["target"] and tile["over"] is bool(game["over"])
        assert tile["text"] == (game["over"]["text"] if game["over"] else "")
        last = game["counts"][0] if game["counts"] else None
        assert tile["last"] == (last and {"title": last["title"], "points": last["points"]})
        for number, (side, told) in enumerate(zip(game["sides"], tile["sides"], strict=True)):
            seats = [seat for seat in game["seats"] if seat["side"] == number]
            assert told == {
                **{key: side[key] for key in ("colour", "score", "back", "name")},
                "dealer": any(seat["dealer"] for seat in seats),
                "turn": any(seat["turn"] for seat in seats),
            }
        if watched.board.app.game.state.phase == phases.OVER:
            return
        watched.enter()


def test_the_players_names_stand_where_a_side_has_only_its_colour():
    watched = WatchedTable(TWO)
    while not watched.table.view["game"]["counts"]:
        watched.enter()
    before = watched.table.tile()
    colours = [side["name"] for side in watched.table.view["game"]["sides"]]
    watched.table.take_game(watched.game(("Ann", "Ben")))
    tile = watched.table.tile()
    assert [side["name"] for side in tile["sides"]] == ["Ann", "Ben"]
    said = before["last"]["title"]
    for colour, name in zip(colours, ("Ann", "Ben"), strict=True):
        said = said.replace(colour, name)
    assert tile["last"]["title"] == said != before["last"]["title"]
    watched.table.view["game"]["sides"][0]["name"] = "Sea"  # the table's own
    assert [side["name"] for side in watched.table.tile()["sides"]] == ["Sea", "Ben"]
    watched.table.take_game(watched.game(()))
    assert [side["name"] for side in watched.table.tile()["sides"]] == ["Sea", colours[1]]


def test_a_table_s_page_gets_the_view_the_match_and_the_lights(monkeypatch):
    watchers, views, frames = [], [], []
    monkeypatch.setattr(Broadcast, "watchers", property(lambda _: len(watchers)))
    watched = WatchedTable(TWO)
    table = watched.table
    table.broadcast.publish_view = views.append
    table.broadcast.publish_frame = frames.append
    watchers.append("one")
    table.paint()
    assert not frames  # its game is not known yet
    watchers.clear()
    game = watched.game(("Ann", "Ben"))
    table.take_game(game)
    match = table.broadcast.match
    assert match.data == packed_match(watched.board.app.game)
    assert (match.players, match.at, match.fresh) == (("Ann", "Ben"), 7, True)
    table.paint()
    assert not frames  # nobody watches
    watchers.append("one")
    table.paint()
    assert frames and any(frames[-1])
    table.show()
    shown = watched.views[-1]
    live = {"state": "live", "text": ""}
    assert views == [{**json.loads(json.dumps(shown)), "link": shown.get("link") or live}]
    table.online = False
    table.show()
    text = "This table is not connected to the broker."
    assert views[-1]["link"] == {"state": "lost", "text": text}


@pytest.mark.parametrize(
    ("topic", "number", "name"),
    [
        ("table-3", "table-3", "table-3"),
        ("T.1_a", "T.1_a", "T.1_a"),
        ("x" * 40, "x" * 40, "x" * 40),
        ("x" * 41, None, "x" * 40),
        ("-x", None, "-x"),
        ("a b\n", None, "a b"),
        ("Tisch ä", None, "Tisch ä"),
    ],
)
def test_the_address_of_a_table_is_its_name_or_a_hash_of_it(topic, number, name):
    table = Table(topic)
    assert table.name == name
    if number:
        assert table.id == number
    else:
        assert table.id.startswith("t-") and len(table.id) == 14
        assert table.id != Table(topic + "x").id
    tile = table.tile()
    assert (tile["id"], tile["name"], tile["online"]) == (table.id, name, False)
    assert (tile["title"], tile["text"], tile["sides"]) == ("", "", [])
    assert tile["last"] is None and tile["over"] is False
