"""`pegboard standings`: the standings of a club's evening, and a sheet of them to print."""

import time
from collections.abc import Sequence
from pathlib import Path

import click

from host.club.evening import (
    Evening,
    Pairing,
    evening_of,
    evening_text,
    names_of,
    parse_evening,
    read_evening,
    round_robin,
    round_text,
)
from host.club.sheet import sheet
from host.club.standings import GameResult, Standings, as_json, result_of
from host.club.standings import standings as standings_of
from host.club.swiss import next_round
from host.club.wall_history import wall_histories
from host.errors import EveningError
from host.files import replace_file, text_of
from host.history.records import dumps
from host.history.shelf import game_digest, is_short
from host.mirror.names import clean

from .board_names import check_board_name
from .history import HISTORY_OPTION, listed, reading
from .text import safe_text


@click.command(short_help="Print the standings of a club's evening.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--draw",
    metavar="NAMES",
    help='Write a new FILE in which each of these plays each other: "Ann, Ben, Cat".',
)
@click.option(
    "--times",
    type=click.IntRange(1, 8),
    help="With --draw: how often two players meet, once by default.",
)
@click.option(
    "--next",
    "next_",
    is_flag=True,
    help="Add the next round to FILE, Swiss: nobody meets the same player twice, and those with "
    "the nearest points meet. With --draw, the new FILE has the first round alone, by lot.",
)
@click.option("--title", default="", help="With --draw: the title of the evening.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="SHEET",
    help="Write standings, rounds and score cards as a page to print.",
)
@click.option("--json", "as_json_", is_flag=True, help="Print all of it as JSON.")
@click.option(
    "--mqtt",
    metavar="ADDRESS",
    help="Send the plan to the club's broker too, mqtt://broker/club, where every wall shows it.",
)
@HISTORY_OPTION
def standings(
    file: Path,
    draw: str | None,
    times: int | None,
    next_: bool,
    title: str,
    html: Path | None,
    as_json_: bool,
    mqtt: str | None,
    history: Path | None,
) -> None:
    """Print the standings of the evening that FILE plans: tournament points (a win 2, a skunk 3),
    then games won, then net spread.

    FILE is a text: "title", "date", "players", and then for each "round" lines such as Ann - Ben,
    Cat bye, or Ann 121 - 95 Ben for a result entered by hand. --next writes one round after the
    other, as a Swiss tournament needs; you can correct them. All other results are those of the
    games that this computer, or its wall, has seen of players with these names, played from 6 in
    the morning of that date to 6 the next day. A game without a known time does not count: you can
    enter its result by hand.

    \b
    Examples:
      pegboard standings tuesday.txt --draw "Ann, Ben, Cat, Dan"
      pegboard standings tuesday.txt
      pegboard standings tuesday.txt --next --mqtt mqtt://broker/club
      pegboard standings tuesday.txt --html tuesday.html
      pegboard standings tuesday.txt --mqtt mqtt://broker/club
    """
    if html and html.resolve() == file.resolve():
        raise click.UsageError(f"--html would write over the plan {file}: name another file.")
    if draw is None and (times or title):
        raise click.UsageError("--times and --title are for a new plan, with --draw.")
    if next_ and times:
        raise click.UsageError("With --next nobody meets twice: leave --times out.")
    if draw is not None:
        _draw(file, draw, 0 if next_ else times or 1, title)
    evening = read_evening(file)
    results = _results([history] if history else [None, *wall_histories()])
    told = standings_of(evening, results)
    if next_:
        pairings = next_round(evening, told)
        _add_round(file, len(evening.rounds) + 1, pairings)
        evening = read_evening(file)
        told = standings_of(evening, results)
    if html:
        _write(html, sheet(told), "w")
    if as_json_:
        click.echo(dumps(as_json(told)))
    else:
        _print(told)
    if mqtt:  # last: what is written is printed even if the broker does not answer
        from host.club.plan_topic import send_plan

        send_plan(mqtt, evening)


def _draw(file: Path, names: str, times: int, title: str) -> None:
    """Write a plan in which all meet `times` times; 0: without rounds."""
    players = names_of(names)
    for partner in [one for player in players for one in player.split(" and ")]:
        check_board_name(partner)  # the board of a table would cut it off
    rounds = round_robin(players, times) if times else ()
    evening = Evening(clean(title), evening_of(time.time()), tuple(players), rounds)
    parse_evening(evening_text(evening))  # a name or a title that the file could not hold
    try:
        _write(file, evening_text(evening), "x")
    except FileExistsError:
        raise EveningError(f"{file} is there already: name another file for a new draw") from None


def _add_round(file: Path, number: int, pairings: tuple[Pairing, ...]) -> None:
    """Write the round after what `file` has, which stays as it is, comments included."""
    said = text_of(file.read_bytes())
    text = said.rstrip("\n") + "\n" + round_text(number, pairings)
    parse_evening(text)  # one with too many rounds
    try:
        replace_file(file, text.encode("utf-8"))
    except OSError as why:
        raise EveningError(f"{file} cannot be written: {why.strerror}") from None


def _write(path: Path, text: str, mode: str) -> None:
    try:
        with open(path, mode, encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise
    except OSError as why:
        raise EveningError(f"{path} cannot be written: {why.strerror}") from None


def _results(paths: Sequence[Path | None]) -> list[GameResult]:
    """Return the results of the games in these files, each game once; None: this user's own."""
    found: dict[tuple, GameResult] = {}
    for path in paths:
        with reading(path) as kept:
            for game in listed(kept):
                if told := result_of(game):
                    entries = tuple(entry for _, entry in kept.entries(game.id))
                    result = told._replace(is_short=is_short(entries))
                    found.setdefault(result.key(game_digest(entries)), result)
    return list(found.values())


def _print(told: Standings) -> None:
    width = max([len(row.name) for row in told.rows], default=0)
    if told.title:
        click.echo(safe_text(told.title))
    click.echo(f"{'':>4}  {'':<{width}}  points   won  lost  skunks  spread")
    for row in told.rows:
        click.echo(
            safe_text(
                f"{row.place:>3}.  {row.name:<{width}}  {row.points:>6} {row.won:>5} {row.lost:>5}"
                f" {row.skunks:>7} {row.spread:>+7}"
            )
        )
    for number, pairings in enumerate(told.rounds, 1):
        missing = [one.pairing for one in pairings if one.pairing.second and not one.scores]
        if missing:
            pairs = ", ".join(f"{one.first} - {one.second}" for one in missing)
            click.echo(safe_text(f"Round {number}, still to play: {pairs}"))
    for note in told.notes:
        click.echo(safe_text(note), err=True)
