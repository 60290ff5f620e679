"""The options of every command that shows a page."""

import functools
import ipaddress
import math
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from hardware.board import DEFAULT_LAYOUT
from hardware.layouts import NAMES

from .board_names import board_names


@dataclass(frozen=True)
class PageOptions:
    """The person's choices for the page. addresses: to share at, none for all; delay: seconds;
    players: names by seat; history: the file of the games, None for the user's; record: whether
    games are stored there; mqtt: the table's address at a broker, "" for none; new_token: whether
    pages of earlier starts lose the right to press keys."""

    port: int = 8121
    browser: bool = True
    share: bool = False
    addresses: tuple[str, ...] = ()
    delay: float = 0.0
    players: tuple[str, ...] = ()
    history: Path | None = None
    record: bool = True
    mqtt: str = ""
    new_token: bool = False


class FiniteRange(click.FloatRange):
    """A number within a range; "nan" is refused."""

    def convert(self, value, param, ctx) -> float:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


class Address(click.ParamType):
    """An IP address of a computer."""

    name = "address"

    def convert(self, value, param, ctx) -> str:
        try:
            found = ipaddress.ip_address(value)
        except ValueError:
            found = None
        if not found or "%" in str(found):  # with a zone, which no browser takes
            self.fail(f"{value} is not an address such as 192.168.1.20 or fd00::20", param, ctx)
        if found.is_unspecified or found.is_multicast:
            self.fail(f"{value} is not the address of one computer", param, ctx)
        return str(found)


layout_option = click.option(
    "--layout",
    type=click.Choice(NAMES),
    default=DEFAULT_LAYOUT,
    show_default=True,
    help="The board's tracks and holes, see hardware/BUILD.md; shared-holes-first is shared with "
    "the data wire at hole 1.",
)

target_option = click.option(
    "--target",
    type=click.Choice(["121", "61"]),
    default="121",
    show_default=True,
    help="The number of points to win.",
)

_OPTIONS = (
    click.option(
        "--page-port",
        type=click.IntRange(0, 65535),
        default=PageOptions.port,
        show_default=True,
        help="Port of the page on this computer; 0 takes any free one.",
    ),
    click.option("--no-browser", is_flag=True, help="Only print the page's address."),
    click.option(
        "--share",
        is_flag=True,
        help="Let everyone in the local network watch: prints the addresses and a QR code. Only "
        "the page with the token presses keys.",
    ),
    click.option(
        "--share-address",
        type=Address(),
        multiple=True,
        metavar="ADDRESS",
        help="Share only at this address of this computer, not at all of them.",
    ),
    click.option(
        "--delay",
        type=FiniteRange(0, 3600),
        default=0,
        metavar="SECONDS",
        help="Watchers see everything this many seconds late, the page with the keys at once.",
    ),
    click.option(
        "--players",
        default="",
        metavar="NAMES",
        help='Who plays, in the order of the seats, separated by commas: "Ann, Ben". Put a name'
        """ with a comma in quotation marks: '"Smith, Jo", Ben'.""",
    ),
    click.option(
        "--history",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="The file of all games. By default in your data folder.",
    ),
    click.option(
        "--mqtt",
        default="",
        metavar="ADDRESS",
        help="Publish what watchers see at an MQTT broker: mqtt://user@broker/club/table-3, or "
        "mqtts:// with TLS. The password is in PEGBOARD_MQTT_PASSWORD.",
    ),
    click.option(
        "--new-token",
        is_flag=True,
        help="Create a new token for the page with the keys: pages and addresses with the old one "
        "only watch from now on.",
    ),
    click.option("--no-history", is_flag=True, help="Do not store the games in that file."),
)


def page_options(command):
    """Add the options of a page to `command`; its parameter `page` receives a PageOptions."""

    @functools.wraps(command)
    def with_page(
        *args,
        page_port,
        no_browser,
        share,
        share_address,
        delay,
        players,
        history,
        no_history,
        mqtt,
        new_token,
        **others,
    ):
        page = PageOptions(
            page_port,
            not no_browser,
            share or bool(share_address),
            share_address,
            delay,
            tuple(board_names(players)),
            history,
            not no_history,
            mqtt,
            new_token,
        )
        return command(*args, page=page, **others)

    for option in reversed(_OPTIONS):
        with_page = option(with_page)
    return with_page


def written(context: click.Context | None) -> dict[str, str]:
    """Return the options that the person wrote on the command line, as --share, by the names of
    their parameters."""
    if context is None:
        return {}
    return {
        option.name: option.opts[0]
        for option in context.command.params
        if option.name and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    }
