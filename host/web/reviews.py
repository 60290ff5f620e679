"""Reviews of stored games, computed in the background, one at a time."""

import threading
import time
from collections.abc import Callable
from typing import Any

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from host.analysis.review_answer import review_answer
from host.analysis.table_review import review_any
from host.errors import HostError

if TYPE_CHECKING:
    from host.analysis.decisions import Owners

_KEPT = 8  # answers
_WAITING_MOST = 4  # reviews: each has a thread, and anyone who watches may ask
# A page asks several times a second: if none does, nobody waits for the review.
_ASKED_SECONDS = 5.0


class _NobodyWaits(Exception):
    pass


class _Review:
    """done, whole: numbers of decisions; answer: None while it is computed."""

    def __init__(self):
        self.done = self.whole = 0
        self.answer: dict | None = None
        self.asked = time.monotonic()


class Reviews:
    """Starts a review when it is first requested; stops it when requests end."""

    def __init__(self):
        self._of: dict[Any, _Review] = {}
        self._lock = threading.Lock()
        self._computing = threading.Lock()

    def answer(self, key: Any, game: "Callable[[], tuple[str, list[tuple], list[str], Owners]]"):
        """Return the review from `review_answer`, `{"trouble"}` if there can be none, or `{"done",
        "whole"}` while it is computed.

        key: equal for equal games; game: returns the title, the entries, the names of the sides
        and the owners of thrown cards.
        """
        with self._lock:
            found = self._of.get(key)
            if found is None and self._is_busy():
                return {"done": 0, "whole": 0}  # the page asks again
            if found is None:
                found = self._start(key, game())
            found.asked = time.monotonic()
        return found.answer or {"done": found.done, "whole": found.whole}

    def _is_busy(self):
        """Return whether so many reviews are wanted that no other one may wait in line."""
        return sum(one.answer is None for one in self._of.values()) >= _WAITING_MOST

    def _start(self, key, game):
        done = [one for one, found in self._of.items() if found.answer]
        for one in done[: max(0, len(self._of) - _KEPT + 1)]:
            del self._of[one]
        found = self._of[key] = _Review()
        threading.Thread(target=self._compute, args=(key, found, game), daemon=True).start()
        return found

    def _compute(self, key, found, game):
        title, entries, names, owners = game

        def tell(done: int, whole: int) -> None:
            found.done, found.whole = done, whole
            if time.monotonic() - found.asked > _ASKED_SECONDS:
                raise _NobodyWaits
            time.sleep(0.001)  # so that keys and lights have their turn

        try:
            with self._computing:
                answer = review_answer(review_any(entries, names, owners, tell), title)
        except _NobodyWaits:
            with self._lock:
                if self._of.get(key) is found:
                    del self._of[key]
        except (PegboardError, HostError) as why:
            found.answer = {"trouble": str(why)}
        else:
            found.answer = answer
