"""A review for its page: words, the curve, and decisions to try again."""

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import name
from hardware import board
from host.analysis.decision_review import PlayReview, ThrowReview
from host.analysis.game_review import GameReview, costliest, is_named
from host.analysis.review_json import names
from host.analysis.review_words import (
    decision_text,
    first_line,
    luck_line,
    position_text,
    skill_line,
    turn_text,
    unknown_lines,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def review_answer(found: GameReview, title: str) -> dict:
    """Return the review, ready for JSON.

    `sides` have `name`, `rgb`, `first` (one line), `luck` and `skill` (lines, or ""), `again` (the
    costliest decisions, from `_again`) and `rest` (deal and text of every other known decision
    that was not the best). `curves` are the chances as percentages before each deal and at the
    end, of the first side, or of each with three and four players; `turns` the reasons for their
    changes, `unknown` lines about unknown decisions.
    """
    return {
        "title": title,
        "sides": [_side(found, number) for number in range(len(found.sides))],
        "curves": [_percents(each) for each in found.curves or (found.curve,)],
        "turns": [
            {"deal": turn.deal, "change": round(100 * turn.change), "text": turn_text(found, turn)}
            for turn in found.turns
        ],
        "unknown": unknown_lines(found),
    }


def _percents(chances):
    return [round(100 * chance, 1) for chance in chances]


def _side(found, number):
    side = found.sides[number]
    again = costliest(side)
    others = [
        one
        for deal in sorted({one.deal for one in side.throws + side.plays})
        for one in side.throws + side.plays
        if one.deal == deal
        if one.chance and one not in again
    ]
    return {
        "name": side.name,
        "rgb": list(board.SIDES[number][1:]),
        "first": first_line(found, number),
        "luck": luck_line(side),
        "skill": skill_line(found, number),
        "again": [_again(found, number, one) for one in again],
        "rest": [
            {"deal": one.deal, "text": decision_text(found, number, one), "named": is_named(one)}
            for one in others
        ],
    }


def _again(found, number, one: "ThrowReview | PlayReview") -> dict:
    """Return a decision to try again: its `kind`, `hand` and `line` as it was, the `position`,
    `take` (how many cards to choose), the cards chosen (`own`), the `best` ones, and `worth`: by
    the cards chosen, joined, the cost of each choice against the best, in points and
    percentages."""
    is_throw = isinstance(one, ThrowReview)
    shown = {
        "deal": one.deal,
        "kind": "throw" if is_throw else "play",
        "position": position_text(found, number, one),
        "text": decision_text(found, number, one),
    }
    if is_throw:
        return dict(
            shown,
            hand=names(one.cards),
            line=[],
            take=len(one.thrown),
            own=names(sorted(one.thrown)),
            best=names(sorted(one.best)),
            worth=_throws(one),
        )
    return dict(
        shown,
        hand=names(one.hand),
        line=names(one.line),
        take=1,
        own=[name(one.played)],
        best=[name(one.best)],
        worth=_plays(one),
    )


def _throws(one):
    best = one.rows[0]
    return {
        " ".join(names(sorted(row["throw"]))): _cost(
            best["total"] - row["total"], best["win"] - row["win"]
        )
        for row in one.rows
    }


def _plays(one):
    best = one.choices[0]
    costs = {
        choice.card >> 2: _cost(best.points - choice.points, best.win - choice.win)
        for choice in one.choices
    }
    return {name(card): costs[card >> 2] for card in one.hand if card >> 2 in costs}


def _cost(points: float, win: float) -> "Sequence[float]":
    return [round(max(0.0, points), 1), round(100 * win, 1)]
