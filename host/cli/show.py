"""`pegboard show`: a game that was seen, deal by deal."""

from pathlib import Path

import click

from host.history.deals import deals_of
from host.history.games_file import GamesFile
from host.history.names import seat_names, side_names
from host.history.records import as_json, dumps, entries_of
from host.history.rows import StoredGame

from .history import HISTORY_OPTION, game_line, reading
from .text import cards_text, points_text, safe_text


@click.command()
@click.argument("game", type=click.IntRange(1), metavar="ID")
@click.option("--json", "json_", is_flag=True, help="Print all that is known of it as JSON.")
@HISTORY_OPTION
def show(game: int, json_: bool, history: Path | None) -> None:
    """Show a game that was seen, deal by deal. pegboard games lists the IDs.

    \b
    Examples:
      pegboard show 12
      pegboard show 12 --json
    """
    with reading(history) as kept:
        found = kept.game(game)
        if json_:
            click.echo(dumps(as_json(kept, found)))
            return
        for line in lines(kept, found):
            click.echo(safe_text(line))


def lines(history: GamesFile, game: StoredGame) -> list[str]:
    """Return the game as a person reads it."""
    entries = entries_of(history, game)
    seats = seat_names(game)
    told = game.result
    found = [game_line(game).strip()]
    for deal in deals_of(entries):
        found.append(_deal(deal, seats))
    names = side_names(game)[: len(told["scores"])]
    if told["winner"] is not None:
        losses = [loss for loss in told["losses"] if loss]
        found.append(f"{names[told['winner']]} won{': ' + ', '.join(losses) if losses else ''}.")
    found += [f"  {name}: {score}" for name, score in zip(names, told["scores"], strict=True)]
    return found


def _deal(deal: dict, seats: list[str]) -> str:
    from engine_core.count.cards import card_or_rank

    parts = []
    for seat, points in deal["pegged"].items():
        parts.append(f"{seats[int(seat)]} pegs {points}")
    for count in deal["counts"]:
        shown = cards_text([card_or_rank(name) for name in count["cards"]])
        whose = f"{seats[count['seat']]}'s {count['what']}"
        parts.append(f"{whose} {shown}: {points_text(count['points'])}")
    dealer = "" if deal["dealer"] is None else f", {seats[deal['dealer']]} deals"
    starter = (
        ""
        if deal["starter"] is None
        else f", starter {cards_text([card_or_rank(deal['starter'])])}"
    )
    scores = " : ".join(map(str, deal["scores"]))
    text = "; ".join(parts) or "nothing counted"
    return f"Deal {deal['number']}{dealer}{starter}. {text}. {scores}"
