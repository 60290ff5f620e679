"""`pegboard chance`: the chance to win before a deal."""

import json
import re

import click

from host.analysis import tables
from host.analysis.percents import percents

from .options import target_option

_TWO, _THREE, _FOUR = 2, 3, 4


class Scores(click.Command):
    """A command with numbers as arguments: a negative one is refused as a number, not as an
    unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.ignore_unknown_options = any(re.fullmatch(r"-\d+", word) for word in args)
        return super().parse_args(ctx, args)


@click.command(cls=Scores, short_help="Give the chance to win before a deal, from the scores.")
@click.argument("scores", metavar="DEALER PONE", nargs=-1, required=True, type=int)
@target_option
@click.option("--partners", is_flag=True, help="Four-handed: the scores are those of two sides.")
@click.option("--json", "as_json", is_flag=True, help="Print the chances as JSON, from 0 to 1.")
def chance(scores: tuple[int, ...], target: str, partners: bool, as_json: bool) -> None:
    """Give the chance to win before a deal, from the scores: the dealer's, then the pone's.

    With three scores the game is three-handed, and they are those of the dealer, the player to
    the dealer's left and the one to the right. The players are assumed to be equally good, and
    to play the same way at any score.

    \b
    Examples:
      pegboard chance 0 0              the first dealer's advantage
      pegboard chance 35 37            the dealer has 35, the pone 37
      pegboard chance 35 37 --target 61
      pegboard chance 90 100 --partners
      pegboard chance 35 37 20         three-handed
    """
    if len(scores) not in (_TWO, _THREE) or (partners and len(scores) != _TWO):
        raise click.UsageError(
            "Write the dealer's score and the pone's, as in: pegboard chance 35 37; "
            f"or three scores for three players. You wrote {len(scores)}."
        )
    check_scores(scores, int(target))
    found = before_deal(scores, int(target), partners)
    if as_json:
        # With two sides, the other side has the rest.
        shown = found if len(found) > _TWO else {"dealer": found["dealer"]}
        click.echo(json.dumps({side: round(share, 4) for side, share in shown.items()}))
        return
    whole = percents(list(found.values()))
    parts = [f"{side} {share} %" for side, share in zip(found, whole, strict=True)]
    click.echo(f"Before the deal, to {target}: {', '.join(parts)}.")


def before_deal(scores: tuple[int, ...], target: int, partners: bool) -> dict[str, float]:
    """Return the chance of each side by its name, the dealer's first."""
    if len(scores) == _THREE:
        found = tables.three_sided(target, (scores[0], scores[1], scores[2]))
        return dict(zip(("dealer", "left", "right"), found, strict=True))
    players = _FOUR if partners else _TWO
    dealer = tables.before_deal(target, players)[scores[0]][scores[1]]
    return {"dealer": dealer, "pone": 1 - dealer}


def check_scores(scores: tuple[int, ...], target: int) -> None:
    """Raise click's error if a score is not possible in an unfinished game to `target`."""
    for score in scores:
        if not 0 <= score < target:
            raise click.UsageError(
                f"{score} is not a score before a deal: a game to {target} goes on from 0 to "
                f"{target - 1}."
            )
