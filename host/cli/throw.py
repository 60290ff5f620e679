"""`pegboard throw`: which two cards to throw to the crib."""

import json
from itertools import combinations_with_replacement

import click

from engine_core.count.cards import JOKER, RANKS, check_distinct, name
from engine_core.count.cards import cards as parse
from engine_core.errors import CardError
from host.analysis import tables, throws
from host.analysis.percents import percents

from .chance import check_scores
from .options import target_option
from .text import cards_text

_ROLES = {"dealer": tables.DEALER, "pone": tables.PONE}


@click.command()
@click.argument("texts", metavar="CARD...", nargs=-1)
@click.option("--dealer", is_flag=True, help="The crib is yours.")
@click.option("--pone", is_flag=True, help="The crib is your opponent's.")
@click.option(
    "--score",
    "scores",
    type=(int, int),
    metavar="DEALER PONE",
    help="The dealer's score and the pone's: throws are then sorted by the chance to win.",
)
@target_option
@click.option(
    "--table",
    type=click.Choice(list(_ROLES)),
    help="Print the average crib by the two ranks that this player throws; takes no cards.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the throws, or the table, as JSON.")
def throw(
    texts: tuple[str, ...],
    dealer: bool,
    pone: bool,
    scores: tuple[int, int] | None,
    target: str,
    table: str | None,
    as_json: bool,
) -> None:
    """Compare the fifteen throws from six cards, best first.

    For each throw: the exact average of the hand over all 46 starters; the average crib; what you
    peg on average, less what your opponent pegs; and the total of these, with the crib
    subtracted if it is your opponent's. The last column is your chance to win, at the score that
    you give or at the start of the game. Without a score the highest total comes first.

    \b
    Examples:
      pegboard throw 5H 6D JC QC KD AS --dealer
      pegboard throw 5H 6D JC QC KD AS --pone --score 85 92
      pegboard throw --table dealer
    """
    if table:
        if texts or dealer or pone or scores:
            raise click.UsageError("Write --table without cards or a score.")
        _print_table(_ROLES[table], as_json)
        return
    hand = _hand(texts)
    if dealer == pone:
        only = "Write only one of --dealer and --pone" if dealer else "Say whose crib it is"
        raise click.UsageError(
            f"{only}: --dealer if it is yours, --pone if it is your opponent's."
        )
    role = "dealer" if dealer else "pone"
    if scores:
        check_scores(scores, int(target))
    rows = throws.ranked(hand, _ROLES[role], scores, int(target))
    click.echo(json.dumps(_rounded(rows)) if as_json else _text(rows, role, scores))


def _hand(texts):
    hand = parse(" ".join(texts))
    if len(hand) != throws.SIX:
        raise click.UsageError(
            "Write the six cards that you were dealt, as in: pegboard throw 5H 6D JC QC KD AS "
            f"--dealer. You wrote {len(hand)}."
        )
    check_distinct(hand)
    if JOKER in hand:
        raise CardError("the joker is not dealt in this game")
    return hand


def _rounded(rows):
    return [
        {
            key: [name(card) for card in value] if key == "throw" else round(value, 4)
            for key, value in row.items()
        }
        for row in rows
    ]


def _text(rows, role, scores):
    dealer, pone = scores or (0, 0)
    sign = 1 if role == "dealer" else -1
    lines = [
        f"throw       hand   crib  pegging  total   win at {dealer} to {pone}",
    ]
    for row in rows:
        wins = percents([row["win"], 1 - row["win"]])[0]
        lines.append(
            f"{cards_text(row['throw']):<8}  {row['hand']:>6.2f}  {sign * row['crib']:>+5.2f}  "
            f"{row['pegging']:>+7.2f}  {row['total']:>5.2f}  {wins:>3} %"
        )
    return "\n".join(lines)


def _print_table(role, as_json):
    averages = {
        RANKS[low] + RANKS[high]: tables.crib_average(role, low, high)
        for low, high in combinations_with_replacement(range(tables.RANKS), 2)
    }
    if as_json:
        click.echo(json.dumps({pair: round(points, 3) for pair, points in averages.items()}))
        return
    click.echo("   " + "".join([f"{rank:>6}" for rank in RANKS]))
    for one in RANKS:
        row = [
            averages[one + other if one + other in averages else other + one] for other in RANKS
        ]
        click.echo(f"{one:>3}" + "".join([f"{points:6.2f}" for points in row]))
