"""A table of a club on a wall, known only from the broker."""

import hashlib
import re
from typing import Any

from host.boards.mirrored_board import page_brightness
from host.boards.virtual import Clock, PageStrip
from host.history.match import Match
from host.history.names import seats_of
from host.history.rows import is_time
from host.link.packed_match import packed_match
from host.mirror.checks import NAME_MOST as SIDE_MOST
from host.mirror.checks import TEXT_MOST
from host.mirror.lights import Lights
from host.mirror.mirror import Mirror
from host.mirror.names import clean, shortened
from host.mirror.view import checked_view
from host.web.broadcast import Broadcast

from .games import ClubGame, decoded
from .standings import GameResult, result_of, side_label

NAME_MOST = 40  # letters of a table's name
_LATE_SECONDS = 1.0
_ADDRESS = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class Table:
    """A board at the broker. id: its part of an address; name: for people; topics: for each of its
    topics the digest of its payload, and the number of the broker's last full sending that had it.

    has_will: whether the broker has sent its "online" state; heard: the time of the
    last news, in seconds; states: how many views it has sent; games: the result of each finished
    game, None if it does not count.
    """

    def __init__(self, topic: str):
        self.name = clean(topic)[:NAME_MOST]
        plain = _ADDRESS.fullmatch(topic)
        self.id = topic if plain else "t-" + hashlib.sha256(topic.encode()).hexdigest()[:12]
        self.online = False
        self.view: dict | None = None
        self.has_will = False
        self.heard = 0.0
        self.states = 0
        self.topics: dict[tuple[str, ...], tuple[bytes, int]] = {}
        self.games: dict[str, GameResult | None] = {}
        self.broadcast = Broadcast(lambda key, down: None)
        self._names: list[str] = []  # names of the players, by side, from the game
        self._players_of: dict[str, set[str]] = {}  # of each game, in lower case
        self._players: set[str] = set()  # of all of them
        self._newest: tuple[str, int, float] = ("", 0, 0.0)  # boot, seq, and when it came
        self._clock = Clock()
        self._lights: Lights | None = None

    def is_named_by(self, players: set[str]) -> bool:
        """Return whether one of these players, in lower case, plays here."""
        game = self.view["game"] if self.view else None
        shown = [*game["sides"], *game["seats"]] if game else []
        return bool(players & self._players) or any(
            one["name"].casefold() in players for one in shown
        )

    def take_result(self, number: str, game: ClubGame | None) -> None:
        """Record a finished game, or None if the broker no longer has it."""
        if game:
            self.games[number] = result_of(game)
        else:
            self.games.pop(number, None)
        self._note_players(number, game)

    def _note_players(self, number: str, game: ClubGame | None) -> None:
        if game:
            self._players_of[number] = {name.casefold() for name in game.names}
        else:
            self._players_of.pop(number, None)
        self._players = set().union(*self._players_of.values())

    def take_state(self, payload: bytes, now: float) -> bool:
        """Show the view in a payload; return whether it is valid and newer than the last. A lower
        number soon after means an older view; much later it means that the last number was
        forged."""
        value = decoded(payload)
        if not isinstance(value, dict):
            return False
        boot, seq, at = value.get("boot"), value.get("seq"), value.get("at")
        if not isinstance(boot, str) or type(seq) is not int or not is_time(at):
            return False
        last, highest, came = self._newest
        if boot == last and seq < highest and now < came + _LATE_SECONDS:
            return False
        try:
            self.view = checked_view(value.get("view"))
        except ValueError:
            return False
        self._newest = boot, seq, now
        self.states += 1
        self.show()
        return True

    def show(self) -> None:
        """Send the view to the pages of this table."""
        if self.view:
            link = self.view.get("link") or {"state": "live", "text": ""}
            gone = {"state": "lost", "text": "This table is not connected to the broker."}
            self.broadcast.publish_view({**self.view, "link": link if self.online else gone})

    def take_game(self, game: ClubGame) -> None:
        """Use `game` for the record, the chance to win and the lights, and its players' names for
        sides without a name from the table."""
        sides = range(len(game.result["scores"]))
        seats = [seats_of(game.result, side) for side in sides]
        self._names = [side_label(game, own) for own in seats]
        self._note_players("", game)
        if not self._lights:
            strip = PageStrip(self.broadcast)
            self._lights = Lights(strip, self._clock.ms(), page_brightness())
        self._lights.mirror = mirror = Mirror()
        mirror.game = game.replay
        self._lights.update("snapshot", self._clock.ms())
        match = Match(packed_match(game.replay), True, (), game.names, int(game.at))
        self.broadcast.publish_match(match)

    def _side_name(self, number: int, side: dict) -> str:
        known = shortened(self._names[number], SIDE_MOST) if number < len(self._names) else ""
        return known if known and side["name"] == side["colour_name"] else side["name"]

    def _named(self, text: str) -> str:
        """Return a text of the view with the sides' colours replaced by the players' names."""
        sides = self.view["game"]["sides"] if self.view and self.view["game"] else []
        called = {side["name"]: self._side_name(n, side) for n, side in enumerate(sides)}
        # Each place is replaced once, the longest name first: a name may contain another.
        names = "|".join(map(re.escape, sorted(filter(None, called), key=len, reverse=True)))
        found = re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda name: called[name[0]], text)
        return found[:TEXT_MOST] if names else text

    def paint(self) -> None:
        """Send the lights to those who watch this table."""
        if self._lights and self.broadcast.watchers:
            self._lights.show(self._clock.ms())

    def tile(self) -> dict:
        """Return the tile of this table on the wall, ready for JSON."""
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
