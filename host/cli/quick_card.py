"""`pegboard card`: how to play a game on the board. A card is one side of A5: the game with the
chosen players, track and options, and nothing else."""

import html
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import click

from engine_core.games import options as opt
from engine_core.games import phases, presets
from engine_core.games.presets import Deal, Preset, named
from host.mirror.option_texts import option_text

from . import card


class Table(NamedTuple):
    """What a card is for. players: None for every number; track, options: as in
    engine_core.games.options."""

    row: Preset
    players: int | None = None
    track: int = opt.PLAIN
    options: int = 0

    def deals(self) -> list[Deal]:
        """Return the deals of these players."""
        return [deal for deal in self.row.deals if self.players in (None, deal.seats)]

    def has(self, bit: int) -> bool:
        """Return whether this option is on."""
        return bool(self.options & bit)


_CUT = "Cut: enter each card that is cut, rank then suit. The lowest deals."
_STARTER = "Starter: turn it up and enter it. A jack gives the dealer 2."
# Options whose keys are in the lines of a phase, or that need no key.
_TOLD = opt.MUGGINS | opt.MUGGINS_IN_PLAY | opt.RANKS_ALONE | opt.GO_BY_ITSELF | opt.CRIB_BY_OWNER
# In the menu its choices are called "Hints: on" and "Hints: off".
_OTHERWISE = {opt.NO_HINTS: "The board does not say which card is best to drop."}
_ALWAYS = (
    "At the bar's right end each seat has a light: who is to act blinks, the dealer has a second.",
    "UNDO takes back the last key or card. Wrong card: UNDO until it is gone, key it right, then"
    " ▶ for each entry that came after it.",
    "Moving red stripes: refused, and nothing has changed. UNDO takes back that key alone.",
    "Three steady red blocks: the board has failed. It restarts by itself with your game.",
    "MENU: a new game, points by hand, penalties. ENTER after the end: the next game.",
)
_TRACKS = {
    opt.ONCE_AROUND: ("Once-Around: MENU, The match so far, shows games, skunks and corners.",),
    opt.CRIB_WARS: (
        "Crib Wars: red slides 20 on, blue leads back along its path, green is a short cut, white"
        " is a penalty box.",
    ),
}


def lines(table: Table) -> list[str]:
    """Return the lines of the card for this table."""
    row = table.row
    if row.machine == presets.SCOREBOARD:
        return [*card.SCOREBOARD, *_ALWAYS[1:]]
    found = [*card.to(row), *_deals(table)]
    if row.machine == presets.BATTLEFIELD:
        found += [*card.BATTLEFIELD, *_claims(table)]
    else:
        found += [*card.head_start(row), *_phases(table), *card.worths(row.scoring)]
        found += card.deals_of_one_deck(row)
    found += [
        f"{name}: {_OTHERWISE.get(bit) or option_text(name + ': on')}"
        for bit, name in opt.OPTIONS
        if table.has(bit) and not bit & _TOLD
    ]
    found += _TRACKS.get(table.track, ())
    if table.track == opt.CRIB_WARS and any(deal.sides > 2 for deal in table.deals()):
        found.append(
            "In a penalty box for three deals: ENTER moves your peg while it blinks, once in each."
        )
    return [*found, *_ALWAYS]


def _deals(table: Table) -> list[str]:
    row = table.row
    if row.deals_in_game or not table.players:
        return card.deals(row)
    told = [card.dealt(row, deal) for deal in table.deals()]
    return [text[0].upper() + text[1:] for text in told]


def _phases(table: Table) -> list[str]:
    """Return how the cards are entered, phase by phase."""
    row = table.row
    told = [] if row.deals_in_game else [_CUT]
    if table.has(opt.RANKS_ALONE):
        told = [line.replace(", rank then suit", "") for line in told]
        told.append("A card is one key, its rank.")
    says = {
        phases.STARTER: lambda _: [_STARTER],
        phases.CLAIM: lambda _: [
            "Claims: from the dealer's left, enter the points you count (1 2 is twelve), then"
            " ENTER; GO for none."
        ],
        phases.PLAY: _play,
        phases.SHOW: _show,
        phases.CRIB: _crib,
    }
    for phase in row.phases:
        told += says[phase](table)
    return told


def _play(table: Table) -> list[str]:
    most = "Play: enter each card as it is played."
    if table.row.one_count:
        return [most + " GO if you cannot play within 31. It ends with its first count."]
    if table.has(opt.MUGGINS_IN_PLAY):
        first = "a suit key, then points" if table.has(opt.RANKS_ALONE) else "points"
        return [
            most + " GO if you cannot play within 31.",
            f"Your card's points: {first} and ENTER before the next card. Missed ones: the"
            " caller's number and Joker. ENTER then goes on to the show.",
        ]
    if table.has(opt.GO_BY_ITSELF):
        return [
            most
            + " Where nobody can play within 31, enter the next lead alone; GO only if another"
            " can still play.",
            "White lights between coloured ones: the players who said go by that card.",
        ]
    return [
        most + " GO if you cannot play within 31; hold GO if nobody can.",
        "A go was forgotten: Joker gives the last card to the next player.",
    ]


