"""Where the code and the constants are in a compiled module."""

import pytest

from firmware import mpy_file
from host.pico import build

SOURCE = """
TEXTS = ("a text that takes memory", 7, (b"\\x00\\x01\\x02\\x03", 1 << 40))

def outer(number):
    def inner():
        return number, "another text that takes memory"
    return inner

class Box:
    def first(self):
        return [n for n in self.numbers]

def last():
    pass
"""
VIPER = SOURCE.replace("def last", "@micropython.viper\ndef last")


@pytest.fixture(scope="module")
def compiler():
    return build.Compiler(build.MpyKind(6, 3, "armv6m"))


def shape(codes):
    """Return how the pieces of code are within each other."""
    return [shape(inner) for _, _, inner in codes]


def last_of(code):
    """Return the piece at the end of the file."""
    return last_of(code[2][-1]) if code[2] else code


def test_the_pieces_of_code_are_within_each_other_as_the_functions_are(compiler):
    data = compiler.compile(SOURCE, "sample")
    _, code = mpy_file.parts(data)
    assert shape(code[2]) == [[[]], [[[]]], []]
    at, length, _ = last_of(code)
    assert at + length == len(data)


def test_constants_are_found_within_tuples_too(compiler):
    data = compiler.compile(SOURCE, "sample")
    constants, _ = mpy_file.parts(data)

    def contents(piece):
        if isinstance(piece, list):
            return [contents(one) for one in piece]
        return piece and data[piece[0] : sum(piece)]

    found = [contents(piece) for piece in constants]
    assert [b"a text that takes memory", None, [b"\x00\x01\x02\x03", None]] in found
    assert b"another text that takes memory" in found


def test_the_lists_end_before_machine_code(compiler):
    _, code = mpy_file.parts(compiler.compile(VIPER, "sample"))
    assert shape(code[2]) == [[[]], [[[]]]]


def test_all_modules_without_machine_code_are_read_to_their_end(compiler):
    texts = build.texts(False)
    plain = [text for text in texts.values() if "@micropython" not in text and "asm_" not in text]
    assert len(plain) > 100
    for text in plain[::5]:
        data = compiler.compile(text, "sample")
        at, length, _ = last_of(mpy_file.parts(data)[1])
        assert at + length == len(data)
