"""The rules of cribbage, shared by the board, the laptop and the tests.

Nothing here reads a clock, does input or output, or imports from outside this folder (except
`micropython.const`, `array` and `binascii`), so the same files run on CPython and MicroPython.
"""
