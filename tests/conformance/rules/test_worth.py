"""The points of a pair, a run, a go and the last card come from the preset's Scoring."""

from engine_core import api
from engine_core.api import Game, card, cards
from engine_core.count import show
from engine_core.count.scoring import Scoring
from engine_core.games.presets import PRESETS, Deal, Preset


class House(Scoring):
    """A house's own points."""

    pair = 3
    run_of_three = 5
    go = 4
    last_card = 7
    most = 45


HOUSE = House()


def house():
    """Return a game with the house's points, which has just begun."""
    row = Preset(200, "House", Deal((6, 6), (2, 2)), scoring=HOUSE)
    PRESETS.append(row)
    try:
        return Game.new("House", dealer=0)
    finally:
        PRESETS.remove(row)


def scored(events):
    return [(event.what, event.points) for event in events if event.kind == "score"]


def test_pairs_and_runs_of_the_show_have_the_presets_worth():
    hand, starter = cards("4H 4S 4D 9C"), card("KD")
    assert show.count(hand, starter, False, HOUSE) == 3 * 3
    assert show.count(cards("6H 7S 8D KC"), card("2D"), False, HOUSE) == 2 + 2 + 5
    assert sum([item[1] for item in show.explain(hand, starter, False, HOUSE)]) == 3 * 3


def test_pairs_and_runs_of_the_play_have_the_presets_worth():
    assert api.points(cards("4H 4S 4D"), HOUSE) == 9
    assert api.points(cards("4H 5S 3D"), HOUSE) == 5


def test_a_go_and_the_last_card_have_the_presets_worth():
    game = house()
    found = []
    for said in "2S KH QD 9H go go 7D 7C 5S 6C AD".split():
        found += scored(game.push(said))
    assert found[:4] == [("go", 4), ("play", 3), ("play", 5), ("last card", 7)]
