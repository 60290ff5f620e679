"""The parts for a Raspberry Pi Pico alone: its pins, PIO and DMA, its flash, its USB."""
