"""Writes games to the history on a background thread, so that no board waits for a disk."""

import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine_core.errors import PegboardError
from host.errors import HostError

from .board_games import keep_archived
from .games import PlayedGame, common, split
from .match import Archived, Match, Publisher
from .match_players import KnownGame, MatchPlayers
from .names import player_names
from .store import History, in_place

# Watchers get their view first: the work here would delay it by some milliseconds.
_REST_SECONDS = 0.05
BACKLOG_MOST = 100  # matches and archived games that wait to be written


class _Event(NamedTuple):
    """at: seconds since 1970; met: the match as this program found it, at the start or after a
    break: the times of its entries are not known."""

    at: float
    published: Match | Archived
    met: bytes = b""


class Keeper:
    """Stores the matches of one board as games in the file `path`."""

    def __init__(self, path: Path, board: str, names: tuple[str, ...] = ()):
        self._path = path
        self._board = board
        self._players = MatchPlayers(names)
        self._history: History | None = None
        self._met = b""
        self._unseen: dict[int, tuple[bytes, ...]] = {}  # entries in `_met`, by where games begin
        self._known: dict[int, int] = {}  # ids of the games of this match, by where they begin

    def close(self) -> None:
        if self._history:
            self._history.close()

    def keep(self, match: Match | Archived, now: float, met: bytes = b"") -> None:
        """Store what was published at `now`, in seconds since 1970; the times of the entries in
        `met` are not known. Raises HostError, or PegboardError if the match has another version of
        the rules."""
        self._history = in_place(self._history)
        if self._history is None:
            self._history = History(self._path)
            self._known = {}
        if isinstance(match, Archived):
            with self._history.writing():
                keep_archived(
                    self._history,
                    self._board,
                    match.uid,
                    match.match,
                    now,
                    match.names,
                )
            return
        games = split(match.data) if match.data else []
        if met != self._met:
            self._met = met
            self._unseen = {game.begun: game.entries for game in split(met)} if met else {}
        if match.fresh:
            self._known = {}
        for game in games:
            self._update(self._history, game, now)
        if games:
            self._name(self._history, match, games)
            length = games[-1].begun + len(games[-1].entries)
            for begun in [begun for begun in self._known if begun >= length]:
                self._history.remove(self._known.pop(begun))

    def _update(self, history: History, game: PlayedGame, now: float) -> None:
        unseen = self._unseen_of(game)
        times = (*(None,) * unseen, *(now,) * (len(game.entries) - unseen))
        number = history.update(self._board, game, now, self._known.get(game.begun), times)
        if number:
            self._known[game.begun] = number

    def _unseen_of(self, game: PlayedGame) -> int:
        """Return how many of its first entries were there when this program found the match."""
        return common(self._unseen.get(game.begun, ()), game.entries)

    def _name(self, history: History, match: Match, games: list[PlayedGame]) -> None:
        known = [self._known.get(game.begun, 0) for game in games]
        stored = [history.game(number) if number else None for number in known]
        of = []
        for game, one in zip(games, stored, strict=True):
            seen = self._unseen_of(game) < len(game.entries)
            of.append(
                KnownGame(game, one.result["over"], seen, one.names)
                if one
                else KnownGame(game, False, seen, ())
            )
        for one, told in zip(stored, self._players.take(match, of), strict=True):
            names = player_names(one.result, told.sides, told.players) if one else []
            if one and names and names != one.names:
                history.name(one.id, names)


class Backlog:
    """The events waiting to be written, in order. A later match that includes an earlier one
    replaces it, so few wait, whatever a board sends; beyond BACKLOG_MOST the oldest are
    dropped."""

    def __init__(self) -> None:
        self._events: deque[_Event] = deque(maxlen=BACKLOG_MOST)
        self._changed = threading.Condition()
        self._ended = False

    def put(self, event: _Event) -> None:
        """Add an event."""
        with self._changed:
            last = self._events[-1].published if self._events else None
            new = event.published
            if isinstance(last, Match) and isinstance(new, Match) and _includes(new, last):
                self._events.pop()
                event = event._replace(published=new._replace(fresh=new.fresh or last.fresh))
            self._events.append(event)
            self._changed.notify()

    def end(self) -> None:
        """Make `take` return None once the backlog is empty."""
        with self._changed:
            self._ended = True
            self._changed.notify()

    def take(self) -> _Event | None:
        """Wait for an event, pause briefly unless `end` was called, and remove and return it; None
        at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._events or self._ended)
            self._changed.wait_for(lambda: self._ended, _REST_SECONDS)
            return self._events.popleft() if self._events else None


def _includes(new: Match, old: Match) -> bool:
    """Return whether `new` makes writing `old` unnecessary: it is the same game with more entries
    or with some undone, or `old` holds no game from its beginning."""
    undone = bool(new.data) and not new.fresh and old.data.startswith(new.data)
    first, begun = old.data[:4], old.data[4:8]
    return new.data.startswith(old.data) or undone or (not old.fresh and first != begun)


class Recorder:
    """Records the matches that `broadcast` publishes as games of `board`, until `close`.

    An error of the file is reported once through `tell`, and writing is tried again with the next
    entry: the board plays on.
    """

    def __init__(
        self,
        path: Path,
        board: str,
        names: tuple[str, ...] = (),
        tell: Callable[[str], None] = lambda text: print(text, file=sys.stderr),
    ):
        self._keeper = Keeper(path, board, names)
        self._tell = tell
        self._told = False
        self._met = b""
        self._backlog = Backlog()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def listen(self, broadcast: Publisher) -> None:
        """Record everything that `broadcast` publishes from now on."""
        broadcast.listeners.append(self._take)

    def close(self) -> None:
        """Write the backlog, and end the thread."""
        self._backlog.end()
        self._thread.join()

    def _take(self, kind: str, published: Match | Archived) -> None:
        if kind not in ("match", "archive"):
            return
        if isinstance(published, Match) and published.fresh:
            self._met = published.data
        self._backlog.put(_Event(time.time(), published, self._met))

    def _run(self) -> None:
        while event := self._backlog.take():
            try:
                self._keeper.keep(event.published, event.at, event.met)
                self._told = False
            except HostError as why:
                if not self._told:
                    self._told = True
                    self._tell(f"Games are not being kept: {why}.")
                continue
            except PegboardError:
                pass  # of another version of the rules: it cannot be stored
            if isinstance(event.published, Archived):
                event.published.stored()
        self._keeper.close()
