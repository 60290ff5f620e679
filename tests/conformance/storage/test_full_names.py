"""The names of the sources in the error log, in place of a bundle's."""

import os

from firmware.full_names import with_full_names

PATH = "names.tmp"
SHORT = """Traceback (most recent call last):
  File "aes", line 1, in in_
  File "cards", line 1, in cards
AttributeError: 'GP1' object has no attribute 'rx'
"""
FULL = """Traceback (most recent call last):
  File "firmware.pico.loop", line 1, in run
  File "engine_core.cards", line 1, in cards
AttributeError: 'App' object has no attribute 'app'
"""


def named(text, names):
    with open(PATH, "w") as file:
        file.write(names)
    try:
        return with_full_names(text, PATH)
    finally:
        os.remove(PATH)


def test_a_traceback_has_the_names_of_the_sources():
    names = "aes firmware.pico.loop\nin_ run\ncards engine_core.cards\nGP1 App\nrx app\nat never\n"
    assert named(SHORT, names) == FULL


def test_words_that_are_also_names_stay():
    text = "TypeError: function takes 2 positional arguments but 1 were given\n"
    assert named(text, "function deal\ntakes play\ngiven peg\n") == text


def test_without_the_file_or_with_a_damaged_one_the_names_stay():
    assert with_full_names(SHORT, "missing.tmp") == SHORT
    assert named(SHORT, "damaged\n") == SHORT
