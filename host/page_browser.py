"""The browser that shows pages."""

import os
import re
import subprocess
import threading
import webbrowser
from pathlib import Path

# They take the terminal until they are closed, and cannot show a board.
_IN_TERMINAL = ("www-browser", "links", "links2", "elinks", "lynx", "w3m", "browsh")
_SNAP = re.compile(r"([a-z0-9-]+)_[\w.-]+\.desktop")
_SNAPS = Path("/var/lib/snapd/desktop/applications")
_SECONDS = 3.0  # after which a browser that has not ended is one that shows the page


def browser_name() -> str:
    """Return the name of the browser that opens pages here; "" if there is none, or only those
    that run in a terminal."""
    try:
        name = getattr(webbrowser.get(), "name", "") or "the system's"
    except webbrowser.Error:
        return ""
    return "" if _is_in_terminal(name) else os.path.basename(name)


def snap_folder() -> Path | None:
    """Return a folder that the default browser may read if that is a snap, as on Ubuntu: no hidden
    folder, nor one for temporary files, is readable for it. None if it is no snap."""
    try:
        asked = ["xdg-settings", "get", "default-web-browser"]
        done = subprocess.run(
            asked, check=False, capture_output=True, encoding="utf-8", timeout=_SECONDS
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    name = _SNAP.fullmatch(done.stdout.strip())
    if not name or not (_SNAPS / name[0]).exists():
        return None
    return Path.home() / "snap" / name[1] / "common" / "pegboard"


def show_page(url: str) -> bool:
    """Open the page in a browser; return False if there is none. Does not wait until a browser is
    closed, as one in the variable BROWSER may be that Python does not know."""
    try:
        if _is_in_terminal(getattr(webbrowser.get(), "name", "")):
            return False
    except webbrowser.Error:
        pass  # `open` finds none either
    opened: list[bool] = []
    opening = threading.Thread(target=lambda: opened.append(webbrowser.open(url)), daemon=True)
    opening.start()
    opening.join(_SECONDS)
    return opened[0] if opened else True


def _is_in_terminal(name: str) -> bool:
    return os.path.basename(name) in _IN_TERMINAL
