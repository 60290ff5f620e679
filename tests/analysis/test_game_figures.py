"""The figures of a game, against an average player."""

import pytest

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.games.seats import NO_SEAT
from host.analysis.game_figures import game_figures, par
from host.analysis.tables import DEALER, PONE
from host.history.game_answers import figures_of
from host.mirror.deals import deals_of
from host.record_file import read_record
from tests.conformance.support.player import PLAIN, Player, start
from tests.page.record_play import RECORDS

LONG = next(kind for kind in PLAIN if kind[:3] == (1, 2, 121))


def entries_of(name):
    return read_record(RECORDS / f"{name}.txt").entries


def test_par_is_26_points_in_two_deals():
    total = sum(sum(par()[role].values()) for role in (DEALER, PONE))
    assert total == pytest.approx(26.2, abs=0.3)
    assert par()[DEALER]["hand"] == pytest.approx(8.0, abs=0.05)
    assert par()[DEALER]["crib"] == pytest.approx(4.8, abs=0.05)


def test_averages_of_a_recorded_game_are_those_of_its_deals():
    entries = entries_of("traditional")
    deals = [deal for deal in deals_of(entries) if deal["number"]]
    first = figures_of(entries)["sides"][0]
    hands = [
        one["points"]
        for d in deals
        for one in d["counts"]
        if (one["seat"], one["what"]) == (0, "hand")
    ]
    assert first["hand"]["average"] == round(sum(hands) / len(hands), 1)
    assert first["hand"]["deals"] == len(hands)
    assert first["play"]["average"] == round(sum(d["pegged"].get("0", 0) for d in deals) / 5, 1)
    assert first["to_win"] == 0


def test_the_luck_of_the_cut_of_one_side_is_the_bad_luck_of_the_other():
    first, second = figures_of(entries_of("traditional"))["sides"]
    assert first["luck"] == -second["luck"] != 0


def test_all_starters_together_bring_no_luck():
    """A deal with each of the other starters in turn: their luck adds up to zero."""
    entries = entries_of("traditional")
    deal = next(deal for deal in deals_of(entries) if len(deal["counts"]) == 3)
    held = {name for one in deal["counts"] for name in one["cards"]}
    game = Game()
    for entry in entries:
        game.apply(entry)
    lucks = []
    for rank in "A23456789TJQK":
        for suit in "SHDC":
            if rank + suit not in held:
                turned = {**deal, "starter": rank + suit}
                lucks.append(game_figures(game, [turned])["sides"][0]["luck"])
    assert len(lucks) == 40 and sum(lucks) == pytest.approx(0, abs=2.5)  # each is rounded
    assert min(lucks) < -2 < 2 < max(lucks)


def test_the_skunk_line_the_holes_and_what_is_needed_follow_the_score():
    game, player, seen = Game(), Player(5, careless=0), 0
    entries = [start(LONG, 0)]
    game.apply(entries[0])
    while game.state.phase != phases.OVER:
        entries.append(player.next(game.state))
        is_new = any(event[0] == "deal" for event in game.apply(entries[-1]))
        if not is_new or game.state.deal_number < 2:
            continue
        for side, found in enumerate(figures_of(entries)["sides"]):
            score = game.state.scores[side]
            assert found["to_win"] == 121 - score
            assert found["to_skunk_line"] == max(0, 91 - score)
            assert found["hole"]["at"] + found["hole"]["ahead"] == score
            deals = game.state.dealer == side
            assert found["hole"]["at"] in ((18, 44, 70, 96) if deals else (8, 34, 60, 86, 112))
        seen += 1
    assert seen > 3


def test_a_deal_ends_with_all_its_points():
    deals = [deal for deal in deals_of(entries_of("traditional")) if deal["number"]]
    before = [0, 0]
    for deal in deals:
        made = [deal["pegged"].get(str(seat), 0) for seat in (0, 1)]
        for one in deal["counts"]:
            made[one["seat"]] += one["points"]
        assert deal["scores"] == [
            min(61, was + more) for was, more in zip(before, made, strict=True)
        ]
        before = deal["scores"]


@pytest.mark.parametrize("name", ["three-handed-go", "battlefield-three", "traditional-ranks"])
def test_other_games_have_no_figures(name):
    assert figures_of(entries_of(name)) is None


def test_before_the_first_deal_there_are_none():
    assert figures_of([start(LONG, NO_SEAT)]) is None
