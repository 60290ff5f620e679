"""Texts of people: Unicode's tables are CPython's, or JavaScript's where MicroPython is in a page.

is_plain(text): whether it is printable ASCII. composed(text): in the normal form C, letters with
their accents as one character. kind(character): M for a mark, C for control, formatting and the
like, a space for white space, or anything else. folded(text): equal for two texts that differ in
upper and lower case alone.
"""

from engine_core.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_LOST = "\ufffd"

try:
    from unicodedata import category, normalize

    def is_plain(text: str) -> bool:
        return text.isascii() and text.isprintable()

    def composed(text: str) -> str:
        return normalize("NFC", text)

    def kind(character: str) -> str:
        return " " if character.isspace() else category(character)[0]

    def folded(text: str) -> str:
        return text.casefold()

except ImportError:
    import js  # pyright: ignore[reportMissingImports]

    def _test(expression: str) -> "Any":
        """Return a function that returns whether a text matches."""
        return js.RegExp.new(expression, "u").test

    _plain = _test("^[ -~]*$")
    _kinds = [
        (" ", _test(r"^[\s\x1c-\x1f\x85]")),
        ("M", _test(r"^\p{M}")),
        ("C", _test(r"^\p{C}")),
    ]

    def _whole(text: str) -> str:
        """Return `text` without NUL, at which a text ends on its way to JavaScript; it is
        replaced by another control character."""
        return text.replace("\x00", "\x01")

    def is_plain(text: str) -> bool:
        return _plain(_whole(text))

    def composed(text: str) -> str:
        return js.Object(_whole(text)).normalize("NFC")

    def kind(character: str) -> str:
        for letter, test in _kinds:
            if test(character):
                return letter
        return ""

    def folded(text: str) -> str:
        return js.Object(js.Object(_whole(text)).toUpperCase()).toLowerCase()


def decoded(data: bytes) -> str:
    """Return the text in UTF-8 in `data`; where it is none, with a mark for each other byte than
    those of ASCII."""
    try:
        return data.decode("utf-8")
    except UnicodeError:
        return "".join([chr(byte) if byte < 128 else _LOST for byte in data])
