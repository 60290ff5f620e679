"""Every file of the plan, by path; each is made from the description alone."""

from collections.abc import Callable

from hardware import board, forms
from hardware.circuit import builds
from hardware.perfboard.links import plan

from . import body
from .budget import power_page
from .build_page import html_page
from .finished import finished
from .guide import build_page
from .key_drawing import keys
from .netlist import netlist
from .parts import parts_csv, parts_page
from .perfboard_drawing import STEPS, perfboard, perfboard_step
from .pins import pins_page
from .schematic import schematic
from .strip_drawing import strips
from .wiring import wiring
from .wiring_page import wiring_page


def files(layout: str) -> dict[str, Callable[[], str]]:
    """Return, by path, a function that makes the text of each file."""
    made: dict[str, Callable[[], str]] = {
        "PARTS.md": lambda: parts_page(layout),
        "parts.csv": lambda: parts_csv(layout),
        "PINS.md": lambda: pins_page(layout),
        "POWER.md": lambda: power_page(layout),
    }
    made["WIRING.md"] = lambda: wiring_page(layout)
    made["BUILD.md"] = lambda: build_page(layout)
    made["drawings/board.svg"] = lambda: finished(layout)
    if layout == board.DEFAULT_LAYOUT:  # its guide shows the others too
        for name in forms.names()[1:]:
            made[f"drawings/board-{name}.svg"] = lambda name=name: finished(name)
    for which in body.PICTURES:
        made[f"drawings/body-{which}.svg"] = lambda which=which: body.exploded(layout, which)
    for name, draw in (
        ("pieces", body.overview), ("section", body.section), ("inside", body.inside)
    ):  # fmt: skip
        made[f"drawings/body-{name}.svg"] = lambda draw=draw: draw(layout)
    for back, view in ((True, "back"), (False, "front")):
        made[f"drawings/strip-{view}.svg"] = lambda back=back: strips(layout, back)
        for name, ending in (("supply", ""), ("pi", "-pi")):
            made[f"drawings/keys-{view}{ending}.svg"] = lambda name=name, back=back: keys(
                builds.build(name, layout), back
            )
    for number in range(1, len(STEPS) + 1):
        made[f"drawings/perfboard-step-{number}.svg"] = lambda number=number: perfboard_step(
            plan(builds.names(layout)[0], layout), number
        )
    for name in builds.names(layout):
        made[f"drawings/schematic-{name}.svg"] = lambda name=name: schematic(
            builds.build(name, layout)
        )
        made[f"drawings/wiring-{name}.svg"] = lambda name=name: wiring(builds.build(name, layout))
        for back, view in ((True, "back"), (False, "front")):
            made[f"drawings/perfboard-{name}-{view}.svg"] = lambda name=name, back=back: perfboard(
                plan(name, layout), back
            )
        made[f"netlists/{name}.net"] = lambda name=name: netlist(builds.build(name, layout))
    return made


def page_files(layout: str) -> dict[str, Callable[[], str]]:
    """Return, by path, a function that makes the page to build by, which the repository does not
    hold."""
    drawings = {name: make for name, make in files(layout).items() if name.endswith(".svg")}
    return {"build.html": lambda: html_page(layout, drawings)}
