"""The browser that shows pages."""

import os
import threading
import webbrowser

# They take the terminal until they are closed, and cannot show a board.
_IN_TERMINAL = ("www-browser", "links", "links2", "elinks", "lynx", "w3m", "browsh")
_SECONDS = 3.0  # after which a browser that has not ended is one that shows the page


def browser_name() -> str:
    """Return the name of the browser that opens pages here; "" if there is none, or only those
    that run in a terminal."""
    try:
        name = getattr(webbrowser.get(), "name", "") or "the system's"
    except webbrowser.Error:
        return ""
    return "" if _is_in_terminal(name) else os.path.basename(name)


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
