"""The opponent: its choices are allowed, the same for the same view, and better with strength."""

from itertools import combinations

import pytest

from engine_core.count.cards import cards
from host.analysis.player import EASY, FULL, STEADY, Player, ThrowView
from host.analysis.seat_view import SeatView
from host.analysis.throws import ranked
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand

_GAMES = 8


class Careless:
    """Throws and lays by chance."""

    def __init__(self, random):
        self._random = random

    def throw(self, view):
        return self._random.choice(list(combinations(view.hand, 2)))

    def play(self, view):
        room = 31 - sum(min(10, (card >> 2) + 1) for card in view.line)
        fitting = [card for card in view.hand if min(10, (card >> 2) + 1) <= room]
        return self._random.choice(fitting) if fitting else None


def margin(first, second, games=_GAMES):
    """Return the average lead of `first`, in points, each dealing half of the games."""
    found = 0
    for number in range(games):
        entries = played([first, second], Rand(40 + number), number % 2)
        found += _scores(entries)[0] - _scores(entries)[1]
    return found / games


def _scores(entries):
    from engine_core.game.game import Game

    game = Game()
    for entry in entries:
        game.apply(entry)
    return game.state.scores


def view(hand, line="", role=1, others="", scores=(40, 40)):
    return SeatView(
        role,
        tuple(cards(hand)),
        (),
        tuple(cards(others)),
        (),
        cards("2H")[0],
        tuple(cards(line)),
        0,
        False,
        scores,
        121,
    )


@pytest.mark.parametrize("strength", [EASY, STEADY, FULL])
def test_a_card_that_fits_is_laid_and_go_is_said_where_none_does(strength):
    player = Player(strength)
    assert player.play(view("KS QS", "KD KC 8D")) is None
    assert player.play(view("KS 3S", "KD KC 8D")) == cards("3S")[0]
    assert player.play(view("KS 5S", "TD", 0, "TD")) == cards("5S")[0]
    hand = tuple(cards("5H 6D JC QC KD AS"))
    assert len(set(player.throw(ThrowView(0, hand, (0, 0), 121)))) == 2


def test_full_strength_throws_what_is_likeliest_to_win():
    for scores in ((0, 0), (118, 110), (90, 119)):
        hand = cards("5H 6D JC QC KD AS")
        thrown = Player(FULL).throw(ThrowView(1, tuple(hand), scores, 121))
        assert list(thrown) == ranked(hand, 1, scores, 121)[0]["throw"]


def test_equal_views_give_equal_cards():
    seen = view("4D 5D 9H QD", "8C", 0, "8C")
    assert {Player(FULL).play(seen) for _ in range(2)} == {Player(FULL).play(seen)}


def test_a_five_is_not_led():
    for strength in (STEADY, FULL):
        assert Player(strength).play(view("5S 5H 4D KD")) not in cards("5S 5H")


@pytest.mark.slow
def test_steady_beats_careless_by_far_and_easy_by_less():
    steady = Player(STEADY)
    assert margin(steady, Careless(Rand(1))) > 25
    assert margin(steady, Player(EASY), 80) > 0
