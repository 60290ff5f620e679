"""The `pegboard` command. Each subcommand is in its own file."""

import errno
import sys
from dataclasses import replace
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

import click

from engine_core.errors import PegboardError
from host.data_folder import data_folder
from host.errors import GameInUse, HostError

from . import streams
from .options import PageOptions, layout_option, page_options, written
from .text import printable

FILES = (
    "board,card,chance,check,count,devices,doctor,export,flash,games,image,import,log,merge,"
    "name,owners,peg,plan,practice,replay,review,show,site,standings,stats,test,throw,wall,"
    "watch"
).split(",")
# Commands in a file of another name; "import" is a keyword of Python.
_MODULES = {"import": "import_", "card": "quick_card"}


class Commands(click.Group):
    """A group that turns the errors of the engine and of the host into click's, without a
    traceback.

    A command in `files` is imported from the file of its name when it is used: counting a hand is
    twice as fast without loading the link and the page.
    """

    def __init__(self, *args, files=(), **others):
        super().__init__(*args, **others)
        self._files = files

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self._files})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._files:
            name = _MODULES.get(cmd_name, cmd_name)
            return getattr(import_module(f".{name}", __package__), name)
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: click.Context, args: list[str]):
        # Click has no suggestion for a command that has not been imported.
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            found = get_close_matches(word, self.list_commands(ctx))
            meant = f" Did you mean {' or '.join(found)}?" if found else ""
            raise click.UsageError(f"There is no command {word!r}.{meant}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args, **extra):
        streams.prepare()
        try:
            return super().main(*args, **extra)
        except OSError as why:
            if why.errno != errno.ENOSPC:
                raise
            streams.drop_unwritten()
            click.ClickException("The disk is full: free some space, and try again.").show()
            sys.exit(1)

    def invoke(self, ctx: click.Context):
        # Errors may quote the contents of files and what devices send.
        try:
            return super().invoke(ctx)
        except (PegboardError, HostError) as error:
            raise click.ClickException(printable(str(error))) from None
        except click.ClickException as error:
            error.message = printable(error.message)  # pyright: ignore[reportAttributeAccessIssue]
            raise


@click.group(
    name="pegboard",
    cls=Commands,
    files=FILES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="pegboard", prog_name="pegboard")
@page_options
@click.option(
    "--game",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file of the virtual board's game. By default in your data folder.",
)
@click.option(
    "--virtual", is_flag=True, help="Start the virtual board even if a real one is attached."
)
@layout_option
@click.option(
    "--against",
    type=click.Choice(["easy", "steady", "full"]),
    help="Play against the board, in this strength: it deals, and plays the second seat.",
)
@click.pass_context
def main(
    context: click.Context,
    page: PageOptions,
    game: Path | None,
    virtual: bool,
    layout: str,
    against: str | None,
) -> None:
    """A cribbage board that counts.

    Without a command, this mirrors the board that is attached by USB, as pegboard watch does. If
    there is none, it starts the virtual board on this computer. Either way its page opens in the
    browser, and the last game continues.

    \b
    Examples:
      pegboard
      pegboard --virtual
      pegboard --share
      pegboard --virtual --layout two-track
      pegboard --against full
      pegboard --share --delay 120
      pegboard --mqtt mqtt://broker/club/table-3
      pegboard count 5H 5C 5S JD 5D
      pegboard check game.txt
    """
    command = context.invoked_subcommand
    if command is None:
        start(page, game, virtual, layout, against)
        return
    for option in written(context).values():
        raise click.UsageError(f"Write {option} after {command}: pegboard {command} {option}")


def start(
    page: PageOptions, game: Path | None, virtual: bool, layout: str, against: str | None = None
) -> None:
    """Mirror the one board that is attached, or start the virtual one of `layout` with the file
    `game`; `against`: the strength of the second seat, if the board plays that.

    If another `pegboard` does so already, open its page. Raises GameInUse if that cannot be found.
    """
    # Imported here because most commands do not need them.
    from host.boards.stores import FileStore
    from host.web.token import AddressFile

    from .page import open_running, serve_page

    if not virtual and game is None and not against:
        from host.link.discovery import BUSY, PEGBOARD, hint, only_board, picos, probe_all

        from .watch import address_file, mirror_page

        seen = probe_all([one.port for one in picos()])
        if any(one.kind == PEGBOARD for one in seen):
            mirror_page(only_board(seen), page)
            return
        busy = [one.port for one in seen if one.kind == BUSY]
        if any(open_running(address_file(port), page) for port in busy):
            return
        if seen:
            click.echo(f"{hint(seen)}\nUntil then, the virtual board:", err=True)
    own = "against.journal" if against else "game.journal"
    saved = game or data_folder() / own
    if against:
        from host.boards.dealt_game import NAME

        page = replace(page, players=((page.players or ("",))[0], NAME))
    kept = AddressFile(saved)
    try:
        with FileStore(saved) as store:
            ending = f"it; the game is saved in {store.path}"
            name = f"virtual {saved.resolve()}"
            running = _virtual(store, layout, page.players, against)
            serve_page(running, page, ending, kept=kept, board_name=name)
    except GameInUse:
        if not open_running(kept, page):
            raise


def _virtual(store, layout: str, players: tuple[str, ...], against: str | None):
    from host.boards.virtual import VirtualBoard

    if not against:
        return VirtualBoard(store, layout=layout, players=players)
    from host.analysis.player import STRENGTHS
    from host.boards.against import AgainstBoard

    return AgainstBoard(store, STRENGTHS[against], layout, players)
