"""The costliest throws of a player's own games, found in the background, game by game."""

import contextlib
import time
from pathlib import Path

from engine_core.errors import PegboardError
from host.errors import HostError
from host.history.games_file import GamesFile
from host.history.owners import owners_of
from host.history.player_games import games_with_throws
from host.history.practice import costly_throws, results
from host.history.practice_results import OwnThrow, by_cost, due, none_due_text
from host.history.review_costs import key_of
from host.history.rows import StoredGame

from .background import Background

_KEPT_MOST = 500  # games


class OwnThrows:
    """Finds throws in the games of the file `path` while somebody asks, and keeps them."""

    def __init__(self, path: Path):
        self._path = path
        self._background = Background()
        self._found: dict[tuple[str, int], list[OwnThrow]] = {}

    def answer(self, file: GamesFile, player: str) -> dict:
        """Return `waiting`, how many of the player's latest games are still to be looked through;
        and once there are none, `throws`, those that are due, the costliest first, each with its
        `seed`, `game` and `deal`, and `text`, a line if none is."""
        self._background.asked()
        throws, waiting = [], []
        for game, seat in games_with_throws(file.games(), player):
            key = _key(file, game, seat)
            if key in self._found:
                throws += [one._replace(game=game.id) for one in self._found[key]]
            else:
                waiting.append((key, game, seat))
        if waiting:
            self._background.start(lambda: self._look(waiting))
            return {"waiting": len(waiting)}
        throws = by_cost(throws)
        again = due(throws, results(file), time.time())
        return {
            "waiting": 0,
            "throws": [_line(one) for one in again],
            "text": "" if again else none_due_text(player, throws),
        }

    def _look(self, waiting):
        with contextlib.suppress(HostError), contextlib.closing(GamesFile(self._path)) as file:
            for key, game, seat in waiting:
                if key in self._found:
                    continue  # by the work that ended while this was asked for
                try:
                    found = costly_throws(file, game, seat, self._background.tell)
                except (PegboardError, HostError):
                    found = []  # it is damaged
                if len(self._found) >= _KEPT_MOST:
                    self._found.clear()
                self._found[key] = found


def _key(file: GamesFile, game: StoredGame, seat: int) -> tuple[str, int]:
    entries = []
    with contextlib.suppress(HostError):  # it is damaged
        entries = [entry for _, entry in file.entries(game.id)]
    return key_of(entries, owners_of(game)), seat


def _line(one: OwnThrow) -> dict:
    """Return the throw for the page; seed: as host.web.practice_routes reads it."""
    seed = f"own {one.game} {one.deal} {one.seat}"
    return {"seed": seed, "game": one.game, "deal": one.deal}
