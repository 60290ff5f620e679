"""The figures of a two-handed game: how each side does against an average player.

Par is the average of the players in the computed tables: by play, hand and crib, as dealer and as
pone (Colvert: 26 points in two deals). Schell's positional holes are the average positions of a
player about to deal, and of one whose opponent is. The luck of the cut is the points that the
starter added to the hands and the crib, less the average over all other starters. The board does
not know who threw which card, so the points lost by throws are not among the figures.
"""

from engine_core.count import cards, show
from engine_core.game.game import Game
from engine_core.games.options import CRIB_WARS, RANKS_ALONE
from engine_core.games.seats import NO_SEAT
from engine_core.pegs.skunks import loss

from . import tables
from .analysed_games import TRADITIONAL
from .portable import cache, combinations_with_replacement
from .tables import DEALER, PONE

_NIBS = 2
_JACK = 10
_DECK = 52
_SEEN = 12  # cards of both hands and the crib
_PARTS = ("play", "hand", "crib")
# Schell's positional holes before a deal, by role.
_HOLES = {DEALER: (18, 44, 70, 96), PONE: (8, 34, 60, 86, 112)}
_HOLES_TARGET = 121


def game_figures(game: Game, deals: list[dict]) -> dict | None:
    """Return the figures, ready for JSON; None if the game is not two-handed, and before the first
    deal.

    deals: as host.mirror.deals.deals_of. Of each side there are, in points: `play`, `hand` and
    `crib`, each with `deals` (how many), `average` and `par`, None if there is none;
    `against_par` and `luck` in all; `hole` (`at`, `ahead`: before this deal); `to_win`, and
    `to_skunk_line`, 0 where it is passed, or None.
    """
    state = game.state
    if state.code != TRADITIONAL or state.seats != 2 or state.track == CRIB_WARS:
        return None
    if state.options & RANKS_ALONE or state.dealer == NO_SEAT:
        return None
    dealt = [deal for deal in deals if deal["number"] and deal["dealer"] is not None]
    if not dealt:
        return None
    lucks = [found for found in [_luck(deal) for deal in dealt] if found]
    return {
        "deals": len(dealt),
        "sides": [_side(state, side, dealt, lucks) for side in (0, 1)],
    }


@cache
def par() -> dict:
    """Return the average points of a deal by role and then by play, hand and crib."""
    cribs = [_mean(tables.crib_by_starter(rank)) for rank in range(tables.RANKS)]
    crib = sum(cribs) / tables.RANKS
    return {
        DEALER: {"play": _pegs(DEALER), "hand": _mean(tables.hand_chances(DEALER)), "crib": crib},
        PONE: {"play": _pegs(PONE), "hand": _mean(tables.hand_chances(PONE)), "crib": 0.0},
    }


def _mean(chances: list[float]) -> float:
    return sum([points * chance for points, chance in enumerate(chances)])


def _pegs(role: int) -> float:
    kept = tables.keep_chances(role)
    hands = combinations_with_replacement(range(tables.RANKS), 4)
    return sum([kept[at] * tables.peg_averages(role, four)[0] for at, four in enumerate(hands)])


def _side(state, side: int, deals: list[dict], lucks: list[tuple[float, float]]) -> dict:
    found: dict = {part: [0, 0, 0.0] for part in _PARTS}  # deals, points, par
    for deal in deals:
        role = DEALER if deal["dealer"] == side else PONE
        counts = [one for one in deal["counts"] if one["seat"] == side]
        if deal["counts"]:
            _add(found["play"], deal["pegged"].get(str(side), 0), par()[role]["play"])
        for one in counts:
            if one["what"] in ("hand", "crib"):
                _add(found[one["what"]], one["points"], par()[role][one["what"]])
    score = state.scores[side]
    limits = [at for at in range(state.target) if not loss(at, state.target)]
    against = sum([found[part][1] - found[part][2] for part in _PARTS])
    return dict(
        {part: _average(*sums) for part, sums in found.items()},
        against_par=round(against, 1),
        luck=round(sum([luck[side] for luck in lucks]), 1) if lucks else None,
        hole=_hole(state, side, deals),
        to_win=max(0, state.target - score),
        to_skunk_line=max(0, limits[0] - score) if limits else None,
    )


def _add(sums: list, points: int, average: float) -> None:
    sums[0] += 1
    sums[1] += points
    sums[2] += average


def _average(deals: int, points: int, average: float) -> dict:
    if not deals:
        return {"deals": 0, "average": None, "par": None}
    return {
        "deals": deals,
        "average": round(points / deals, 1),
        "par": round(average / deals, 1),
    }


def _hole(state, side: int, deals: list[dict]) -> dict | None:
    """Return the positional hole nearest to the side's score before this deal."""
    if state.target != _HOLES_TARGET:
        return None
    before = deals[-2]["scores"][side] if len(deals) > 1 else 0
    holes = _HOLES[DEALER if deals[-1]["dealer"] == side else PONE]
    at = min(holes, key=lambda hole: abs(hole - before)) if len(deals) > 1 else 0
    return {"at": at, "ahead": before - at}


def _luck(deal: dict) -> tuple[float, float] | None:
    """Return the net points that the starter brought each side; None until everything is
    counted."""
    hands = {(one["what"], one["seat"]): one["cards"] for one in deal["counts"]}
    dealer = deal["dealer"]
    wanted = (("hand", 1 - dealer), ("hand", dealer), ("crib", dealer))
    if deal["starter"] is None or any([len(hands.get(one, ())) != 4 for one in wanted]):
        return None
    pone, own, crib = [[cards.card(name) for name in hands[one]] for one in wanted]
    seen = set(pone + own + crib)
    if len(seen) != _SEEN:
        return None

    def net(starter: int) -> int:
        nibs = _NIBS if starter >> 2 == _JACK else 0
        gained = nibs + show.count(own, starter) + show.count(crib, starter, True)
        return gained - show.count(pone, starter)

    others = [net(starter) for starter in range(_DECK) if starter not in seen]
    luck = net(cards.card(deal["starter"])) - sum(others) / len(others)
    return (luck, -luck) if dealer == 0 else (-luck, luck)
