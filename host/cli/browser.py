"""Opens a page in the user's browser without its token on the browser's command line, which every
user of this computer can read."""

import html
import os
from pathlib import Path

import click

from host.data_folder import data_folder
from host.files import write_private
from host.page_browser import show_page, snap_folder
from host.web.token import PageAddress

_REDIRECT = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={url}">
<title>Pegboard</title>
<p><a href="{url}">Open the board</a></p>
"""


def redirect_folder() -> Path:
    """Return the folder of the files that redirect to pages; only this user can read it."""
    return snap_folder() or data_folder() / "open"


def open_page(address: PageAddress) -> bool:
    """Open the page with its token in the browser. If that fails, say so and return False."""
    if _open(address):
        # Some browsers may not read files of this folder.
        click.echo("If the browser does not show the board, open the address above yourself.")
        return True
    click.echo("Cannot open a browser: open the first address yourself.", err=True)
    if os.environ.get("SSH_CONNECTION"):
        port = address.port
        click.echo(
            f"You are connected by SSH: run ssh -L {port}:127.0.0.1:{port} and the name of this"
            " computer on your own, and open the address there.",
            err=True,
        )
    return False


def _open(address: PageAddress) -> bool:
    try:
        folder = redirect_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        file = folder / f"page-{address.port}.html"
        write_private(file, _REDIRECT.format(url=html.escape(address.url())))
        file = file.resolve()  # Python from Windows' store writes to another folder than it names
    except OSError as why:
        click.echo(f"Cannot write to {redirect_folder()} ({why.strerror}).", err=True)
        return False
    return show_page(file.as_uri())
