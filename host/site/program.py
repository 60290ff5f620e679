"""The program for the VM of a page: the modules of board and mirror, compiled, in one file."""

import json
from collections.abc import Callable
from pathlib import Path

import engine_core
import host
from host.pico.build import Compiler, texts

from .micropython import KIND

# What the page has and a board has not, by folder: of engine_core, the words of counts.
_MORE = (
    "engine_core/count/words.py",
    "firmware/browser/*.py",
    "host/__init__.py",
    "host/errors.py",
    "host/mirror/*.py",
    "host/link/__init__.py",
    "host/link/requests.py",
    "host/boards/__init__.py",
    "host/boards/mirrored_board.py",
    "host/boards/page_keys.py",
    "host/site/__init__.py",
    "host/site/page_board.py",
)
# What only a Pico has.
_LESS = (
    "firmware/pico/",
    "firmware/bundle.py",
    "firmware/imports.py",
    "host/mirror/linked_game.py",
)


def modules() -> dict[str, str]:
    """Return the text of each module by its path."""
    top = Path(str(engine_core.__file__)).parents[1]
    assert top == Path(str(host.__file__)).parents[1], "one program in two places"
    more = [file for pattern in _MORE for file in sorted(top.glob(pattern))]
    found = texts(
        False,
        {file.relative_to(top).as_posix(): file.read_text(encoding="utf-8") for file in more},
    )
    return {path: text for path, text in sorted(found.items()) if not path.startswith(_LESS)}


def program(compiled: Callable[[], None] = lambda: None) -> bytes:
    """Return program.bin: a line of JSON, [path, length] of each module, and then the modules.
    `compiled()` is called after each. Raises DeployError."""
    compiler = Compiler(KIND)
    made = []
    for path, text in modules().items():
        name = path.removesuffix(".py")
        made.append((name + ".mpy", compiler.compile(text, name.replace("/", "."))))
        compiled()
    index = [[path, len(data)] for path, data in made]
    return json.dumps(index).encode() + b"\n" + b"".join(data for _, data in made)
