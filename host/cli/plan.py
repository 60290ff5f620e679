"""`pegboard plan`: writes all that a maker needs to build the board, from its description."""

from pathlib import Path

import click

from hardware import board, forms, own_layout, power
from hardware.body.check import faults as body_faults
from hardware.circuit import builds
from hardware.circuit.check import faults
from hardware.layouts import NAMES
from hardware.panel.check import faults as panel_faults
from hardware.printed.parts import faults as printed_faults
from hardware.printed.solids import PrintedError
from host.install_command import install_command

from .options import FiniteRange


class LayoutOrFile(click.ParamType):
    """The name of a layout, or the path of a file that describes one."""

    name = "layout"

    def convert(self, value: str, param, ctx) -> str:
        if value in NAMES:
            return value
        if not value.endswith(".json"):
            self.fail(
                f"{value} is not one of {', '.join(forms.names())}, nor a file that ends in .json",
                param,
                ctx,
            )
        try:
            return own_layout.read(Path(value))
        except own_layout.LayoutError as why:
            self.fail(str(why), param, ctx)


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("plan"),
    show_default=True,
    metavar="DIR",
    help="The folder to write to; it is created if necessary.",
)
@click.option(
    "--layout",
    type=LayoutOrFile(),
    default=board.DEFAULT_LAYOUT,
    show_default=True,
    metavar="NAME",
    help=f"The board's layout: {', '.join(forms.names())}; or the file of one of your own, which "
    "ends in .json.",
)
@click.option(
    "--kerf",
    type=FiniteRange(0, 1),
    default=0.0,
    show_default=True,
    metavar="MM",
    help="The width of the laser's cut, to be compensated in cut/; many services do that.",
)
@click.option("--pcb", is_flag=True, help="Also the circuit board; needs KiCad 6.")
@click.option(
    "--build",
    type=click.Choice(["strip", "panel"]),
    default="strip",
    show_default=True,
    help="What the lights are on: a strip that is cut and soldered, or a panel to order, which "
    "needs KiCad 6; with --pcb too, a ribbon joins it to the keys.",
)
@click.option("--page", is_flag=True, help="Only build.html, the page to build by.")
@click.option(
    "--archive",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Instead, write to DIR a zip for each layout with all of it, circuit boards and printed "
    "parts too; needs KiCad 6 and both extras.",
)
def plan(
    out: Path,
    layout: str,
    kerf: float,
    pcb: bool,
    build: str,
    page: bool,
    archive: Path | None,
) -> None:
    """Write everything that a maker needs to build the board.

    \b
    build.html            the guide and the wiring as one page: steps to tick, wires that light up,
                          and the board in 3D
    BUILD.md              the guide, from the tools to the self-test
    PARTS.md, parts.csv   what to buy: for a Pico on USB, a Pico with a supply, a Raspberry Pi
    PINS.md               each pin, its wire and its colour
    POWER.md              the paths of power, where to feed the strip, the current of each scene
    WIRING.md, drawings/  each wire with its number and colour; keys and strip from both sides;
                          schematics
    netlists/             the circuits, for KiCad
    cut/                  each layer of the body as DXF and SVG, 1:1, to cut by laser or router
    paper/                the same to print on A4 or Letter, templates for the drill, key legends
    printed/              wells, feet, clamps and a holder for the Pico as STL and STEP, to print
    pcb/                  with --pcb: a board for the keys and the electronics, to order
                          (gerbers.zip), its parts, and the KiCad project
    panel/                with --build panel: a board with every pixel, to order with its parts
                          placed; cut/ then has the layers that go with it

    Schematics, cut/, paper/ and printed/ need more packages, and printed/ Python 3.11: if they
    are missing, the command that installs them is printed, and everything else is written.

    All of it is generated from hardware/ in this program, always with the same result. The
    circuits and the body are checked first; if there is a fault, it is reported and nothing is
    written.

    Your own layout is a file such as {"base": "crib-wars", "height": 300, "strip_pin": 27,
    "holes": {"121": [22, 126]}}: its differences from one of the layouts, in millimetres.

    \b
    Examples:
      pegboard plan
      pegboard plan --out ~/pegboard-plan --kerf 0.15
      pegboard plan --pcb
      pegboard plan --layout two-track
      pegboard plan --layout mine.json
      pegboard plan --archive files
    """
    if archive:
        _archives(archive)
        return
    _check(layout)
    if build == "panel" and (found := panel_faults(layout)):
        raise click.ClickException("\n".join(found))
    if pcb and not power.usb_feeds(layout):
        raise click.ClickException(
            "the circuit board has the switch between USB and a supply, and USB cannot feed "
            f"{layout}: leave out --pcb"
        )
    from host.plan.cutting import CuttingError
    from host.plan.cutting.files import cutting_files
    from host.plan.files import files, page_files
    from host.plan.panel import REPLACED
    from host.plan.panel import cut_files as panel_files
    from host.plan.pcb import cut_files
    from host.plan.pictures import picture_files
    from host.plan.printed import printed_files
    from host.plan.schematic import SchematicError

    made = {**files(layout), **picture_files(), **cutting_files(layout, kerf)}
    made |= {**page_files(layout), **printed_files(layout, window=pcb)}
    if pcb and build == "strip":
        made |= cut_files(layout, kerf)
    if page:
        made = dict(page_files(layout))
    elif build == "panel":
        made = {name: make for name, make in made.items() if not _is_of(name, REPLACED)}
        made |= panel_files(layout, kerf, window=pcb)
    left_out: dict[str, str] = {}
    with click.progressbar(made.items(), label="Writing", item_show_func=_name) as items:
        for name, make in items:
            try:
                _write(out / name, make())
            except (SchematicError, CuttingError) as why:
                left_out[name] = str(why)
            except PrintedError as why:
                left_out[name] = f"{why}: {install_command('cad')}"
    written = len(made) - len(left_out)
    begin = out / ("build.html" if page else "BUILD.md")
    click.echo(f"Wrote {written} file{'s' if written > 1 else ''} to {out}. Begin with {begin}.")
    for why in dict.fromkeys(left_out.values()):
        names = [name for name in left_out if left_out[name] == why]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        click.echo(f"Left out {', '.join(names[:3])}{more}: {why}", err=True)
    if page:
        return
    if pcb:
        _pcb(out / "pcb")
    if build == "panel":
        _panel(out / "panel", layout)


