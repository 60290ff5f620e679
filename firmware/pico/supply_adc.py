"""The analogue inputs that measure the supply's voltage and the Pico's."""

import sys

from machine import ADC, Pin

from engine_core.compat import const

_FULL_MV = const(6600)  # a full reading is 3.3 V, and two equal resistors halve the supply
_VSYS_PIN = const(29)
_VSYS_FULL_MV = const(9900)  # the Pico's resistors divide it by three


class SupplyAdc:
    """The input on `pin`; if that is None, `read` returns 0."""

    def __init__(self, pin):
        self._pin = None if pin is None else Pin(pin)

    def read(self) -> int:
        """Return the supply's voltage in mV, or 0 if nothing is connected."""
        if self._pin is None:
            return 0
        # Pull the pin low first: an unconnected pin stays low, and the supply's resistors raise it
        # in less than a microsecond.
        self._pin.init(Pin.OUT, value=0)
        # The constructor also turns off the digital input, which would raise the pin on a Pico 2.
        return ADC(self._pin).read_u16() * _FULL_MV >> 16


class VsysAdc:
    """The voltage at VSYS. On models with radio the pin has another use, and `read` returns 0."""

    def __init__(self):
        wireless = " W " in getattr(sys.implementation, "_machine", "") + " "
        self._adc = None if wireless else ADC(Pin(_VSYS_PIN))

    def read(self) -> int:
        """Return VSYS in mV, or 0 if it cannot be measured."""
        return self._adc.read_u16() * _VSYS_FULL_MV >> 16 if self._adc else 0
