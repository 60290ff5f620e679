"""Checks whether the MicroPython reported by a board is too old for its program."""

from firmware.oldest_micropython import is_too_old


def is_text_too_old(version: str) -> bool:
    """Return whether `version`, such as 1.29.0-preview, is older than the oldest that the board
    runs on; False if it is not a version."""
    parts = version.split("-")[0].split(".")
    try:
        return is_too_old(tuple(int(part) for part in parts[:2]))
    except ValueError:
        return False