def _name(item):
    return item[0] if item else ""


def _is_of(name: str, layers: tuple[str, ...]) -> bool:
    """Return whether a file belongs to one of these layers, to cut or to print."""
    stem = Path(name).stem.removesuffix("-drill")
    return name.startswith(("cut/", "paper/")) and stem in layers


def _archives(folder: Path) -> None:
    from host.plan.cutting import CuttingError
    from host.plan.download import archive, archive_name
    from host.plan.pcb import PcbError
    from host.plan.schematic import SchematicError

    for name in forms.names():
        _check(name)
    for name in forms.names():
        click.echo(f"Making {archive_name(name)} ...")
        try:
            made = archive(name)
        except (CuttingError, PcbError, PrintedError, SchematicError) as why:
            raise click.ClickException(str(why)) from None
        _write(folder / archive_name(name), made)


def _pcb(folder):
    from host.plan.pcb import write_pcb

    _ordered(folder, "circuit board", write_pcb)


def _panel(folder, layout):
    from host.plan.panel import write_panel

    _ordered(folder, "panel", lambda folder: write_panel(folder, layout))


def _ordered(folder, what, write):
    from host.plan.pcb import PcbError

    click.echo(f"KiCad makes the {what} ...")
    try:
        written = write(folder)
    except PcbError as why:
        raise click.ClickException(str(why)) from None
    except OSError as why:
        raise click.ClickException(
            f"{folder} cannot be written: {why.strerror}. Name another folder with --out"
        ) from None
    click.echo(f"Wrote {written} files to {folder}. KiCad finds no fault. Order with gerbers.zip.")


def _check(layout):
    found = own_layout.faults(layout)
    for name in builds.names(layout):
        found += [f"the circuit {name}: {fault}" for fault in faults(builds.build(name, layout))]
    if found:
        raise click.ClickException(f"the layout {layout} has faults:\n" + "\n".join(found))
    if found := body_faults(layout):
        raise click.ClickException("the body has faults:\n" + "\n".join(found))
    if found := printed_faults(layout):
        raise click.ClickException("the parts to print have faults:\n" + "\n".join(found))


def _write(path: Path, content: str | bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as why:
        raise click.ClickException(
            f"{path} cannot be written: {why.strerror}. Name another folder with --out"
        ) from None
