"""The options of every command that shows a page."""

import click

_PAGE_PORT = click.option(
    "--page-port",
    type=click.IntRange(0, 65535),
    default=8121,
    show_default=True,
    help="Port of the page on this computer; 0 takes any free one.",
)
_NO_BROWSER = click.option(
    "--no-browser", is_flag=True, help="Print the page's address, open nothing."
)


def page_options(command):
    """Give `command` the options `page_port` and `no_browser`."""
    return _PAGE_PORT(_NO_BROWSER(command))
