"""`pegboard doctor`: checks what works here, and gives advice about the rest."""

import asyncio
import json
from pathlib import Path

import click

from host.doctor.boards import boards
from host.doctor.computer import browser, flashing, network, page_port, program, terminal
from host.doctor.files import files
from host.doctor.finding import FAULT, LOOK, Finding

from .options import PageOptions
from .text import safe_text

_MARKS = {LOOK: "look", FAULT: "FAULT"}
_REPORT = """
For a bug report, send: everything above; what you keyed and saw, and what you expected; the text
record of the game (View, Games played, Text record; or pegboard export ID); and the board's
log (pegboard log). There is no token and no game in the lines above, but addresses of this
computer and paths with your name: remove everything that you do not want to show."""


@click.command(short_help="Find what is wrong, and say what to do about it.")
@click.option("--port", multiple=True, help="Look at this port; may be given more than once.")
@click.option("--page-port", default=PageOptions.port, show_default=True, help="Port of the page.")
@click.option(
    "--history",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file of all games. By default in your data folder.",
)
@click.option("--log", is_flag=True, help="Also print the logs of errors of the boards.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def doctor(
    port: tuple[str, ...], page_port: int, history: Path | None, log: bool, as_json: bool
) -> None:
    """Check everything that Pegboard needs, and say what to do about anything missing.

    Checks the program, ports and permissions, each board with its firmware and rules, the
    page's port, addresses and firewall, the browser, and the files. Changes nothing, and stops no
    board. The exit code is 1 if something cannot work.

    \b
    Examples:
      pegboard doctor
      pegboard doctor --log > report.txt
      pegboard doctor --port COM3 --json
    """
    found = findings(list(port), page_port, history)
    if as_json:
        click.echo(json.dumps([one._asdict() for one in found]))
    else:
        for one in found:
            _print(one)
        for name in _pegboards(found) if log else ():
            _print_log(name)
        click.echo(_REPORT)
    if any(one.state == FAULT for one in found):
        raise SystemExit(1)


def findings(ports: list[str], port: int, history: Path | None) -> list[Finding]:
    """Return all findings; `ports`: of the boards, by default all attached; `port`: of the page;
    `history`: the file of all games."""
    return [
        *program(),
        *boards(ports),
        *flashing(),
        *page_port(port),
        *network(port),
        *browser(),
        *files(history),
        *terminal(),
    ]


def _print(one: Finding) -> None:
    click.echo(safe_text(f"{_MARKS.get(one.state, ''):<6}{one.subject:<9} {one.text}"))
    if one.advice:
        click.echo(safe_text(f"{'':<16}-> {one.advice}"))


def _pegboards(found: list[Finding]) -> list[str]:
    names = [one.text.partition(" is a pegboard")[0] for one in found if one.subject == "board"]
    return [name for name in names if name and " " not in name]


def _print_log(name: str) -> None:
    from .log import read_log

    lines, trouble = asyncio.run(read_log(name))
    click.echo(safe_text(f"\nThe log of {name}:"))
    for line in lines or [trouble or "no errors"]:
        click.echo(safe_text(f"  {line}"))
