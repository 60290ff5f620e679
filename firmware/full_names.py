"""The names of the sources in a traceback, for the error log.

Most names of a program that `pegboard flash` has put on a Pico are shorter there, and its modules
have no packages. A file has both for each of them, as `short full` in a line. It is read only
after a failure.
"""

FILE = "/pegboard.names"
# What is before and after a name in a traceback: File "game", line 1, in push
# AttributeError: 'Game' object has no attribute 'push'
_PLACES = (("in ", "\n"), ("'", "'"))
_OF_MODULE = (('"', '"'),)


def with_full_names(text: str, path: str = FILE) -> str:
    """Return the traceback `text` with the names of the sources, as far as the file at `path` can
    be read and memory suffices."""
    try:
        with open(path) as file:
            for line in file:
                short, full = line.split()
                if short in text:
                    for before, after in _OF_MODULE if "." in full else _PLACES:
                        text = text.replace(before + short + after, before + full + after)
    except (OSError, ValueError, MemoryError):
        pass  # the names stay as they are, as in an image, which has no such file
    return text
