"""The games in a page's worker, on MicroPython: host/site/page/games_worker.js calls it."""

import json
from binascii import a2b_base64, b2a_base64

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.records import game_link, record
from engine_core.state.entries import pack
from host.errors import StoreError
from host.history import shelf
from host.history.answers import game_line, game_page, player_page
from host.history.board_games import keep_archived, new_names
from host.history.current_game import current_figures, current_game
from host.history.game_answers import average_player, chance_curve, figures_of, match_percents
from host.history.game_record import games_of, record_text
from host.history.games import split, unpacked
from host.history.games_json import as_json, from_json
from host.history.links import linked, new_game
from host.history.names import side_names
from host.history.new_game import NAME_MOST
from host.history.owners import OWNERS, owners_of
from host.history.player_games import games_with_throws
from host.history.practice_rows import good_rows, in_json, new_rows, rows_json
from host.history.result import result
from host.history.review_costs import is_costs, key_of, losses, own_games
from host.history.statistics import player_names as all_players
from host.mirror.linked_game import linked_game

from .page_answer import answer_text
from .page_match import USB
from .page_rows import PageRows

if TYPE_CHECKING:
    from typing import Any

NO_GAME = "there is no such game"
_RESULTS_MOST = 10_000  # of practice
_REVIEWS_MOST = 1000  # whose costs are kept
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
        """Return the answer to `what`, a row of _ANSWERS, as host.site.page_answer has it."""
        return answer_text(self, _ANSWERS, what, values)

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

    def _link(self, said):
        return said[-game_link.TEXT_MOST - len(game_link.KEY) - 2 :]

    def _linked(self, said):
        game = game_link.read(self._link(said))
        text = "#" + game_link.KEY + game_link.write(game)
        return dict(linked_game(game), figures=figures_of(game.entries), link=text)

    # For reviews and practice, which another worker computes -------------------------------------

    def _reviewed(self, number):
        """Return a game as host.site.page_analysis takes it."""
        return self._told(self._rows.game(number), "Game %d" % number)

    def _reviewed_link(self, said):
        game, entries = linked(self._link(said))
        packed = b"".join([pack(entry) for entry in entries])
        return _told(game, "A game from a link", packed)

    def _told(self, game, title):
        entries = [entry for _, entry in self._rows.entries(game.id)]
        return _told(game, title, b"".join(entries))

    def _own_games(self, player):
        """Return the latest games of a player in which throws are looked for: the id, the seat,
        and the game as `_reviewed` has it."""
        found = []
        for game, seat in games_with_throws(self._rows.games(), player):
            try:
                found.append([game.id, seat, self._told(game, "")])
            except StoreError:
                pass  # it is damaged
        return found

    def _losses(self, player):
        """Return the figures of a player as host.history.review_costs.losses, with `waiting`: how
        many of the latest games are still to be reviewed, and `next`: the first of these as
        `_reviewed` has it, None if there is none."""
        kept, sides, waiting = dict(self._costs()), [], []
        for game, seat in own_games(self._rows.games(), player):
            try:
                costs = kept.get(self._costs_key(game))
                if costs is None:
                    waiting.append(game)
                elif costs:
                    sides.append((game.id, costs[seat]))
            except StoreError:
                pass  # it is damaged
        sides.reverse()
        following = self._told(waiting[0], "") if waiting else None
        return dict(losses(sides), waiting=len(waiting), next=following)

    def _costs(self):
        """Return what is kept of reviews, the latest last: the key of each game, and the costs."""
        pairs = self._listed(self._store.reviews())
        return [
            (one[0], one[1])
            for one in pairs
            if isinstance(one, list) and len(one) == 2 and is_costs(one[1])
        ]

    def _costs_key(self, game):
        return key_of([entry for _, entry in self._rows.entries(game.id)], owners_of(game))

    def _keep_costs(self, key, costs):
        """Keep what came of a review; costs: as host.history.review_costs.costs_of, [] of a game
        that is not reviewed."""
        others = [one for one in self._costs() if one[0] != key]
        kept = others[1 - _REVIEWS_MOST :] + [(key, costs)]
        self._store.putReviews(json.dumps(kept))

    def _practised(self):
        """Return the results of practice, the oldest first, as host.history.practice_results has
        their values."""
        return self._listed(self._store.practice())

    def _listed(self, text):
        try:
            found = json.loads(text or "[]")
        except ValueError:
            found = None  # it is damaged
        return found if isinstance(found, list) else []

    def _keep_practice(self, kind, values):
        """Keep a result that came now: all values but the time and the kind."""
        results = self._practised() + [[self._now(), kind] + values]
        self._store.putPractice(json.dumps(results[-_RESULTS_MOST:]))

    def _exported_practice(self):
        """Return the results of practice as JSON, "" if there is none."""
        rows = good_rows(self._practised())
        return json.dumps(rows_json(rows)) if rows else ""

    def _take_practice(self, told):
        """Keep the results of a file that are not kept yet; return how many there were."""
        known = good_rows(self._practised())
        new = new_rows(known, in_json(told))
        if new:
            rows = sorted(known + new, key=lambda row: row[0])
            self._store.putPractice(json.dumps(rows[-_RESULTS_MOST:]))
        return len(new)

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
        return current_game(
            a2b_base64(match["data"]), match["names"], match.get("players", ()), match["at"]
        )

    def _keep(self, match):
        """Store the finished games of a match, each once. times: of the last one's entries."""
        games = split(a2b_base64(match["data"]))
        for game in games:
            if not result(unpacked(game.entries))["over"]:
                continue
            is_last = game is games[-1]
            times = match["times"] if is_last else []
            known = times if len(times) == len(game.entries) else [None] * len(game.entries)
            number = shelf.update(self._rows, match["board"], game, self._now(), 0, known)
            names = match["names"] if is_last else ()
            players = match["players"] if is_last else ()
            stored = self._rows.game(number)
            found = new_names(stored, names, players)
            # A game that the page found finished keeps its names, which may have been corrected.
            if found and (match["at"] or not stored.names):
                self._rows.change(number, {"names": shelf.names_text(found)})

    def _archives(self):
        """Return the number of the last stored game of each board's archive, by its identity."""
        try:
            found = json.loads(self._store.archives() or "{}")
        except ValueError:
            found = None  # it is damaged: all games are read again, and each is stored once
        known = found.items() if isinstance(found, dict) else ()
        return {archive: number for archive, number in known if isinstance(number, int)}

    def _keep_archived(self, game):
        """Store a game of a board's archive, as host.site.page_mirror.ArchiveGames tells it, and
        return what `_archives` does then."""
        match = a2b_base64(game["match"])
        try:
            keep_archived(self._rows, USB, game["uid"], match, self._now(), game["names"])
        except PegboardError:
            pass  # of another version of the rules: it cannot be stored
        known = self._archives()
        if known.get(game["archive"], 0) == game["before"]:
            known[game["archive"]] = game["number"]
            self._store.putArchives(json.dumps(known))
        return known

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


