"""Names that a person gives a command for the sides of a board."""

from host.errors import NameListError
from host.mirror.names import NAME_MOST, clean
from host.name_list import split_names


def board_names(text: str) -> list[str]:
    """Return the names in `text`, each short enough for a board, which would cut it off. Raises
    NameListError."""
    names = split_names(text)
    for name in names:
        check_board_name(name)
    return names


def check_board_name(name: str) -> None:
    """Raise NameListError if `name` is too long for a board."""
    if len(clean(name)) > NAME_MOST:
        raise NameListError(
            f"{name} has {len(clean(name))} characters: a name has at most {NAME_MOST}"
        )
