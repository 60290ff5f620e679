"""A Pico on a serial port: what is built for it, and putting it there."""
