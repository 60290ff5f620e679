"""What a side may be called."""

from firmware.link.side_names import MOST
from host.errors import BoardError

from .names import NAME_MOST, all_names, clean


def new_name(names: list[str], side: int, name: str) -> bytes:
    """Return what a board is to keep as the name of `side`, b"" for none, where the sides now have
    `names`.

    Raises BoardError, with what to do, where `name` is none for that side.
    """
    if not 0 <= side < len(names):
        raise BoardError("There is no such side.")
    name = clean(name)
    data = name.encode("utf-8")
    if len(name) > NAME_MOST:
        raise BoardError(f"A name has at most {NAME_MOST} characters.")
    if len(data) > MOST:  # as in Chinese, or of emoji
        raise BoardError(f"Of these characters a name has at most {MOST // 3}.")
    if name and all_names(names[:side] + [name] + names[side + 1 :])[side] != name:
        raise BoardError(f"Another side is called {name}, or has that colour.")
    return data


def request(side: int, data: bytes) -> list:
    """Return the request that a board takes this for the name of `side`."""
    return ["name", side] + ([data.hex()] if data else [])
