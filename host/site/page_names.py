"""Naming a side from a page: the name goes to the board, and its answer to the page."""

from engine_core.compat import TYPE_CHECKING
from host.errors import BoardError
from host.mirror import new_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.link.requests import RequestQueue


def rename(
    requests: "RequestQueue",
    names: list[str],
    side: int,
    name: str,
    answer: "Callable[[str], None]",
) -> None:
    """Ask a board to call `side` by `name`; the sides now have `names`. `answer` is called with
    what went wrong, or ""."""
    try:
        data = new_name.new_name(names, side, name)
    except BoardError as why:
        answer(str(why))
        return

    def answered(why: str) -> None:
        answer(f"The board did not take the name: {why}." if why else "")

    requests.ask(new_name.request(side, data), answered)
