"""`pegboard stats`: the statistics of players."""

from pathlib import Path

import click

from host.errors import StoreError
from host.history.new_game import clean_name
from host.history.records import dumps
from host.history.statistics import player_names, statistics

from .history import HISTORY_OPTION, listed, reading
from .text import cards_text, number_text, safe_text


@click.command(short_help="Print the statistics of players.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@HISTORY_OPTION
def stats(name: str | None, as_json: bool, history: Path | None) -> None:
    """Print the statistics of a player, or of all players whose games have names.

    pegboard name gives a game the names of its players.

    \b
    Examples:
      pegboard stats
      pegboard stats Ann
      pegboard stats Ann --json
    """
    with reading(history) as kept:
        games = listed(kept)
        names = [clean_name(name)] if name else player_names(games)
        found = [statistics(games, one) for one in names]
        if name and not found[0]["games"]:
            raise StoreError(f"no game here has a player {name}: name players with pegboard name")
        if as_json:
            click.echo(dumps(found[0] if name else found))
            return
        if not found:
            click.echo("No game here has names. pegboard name 12 Ann Ben names two players.")
        for one in found:
            for line in lines(one):
                click.echo(safe_text(line))


def lines(told: dict) -> list[str]:
    """Return the statistics as lines of text."""
    found = [
        f"{told['name']}: games {told['games']}, finished {told['finished']}, won {told['won']},"
        f" spread {told['spread']:+}"
    ]
    skunks = [
        number_text(told[what], what.replace("skunks", "skunk"), what)
        for what in ("skunks given", "double skunks given", "skunks taken", "double skunks taken")
        if told[what]
    ]
    if skunks:
        found.append(f"  {', '.join(skunks)}")
    for role, averages in told["averages"].items():
        parts = [f"{what} {points:.2f}" for what, points in averages.items() if points is not None]
        if parts:
            deals = number_text(told["deals"][role], "deal")
            found.append(f"  average as {role}: {', '.join(parts)} ({deals})")
    for role, (won, games) in told["first"].items():
        if games:
            began = "first dealer" if role == "dealer" else "first pone"
            found.append(f"  as {began}: {won} of {games} won")
    if told["best"]:
        from engine_core.count.cards import card_or_rank

        best = told["best"][0]
        shown = cards_text([card_or_rank(one) for one in best["cards"]])
        found.append(f"  best {best['what']}: {best['points']} with {shown} (game {best['game']})")
    for rival, record in told["against"].items():
        found.append(f"  against {rival}: {record['won']} of {record['games']} won")
    return found
