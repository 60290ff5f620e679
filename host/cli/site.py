"""`pegboard site`: writes a board that runs in any browser, without a server of its own."""

from pathlib import Path

import click

PORT = 8122


@click.command(short_help="Write the static site: the board as a web page.")
@click.argument(
    "folder", required=False, type=click.Path(file_okay=False, path_type=Path), metavar="[FOLDER]"
)
@click.option("--serve", is_flag=True, help="Show the site on this computer until Ctrl-C.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port of --serve; 0 for any free one.",
)
def site(folder: Path | None, serve: bool, port: int) -> None:
    """Write the static site: the board as a page that needs no server program.

    Put what is in FOLDER on any web server, also in a folder of it, such as GitHub Pages. Whoever
    opens its address has a board, on a phone too, and after the first visit even without a
    network. The game stays in their browser. In Chrome and Edge on a computer the page also shows
    a real board, and puts the program on a Pico.

    MicroPython's VM is fetched from npm once and checked by its hash.

    \b
    Examples:
      pegboard site public
      pegboard site --serve
    """
    if not folder and not serve:
        raise click.UsageError("Name a folder to write to, or use --serve.")
    from host.site import pico_files
    from host.site.build import site_files, steps
    from host.site.micropython import vm_files

    vm = vm_files()
    total = steps() + pico_files.steps()
    with click.progressbar(length=total, label="Compiling") as bar:
        pico = pico_files.pico_files(lambda: bar.update(1))
        files = site_files(vm, pico, lambda: bar.update(1))
    if folder:
        write(folder, files)
        click.echo(f"Wrote {len(files)} files to {folder}. Put them on a web server, by https.")
    if serve:
        from host.site.serve import serve_site
        from host.web.server import listen

        sock = listen(port)
        click.echo(f"The board is at http://localhost:{sock.getsockname()[1]}/")
        click.echo("Press Ctrl-C to stop.")
        serve_site(files, sock)


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files, by their names, to `folder`. Raises ClickException."""
    for name, data in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as why:
            raise click.ClickException(
                f"{path} cannot be written: {why.strerror}. Name another folder"
            ) from None
