"""The tables of a club as a wall shows them: nothing but what the broker has."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

from engine_core.game import Game
from host.boards.virtual import Clock, PageStrip, page_brightness
from host.errors import EveningError
from host.history.games import unpacked
from host.history.names import seats_of
from host.link.backup import packed_match
from host.mirror.lights import Lights
from host.mirror.mirror import Mirror
from host.mirror.names import clean
from host.web.broadcast import Broadcast, Match

from .evening import Evening, parse_evening
from .games import ClubGame, decoded, is_time
from .inbox import AGAIN, Message
from .standings import Standings, result_of, side_label, standings, without_plan
from .views import checked_view

TABLES_MOST = 256
GAMES_MOST = 128  # finished ones of a table
NAME_MOST = 40  # letters of a table's name
_ADDRESS = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class Table:
    """A board at the broker. id: its part of an address; name: as people read it."""

    def __init__(self, topic: str):
        self.name = clean(topic)[:NAME_MOST]
        plain = _ADDRESS.fullmatch(topic)
        self.id = topic if plain else "t-" + hashlib.sha256(topic.encode()).hexdigest()[:12]
        self.online = False
        self.view: dict | None = None
        self.games: dict[str, ClubGame] = {}
        self.broadcast = Broadcast(lambda key, down: None)
        self.seen = 0  # in which telling of the broker it was there last
        self._names: list[str] = []  # of the players, by side, as the game has them
        self._newest: tuple[str, int] = ("", 0)
        self._clock = Clock()
        self._lights = Lights(PageStrip(self.broadcast), self._clock.ms(), page_brightness())

    def take_state(self, payload: bytes) -> bool:
        """Show the view in a payload; return whether it is one, and newer than the last."""
        value = decoded(payload)
        if not isinstance(value, dict):
            return False
        boot, seq, at = value.get("boot"), value.get("seq"), value.get("at")
        if not isinstance(boot, str) or type(seq) is not int or not is_time(at):
            return False
        if boot == self._newest[0] and seq < self._newest[1]:
            return False
        try:
            self.view = checked_view(value.get("view"))
        except ValueError:
            return False
        self._newest = boot, seq
        self.show()
        return True

    def show(self) -> None:
        """Send the view to the pages of this table."""
        if self.view:
            link = self.view.get("link") or {"state": "live", "text": ""}
            gone = {"state": "lost", "text": "This table is not at the broker."}
            self.broadcast.publish_view({**self.view, "link": link if self.online else gone})

    def take_game(self, game: ClubGame) -> None:
        """Let the record, the chance to win and the lights be those of `game`, and its players'
        names those of the sides that the table has not named."""
        sides = range(len(game.result["scores"]))
        seats = [seats_of(game, side) for side in sides]
        self._names = [side_label(game, own) for own in seats]
        replay = Game()
        for entry in unpacked(game.game.entries):
            replay.apply(entry)
        self._lights.mirror = mirror = Mirror()
        mirror.game = replay
        self._lights.update("snapshot", self._clock.ms())
        self.broadcast.publish_match(Match(packed_match(replay), True, ()))

    def _side_name(self, number: int, side: dict) -> str:
        known = self._names[number] if number < len(self._names) else ""
        return known if known and side["name"] == side["colour_name"] else side["name"]

    def _named(self, text: str) -> str:
        """Return a text of the view with the players' names in place of the sides' colours."""
        sides = self.view["game"]["sides"] if self.view and self.view["game"] else []
        for number, side in enumerate(sides):
            text = text.replace(side["colour_name"], self._side_name(number, side))
        return text

    def paint(self) -> None:
        """Send the lights to those who watch this table."""
        if self.broadcast.watchers:
            self._lights.show(self._clock.ms())

    def tile(self) -> dict:
        """Return what the wall shows of this table, ready for JSON."""
        game = self.view["game"] if self.view else None
        tile: dict[str, Any] = {"id": self.id, "name": self.name, "online": self.online}
        if not self.view or not game:
            prompt = self.view["prompt"] if self.view else ""
            return {**tile, "title": "", "sides": [], "text": prompt, "last": None, "over": False}
        seats, last = game["seats"], next(iter(game["counts"]), None)
        over = game["over"]
        deal = f", deal {game['deal']}" if game["deal"] else ""
        return {
            **tile,
            "title": f"{game['preset']} to {game['target']}{deal}",
            "target": game["target"],
            "sides": [
                {
                    **{key: side[key] for key in ("colour", "score", "back")},
                    "name": self._side_name(n, side),
                    "dealer": any(s["dealer"] for s in seats if s["side"] == n),
                    "turn": any(s["turn"] for s in seats if s["side"] == n),
                }
                for n, side in enumerate(game["sides"])
            ],
            "text": self._named(over["text"]) if over else "",
            "last": last and {"title": self._named(last["title"]), "points": last["points"]},
            "over": bool(over),
        }


class Club:
    """All tables. `changed(table)` is called with the one whose tile has changed, and with None
    for the standings; `read(table, name, payload)` with a game to read for `take_game`."""

    def __init__(
        self,
        read: Callable[[str, str, bytes], None],
        changed: Callable[[Table | None], None] = lambda table: None,
    ):
        self.tables: dict[str, Table] = {}  # by topic
        self.plan: Evening | None = None
        self._read = read
        self._changed = changed
        self._payloads: dict[tuple[str, ...], bytes] = {}
        self._told: Standings | None = None
        self._telling = 0  # how often the broker has begun to tell all that it has
        self._seen: dict[tuple[str, ...], int] = {}  # by topic: in which telling

    def take(self, message: Message) -> None:
        """Take what the broker has sent."""
        topic, payload = message
        if topic == AGAIN:
            self._telling += 1
            return
        is_same = payload and self._payloads.get(topic) == payload
        self._seen[topic] = self._telling
        if is_same or not self._is_known(topic, bool(payload)):
            return
        if payload:
            self._payloads[topic] = payload
        else:
            self._payloads.pop(topic, None)
            self._seen.pop(topic, None)
        self._apply(topic, payload)

    def forget_missing(self) -> None:
        """Forget what the broker has not told again."""
        for topic in [topic for topic, seen in self._seen.items() if seen < self._telling]:
            self.take(Message(topic, b""))

    def take_game(self, name: str, number: str, game: ClubGame | None) -> None:
        """Take a game that was read: `number` "" for the one that the table plays."""
        table = self.tables.get(name)
        if not table:
            return
        if not number:
            if game:
                table.take_game(game)
                self._changed(table)
            return
        if game:
            table.games[number] = game
        else:
            table.games.pop(number, None)
        self._told = None
        self._changed(None)

    def standings(self) -> Standings:
        """Return the standings of the plan, or of the last evening where there is none."""
        if self._told is None:
            games = {
                number: game
                for table in self.tables.values()
                for number, game in table.games.items()
            }
            results = [found for found in map(result_of, games.values()) if found]
            self._told = standings(self.plan, results) if self.plan else without_plan(results)
        return self._told

    def _is_known(self, topic: tuple[str, ...], is_there: bool) -> bool:
        """Return whether the topic is one of a club, and there is room for it."""
        if topic == ("evening",):
            return True
        if len(topic) < 2 or not topic[0] or len(topic[0]) > 4 * NAME_MOST:
            return False
        table = self.tables.get(topic[0])
        if not table and (not is_there or len(self.tables) >= TABLES_MOST):
            return False
        if topic[1] == "games" and len(topic) == 3:
            games = [one for one in self._payloads if one[:2] == topic[:2]]
            return topic in self._payloads or not is_there or len(games) < GAMES_MOST
        return len(topic) == 2 and topic[1] in ("state", "online", "game")

    def _apply(self, topic: tuple[str, ...], payload: bytes) -> None:
        if topic == ("evening",):
            self.plan = _plan(payload)
            self._told = None
            self._changed(None)
            return
        name, kind = topic[:2]
        table = self.tables.get(name)
        if not table:
            table = self.tables[name] = Table(name)
        if kind in ("game", "games"):
            self._read(name, topic[2] if kind == "games" else "", payload)
            return
        if kind == "online":
            table.online = payload == b"1"
            table.show()
        elif not payload:
            table.view = None
        elif not table.take_state(payload):
            return
        self._changed(table)


def _plan(payload: bytes) -> Evening | None:
    try:
        return parse_evening(payload.decode("utf-8")) if payload else None
    except (EveningError, UnicodeDecodeError):
        return None
