"""What a player's throws and plays have cost: reviewed in the background, game by game."""

import contextlib
import threading
import time
from pathlib import Path

from engine_core.errors import PegboardError
from host.analysis.game_review import review
from host.errors import HostError
from host.history.games import unpacked
from host.history.games_file import GamesFile
from host.history.losses import (
    can_be_reviewed,
    costs_of,
    keep_costs,
    kept_costs,
    key_of,
    losses,
)
from host.history.owners import owners_of
from host.history.rows import StoredGame
from host.history.store import History

_ASKED_SECONDS = 5.0  # a page asks more often; if none does, nobody waits
_GAMES_MOST = 50  # the latest of a player


class _NobodyWaits(Exception):
    pass


class Losses:
    """Reviews the games of the file `path`, one after the other, while somebody asks."""

    def __init__(self, path: Path):
        self._path = path
        self._asked = 0.0
        self._lock = threading.Lock()
        self._running = False

    def answer(self, file: GamesFile, games: list[StoredGame], name: str) -> dict:
        """Return the figures of a player as host.history.losses.losses, with `waiting`: how many
        of the latest games are still to be reviewed. games: the newest first."""
        self._asked = time.monotonic()
        kept, sides, waiting = kept_costs(file), [], []
        seats = [(game, _seat(game, name)) for game in games if can_be_reviewed(game)]
        own = [(game, seat) for game, seat in seats if seat is not None]
        for game, seat in own[:_GAMES_MOST]:
            entries = tuple(entry for _, entry in file.entries(game.id))
            owners = owners_of(game)
            key = key_of(entries, owners)
            if key not in kept:
                waiting.append((key, entries, owners))
            elif kept[key]:
                sides.append((game.id, kept[key][seat]))
        if waiting:
            self._start(waiting)
        return {**losses(reversed(sides)), "waiting": len(waiting)}

    def _start(self, waiting):
        with self._lock:
            if self._running:
                return
            self._running = True
        threading.Thread(target=self._review, args=(waiting,), daemon=True).start()

    def _review(self, waiting):
        try:
            for key, entries, owners in waiting:
                try:
                    costs = costs_of(review(unpacked(entries), ("", ""), owners, self._tell))
                except PegboardError:
                    costs = []  # it is no game that is reviewed
                with contextlib.closing(History(self._path)) as history:
                    keep_costs(history, key, costs)
        except (_NobodyWaits, HostError):
            pass  # the next page that asks begins again
        finally:
            self._running = False

    def _tell(self, done, whole):
        if time.monotonic() - self._asked > _ASKED_SECONDS:
            raise _NobodyWaits
        time.sleep(0.001)  # so that keys and lights have their turn


def _seat(game, name):
    for seat in game.result["people"]:
        if game.name(seat).lower() == name.lower():
            return seat
    return None
