"""`pegboard practice`: throws to practise, one after the other."""

import secrets
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import click

from engine_core.count.cards import cards as parse
from engine_core.count.cards import check_distinct
from engine_core.errors import CardError
from host.analysis.player import ThrowView
from host.analysis.practice import Verdict, throw_from, throw_of_day, verdict
from host.analysis.tables import DEALER
from host.history.games_file import GamesFile
from host.history.new_game import clean_name
from host.history.practice import keep, own_throws, results
from host.history.practice_results import OWN, Result, due, none_due_text, trend_lines
from host.history.store import History

from .history import HISTORY_OPTION, opened, reading
from .practice_play import play_deal
from .text import cards_text, safe_text

_SHOWN = 5  # throws


@click.command(short_help="Practise throws.")
@click.option("--day", "of_day", is_flag=True, help="The throw of the day, the same for everyone.")
@click.option(
    "--own", metavar="NAME", help="Throws of this player's own games that cost most, when due."
)
@click.option("--play", is_flag=True, help="Play the four cards against the program as well.")
@click.option("--trend", is_flag=True, help="Print what your throws have cost, and end.")
@HISTORY_OPTION
def practice(of_day: bool, own: str | None, play: bool, trend: bool, history: Path | None) -> None:
    """Practise throws: six cards, a score, and whose crib it is; write the two that you throw.

    You see what each throw is worth, and what experts' tables say. The results are kept in the
    file of the games. A throw of your own games comes again after a day, a week and a month.

    \b
    Examples:
      pegboard practice
      pegboard practice --day
      pegboard practice --own Ann
      pegboard practice --play
      pegboard practice --trend
    """
    if of_day and own:
        raise click.UsageError("Write only one of --day and --own.")
    if trend and (of_day or own or play):
        raise click.UsageError("--trend only prints: write it without --day, --own and --play.")
    if trend:
        with reading(history) as kept:
            if not _print_trend(kept):
                click.echo("No throw has been practised yet: pegboard practice gives you some.")
        return
    with opened(history) as kept:
        for kind, view in _problems(kept, of_day, own):
            thrown = _asked(view)
            if thrown is None:
                break
            found = verdict(view, thrown)
            keep(kept, Result(time.time(), kind, view, thrown, found.points, found.chance))
            _print(view, found)
            if play:
                play_deal(view, thrown)
        _print_trend(kept)


def _problems(kept: History, of_day: bool, own: str | None) -> Iterator[tuple[str, ThrowView]]:
    if of_day:
        today = date.today()
        yield today.isoformat(), throw_of_day(today.isoformat())
    elif own:
        if sys.stderr.isatty():
            click.echo("Looking through the games …", err=True)
        own = clean_name(own)
        throws = own_throws(kept, kept.games(), own)
        again = due(throws, results(kept), time.time())
        if not again:
            click.echo(safe_text(none_due_text(own, throws)))
        for one in again:
            yield OWN, one.view
    else:
        while True:
            yield "random", throw_from(secrets.token_hex(16))


def _asked(view: ThrowView) -> "tuple[int, ...] | None":
    """Return the two cards that the person throws, None to end."""
    own, other = view.scores if view.role == DEALER else view.scores[::-1]
    whose = "You deal, the crib is yours" if view.role == DEALER else "The crib is your opponent's"
    click.echo(f"\nYou have {own}, your opponent {other}. {whose}.\n  {cards_text(view.hand)}")
    while True:
        try:
            text = input("Throw (q: end): ").strip()
        except EOFError:
            return None
        if text.lower() in ("", "q"):
            return None
        try:
            thrown = parse(text)
            check_distinct(thrown)
        except CardError as why:
            click.echo(str(why))
            continue
        if len(thrown) == 2 and set(thrown) <= set(view.hand):
            return tuple(thrown)
        click.echo("Write two of these six cards, as in 5H JC.")


def _print(view: ThrowView, found: Verdict) -> None:
    sign = 1 if view.role == DEALER else -1
    if found.place == 1:
        click.echo("The best throw.")
    else:
        best = cards_text(found.rows[0]["throw"])
        click.echo(
            f"Place {found.place} of 15: {found.points:.1f} points and {found.chance:.1f} % less"
            f" than {best}."
        )
    click.echo("throw       hand   crib  pegging  total    win")
    for n, row in enumerate(found.rows):
        if n < _SHOWN or row is found.own:
            figures = (row["hand"], sign * row["crib"], row["pegging"], row["total"])
            columns = "  {:>6.2f}  {:>+5.2f}  {:>+7.2f}  {:>5.2f}".format(*figures)
            mark = "  yours" if row is found.own else ""
            win = f"{100 * row['win']:>4.1f} %"
            click.echo(f"{cards_text(row['throw']):<8}{columns}  {win}{mark}")
    click.echo(f"By experts' tables of the crib: {cards_text(found.experts)}.")


def _print_trend(kept: GamesFile) -> bool:
    """Return whether there is anything to print."""
    lines = trend_lines(results(kept))
    if lines:
        click.echo("\nYour throws so far:")
    for line in lines:
        click.echo(line)
    return bool(lines)
