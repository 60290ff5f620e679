"""A Pico on a serial port: building its files and putting them on it."""
