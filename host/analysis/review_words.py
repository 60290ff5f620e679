"""A review in words: the cost of decisions with the reasons, and the sources of a side's
points."""

import math

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import RANKS

from .decision_review import PlayReview, ThrowReview
from .game_review import GameReview, SideReview, costliest
from .turning_points import Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

_LITTLE = 0.05  # smaller differences in points are not mentioned


def rank_text(card: int) -> str:
    """Return the rank of a card in the usual form: `5`, `10`, `J`."""
    sign = RANKS[card >> 2]
    return "10" if sign == "T" else sign


def ranks_text(cards) -> str:
    """Return the ranks of cards, ascending, as in `5–J`."""
    return "–".join([rank_text(card) for card in sorted(cards)])


def first_line(found: GameReview, side: int) -> str:
    """Return the line about a player's most important decision."""
    named = costliest(found.sides[side], 1)
    name = found.sides[side].name
    if not named:
        decisions = list(found.sides[side].throws) + list(found.sides[side].plays)
        known = any(one.points is not None for one in decisions)
        return f"{name}: no decision {'cost much' if known else 'is known'}."
    return f"{name}, deal {named[0].deal}, {decision_text(found, side, named[0])}."


def decision_text(found: GameReview, side: int, one: "ThrowReview | PlayReview") -> str:
    """Return the cost of a decision and the reason, as in `throwing 5–J to Ann's crib: 0.9 points
    and 2 % more than 2–9`. Its cost must be known."""
    if isinstance(one, ThrowReview):
        return _throw_text(found, side, one)
    return _play_text(found, side, one)


def _throw_text(found, side, one):
    names = [each.name for each in found.sides]
    others = f"{names[1 - side]}'s" if len(names) == 2 else "another's"
    crib = f"{names[side]}'s own crib" if one.dealer else f"{others} crib"
    text = f"throwing {ranks_text(one.thrown)} to {crib}"
    if set(one.thrown) == set(one.best):
        return f"{text} was the best throw"
    cost = _cost(one.points, one.chance, "")
    return f"{text}: {cost} more than {ranks_text(one.best)}{_throw_reason(one)}"


def _throw_reason(one):
    best = one.rows[0]
    own = next(row for row in one.rows if set(row["throw"]) == set(one.thrown))
    sign = 1 if one.dealer else -1
    parts = (
        ("the hand is worth %.1f less", best["hand"] - own["hand"]),
        (
            "the crib is worth %.1f " + ("less" if one.dealer else "more"),
            sign * (best["crib"] - own["crib"]),
        ),
        ("it pegs %.1f less", best["pegging"] - own["pegging"]),
    )
    text, most = max(parts, key=lambda part: part[1])
    return f", since {text % most}" if most > _LITTLE else ""


def _play_text(found, side, one):
    on = f" on {'–'.join([rank_text(card) for card in one.line])}" if one.line else ""
    verb = "laying" if one.line else "leading"
    text = f"{verb} {rank_text(one.played)}{on}"
    if one.played >> 2 == one.best >> 2:
        return f"{text} was the best card"
    other = found.sides[1 - side].name
    less = one.points - one.given
    reason = ""
    if one.given >= max(less, _LITTLE):
        reason = f", since {other} can then expect {one.given:.1f} more"
    elif less > _LITTLE:
        reason = f", since it scores {less:.1f} less by the end of the play"
    cost = _cost(one.points, one.chance, "about ")
    return f"{text}: {cost} more than {rank_text(one.best)}{reason}"


def _cost(points, chance, about):
    return f"{about}{points_text(points)} and {percent_text(chance)}"


def points_text(points: float) -> str:
    """Return points to a tenth, with their unit."""
    return f"{points:.1f} point{'' if f'{points:.1f}' == '1.0' else 's'}"


def percent_text(chance: float) -> str:
    """Return a percentage: whole, or `less than 1 %`."""
    return "less than 1 %" if chance < 0.5 else f"{chance:.0f} %"


def _signed(value):
    return f"{value:+d}".replace("-", "−") if value else "0"


def _wholes(values: "Sequence[float]", whole: int) -> list[int]:
    """Return the values as whole numbers that add up to `whole`, which is their sum rounded."""
    found = [math.floor(value) for value in values]
    by_rest = sorted(range(len(found)), key=lambda n: found[n] - values[n])
    for n in by_rest[: whole - sum(found)]:
        found[n] += 1
    return found


def luck_line(side: SideReview) -> str:
    """Return the line about the sources of a side's points, "" if they are not known."""
    if side.luck is None or side.parts is None:
        return ""
    luck, skill = round(side.luck), side.points - round(side.luck)
    more = f"{luck} more by good luck" if luck >= 0 else f"{-luck} fewer by bad luck"
    names = ("dealt", "cut", "the other's cards")
    parts = zip(names, _wholes(side.parts, luck))
    told = ", ".join([f"{what} {_signed(value)}" for what, value in parts])
    return f"{side.name}'s {side.points} points: {skill} with average luck, {more} ({told})."


def skill_line(found: GameReview, number: int) -> str:
    """Return the line about the sources of a side's points with average luck, "" if they are not
    known."""
    side = found.sides[number]
    if side.luck is None or side.skills is None:
        return ""
    whole = side.points - round(side.luck)
    par, own, others, beside = _wholes(side.skills, whole)
    other = found.sides[1 - number].name
    told = f"{_signed(own)} by their own decisions, {_signed(others)} by {other}'s"
    if side.skills.beside:
        told += f", {_signed(beside)} by penalties, muggins and points by hand"
    average = f"{par} of an average player in as many deals"
    return f"{side.name}'s {whole} with average luck: {average}, {told}."


def turn_text(found: GameReview, turn: Turn) -> str:
    """Return the reason why the game turned in a deal, as in `Ann's hand of 16`."""
    name = found.sides[turn.seat].name
    if turn.what == "won":
        return f"{name} wins"
    if turn.what == "play":
        return f"{name} pegs {turn.points}"
    return f"{name}'s {turn.what} of {turn.points}"


def _sides_text(found):
    return "three players" if len(found.sides) > 2 else "partners"


def position_text(found: GameReview, side: int, one: "ThrowReview | PlayReview") -> str:
    """Return the scores and the dealer of a decision, as in `Ann has 35, Ben 40; Ben deals`."""
    names = [each.name for each in found.sides]
    own, other = one.scores if one.dealer else tuple(reversed(one.scores))
    if len(names) == 2:
        dealer = names[side if one.dealer else 1 - side]
        return f"{names[side]} has {own}, {names[1 - side]} {other}; {dealer} deals"
    whose = f"{names[side]} deals" if one.dealer else "another deals"
    return f"{names[side]} has {own}, the best of the others {other}; {whose}"


def unknown_lines(found: GameReview) -> list[str]:
    """Return the lines about decisions that are not known."""
    lines = []
    if found.untold:
        deals = ", ".join(map(str, found.untold))
        where = f"deal{'s' if len(found.untold) > 1 else ''} {deals}"
        known = any(one.thrown for side in found.sides for one in side.throws)
        lines.append(f"Throws: not known in {where if known else 'any deal'}.")
    if len(found.curves) > 0:
        lines.append(f"Plays are not reviewed in a game of {_sides_text(found)}.")
    if found.without_plays:
        deals = ", ".join(map(str, found.without_plays))
        lines.append(f"Deal {deals}: not all hands were seen, so not every play is reviewed.")
    return lines
