"""`pegboard check`: checks a record against the rules, and prints how the game ended."""

import json
from pathlib import Path

import click

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.games.options import RANKS_ALONE
from engine_core.state.state import NO_SIDE
from host.history.records import read_games
from host.mirror.names import side_names
from host.mirror.prompts import over_text
from host.record_file import read_record

from .text import number_text, printable


@click.command(short_help="Check every card and every point of a text record.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def check(file: Path, as_json: bool) -> None:
    """Check a text record of a game: every card and every point claimed in it.

    Prints the final scores. A record that breaks a rule, or claims points that the rules do not
    give, is refused, and the error names the line.

    \b
    Example:
      pegboard check tests/conformance/records/traditional.txt
    """
    record = read_record(file)
    read_games(file)  # raises if who threw what is not as in the cribs
    game = Game()
    for entry in record.entries:
        game.apply(entry)
    names = side_names(game.state, record.players())
    if as_json:
        click.echo(json.dumps(_as_json(game, names)))
        return
    state = game.state
    entries = number_text(len(record.entries), "entry", "entries")
    click.echo(printable(f"{file}") + f": {entries}, every claim is right.")
    if state.options & RANKS_ALONE:
        click.echo("Flushes and nobs are taken from the players' claims: the record has no suits.")
    for name, score in zip(names, state.scores, strict=True):
        click.echo(printable(f"  {name}: {score}"))
    over = over_text(state, names) if state.phase == phases.OVER else "The game is not over."
    click.echo(printable(over))


def _as_json(game: Game, names: list[str]) -> dict:
    state = game.state
    return {
        "entries": game.length,
        "game": state.preset.name,
        "target": state.target,
        "suits_known": not state.options & RANKS_ALONE,
        "sides": [
            {"name": name, "score": score} for name, score in zip(names, state.scores, strict=True)
        ],
        "over": state.phase == phases.OVER,
        "winner": names[state.winner] if state.winner != NO_SIDE else None,
    }
