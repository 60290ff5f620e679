"""The analogue inputs that say what a supply feeds the strip with, and what the Pico gets."""

import sys

from machine import ADC, Pin

from engine_core.compat import const

_FULL_MV = const(6600)  # twice the 3.3 V of a full reading: two equal resistors halve the supply
_VSYS_PIN = const(29)
_VSYS_FULL_MV = const(9900)  # of which the Pico's resistors leave a third


class SupplyAdc:
    """The input on `pin`; None: there is none, and it reads 0."""

    def __init__(self, pin):
        self._pin = None if pin is None else Pin(pin)

    def read(self) -> int:
        """Return the supply's millivolts, 0 where nothing is connected."""
        if self._pin is None:
            return 0
        # Pulled low first: a pin that nothing is connected to stays there, where the supply's
        # resistors lift it in less than a microsecond.
        self._pin.init(Pin.OUT, value=0)
        # The constructor also turns the digital input off, through which a Pico 2 lifts the pin.
        return ADC(self._pin).read_u16() * _FULL_MV >> 16


class VsysAdc:
    """What is at VSYS. The models with radio have that on the pin, and there it reads 0."""

    def __init__(self):
        wireless = " W " in getattr(sys.implementation, "_machine", "") + " "
        self._adc = None if wireless else ADC(Pin(_VSYS_PIN))

    def read(self) -> int:
        """Return millivolts, 0 where it cannot be measured."""
        return self._adc.read_u16() * _VSYS_FULL_MV >> 16 if self._adc else 0
