"""The target `emulator`: a whole emulated RP2040 that boots the image the user names."""

from host.pico.rawrepl import RawRepl, ReplClosed
from tests.targets import files
from tests.targets.answer import Unavailable
from tests.targets.device import Device

SLICE = 0.25  # seconds of its time between looks at ours
NEEDED = {
    "image": ("PEGBOARD_IMAGE", "MicroPython for the Raspberry Pi Pico, .uf2 or .bin"),
    "bootrom": ("PEGBOARD_BOOTROM", "the boot ROM of the RP2040, .bin of 16384 bytes"),
}


class Emulator(Device):
    """`paths` is {"image": path or "", "bootrom": path or ""}."""

    name = "emulator"

    def __init__(self, timeout, paths, root=files.ROOT):
        super().__init__(timeout, lambda: boot(paths), root)


def boot(paths):
    """Boot the image and return the RawRepl of its serial port. Raises Unavailable."""
    from tests.emulator.pico import EmulatorError, Pico

    missing = lacking(paths)
    if missing:
        raise Unavailable(missing)
    try:
        pico = Pico(paths["image"], paths["bootrom"])
        pico.run(400)  # it makes its file system
    except EmulatorError as error:
        raise Unavailable(f"the image does not boot: {error}") from None
    return RawRepl(Line(pico))


def lacking(paths):
    """Return the files that the emulator needs but `paths` does not have, as one line, or ""."""
    texts = []
    for key, (variable, what) in NEEDED.items():
        if not paths[key]:
            texts.append(f"name {what}, with --{key} FILE or {variable}")
        elif not paths[key].is_file():
            texts.append(f"--{key}: there is no file {paths[key]}")
    if texts:
        return "; ".join([*texts, "tests/README.md says where to get them"])
    size = paths["bootrom"].stat().st_size
    return "" if size == 16384 else f"{paths['bootrom']} has {size} bytes, a boot ROM 16384"


class Line:
    """The serial port of `pico` as a transport: while it is read, the Pico's time passes."""

    def __init__(self, pico):
        self.pico = pico

    def read(self, timeout):
        from tests.emulator.pico import EmulatorError

        try:
            if not self.pico.console and timeout > 0:
                self.pico.ask("run", ms=min(timeout, SLICE) * 1000, text="")
        except EmulatorError as error:
            raise ReplClosed(str(error)) from None
        data = bytes(self.pico.console)
        self.pico.console.clear()
        return data

    def write(self, data):
        from tests.emulator.pico import EmulatorError

        try:
            self.pico.send(data)
        except EmulatorError as error:
            raise ReplClosed(str(error)) from None

    def close(self):
        self.pico.close()
