"""`pegboard show`: a game of the history, deal by deal."""

from pathlib import Path

import click

from engine_core.records.game_link import is_link
from host.history.games_json import as_json
from host.history.links import linked
from host.history.names import partner_names, seat_names, side_names
from host.history.records import dumps, timed_entries
from host.history.rows import StoredGame
from host.mirror.deals import deals_of
from host.mirror.names import called

from .history import HISTORY_OPTION, game_line, reading
from .text import cards_text, points_text, safe_text


class GameOrLink(click.ParamType):
    """The ID of a game that was seen, or the link of any game."""

    name = "game"

    def convert(self, value, param, ctx) -> int | str:
        return value if is_link(value) else click.IntRange(1)(value, param, ctx)


@click.command(short_help="Show a game deal by deal.")
@click.argument("game", metavar="ID|LINK", type=GameOrLink())
@click.option("--json", "json_", is_flag=True, help="Print all that is known of the game as JSON.")
@HISTORY_OPTION
def show(game: int | str, json_: bool, history: Path | None) -> None:
    """Show a game that was seen, deal by deal, or the game of a link. pegboard games lists the
    IDs; a link is what the page shows at the end of a game, and is read without the history.

    \b
    Examples:
      pegboard show 12
      pegboard show 12 --json
      pegboard show "http://192.168.1.5:8121/#game=AQAA..."
    """
    if isinstance(game, str):
        found, entries = linked(game)
        timed = [(None, entry) for entry in entries]
    else:
        with reading(history) as kept:
            found = kept.game(game)
            timed = timed_entries(kept, found)
    if json_:
        click.echo(dumps(as_json(found, timed)))
        return
    for line in lines(found, [entry for _, entry in timed]):
        click.echo(safe_text(line))


def lines(game: StoredGame, entries: list[tuple]) -> list[str]:
    """Return the game as lines of text."""
    seats, sides = seat_names(game), side_names(game)
    told = game.result
    found = [game_line(game).strip()]
    for deal in called(deals_of(entries), sides, partner_names(game)):
        found.append(_deal(deal, seats))
    names = sides[: len(told["scores"])]
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
        parts.append(f"{count['title']} {shown}: {points_text(count['points'])}")
    dealer = "" if deal["dealer"] is None else f", {seats[deal['dealer']]} deals"
    starter = (
        ""
        if deal["starter"] is None
        else f", starter {cards_text([card_or_rank(deal['starter'])])}"
    )
    scores = " : ".join(map(str, deal["scores"]))
    text = "; ".join(parts) or "nothing counted"
    return f"Deal {deal['number']}{dealer}{starter}. {text}. {scores}"
