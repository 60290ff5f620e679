"""Who plays the games of a board's match: its table names the sides, this computer the seats."""

from collections.abc import Sequence
from typing import NamedTuple

from host.mirror.game_sides import GameSides

from .games import PlayedGame
from .match import Match
from .names import seated


class KnownGame(NamedTuple):
    """over: whether it has ended; seen: whether this program saw an entry of it; names: of its
    players by seat, as they are stored; () if nobody has named them."""

    game: PlayedGame
    over: bool
    seen: bool
    names: Sequence[str]


class GameNames(NamedTuple):
    """sides: the names that the table gave the sides, "" for none; players: those by seat, for the
    other sides."""

    sides: tuple[str, ...]
    players: Sequence[str]


class MatchPlayers:
    """The names for the games of one board. players: this computer's names by seat, for the start
    of every match."""

    def __init__(self, players: Sequence[str]):
        self._players = players
        self._start = players  # the seats in the first known game of this match
        # Of the games of this match, by where they begin:
        self._ended: set[int] = set()  # those that were over when they were found
        self._seats: dict[int, Sequence[str]] = {}  # the names of `players` as they sit
        self._sides = GameSides()

    def take(self, match: Match, games: Sequence[KnownGame]) -> list[GameNames]:
        """Return the names for each of the games of `match`, at least one. Raises
        PegboardError."""
        first, last = games[0], games[-1]
        if match.fresh:
            self._seats = {}
            self._ended = {one.game.begun for one in games if one.over and not one.seen}
            # If they cut for partners in an earlier game, nothing but the stored names tells it.
            is_moved = sorted(first.names) == sorted(self._players) and not _has_cut(first.game)
            self._start = first.names if is_moved else self._players
        known = match.names if last.over and last.names else ()
        self._sides.take(last.game.begun, match.names, match.fresh, known)
        earlier = [begun for begun in self._seats if begun < first.game.begun]
        start = self._seats[max(earlier)] if earlier else self._start
        found = []
        for one, seats in zip(games, seated([one.game for one in games], start), strict=True):
            if seats:
                self._seats[one.game.begun] = seats
            sides = self._sides.of(one.game.begun)
            found.append(GameNames(sides, self._players_of(one, sides, seats)))
        return found

    def _players_of(
        self, one: KnownGame, sides: Sequence[str], seats: Sequence[str]
    ) -> Sequence[str]:
        if not one.over:
            self._ended.discard(one.game.begun)  # it is played on, by who sits here now
        if one.names:
            is_cut_again = sorted(one.names) == sorted(seats) and _has_cut(one.game)
            if one.over or not (any(sides) or is_cut_again):
                return one.names
        return () if one.game.begun in self._ended else seats


def _has_cut(game: PlayedGame) -> bool:
    """Return whether those who play the game cut for partners in it."""
    seats = ("1", "2", "3", "4")
    return tuple(next(seated([game], seats))) != seats