def _show(table: Table) -> list[str]:
    left = "enter the cards that you have not played; " if table.row.one_count else ""
    if table.has(opt.MUGGINS):
        told = [f"Show: {left}each counts a hand and claims it."] if left else []
        told += _claims(table)
    else:
        told = [f"Show: {left}the board counts the hands."]
        if not table.row.one_count and not table.has(opt.SHOW_BY_ITSELF):
            told[0] += " ENTER goes on from hand to hand."
    if table.has(opt.RANKS_ALONE):
        told.append(
            "♠ nobs, ♥ a flush of the hand, ♦ a flush with the starter, where the board asks;"
            " ENTER or the next card: none."
        )
    return told


def _claims(table: Table) -> list[str]:
    return card.muggins(table.deals()) if table.has(opt.MUGGINS) else []


def _crib(table: Table) -> list[str]:
    if table.has(opt.CRIB_BY_OWNER):
        return ["Crib: enter the two cards that the dealer threw, then the other player's two."]
    return ["Crib: the dealer enters its cards, and the board counts it."]


def table_of(
    game: str, players: int | None = None, track: str = "", names: Iterable[str] = ()
) -> Table:
    """Return the Table with these choices, by their names. Raises Illegal or UsageError if the
    game does not have them."""
    row = named(game)
    if players is not None:
        row.deal_for(players)
    seats = players or row.players()[0]
    known = {name.lower(): bit for bit, name in opt.OPTIONS if bit & row.options_for(seats)}
    bits = 0
    for name in names:
        if name.strip().lower() not in known:
            offered = ", ".join(name for bit, name in opt.OPTIONS if bit & row.options_for(seats))
            raise click.UsageError(
                f"{row.name} has no option '{name}'. It has: {offered or 'none'}."
            )
        bits |= known[name.strip().lower()]
    tracks = {opt.TRACKS[n].lower(): n for n in row.tracks}
    if track and track.lower() not in tracks:
        raise click.UsageError(f"{row.name} is not played on the track '{track}'.")
    return Table(row, players, tracks[track.lower()] if track else row.tracks[0], bits)


def _name(table: Table) -> str:
    chosen = [name for bit, name in opt.OPTIONS if table.has(bit)]
    return ", ".join([card.title(table.row), *chosen])


def as_html(cards: list[tuple[str, list[str]]]) -> str:
    """Return a page to print, with a card on each sheet of A5. cards: (title, lines)."""
    sections = "\n".join(
        f"<section><h2>{html.escape(title)}</h2><ul>"
        + "".join(f"<li>{html.escape(line)}</li>" for line in told)
        + "</ul></section>"
        for title, told in cards
    )
    return _PAGE.replace("CARDS", sections)


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pegboard quick cards</title>
<style>
@page { size: A5; margin: 9mm; }
body { font: 12px/1.3 system-ui, sans-serif; margin: 0 auto; max-width: 130mm; color: #222; }
section { break-after: page; }
section:last-child { break-after: auto; }
h2 { margin: .2em 0 .4em; font-size: 1.3em; }
ul { margin: 0; padding-left: 1.1em; }
li { margin-bottom: .2em; }
</style>
CARDS
</html>
"""


@click.command("card")
@click.argument("game", required=False)
@click.option("--players", type=int, metavar="N", help="Only the deal for this many players.")
@click.option(
    "--track", default="", metavar="NAME", help="The track: Plain, Once-Around, Crib Wars."
)
@click.option(
    "--option", "names", multiple=True, metavar="NAME", help='An option, such as "Ranks alone".'
)
@click.option("--long", "all_of_it", is_flag=True, help="Print everything, for every option.")
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the cards to this file, to be printed from a browser on A5.",
)
def quick_card(
    game: str | None,
    players: int | None,
    track: str,
    names: tuple[str, ...],
    all_of_it: bool,
    page: Path | None,
) -> None:
    """Print the quick card of GAME, or of every game.

    It says what to deal, what to throw, and what the keys do, on one side of A5: for the chosen
    options and no others. --long prints all that there is to know.

    \b
    Examples:
      pegboard card noddy
      pegboard card traditional --option "Ranks alone" --option "Go by itself"
      pegboard card --html cards.html
    """
    if not game and (players or track or names):
        raise click.UsageError("Which game? Players, a track and options are those of one.")
    if game:
        tables = [table_of(game, players, track, names)]
    else:
        tables = [Table(row, None, row.tracks[0]) for row in presets.PRESETS]
    if all_of_it:
        cards = [(card.title(table.row), card.lines(table.row)) for table in tables]
    else:
        cards = [(_name(table), lines(table)) for table in tables]
    if page is None:
        text = ["\n".join([title, *[f"  {line}" for line in told]]) for title, told in cards]
        click.echo("\n\n".join(text))
        return
    try:
        page.write_text(as_html(cards), encoding="utf-8")
    except OSError as why:
        raise click.ClickException(f"{page} cannot be written: {why.strerror}") from None
    click.echo(f"Wrote {page}: open it in a browser and print it.")
