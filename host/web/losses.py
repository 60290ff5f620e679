"""What a player's throws and plays have cost: reviewed in the background, game by game."""

import contextlib
from pathlib import Path

from engine_core.errors import PegboardError
from host.analysis.game_review import review
from host.errors import HostError
from host.history.games import unpacked
from host.history.games_file import GamesFile
from host.history.losses import keep_costs, kept_costs
from host.history.owners import owners_of
from host.history.review_costs import costs_of, key_of, losses, own_games
from host.history.rows import StoredGame
from host.history.store import History

from .background import Background


class Losses:
    """Reviews the games of the file `path`, one after the other, while somebody asks."""

    def __init__(self, path: Path):
        self._path = path
        self._background = Background()

    def answer(self, file: GamesFile, games: list[StoredGame], name: str) -> dict:
        """Return the figures of a player as host.history.review_costs.losses, with `waiting`: how
        many of the latest games are still to be reviewed. games: the newest first."""
        self._background.asked()
        kept, sides, waiting = kept_costs(file), [], []
        for game, seat in own_games(games, name):
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
