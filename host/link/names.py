"""Names of sides: stored on the board, with a copy here in case it loses them."""

import asyncio

from host.errors import BoardError
from host.mirror.mirror import Mirror
from host.mirror.names import clean
from host.mirror.new_name import new_name, request

from .requests import RequestQueue

_ANSWER_SECONDS = 20.0  # more than a request is repeated for


class NamesCopy:
    """The laptop's copy of a board's names. `file` has `read` and `write`, which do not raise."""

    def __init__(self, file):
        self._file = file
        self._given = ""  # nonce of the start to which the copy was given

    def update(self, mirror: Mirror, lost: bool, nonce: str, requests: RequestQueue) -> None:
        """Store the board's names here, or give them back to a board that has `lost` its flash,
        once after each start, whose `nonce` tells it from others."""
        if not lost or any(mirror.names):
            data = "\n".join(clean(name) for name in mirror.names).encode("utf-8")
            if data != self._file.read():
                self._file.write(data)
        elif self._given != nonce:
            self._given = nonce
            for side, name in enumerate(self._file.read().split(b"\n")):
                if name:
                    requests.ask(["name", side, name.hex()])


async def rename(requests: RequestQueue, names: list[str], side: int, name: str) -> None:
    """Name `side` on the board, "" for none; `names` are the current names of the sides.

    Raises BoardError, with advice, if the name does not suit the side or the board refuses it.
    """
    data = new_name(names, side, name)
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    requests.ask(
        request(side, data),
        lambda why: None if answer.done() else answer.set_result(why),
    )
    try:
        why = await asyncio.wait_for(answer, _ANSWER_SECONDS)
    except asyncio.TimeoutError:  # noqa: UP041 - another class before Python 3.11
        why = "it does not answer"
    if why:
        raise BoardError(f"The board did not take the name: {why}.")
