"""The flash of an emulated Pico that a user has put the board's program on."""

from click.testing import CliRunner

from host.cli.main import main
from tests.emulator.pico import EmulatorError, Pico

BOOT_MS = 6000  # the first start makes the journal


def flashed(paths, folder):
    """Boot `paths` ("image", "bootrom"), run `pegboard flash`, start the board once; return the
    path of a copy of its flash, in `folder`. Raises EmulatorError."""
    with Pico(paths["image"], paths["bootrom"]) as pico:
        # It says who it is before a host listens, and shows that only once it is spoken to.
        pico.send(b"\r")
        pico.run_to_text(">>>", BOOT_MS)
        port = f"socket://127.0.0.1:{pico.open_port()}"
        done = CliRunner().invoke(main, ["flash", "--port", port])
        if done.exit_code:
            raise EmulatorError(f"pegboard flash says: {done.output}")
        pico.ask("stop")
        pico.power_on()
        pico.run_to_frame(BOOT_MS)
        pico.run(3000)  # at rest it makes sectors ready
        pico.save(folder / "flash.bin")
    return folder / "flash.bin"
