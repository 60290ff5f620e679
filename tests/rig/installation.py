"""The flash of an emulated Pico that has the board's program: by `pegboard flash`, or in its image
of MicroPython."""

from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from host.cli.main import main
from host.mirror import messages
from host.pico import build
from tests.emulator.pico import EmulatorError, Pico

BOOT_MS = 6000  # the first start makes the journal
TOLD_MS = 500


class Installation(NamedTuple):
    """path: of a copy of the flash; in_image: whether the program is part of the image."""

    path: Path
    in_image: bool


def install(paths, folder):
    """Boot `paths` ("image", "bootrom"), have `pegboard flash` put the program on it unless its
    image has it, and start the board once; return its flash, which is stored in `folder`. Raises
    EmulatorError."""
    with Pico(paths["image"], paths["bootrom"]) as pico:
        in_image = runs_program(pico)
        if not in_image:
            # It introduces itself before a host listens, and again only when it is spoken to.
            pico.send(b"\r")
            pico.run_to_text(">>>", BOOT_MS)
            send_files(pico)
        pico.power_on()
        pico.run_to_frame(BOOT_MS)
        pico.run(3000)  # at rest it makes sectors ready
        pico.save(folder / "flash.bin")
    return Installation(folder / "flash.bin", in_image)


def runs_program(pico):
    """Return whether a Pico that has just been switched on runs a program of its image. Raises
    EmulatorError if that is not the program of this folder."""
    pico.ask("run", ms=BOOT_MS, frames=1)
    if not pico.frames:
        return False
    pico.run(TOLD_MS)
    there, here = program(pico), f"{build.program()} image"
    if there != here:
        raise EmulatorError(f"the image has pegboard {there}, and here is {here}: build it again")
    return True


def program(pico):
    """Return the board's output about its program since its console was cleared."""
    for line in bytes(pico.console).split(b"\n"):
        message = messages.parse(line + b"\n")
        if message and message.name == "hello":
            return message.fields.get("program", "")
    raise EmulatorError(f"the board said no hello; the console ends {pico.tail()}")


def send_files(pico, *options):
    """Run `pegboard flash` on it, with these options. Raises EmulatorError."""
    port = f"socket://127.0.0.1:{pico.open_port()}"
    done = CliRunner().invoke(main, ["flash", "--port", port, *options])
    pico.ask("stop")
    if done.exit_code:
        raise EmulatorError(f"pegboard flash says: {done.output}")
