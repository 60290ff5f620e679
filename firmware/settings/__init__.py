"""The board's settings: wiring, brightness, power supply."""
