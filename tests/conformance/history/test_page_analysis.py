"""Reviews, practice and the opponent in a page's worker: the same everywhere."""

import json
from binascii import a2b_base64, b2a_base64

from engine_core.state.entries import unpack
from host.analysis import tables
from host.analysis.seat_view import SeatView
from host.site.page_analysis import PageAnalysis
from tests.conformance.support.page_store import Worker, in_order, link_of, record_of

SLOW = (
    "test_the_review_of_a_deal_is_the_same_everywhere",
    "test_what_a_review_found_costs_the_same_everywhere",
    "test_a_throw_of_practice_is_the_same_everywhere",
)

SEED = "2026-11-24"


class Analysis:
    """A page's second worker."""

    def __init__(self):
        self._analysis = PageAnalysis()

    def said(self, what, *values):
        return json.loads(self._analysis.ask(what, json.dumps(values)))

    def ask(self, what, *values):
        told = self.said(what, *values)
        assert "value" in told, told
        return told["value"]

    def review(self, told, most=None):
        """Return the review of a game, or of its first steps."""
        far = self.ask("begin", told)
        while far["done"] < min(far["whole"], most or far["whole"]):
            far = self.ask("step")
        return self.ask("found")


def stored(name):
    worker = Worker()
    worker.ask("take record", record_of(name))
    return worker.ask("reviewed", 1)


def begun(told, entries):
    """Return the game with its first entries alone."""
    data, at = a2b_base64(told["packed"]), 0
    for _ in range(entries):
        at = unpack(data, at)[1]
    return dict(told, packed=b2a_base64(data[:at]).decode().strip())


def test_the_review_of_a_deal_is_the_same_everywhere():
    told = begun(stored("traditional"), 20)
    found = Analysis().review(told)
    for side in found["sides"]:
        assert side["luck"] and side["skill"]
    return in_order(found)


def test_what_a_review_found_costs_the_same_everywhere():
    analysis, told = Analysis(), begun(stored("traditional"), 20)
    assert analysis.ask("reviewable", told)
    assert not analysis.ask("reviewable", stored("noddy-flush"))
    analysis.review(told)
    costs = analysis.ask("costs")
    assert [sorted(side) for side in costs] == [["plays", "throws"]] * 2
    worker = Worker()
    worker.ask("keep costs", told["key"], costs)
    assert json.loads(worker.store.reviewed) == [[told["key"], costs]]
    return in_order(costs)


def test_a_review_shows_what_it_has_found_so_far():
    analysis = Analysis()
    found = analysis.review(stored("traditional"), most=3)
    assert all([not side["luck"] for side in found["sides"]])
    assert found["curves"][0] and found["sides"][0]["first"].startswith(found["sides"][0]["name"])


def test_a_game_of_three_has_its_throws_and_curves():
    found = Analysis().review(stored("three-handed"))
    assert len(found["curves"]) == 3
    return in_order(found)


def test_what_is_not_reviewed_is_said_with_the_reason():
    analysis = Analysis()
    told = analysis.said("begin", stored("noddy-flush"))
    assert told == {"trouble": "Only Traditional, three-handed and four-handed games are reviewed"}
    assert analysis.said("step") == {"trouble": "No review has begun"}


def test_the_game_of_a_link_is_reviewed_without_being_kept():
    worker = Worker()
    told = worker.ask("reviewed link", "#game=" + link_of("traditional"))
    assert told["title"] == "A game from a link" and told["names"] == ["Ann", "Ben"]
    assert worker.ask("games") == []
    assert Analysis().ask("begin", told)["whole"] > 10


def test_a_throw_of_practice_is_the_same_everywhere():
    analysis = Analysis()
    problem = analysis.ask("problem", SEED, None)
    throw = " ".join(problem["hand"][:2])
    judged = analysis.ask("judged", SEED, None, throw)
    assert len(judged["rows"]) == 15 and judged["experts"]
    play = analysis.ask("played", SEED, None, throw, "deal", [])
    play = analysis.ask("played", SEED, None, throw, "deal", play["fitting"][:1])
    for words in ("", "5H", "5H 5H", "nonsense"):
        assert "trouble" in analysis.said("judged", SEED, None, words)
    return in_order([problem, judged, play])


def test_results_are_kept_and_own_throws_come_again():
    """The view is one that was costly; the same one was got right since."""
    analysis, worker = Analysis(), Worker()
    problem = analysis.ask("problem", SEED, None)
    view = [0, [1, 5, 9, 22, 33, 51], [60, 49], 121]
    costly = [[view, 3.0, 1, 2, 0]]
    judged = analysis.ask("judged", "own 1 2 0", view, "AH 2H")
    worker.ask("keep practice", "own", judged["result"])
    best = " ".join(judged["rows"][0]["throw"])
    now = worker.store.time
    assert analysis.ask("due", "Ann", costly, [], now) == [costly, ""]
    right = analysis.ask("judged", "own 1 2 0", view, best)["result"]
    worker.store.time += 86400
    worker.ask("keep practice", "own", right)
    rows = Worker(worker.store).ask("practised")
    assert [row[1] for row in rows] == ["own", "own"]
    due, text = analysis.ask("due", "Ann", costly, rows, worker.store.time + 3600)
    assert due == [] and "will come again later" in text
    assert analysis.ask("due", "Ann", costly, rows, worker.store.time + 90000)[0] == costly
    assert analysis.ask("problem", SEED, None) == problem
    return "\n".join(analysis.ask("trend", rows + ["damaged", [1]]))


def test_costly_throws_are_found_where_it_is_known_who_threw_what():
    assert Analysis().ask("costly", stored("traditional"), 1, 0) == []
    told = dict(stored("traditional"), owners=[[1, OWNERS]])
    return in_order(Analysis().ask("costly", begun(told, 20), 7, 0))


OWNERS = "2C 3C / 9D KH"


def test_the_opponent_chooses_by_a_view_of_its_seat_alone():
    analysis = Analysis()
    view = [1, [12, 22, 33, 50], [], [30], [4, 8], 44, [30], 0, False, [60, 70], 121]
    assert len(SeatView(*view)) == len(view)
    chosen = [analysis.ask("lay", strength, view) for strength in (1, 2, 3)]
    assert all([one in view[1] for one in chosen])
    stuck = [1, [50], [], [46, 40], [], 44, [46, 40, 35], 0, False, [60, 70], 121]
    assert analysis.ask("lay", 3, stuck) is None
    hand = [0, 5, 10, 22, 33, 51]
    throws = [analysis.ask("throw", strength, [1, hand, [60, 70], 121]) for strength in (1, 2, 3)]
    for thrown in throws:
        assert len(set(thrown)) == 2 and set(thrown) <= set(hand)
    analysis.ask("ready", 3)
    return in_order([chosen, throws])


def test_a_table_that_is_missing_is_asked_for():
    def missing(players):
        raise tables.TableMissing(tables.file_name(players))

    read, tables.read = tables.read, missing
    try:
        told = Analysis().said("begin", stored("traditional"))
    finally:
        tables.read = read
    assert told == {"wants": "two-handed.json"}
