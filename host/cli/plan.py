"""`pegboard plan`: what a maker needs to build the board, written from its description."""

from pathlib import Path

import click

from hardware import board
from hardware.circuit import builds
from hardware.circuit.check import faults


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("plan"),
    show_default=True,
    metavar="DIR",
    help="The folder to write to; it is made where there is none.",
)
@click.option(
    "--layout",
    type=click.Choice([row[0] for row in board.LAYOUTS]),
    default=board.DEFAULT_LAYOUT,
    show_default=True,
    help="The board's layout.",
)
def plan(out: Path, layout: str) -> None:
    """Write everything that a maker needs to build the board.

    \b
    PARTS.md, parts.csv   what to buy: for a Pico on USB, a Pico with a supply, a Raspberry Pi
    PINS.md               each pin, its wire and its colour
    POWER.md              how power goes, where to feed the strip, what each scene takes
    WIRING.md, drawings/  each wire with its number and colour; keys and strip from both sides;
                          schematics, which need: python -m pip install "pegboard[plan]"
    netlists/             the circuits, for KiCad

    All of it comes from hardware/ in this program, and is the same each time. The circuits are
    checked first: a fault is named, and then nothing is written.

    \b
    Examples:
      pegboard plan
      pegboard plan --out ~/pegboard-plan
    """
    _check(layout)
    from host.plan.files import files
    from host.plan.schematic import SchematicError

    made = files(layout)
    left_out: dict[str, str] = {}
    with click.progressbar(made.items(), label="Writing", item_show_func=_name) as items:
        for name, text in items:
            try:
                _write(out / name, text())
            except SchematicError as why:
                left_out[name] = str(why)
    written = len(made) - len(left_out)
    click.echo(f"Wrote {written} files to {out}. Begin with {out / 'PARTS.md'}.")
    for why in dict.fromkeys(left_out.values()):
        click.echo(f"Left out {', '.join(left_out)}: {why}", err=True)


def _name(item):
    return item[0] if item else ""


def _check(layout):
    for name in builds.BUILDS:
        if found := faults(builds.build(name, layout)):
            raise click.ClickException(f"the circuit {name} has faults:\n" + "\n".join(found))


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as why:
        raise click.ClickException(
            f"{path} cannot be written: {why.strerror}. Name another folder with --out"
        ) from None
