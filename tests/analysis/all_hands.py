"""The value of a card of the play, computed another way: every hand of real cards of the other,
and a play that is laid out card by card and counted by the engine's `points`."""

from collections import Counter
from itertools import combinations

from engine_core.count import play
from engine_core.count.cards import VALUE
from host.analysis import tables
from host.analysis.seat_view import SeatView
from tests.analysis.played_games import TARGET

MOST = 31


def positions(random, count):
    """Return `count` random views in a play of which some cards are laid by chance."""
    found = []
    while len(found) < count:
        deck = random.shuffle(list(range(52)))
        hands, thrown, starter = [deck[:4], deck[4:8]], (deck[8:10], deck[10:12]), deck[12]
        held = [list(hand) for hand in hands]
        laid, line, gone, rooms, turn = ([], []), [], [False, False], [0, 0], 1
        for _ in range(random.below(7)):
            fitting = [card for card in held[turn] if VALUE[card] <= MOST - play.total(line)]
            if not fitting:
                break
            card = random.choice(fitting)
            held[turn].remove(card)
            laid[turn].append(card)
            line.append(card)
            turn = 1 - turn
        fitting = {card >> 2 for card in held[turn] if VALUE[card] <= MOST - play.total(line)}
        if len(fitting) < 2 or play.total(line) == MOST or not held[1 - turn]:
            continue
        scores = random.below(100), random.below(100)
        own = (tuple(held[turn]), tuple(laid[turn]), tuple(laid[1 - turn]), tuple(thrown[turn]))
        table = (starter, tuple(line), rooms[1 - turn], gone[1 - turn], scores, TARGET)
        found.append(SeatView(turn, *own, *table))
    return found


def worths(view):
    """Return, for each rank, the average points, own less the other's, of laying it, over all
    hands."""
    known = {*view.hand, *view.own, *view.others, *view.thrown, view.starter}
    unseen = [card for card in range(52) if card not in known]
    many = Counter(
        tuple(sorted(card >> 2 for card in more))
        for more in combinations(unseen, 4 - len(view.others))
    )
    keeps, sets = tables.keep_chances(1 - view.role), tables.sets_of_four()
    weights = {}
    for more, ways in many.items():
        full = tuple(sorted([*more, *(card >> 2 for card in view.others)]))
        weights[more] = keeps[sets[full]] * ways / _ways(full)
    if not sum(weights.values()):
        weights = dict(many)
    whole = sum(weights.values())
    found = {}
    for rank in {card >> 2 for card in view.hand}:
        if VALUE[rank * 4] <= MOST - play.total(view.line):
            found[rank] = sum(
                weight * _played(view, rank, more) for more, weight in weights.items() if weight
            )
    return {rank: points / whole for rank, points in found.items()}


def _ways(ranks):
    """Return how many hands of a whole deck have these ranks."""
    ways = 1
    for many in Counter(ranks).values():
        for n in range(many):
            ways = ways * (4 - n) // (n + 1)
    return ways


def _played(view, first, more):
    """Return the points of the rest of the play that begins with `first`, own less the other's."""
    held = [sorted(card >> 2 for card in view.hand), list(more)]
    line = [card >> 2 for card in view.line]
    turn, last, gone = 0, 0, [False, view.other_gone]
    net = 0
    forced = first
    while True:
        count = sum(VALUE[rank * 4] for rank in line)
        rank = forced if forced is not None else _laid(line, held[turn], len(held[1 - turn]))
        forced = None
        if rank is None:
            gone[turn] = True
            if gone[1 - turn] or not held[1 - turn]:
                net += 1 if last == 0 else -1
                line, gone = [], [False, False]
                turn = 1 - last if held[1 - last] else last
            else:
                turn = 1 - turn
            continue
        held[turn].remove(rank)
        line.append(rank)
        last = turn
        points = play.points([one * 4 for one in line])
        count += VALUE[rank * 4]
        if not held[0] and not held[1]:
            points += count != MOST
        net += points if turn == 0 else -points
        if not held[0] and not held[1]:
            return net
        if count == MOST:
            line, gone = [], [False, False]
            turn = 1 - last if held[1 - last] else last
        elif not gone[1 - turn] and held[1 - turn]:
            turn = 1 - turn


def _laid(line, hand, others):
    """Return the rank that a careful player lays, None if none fits."""
    room = MOST - sum(VALUE[rank * 4] for rank in line)
    best = None
    for rank in sorted(set(hand), reverse=True):
        if VALUE[rank * 4] > room:
            continue
        after = [*line, rank]
        left = room - VALUE[rank * 4]
        worth = play.points([one * 4 for one in after])
        if left:
            fits = [one for one in range(13) if VALUE[one * 4] <= left]
            replies = sum(play.points([each * 4 for each in [*after, one]]) for one in fits)
            worth += (1 - len(fits) / 13) ** others - others * replies / 13
        if best is None or worth > best[0] + 1e-9:
            best = (worth, rank)
    return best and best[1]
