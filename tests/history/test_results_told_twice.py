"""The results of games and the statistics of their players, beside sums of the deals that
host.mirror.deals tells, on random games."""

from collections import Counter
from functools import cache

import pytest

from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games.phases import OVER
from engine_core.pegs import skunks
from host.history.result import result
from host.history.rows import StoredGame
from host.history.statistics import BEST_HANDS, player_names, rivals, statistics
from host.mirror.deals import deals_of
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.player import Player, start

KINDS = [
    ((1, 2, 61, 0, opt.PLAIN), Player),
    ((1, 2, 61, opt.MUGGINS, opt.PLAIN), Player),
    ((2, 3, 61, 0, opt.PLAIN), Player),
    ((3, 4, 61, opt.STRICT_GO, opt.PLAIN), Player),
    ((5, 6, 121, 0, opt.ONCE_AROUND), Player),
    ((11, 2, 121, 0, opt.PLAIN), BattlePlayer),
    ((0, 2, 61, 0, opt.PLAIN), Player),
]
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
ROLES = ("dealer", "pone")


@cache
def games():
    """Return random games, the entries and the state of each: every third is not over."""
    found = []
    for seed in range(2 * len(KINDS)):
        kind, plays = KINDS[seed % len(KINDS)]
        game, player = Game(), plays(seed)
        entries = [start(kind, seed % kind[1] if kind[0] else 255)]
        game.apply(entries[0])
        most = 60 if seed % 3 == 2 else 2000
        while len(entries) < most and game.state.phase != OVER:
            entries.append(player.next(game.state))
            game.apply(entries[-1])
        found.append((entries, game.state))
    return found


def summed(entries, seats):
    """Return the sums of each seat in both roles, and its best hands as (points, what, cards)."""
    sums = [{role: Counter() for role in ROLES} for _ in range(seats)]
    hands: list[list] = [[] for _ in range(seats)]
    for deal in deals_of(entries):
        if not deal["counts"]:
            continue
        for seat in range(seats):
            sums[seat][ROLES[seat != deal["dealer"]]].update(
                {"deals": 1, "play": deal["pegged"].get(str(seat), 0)}
            )
        for one in deal["counts"]:
            role = sums[one["seat"]][ROLES[one["seat"] != deal["dealer"]]]
            role.update({one["what"] + "s": 1, one["what"]: one["points"]})
            cards = one["cards"] + ([deal["starter"]] if deal["starter"] else [])
            hands[one["seat"]].append((one["points"], one["what"], cards))
    return sums, hands


@pytest.mark.parametrize("number", range(2 * len(KINDS)))
def test_a_result_has_what_the_deals_say(number):
    entries, state = games()[number]
    told = result(entries)
    sums, hands = summed(entries, state.seats)
    for seat, player in enumerate(told["players"]):
        for role in ROLES:
            assert player[role] == {name: sums[seat][role][name] for name in player[role]}
        best = player["best"]
        if not hands[seat]:
            assert best is None
            continue
        most = max(points for points, _, _ in hands[seat])
        first = next(hand for hand in hands[seat] if hand[0] == most)
        assert (best["points"], best["what"], best["cards"]) == first
    assert told["scores"] == list(state.scores) and told["seats"] == state.seats
    assert told["over"] == (state.phase == OVER) and told["deals"] == state.deal_number
    assert told["winner"] == (state.winner if told["over"] else None)
    assert len(told["losses"]) == (len(state.scores) if told["over"] else 0)
    assert told["side_of"] == [state.side(seat) for seat in range(state.seats)]
    assert told["people"] == list(range(state.seats))
    dealers = [deal["dealer"] for deal in deals_of(entries) if deal["number"] == 1]
    assert [told["first_dealer"]] == dealers or told["first_dealer"] is None


@cache
def stored():
    """Return the games with their names, which move by one seat from game to game."""
    found = []
    for number, (entries, state) in enumerate(games(), 1):
        names = [NAMES[(number + seat) % len(NAMES)] for seat in range(state.seats)]
        found.append(StoredGame(number, "", "", None, 0.0, names, {}, result(entries)))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_statistics_are_the_sums_of_the_games(name):
    told = statistics(stored(), name.upper())
    sums, first = {role: Counter() for role in ROLES}, {role: [0, 0] for role in ROLES}
    counts, against, hands = Counter(), {}, []
    for game, (entries, state) in zip(stored(), games(), strict=True):
        if name not in game.names:
            continue
        seat = game.names.index(name)
        side = state.side(seat)
        own, best = summed(entries, state.seats)
        for role in ROLES:
            sums[role].update(own[seat][role])
        if best[seat]:
            hands.append((max(points for points, _, _ in best[seat]), -game.id))
        counts["games"] += 1
        if state.phase != OVER:
            continue
        won = state.winner == side
        lost = [skunks.NAMES[loss] for loss in skunks.losses(state)]
        counts.update({"finished": 1, "won": won})
        role = ROLES[game.result["first_dealer"] != seat]
        first[role] = [first[role][0] + won, first[role][1] + 1]
        others = [score for n, score in enumerate(state.scores) if n != side]
        if won:
            counts["spread"] += state.scores[side] - max(others)
            counts["skunks given"] += lost.count("skunk") + lost.count("lurch")
            counts["double skunks given"] += lost.count("double skunk")
        else:
            counts["spread"] -= max(others) - state.scores[side]
            counts["skunks taken"] += lost[side] in ("skunk", "lurch")
            counts["double skunks taken"] += lost[side] == "double skunk"
        for other, rival in enumerate(game.names):
            if state.side(other) != side:
                record = against.setdefault(rival, {"won": 0, "games": 0})
                record["won"] += won
                record["games"] += 1
    for what, count in counts.items():
        assert told[what] == count, what
    assert (told["name"], told["first"], told["against"]) == (name.upper(), first, against)
    assert told["deals"] == {role: sums[role]["deals"] for role in ROLES}
    for role in ROLES:
        for what, of in (("play", "deals"), ("hand", "hands"), ("crib", "cribs")):
            times = sums[role][of]
            assert told["averages"][role][what] == (
                round(sums[role][what] / times, 2) if times else None
            )
    assert [(one["points"], -one["game"]) for one in told["best"]] == sorted(hands, reverse=True)[
        :BEST_HANDS
    ]


def test_players_are_named_by_their_games_and_met_on_other_sides():
    times = Counter(name for game in stored() for name in game.names)
    assert player_names(stored()) == sorted(times, key=lambda name: (-times[name], name))
    for first in NAMES:
        for second in NAMES:
            met = [
                game.id
                for game in stored()
                if first in game.names
                and second in game.names
                and game.result["side_of"][game.names.index(first)]
                != game.result["side_of"][game.names.index(second)]
            ]
            assert [game.id for game in rivals(stored(), first, second)] == met