def _told(game, title, packed):
    return {
        "title": title,
        "packed": b2a_base64(packed).decode().strip(),
        "names": side_names(game)[: len(game.result["scores"])],
        "owners": game.comments.get(OWNERS, []),
        "key": key_of([packed], owners_of(game)),
    }


_ANSWERS = {
    "games": PageGames._list,
    "players": PageGames._players,
    "player": PageGames._player,
    "game": PageGames._page,
    "chances": PageGames._curve,
    "record": PageGames._record,
    "linked": PageGames._linked,
    "reviewed": PageGames._reviewed,
    "reviewed link": PageGames._reviewed_link,
    "own games": PageGames._own_games,
    "losses": PageGames._losses,
    "keep costs": PageGames._keep_costs,
    "practised": PageGames._practised,
    "keep practice": PageGames._keep_practice,
    "exported practice": PageGames._exported_practice,
    "take practice": PageGames._take_practice,
    "chance": PageGames._chance,
    "figures": PageGames._figures,
    "game.json": PageGames._current,
    "keep": PageGames._keep,
    "archives": PageGames._archives,
    "keep archived": PageGames._keep_archived,
    "ids": PageGames._ids,
    "exported": PageGames._exported,
    "take": PageGames._take,
    "take record": PageGames._take_record,
    "take link": PageGames._take_link,
}
