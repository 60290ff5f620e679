"""The games in a page's worker, on MicroPython: host/site/page/games_worker.js calls it."""

import json
from binascii import a2b_base64

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.records import game_link, record
from host.analysis.tables import TableMissing
from host.errors import HostError, StoreError
from host.history import shelf
from host.history.answers import game_line, game_page, player_page
from host.history.current_game import current_figures, current_game
from host.history.game_answers import average_player, chance_curve, figures_of, match_percents
from host.history.game_record import games_of, record_text
from host.history.games import split, unpacked
from host.history.games_json import as_json, from_json
from host.history.links import new_game
from host.history.names import player_names
from host.history.new_game import NAME_MOST
from host.history.result import result
from host.history.statistics import player_names as all_players
from host.mirror.linked_game import linked_game

from .page_rows import PageRows

if TYPE_CHECKING:
    from typing import Any

BOARD = "browser"
NO_GAME = "there is no such game"
_ANSWERS_KEPT = 16  # curves and figures of games, which take long


class PageGames:
    """store: of page_rows.PageRows, with seconds(), the text of the time since 1970."""

    def __init__(self, store: "Any"):
        self._store = store
        self._rows = PageRows(store)
        self._known: dict[tuple, Any] = {}

    def load(self) -> None:
        """Read the stored games, which have changed."""
        self._rows.load()

    def ask(self, what: str, values: str) -> str:
        """Return JSON of the answer to `what`, a row of _ANSWERS; values: JSON of its arguments.
        It is {"value"}, {"trouble"} with a text, or {"wants"} with the name of a file of
        host/analysis/data to fetch first."""
        try:
            return json.dumps({"value": _ANSWERS[what](self, *json.loads(values))})
        except TableMissing as why:
            return json.dumps({"wants": why.name})
        except (PegboardError, HostError) as why:
            text = str(why)
            return json.dumps({"trouble": text[:1].upper() + text[1:]})

    # The pages ------------------------------------------------------------------------------

    def _list(self):
        return [game_line(game) for game in self._rows.games()]

    def _players(self):
        return all_players(self._rows.games())

    def _player(self, name, other=""):
        par = average_player()
        found = player_page(self._rows.games(), name[:NAME_MOST], other[:NAME_MOST], par)
        if not found:
            raise StoreError(NO_GAME if other else "there is no such player")
        return found

    def _page(self, number):
        game = self._rows.game(number)
        return game_page(game, self._rows.entries(number))

    def _curve(self, number):
        return self._once(("curve", number), lambda: chance_curve(self._unpacked(number)))

    def _record(self, number):
        return record_text(self._rows.game(number), self._unpacked(number))

    def _linked(self, said):
        game = game_link.read(said[-game_link.TEXT_MOST - len(game_link.KEY) - 2 :])
        text = "#" + game_link.KEY + game_link.write(game)
        return dict(linked_game(game), figures=figures_of(game.entries), link=text)

    def _unpacked(self, number):
        return unpacked(tuple([entry for _, entry in self._rows.entries(number)]))

    def _once(self, key, make):
        key = key + (self._rows.game(key[1]).changed,)
        if key not in self._known:
            if len(self._known) >= _ANSWERS_KEPT:
                self._known.clear()
            self._known[key] = make()
        return self._known[key]

    # The board ------------------------------------------------------------------------------

    def _chance(self, match):
        return {"percents": match_percents(a2b_base64(match["data"]))}

    def _figures(self, match):
        return current_figures(a2b_base64(match["data"]))

    def _current(self, match):
        return current_game(a2b_base64(match["data"]), match["names"], (), match["at"])

    def _keep(self, match):
        """Store the finished games of a match, each once. times: of the last one's entries."""
        games = split(a2b_base64(match["data"]))
        for game in games:
            told = result(unpacked(game.entries))
            if not told["over"]:
                continue
            is_last = game is games[-1]
            times = match["times"] if is_last else []
            known = times if len(times) == len(game.entries) else [None] * len(game.entries)
            number = shelf.update(self._rows, BOARD, game, self._now(), 0, known)
            names = player_names(told, match["names"], ()) if is_last else []
            if names:
                self._rows.change(number, {"names": shelf.names_text(names)})

    # Files and links ------------------------------------------------------------------------

    def _ids(self):
        return [game.id for game in reversed(self._rows.games())]

    def _exported(self, number):
        """Return a game as JSON, "" if it is damaged."""
        try:
            timed = self._rows.entries(number)
            entries = unpacked(tuple([entry for _, entry in timed]))
            told = as_json(self._rows.game(number), zip([at for at, _ in timed], entries))
        except (StoreError, PegboardError):
            return ""
        return json.dumps(told)

    def _take(self, told):
        return self._add([from_json(told)])

    def _take_record(self, text):
        return self._add(games_of(record.parse(text)))

    def _take_link(self, said):
        return self._add([new_game(said)])

    def _add(self, games):
        """Return id and whether it is new, or longer, of each game."""
        return [list(shelf.add(self._rows, game, self._now())) for game in games]

    def _now(self):
        return float(self._store.seconds())


_ANSWERS = {
    "games": PageGames._list,
    "players": PageGames._players,
    "player": PageGames._player,
    "game": PageGames._page,
    "chances": PageGames._curve,
    "record": PageGames._record,
    "linked": PageGames._linked,
    "chance": PageGames._chance,
    "figures": PageGames._figures,
    "game.json": PageGames._current,
    "keep": PageGames._keep,
    "ids": PageGames._ids,
    "exported": PageGames._exported,
    "take": PageGames._take,
    "take record": PageGames._take_record,
    "take link": PageGames._take_link,
}
