"""Which lines of the program inputs have reached.

From Python 3.12 on, `sys.monitoring` says it once for each line and then leaves it alone, at no
cost. Before, there is only `sys.settrace`, which makes an input several times as slow, although a
function all of whose lines have been reached is no longer followed, and one without news for some
time only now and then.
"""

import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

_ROOT = Path(__file__).parents[2]
_FOLDERS = tuple(str(_ROOT / folder) for folder in ("engine_core", "firmware", "hardware", "host"))
_MONITORING: Any = getattr(sys, "monitoring", None)
_NOTHING: set[int] = set()
_CALLS_MOST = 64  # of a function without news, after which it is followed only if `whole`


class ByTrace:
    """As a context manager, follows what this thread does. `fresh` is set when a line is reached
    for the first time; `lines` is their number; `whole`: whether to follow every function that
    has lines left."""

    def __init__(self) -> None:
        self.whole = True
        self.fresh = False
        self.lines = 0
        self._left: dict[CodeType, set[int]] = {}  # the lines not reached yet, of each function
        self._calls: Counter[CodeType] = Counter()  # since the last news
        self._before: Any = None

    def __enter__(self) -> "ByTrace":
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def close(self) -> None:
        pass

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        left = self._left.get(frame.f_code)
        if left is None:
            left = self._left[frame.f_code] = self._lines_of(frame.f_code)
        if not left:
            return None
        self._calls[frame.f_code] += 1
        return self._line if self.whole or self._calls[frame.f_code] < _CALLS_MOST else None

    def _lines_of(self, code: CodeType) -> set[int]:
        if not code.co_filename.startswith(_FOLDERS):
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


class ByMonitoring:
    """As ByTrace, but of all threads; `whole` means nothing. Between inputs, what the harness does
    with the program counts for nothing. `close` ends it."""

    def __init__(self) -> None:
        self.whole = True
        self.fresh = False
        self.lines = 0
        self._on = False
        self._seen: set[tuple[CodeType, int]] = set()
        tools = _MONITORING
        self._tool = next(number for number in (3, 4, 5) if not tools.get_tool(number))
        tools.use_tool_id(self._tool, "pegboard fuzz")
        tools.register_callback(self._tool, tools.events.LINE, self._line)
        tools.restart_events()
        tools.set_events(self._tool, tools.events.LINE)

    def __enter__(self) -> "ByMonitoring":
        self._on = True
        return self

    def __exit__(self, *_: object) -> None:
        self._on = False

    def close(self) -> None:
        _MONITORING.set_events(self._tool, 0)
        _MONITORING.register_callback(self._tool, _MONITORING.events.LINE, None)
        _MONITORING.free_tool_id(self._tool)

    def _line(self, code: CodeType, line: int) -> Any:
        if code.co_filename.startswith(_FOLDERS):
            if not self._on:
                return None
            if (code, line) not in self._seen:  # a line may have several places
                self._seen.add((code, line))
                self.fresh = True
                self.lines += 1
        return _MONITORING.DISABLE


def reached_lines() -> ByMonitoring | ByTrace:
    """Return the quickest way that this Python has."""
    return ByMonitoring() if _MONITORING else ByTrace()
