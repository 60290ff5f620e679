"""`pegboard review`: the cost of each decision of a game, and the part of luck."""

import sys
from pathlib import Path
from typing import NamedTuple

import click

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.records.game_link import is_link
from host.analysis.analysed_games import check_reviewed
from host.analysis.game_review import GameReview, costliest
from host.analysis.percents import percents
from host.analysis.review_json import as_json
from host.analysis.review_words import (
    decision_text,
    first_line,
    luck_line,
    skill_line,
    turn_text,
    unknown_lines,
)
from host.analysis.table_review import review_any
from host.history.games import unpacked
from host.history.links import linked
from host.history.names import side_names
from host.history.owners import owners_in, owners_of, was_asked
from host.history.records import dumps, entries_of, read_games
from host.mirror.names import colour
from host.mirror.names import side_names as names_of_sides

from .history import HISTORY_OPTION, game_id, opened, reading
from .owners import ask_owners, is_terminal
from .text import safe_text

if TYPE_CHECKING:
    from host.analysis.decisions import Owners

_BAR = 30  # letters
_CHANCE = 6  # letters, at least, of a column of chances


class _Chosen(NamedTuple):
    title: str
    entries: list[tuple]
    names: list[str]
    owners: "Owners"


@click.command(name="review", short_help="Show where a game of two was won and lost.")
@click.argument("game", metavar="GAME")
@click.option(
    "--all", "every", is_flag=True, help="List every decision, even those that cost little."
)
@click.option("--json", "json_", is_flag=True, help="Print every decision as JSON.")
@HISTORY_OPTION
def review(game: str, every: bool, json_: bool, history: Path | None) -> None:
    """Show where a game of two was won and lost: what each throw and each card cost.

    GAME is the ID of a game in the history (pegboard games lists them), the file of a text
    record, or the link of a game. Throws can be judged if it is known who threw which cards to
    the crib: from the option "Crib by owner", or recorded later with pegboard owners.

    \b
    Examples:
      pegboard review 12
      pegboard review 12 --all
      pegboard review game.txt --json
    """
    chosen = _chosen(game, history, ask=not json_)
    found = _reviewed(chosen)
    if json_:
        click.echo(dumps(as_json(found)))
        return
    for line in (chosen.title, *_lines(found, every)):
        click.echo(safe_text(line))


def _chosen(game: str, history: Path | None, ask: bool) -> _Chosen:
    number = game_id(game)
    if number is not None:
        return _from_history(number, history, ask)
    if is_link(game):
        found, entries = linked(game)
        return _Chosen(
            "The game of the link", entries, side_names(found)[: len(found.result["scores"])], {}
        )
    games = read_games(Path(game))
    if not games:
        raise click.UsageError(f"There is no game in {game}.")
    entries = unpacked(games[-1].entries)
    names = _names(entries, list(games[-1].names))
    return _Chosen(game, entries, names, owners_in(games[-1].comments))


def _from_history(number: int, history: Path | None, ask: bool) -> _Chosen:
    with reading(history) as kept:
        found = kept.game(number)
        entries = entries_of(kept, found)
    if ask and is_terminal() and not was_asked(found) and _is_reviewed(entries):
        with opened(history) as kept:
            ask_owners(kept, number)
            found = kept.game(number)
    return _Chosen(
        f"Game {number}",
        entries,
        side_names(found)[: len(found.result["scores"])],
        owners_of(found),
    )


def _played(entries: list[tuple]) -> Game:
    game = Game()
    for entry in entries:
        game.apply(entry)
    return game


def _is_reviewed(entries: list[tuple]) -> bool:
    try:
        check_reviewed(_played(entries).state)
    except PegboardError:
        return False
    return True


def _names(entries: list[tuple], names: list[str]) -> list[str]:
    """Return the names of the sides of a record: its players', otherwise the colours."""
    state = _played(entries).state
    named = [*names_of_sides(state, names), *[""] * len(state.scores)]
    return [named[side] or colour(side) for side in range(len(state.scores))]


def _reviewed(chosen: _Chosen) -> GameReview:
    shown = sys.stderr.isatty()

    def tell(done: int, whole: int) -> None:
        if shown and done % 8 == 0:
            click.echo(f"\rReviewing: {100 * done // max(1, whole)} %", nl=False, err=True)

    try:
        return review_any(chosen.entries, chosen.names, chosen.owners, tell)
    except KeyboardInterrupt:
        raise click.ClickException("the review was stopped") from None
    finally:
        if shown:
            click.echo("\r" + " " * 24 + "\r", nl=False, err=True)


def _lines(found: GameReview, every: bool) -> list[str]:
    lines = [first_line(found, side) for side in range(len(found.sides))]
    lines.append("")
    for number, side in enumerate(found.sides):
        lines += filter(None, [luck_line(side), skill_line(found, number)])
    lines += _curves(found) if found.curves else _curve(found)
    for number, side in enumerate(found.sides):
        chosen = (
            sorted((*side.throws, *side.plays), key=lambda one: one.deal)
            if every
            else costliest(side)
        )
        known = [one for one in chosen if one.points is not None]
        if known:
            what = "every decision" if every else "what cost most"
            lines += ["", f"{side.name}, {what}:"]
            lines += [f"  deal {one.deal}, {decision_text(found, number, one)}" for one in known]
    unknown = unknown_lines(found)
    return lines + (["", *unknown] if unknown else [])


def _curve(found: GameReview) -> list[str]:
    turns = {turn.deal: turn for turn in found.turns}
    lines = ["", f"{found.sides[0].name}'s chance to win:"]
    for number, chance in enumerate(found.curve, 1):
        whole = percents([chance, 1 - chance])[0]
        where = f"deal {number}" if number < len(found.curve) else "end"
        turn = turns.get(number)
        told = f"  {100 * turn.change:+.0f}: {turn_text(found, turn)}" if turn else ""
        lines.append(
            f"  {where:<8}{whole:>4} %  {'█' * round(chance * _BAR):<{_BAR}}{told}".rstrip()
        )
    return lines


def _curves(found: GameReview) -> list[str]:
    names = [side.name for side in found.sides]
    lines = ["Chances to win:", " " * 10 + "  ".join([f"{name:>{_CHANCE}}" for name in names])]
    for number, row in enumerate(zip(*found.curves, strict=True), 1):
        where = f"deal {number}" if number < len(found.curve) else "end"
        wholes = [f"{whole} %" for whole in percents(list(row))]
        columns = zip(names, wholes, strict=True)
        width = [f"{whole:>{max(_CHANCE, len(name))}}" for name, whole in columns]
        lines.append(f"  {where:<8}" + "  ".join(width))
    return lines
