"""Luck and skill of each side, computed apart, explain the points of any game of two."""

import statistics
from itertools import combinations

import pytest

from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games.phases import OVER
from engine_core.state.entries import CARD, MINUS, POINTS
from host.analysis import tables
from host.analysis.decisions import deals_of
from host.analysis.game_review import review
from host.analysis.play_luck import is_whole, play_steps
from host.analysis.play_out import PlayOut
from host.analysis.player import EASY, STEADY, Player
from host.analysis.side_luck import luck_and_skill
from host.analysis.throws import ranked
from tests.analysis.played_games import played
from tests.cases import slow
from tests.conformance.support.kit import Rand
from tests.conformance.support.player import Player as Table
from tests.conformance.support.player import start

NAMES = ("Ann", "Ben")
MEAN_ERRORS = 3.0  # by which an average of luck may be off

# Of a table that makes mistakes: options, careless and meddling as its Player has them.
TABLES = [
    (opt.CRIB_BY_OWNER, 0, 0),
    (0, 6, 0),
    (0, 0, 9),
    (opt.MUGGINS | opt.GIVE_BACK | opt.PENALTY_12, 0, 0),
    (opt.MUGGINS_IN_PLAY | opt.RENEGE_PENALTY, 6, 20),
    (opt.GO_BY_ITSELF | opt.CRIB_BY_OWNER, 0, 15),
]


class Random(Player):
    """Throws at random, and lays as the players of the tables."""

    def __init__(self, random):
        super().__init__(STEADY)
        self._random = random

    def throw(self, view):
        return self._random.choice(list(combinations(view.hand, 2)))


def by_table(seed, options, careless, meddling):
    """Return the entries of a game of random cards and mistakes, and its scores."""
    table, game, entries = Table(seed, careless, meddling), Game(), []
    entry = start((1, 2, 121, options, opt.PLAIN), 0)
    while game.state.phase != OVER:
        entries.append(entry)
        game.apply(entry)
        if game.state.phase != OVER:
            entry = table.next(game.state)
    return entries, game.state.scores


def quick(entries):
    """Return the luck and skill of both sides without the values of the plays, and the game."""
    game, deals = deals_of(entries)
    return [luck_and_skill(deals, seat, {}, {}) for seat in (0, 1)], game


@pytest.mark.parametrize(
    ("options", "careless", "meddling"), [TABLES[0], TABLES[4], *slow(*TABLES[1:4], TABLES[5])]
)
def test_luck_and_skill_are_the_points_in_whatever_happens_at_a_table(options, careless, meddling):
    beside = 0
    for seed in range(8):
        entries, scores = by_table(seed, options, careless, meddling)
        found, _ = quick(entries)
        for side, (luck, skill) in enumerate(found):
            assert sum(luck) + sum(skill) == pytest.approx(scores[side], abs=1e-6)
            beside += abs(skill.beside)
    penalties = meddling or options & (opt.MUGGINS | opt.MUGGINS_IN_PLAY)
    assert bool(beside) == bool(penalties)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *slow(1)])
def test_luck_and_skill_of_reviewed_games_are_the_points(seed):
    for side in review(played([Player(EASY), Player(STEADY)], Rand(seed), 0, 61), NAMES).sides:
        assert side.luck + side.skill == pytest.approx(side.points, abs=1e-6)
        assert side.luck == pytest.approx(sum(side.parts))
        assert side.skill == pytest.approx(sum(side.skills))


def test_the_points_of_a_whole_play_are_followed_card_by_card():
    """Both sums are computed from playing out, the pegged points by the engine."""
    whole = 0
    for seed in range(3):
        _, deals = deals_of(played([Player(EASY), Player(STEADY)], Rand(seed)))
        for deal in filter(is_whole, deals):
            whole += 1
            for seat in (0, 1):
                pegged = sum(
                    [deal.scored.get((seat, what), 0) for what in ("play", "go", "last card")]
                )
                steps = play_steps(deal, seat, {}, PlayOut())
                assert steps.begun + steps.met == pegged
    assert whole > 20


@pytest.mark.slow
def test_players_of_the_tables_have_no_skill_of_their_own():
    """STEADY throws and lays as the tables' players do, so only luck makes a difference."""
    entries = played([Player(STEADY), Player(STEADY)], Rand(3), 0, 61)
    found = review(entries, NAMES)
    _, deals = deals_of(entries)
    rows = {(one.deal, n): one.rows for n in (0, 1) for one in found.sides[n].throws if one.rows}
    choices = {(one.deal, one.played): one.choices for side in found.sides for one in side.plays}
    assert len(rows) > 5 and len(choices) > 20
    for seat in (0, 1):
        _, skill = luck_and_skill(deals, seat, rows, choices)
        assert skill.own == pytest.approx(0, abs=0.02)
        assert skill.others == pytest.approx(0, abs=0.02)
        assert skill.beside == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("games", [14])
def test_bad_throws_are_lack_of_skill_and_not_bad_luck(games):
    """Without the values of the plays, in which both are the same."""
    skills, lucks = ([], []), ([], [])
    random = Rand(7)
    for seed in range(games):
        entries = played([Random(random), Player(STEADY)], Rand(100 + seed), seed % 2)
        _, deals = deals_of(entries)
        rows = _rows(deals)
        for seat in (0, 1):
            luck, skill = luck_and_skill(deals, seat, rows, {})
            skills[seat].append(skill.own)
            lucks[seat].append(sum(luck))
    assert statistics.mean(skills[0]) < -20
    assert statistics.mean(skills[1]) == pytest.approx(0, abs=0.1)
    for each in lucks:
        error = statistics.stdev(each) / len(each) ** 0.5
        assert abs(statistics.mean(each)) < MEAN_ERRORS * error


def _rows(deals):
    """Return the rows of the throws that are known."""
    found = {}
    for deal in deals:
        for seat in (0, 1):
            if deal.thrown.get(seat) and len(deal.hand(seat)) == 4:
                six = [*deal.hand(seat), *deal.thrown[seat]]
                role = tables.DEALER if deal.dealer == seat else tables.PONE
                found[deal.number, seat] = tuple(ranked(six, role, None, 121))
    return found


def test_points_by_hand_are_beside_the_cards():
    entries = played([Player(STEADY), Player(STEADY)], Rand(3), 0, 61)
    at = next(n for n, entry in enumerate(entries) if n > 20 and entry[0] == CARD)
    more = [*entries[:at], (POINTS, 0, 5), (MINUS, 1, 2)]
    before, _ = quick(entries[:at])
    after, game = quick(more)
    for side, change in ((0, 5), (1, -2)):
        assert after[side][0] == before[side][0]
        assert after[side][1].beside == before[side][1].beside + change
        assert sum(map(sum, after[side])) == pytest.approx(game.state.scores[side])
