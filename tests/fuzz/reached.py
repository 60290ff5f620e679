"""Which lines of the program inputs have reached, at little cost: a function all of whose lines
have been reached is no longer followed, and one without news for some time only now and then."""

import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

_ROOT = Path(__file__).parents[2]
_FOLDERS = ("engine_core", "firmware", "hardware", "host")
_NOTHING: set[int] = set()
_CALLS_MOST = 64  # of a function without news, after which it is followed only if `whole`


class Reached:
    """As a context manager, follows what this thread does. `fresh` is set when a line is reached
    for the first time; `lines` is their number; `whole`: whether to follow every function that
    has lines left."""

    def __init__(self) -> None:
        self.whole = True
        self.fresh = False
        self.lines = 0
        self._left: dict[CodeType, set[int]] = {}  # the lines not reached yet, of each function
        self._calls: Counter[CodeType] = Counter()  # since the last news
        self._folders = tuple(str(_ROOT / folder) for folder in _FOLDERS)
        self._before: Any = None

    def __enter__(self) -> "Reached":
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        left = self._left.get(frame.f_code)
        if left is None:
            left = self._left[frame.f_code] = self._lines_of(frame.f_code)
        if not left:
            return None
        self._calls[frame.f_code] += 1
        return self._line if self.whole or self._calls[frame.f_code] < _CALLS_MOST else None

    def _lines_of(self, code: CodeType) -> set[int]:
        if not code.co_filename.startswith(self._folders):
            return _NOTHING
        return {line for _, _, line in code.co_lines() if line}

    def _line(self, frame: FrameType, event: str, arg: Any) -> Any:
        left = self._left[frame.f_code]
        if event == "line" and frame.f_lineno in left:
            left.remove(frame.f_lineno)
            self._calls[frame.f_code] = 0
            self.fresh = True
            self.lines += 1
        return self._line if left else None
