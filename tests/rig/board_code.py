"""Code for the prompt of a board, with the names that the program has there."""

import functools

from host.pico import build

_ARE_SHORT = f"""
import os
try:
    print(os.stat({build.NAMES!r})[6] > 0)
except OSError:
    print(False)
"""


@functools.cache
def _names():
    return build.names_in(build.texts(False))


@functools.lru_cache(1)
def _are_short(repl):
    return repl.execute(_ARE_SHORT)[0].strip() == "True"


def for_board(repl, code):
    """Return `code`, which uses our modules by the names of their sources, for the board whose
    prompt is at `repl`: in a bundle most of the names are shorter."""
    return _names().text(code) if _are_short(repl) else code
