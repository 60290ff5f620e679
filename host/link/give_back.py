"""Gives a board that has lost its game the laptop's copy. This file runs on MicroPython too."""

from engine_core.compat import TYPE_CHECKING, crc32

if TYPE_CHECKING:
    from collections.abc import Callable

    from .requests import RequestQueue

_CHUNK = 64  # bytes of a game in one request


def give_back(requests: "RequestQueue", data: bytes, said: "Callable[[str], None]") -> None:
    """Send the game `data`, in the form of host.link.packed_match, to the board. Then `said("")`
    is called if the board took it, otherwise `said(why)`."""
    failures: list[str] = []

    def given(why: str) -> None:
        if why:
            failures.append(why)

    for at in range(0, len(data), _CHUNK):
        requests.ask(["give", at, data[at : at + _CHUNK].hex()], given)
    # If a chunk failed, this fails too, by its checksum; the first reason is reported.
    requests.ask(
        ["restore", len(data), crc32(data)],
        lambda why: said(why and (failures[0] if failures else why)),
    )
