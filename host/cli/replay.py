"""`pegboard replay`: plays a record on the page."""

import asyncio
import os
from pathlib import Path

import click

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from host.history.records import entries_of
from host.mirror.names import NAME_MOST, clean, shortened, side_names
from host.record_file import read_record

from .history import game_id, reading
from .options import FiniteRange, PageOptions, page_options
from .page import serve_page

_ENTRY_SECONDS = 1.2


@click.command(short_help="Play a record, or a game of the history, on the page.")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE|ID")
@click.option(
    "--speed",
    type=FiniteRange(0.1, 100),
    default=1.0,
    show_default=True,
    help="The speed, as a multiple of that at which people play.",
)
@page_options
def replay(file: Path, speed: float, page: PageOptions) -> None:
    """Play a text record, or a game of the history (pegboard games), on the page, card by card.

    The record is checked first. Your own game is not changed. When the record has been played,
    you can take cards back with UNDO, or continue the game from there. With --mqtt a wall shows
    it, but it does not count in the standings.

    \b
    Examples:
      pegboard replay tests/conformance/records/traditional.txt --speed 4
      pegboard replay 12
    """
    entries, players = _game(file, page.history)
    from host.boards.names_file import MemoryNames
    from host.boards.stores import MemoryStore
    from host.boards.virtual import VirtualBoard

    game = Game()
    game.apply(entries[0])
    short = [shortened(clean(name)) for name in page.players or players]
    named = side_names(game.state, short)
    lines = [name if len(name) <= NAME_MOST else "" for name in named]
    board = VirtualBoard(MemoryStore(), MemoryNames("\n".join(lines).encode("utf-8")))

    async def play() -> None:
        for entry in entries:
            try:
                board.app.enter(entry)
            except PegboardError:
                click.echo("Somebody entered a card meanwhile: the record stops here.")
                return
            await asyncio.sleep(_ENTRY_SECONDS / speed)
            screen = board.app.screen
            while speed <= 1 and (screen.moving() or screen.has_next_count()):
                if not screen.moving():
                    await asyncio.sleep(_ENTRY_SECONDS / speed)
                    board.app.next_count()
                await asyncio.sleep(0.05)
        click.echo("The record is over. Ctrl-C stops the board.")

    serve_page(board, page, "it; games played on this page are not stored", (play,))


def _game(file: Path, history: Path | None) -> tuple[list[tuple], list[str]]:
    """Return the entries of the record in `file`, or of the game that has this ID, and the names
    of the players."""
    number = game_id(str(file))
    if number is None or os.path.exists(file):
        record = read_record(file)
        return record.entries, record.players()
    with reading(history) as kept:
        game = kept.game(number)
        return entries_of(kept, game), game.names
