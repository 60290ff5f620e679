"""A review for programs: every decision, named or not, ready for JSON."""

from engine_core.count.cards import name

from .decision_review import PlayReview, ThrowReview
from .game_review import GameReview, SideReview


def as_json(found: GameReview) -> dict:
    """Return the review. Cards are two letters, costs are positive numbers, chances are
    percentages; unknown values are None."""
    return {
        "sides": [
            {
                "name": side.name,
                "points": side.points,
                "luck": _rounded(side.luck),
                "skill": _skill(side),
                "throws": [_throw(one) for one in side.throws],
                "plays": [_play(one) for one in side.plays],
            }
            for side in found.sides
        ]
    }


def _skill(side: SideReview) -> "float | None":
    """Return the skill, with what was rounded off the luck, so that the two add up as before."""
    if side.luck is None or side.skill is None:
        return None
    return _rounded(side.skill + side.luck - round(side.luck, 2))


def _throw(one: ThrowReview) -> dict:
    return {
        "deal": one.deal,
        "dealer": one.dealer,
        "cards": names(one.cards),
        "thrown": names(one.thrown) or None,
        "best": names(one.best) or None,
        "points": _rounded(one.points),
        "chance": _rounded(one.chance),
    }


def _play(one: PlayReview) -> dict:
    return {
        "deal": one.deal,
        "line": names(one.line),
        "hand": names(one.hand),
        "played": name(one.played),
        "best": name(one.best),
        "points": _rounded(one.points),
        "chance": _rounded(one.chance),
        "error": _rounded(one.error),
    }


def names(cards) -> list[str]:
    """Return cards as two letters each."""
    return [name(card) for card in cards]


def _rounded(value: "float | None") -> "float | None":
    return None if value is None else round(value, 2)
