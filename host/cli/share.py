"""Prints the addresses of a shared page, its QR codes, and advice about firewalls."""

import sys
from typing import TYPE_CHECKING

import click

from host.web.qr import qr_text

if TYPE_CHECKING:
    from host.web.share import Share


def tell_share(share: "Share") -> None:
    """Print where to watch the page, and where a phone can press the keys."""
    watch, board = share.watch_urls(), share.board_urls()
    if share.trouble:
        click.echo(share.trouble, err=True)
    if not watch:
        return
    click.echo("\nEveryone in this network may watch at")
    _addresses(watch)
    if board:
        click.echo("Keep this one to yourself: with it a phone presses the keys of the board.")
        _addresses(board)
    from host.web.firewall import firewall_steps

    click.echo("If nobody can open it:")
    for step in firewall_steps(share.port):
        click.echo(f"  - {step}")


def _addresses(urls: list[str]) -> None:
    """Print the addresses, and the first as a QR code."""
    for url in urls:
        click.echo(f"  {url}")
    if code := qr_text(urls[0], sys.stdout.encoding or "ascii"):
        click.echo(code)
