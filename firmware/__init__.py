"""The board: keys become entries, the game becomes light.

`app.App` and its parts are given their ports, so they run on a Pico, on a Raspberry Pi, on the
virtual board and in a test. What only a Pico has is in `firmware/pico`.
"""
