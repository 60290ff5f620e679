"""What only a Raspberry Pi Pico has: its pins, PIO and DMA, its flash, its USB."""
