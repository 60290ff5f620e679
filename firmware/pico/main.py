"""Starts the board at power-on; `pegboard flash` puts this file at the top of the file system.

It is compiled at each start, which takes 16 ms for each KB of it, so the rest is in files beside
it: `loader.mpy`, which is compiled already, and `damage.py`, which is seldom needed and which any
version of MicroPython can read.
"""

# MicroPython's _boot.py leaves this name here, and with it a module of 1 KB.
rp2 = None

try:
    from loader import load

    board = load()
except Exception as why:
    from damage import frozen_program

    board = frozen_program(why)
if board:
    board.main()
