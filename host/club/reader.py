"""Replays the games of the tables, and keeps them in the history, in a thread of its own: a game
takes some milliseconds, and the wall must not wait for a disk."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

from engine_core.errors import PegboardError
from host.errors import HostError
from host.history.store import History, NewGame

from .games import ClubGame, club_game

_REST_SECONDS = 0.001  # after each game, so that pages are sent their events


class GameReader:
    """Reads the games in payloads. `take(table, name, game)` is called in the event loop, None
    being a game that is none or that was cleared.

    history: the file to keep them in, None for none; club: comes before the table's name there;
    tell: called with what is wrong with the file.
    """

    def __init__(
        self,
        take: Callable[[str, str, ClubGame | None], None],
        history: Path | None,
        club: str,
        tell: Callable[[str], None],
    ):
        self._take = take
        self._path = history
        self._club = club
        self._tell = tell
        self._told = False
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[tuple[str, str], bytes] = {}  # the newest of each
        self._changed = threading.Condition()
        self._ended = False
        self._history: History | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def read(self, table: str, name: str, payload: bytes) -> None:
        """Read the game `name` of a table, "" for the one that it plays."""
        with self._changed:
            self._waiting[table, name] = payload
            self._changed.notify()

    def close(self) -> None:
        """Keep what is waiting, and end."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while self._wait():
            with self._changed:
                table, name = next(iter(self._waiting))
                payload = self._waiting.pop((table, name))
            game = club_game(payload) if payload else None
            if game and name and name != game.id():
                game = None
            if game and self._path:
                self._keep(table, name, game)
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._take, table, name, game)
            time.sleep(_REST_SECONDS)
        if self._history:
            self._history.close()

    def _wait(self) -> bool:
        with self._changed:
            while not self._waiting and not self._ended:
                self._changed.wait()
            return bool(self._waiting)

    def _keep(self, table: str, name: str, game: ClubGame) -> None:
        assert self._path
        try:
            if self._history is None:
                self._history = History(self._path)
            self._store(self._history, f"{self._club}/{table}", name, game)
            self._told = False
        except HostError as why:
            if not self._told:
                self._told = True
                self._tell(f"Games are not being kept: {why}.")
        except PegboardError:
            pass  # of another version of the rules

    def _store(self, history: History, board: str, name: str, game: ClubGame) -> None:
        played = game.game
        if name:
            times = (*(None,) * (len(played.entries) - 1), game.at)
            new = NewGame(played.entries, times, "", board, played.begun, game.names)
            history.add(new, game.at)
            return
        # It is looked up each time: another match may begin at the same place.
        number = history.update(board, played, time.time())
        if number and game.names and history.game(number).names != list(game.names):
            history.name(number, list(game.names))
