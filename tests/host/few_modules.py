"""A program of a few modules: enough for what sends and checks it, and quicker."""

from pathlib import Path

from host.pico import build

ALL = build.sources()
_FEW = ("compat", "errors", "count/cards", "pegs/skunks", "state/entries", "game/redo_list")


def few() -> dict[str, Path]:
    """Return a few of `build.sources()`."""
    return {f"engine_core/{name}.py": ALL[f"engine_core/{name}.py"] for name in _FEW}
