"""The board: keys become entries, and the game becomes lights.

`app.App` and its parts are given their ports, so they run on a Pico, on a Raspberry Pi, on the
virtual board and in tests. `firmware/pico` contains the parts for a Pico alone.
"""
