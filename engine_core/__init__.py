"""Cribbage, counted: the rules that the board, the laptop and the tests share.

Nothing in here reads a clock, does input or output, or imports from outside this folder
(but `micropython.const` and `binascii`), so the same files run on CPython and on MicroPython.
"""
