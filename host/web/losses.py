"""What a player's throws and plays have cost: reviewed in the background, game by game."""

import contextlib
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

from .background import Background

_GAMES_MOST = 50  # the latest of a player


class Losses:
    """Reviews the games of the file `path`, one after the other, while somebody asks."""

    def __init__(self, path: Path):
        self._path = path
        self._background = Background()

    def answer(self, file: GamesFile, games: list[StoredGame], name: str) -> dict:
        """Return the figures of a player as host.history.losses.losses, with `waiting`: how many
        of the latest games are still to be reviewed. games: the newest first."""
        self._background.asked()
        kept, sides, waiting = kept_costs(file), [], []
        seats = [(game, seat_of(game, name)) for game in games if can_be_reviewed(game)]
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
            self._background.start(lambda: self._review(waiting))
        return {**losses(reversed(sides)), "waiting": len(waiting)}

    def _review(self, waiting):
        tell = self._background.tell
        for key, entries, owners in waiting:
            try:
                costs = costs_of(review(unpacked(entries), ("", ""), owners, tell))
            except PegboardError:
                costs = []  # it is no game that is reviewed
            try:
                with contextlib.closing(History(self._path)) as history:
                    keep_costs(history, key, costs)
            except HostError:
                return  # the next page that asks begins again


def seat_of(game: StoredGame, name: str) -> int | None:
    """Return the seat of a player, in letters of any case, None if it has not played."""
    for seat in game.result["people"]:
        if game.name(seat).lower() == name.lower():
            return seat
    return None
