"""Reviews, practice and the opponent in a page's worker of their own, on MicroPython:
host/site/page/analysis_worker.js calls it. It stores nothing."""

from binascii import a2b_base64

from engine_core.compat import TYPE_CHECKING
from engine_core.state.entries import unpack
from host.analysis import practice_answers
from host.analysis.analysed_games import NotReviewed
from host.analysis.player import Player, ThrowView
from host.analysis.practice import verdict
from host.analysis.practice_play import begin
from host.analysis.review_answer import review_answer
from host.analysis.seat_view import SeatView
from host.analysis.table_review import review_work
from host.history.owners import OWNERS, owners_in
from host.history.practice_results import (
    OwnThrow,
    Result,
    by_cost,
    costly_throws,
    due,
    none_due_text,
    result_of,
    row_of,
    trend_lines,
)
from host.history.review_costs import costs_of

from .page_answer import answer_text

if TYPE_CHECKING:
    from host.analysis.game_review import Work


class PageAnalysis:
    def __init__(self):
        self._title = ""
        self._work: Work | None = None
        self._players: dict[int, Player] = {}

    def ask(self, what: str, values: str) -> str:
        """Return the answer to `what`, a row of _ANSWERS, as host.site.page_answer has it."""
        return answer_text(self, _ANSWERS, what, values)

    # A review, step by step, between which the VM clears its memory ------------------------------

    def _reviewable(self, told):
        """Return whether a game is one that is reviewed; told: as for `_begin`."""
        try:
            review_work(_entries(told), told["names"], _owners(told))
        except NotReviewed:
            return False
        return True

    def _begin(self, told):
        """Begin the review of a game; told: `title`, `packed` entries, `names` of the sides, and
        `owners` as in a game's comments. Return how far it is, like `_step`."""
        self._work = review_work(_entries(told), told["names"], _owners(told))
        self._title = told["title"]
        return self._far()

    def _step(self):
        """Compute the next step; return how many are `done`, of the `whole`."""
        self._at_work().step()
        return self._far()

    def _far(self):
        work = self._at_work()
        return {"done": work.done, "whole": work.whole}

    def _found(self):
        """Return the review, as far as it is computed, as host.analysis.review_answer has it."""
        return review_answer(self._at_work().found(), self._title)

    def _costs(self):
        """Return what is kept of the review, as host.history.review_costs.costs_of."""
        return costs_of(self._at_work().found())

    def _at_work(self):
        if self._work is None:
            raise NotReviewed("no review has begun")
        return self._work

    # Practice ----------------------------------------------------------------------------------

    def _problem(self, seed, view):
        return practice_answers.problem(seed, _throw_view(seed, view))

    def _judged(self, seed, view, throw):
        """Return what host.analysis.practice_answers.judged does, and the `result` to keep, as
        host.site.page_games takes it."""
        seen = _throw_view(seed, view)
        thrown = practice_answers.chosen(seen, throw)
        found = verdict(seen, thrown)
        told = practice_answers.judged_json(seen, found)
        told["result"] = row_of(Result(0.0, "", seen, thrown, found.points, found.chance))[2:]
        return told

    def _played(self, seed, view, throw, deal, laid):
        seen = _throw_view(seed, view)
        thrown = practice_answers.chosen(seen, throw)
        return practice_answers.played(seen, thrown, deal, laid)

    def _trend(self, rows):
        """Return lines about the results of practice; rows: as host.site.page_games has them."""
        return trend_lines(_results(rows))

    def _costly(self, told, game, seat):
        """Return the throws of a seat that cost enough to be named, each with the values of an
        OwnThrow; none of a game that is not reviewed. told: as for `_begin`; game: its id."""
        return _listed(costly_throws(_entries(told), _owners(told), game, seat))

    def _due(self, player, throws, rows, now):
        """Return those of the throws of `_costly` that are due, the costliest first, and a line
        where none is; rows: as for `_trend`; now: in seconds since 1970."""
        known = by_cost([OwnThrow(_view(ThrowView, one[0]), *one[1:]) for one in throws])
        again = due(known, _results(rows), now)
        return [_listed(again), "" if again else none_due_text(player, known)]

    # The opponent: it is given a view of its seat alone ------------------------------------------

    def _ready(self, strength):
        """Read the tables, and compute what all choices need: a first play takes longest."""
        self._player(strength)
        view = practice_answers.view_of_seed("ready")
        begin(view, view.hand[:2], "ready")

    def _throw(self, strength, view):
        return list(self._player(strength).throw(_view(ThrowView, view)))

    def _lay(self, strength, view):
        return self._player(strength).play(_view(SeatView, view))

    def _player(self, strength):
        if strength not in self._players:
            self._players[strength] = Player(strength)
        return self._players[strength]


def _entries(told):
    data, at, found = a2b_base64(told["packed"]), 0, []
    while at < len(data):
        entry, at = unpack(data, at)
        found.append(entry)
    return found


def _owners(told):
    return owners_in({OWNERS: told["owners"]})


def _listed(throws):
    """Return throws as lists: json would write a named tuple as its printed text."""
    return [[list(one.view)] + list(one)[1:] for one in throws]


def _results(rows):
    return [found for found in [result_of(row) for row in rows] if found]


def _view(kind, values):
    """Return the view of this kind with these values, whose lists came as JSON."""
    return kind(*[tuple(one) if isinstance(one, list) else one for one in values])


def _throw_view(seed, view):
    """Return the view with these values, or for None the one that comes of the seed."""
    return _view(ThrowView, view) if view else practice_answers.view_of_seed(seed)


_ANSWERS = {
    "reviewable": PageAnalysis._reviewable,
    "begin": PageAnalysis._begin,
    "step": PageAnalysis._step,
    "found": PageAnalysis._found,
    "costs": PageAnalysis._costs,
    "problem": PageAnalysis._problem,
    "judged": PageAnalysis._judged,
    "played": PageAnalysis._played,
    "trend": PageAnalysis._trend,
    "costly": PageAnalysis._costly,
    "due": PageAnalysis._due,
    "ready": PageAnalysis._ready,
    "throw": PageAnalysis._throw,
    "lay": PageAnalysis._lay,
}
