"""A board at a port, for the test of host/doctor/build_test.py."""

from importlib import resources

from hardware import forms
from host.pico.device import Device, DeviceError

from .build_test import Power, Settings, Span


class AttachedBoard:
    """Calls the functions of host/pico/on_device_test.py on `device`, which has been entered.
    Raises DeviceError and ReplError."""

    def __init__(self, device: Device):
        self._device = device
        file = resources.files("host.pico").joinpath("on_device_test.py")
        try:
            device.ask(file.read_text(encoding="utf-8"))
        except DeviceError as why:
            if "ImportError" in str(why):
                raise DeviceError("pegboard is not on it: run pegboard flash") from None
            raise

    def settings(self) -> Settings:
        words = self._answer("settings()").split()
        if len(words) != 3 or words[0] not in forms.names() or not words[1].isdecimal():
            raise DeviceError("the device's answer cannot be understood")
        return Settings(words[0], int(words[1]), words[2])

    def show(self, spans: list[Span]) -> None:
        self._device.ask(f"show(*{spans!r})")

    def down(self, seconds: float) -> int:
        return self._numbers(f"down({round(1000 * seconds)})", 1)[0]

    def held(self) -> int:
        return self._numbers("held()", 1)[0]

    def power(self) -> Power:
        return Power(*self._numbers("volts()", 3))

    def close(self) -> None:
        """Make the lights dark, and restart the board's program."""
        self._device.ask("close()")
        self._device.restart()

    def _answer(self, code):
        lines = self._device.ask(code)
        if len(lines) != 1:
            raise DeviceError("the device's answer cannot be understood")
        return lines[0]

    def _numbers(self, code, count):
        words = self._answer(code).split()
        if len(words) != count or not all(word.isdecimal() for word in words):
            raise DeviceError("the device's answer cannot be understood")
        return [int(word) for word in words]
