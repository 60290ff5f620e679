"""Standard input and output of the `pegboard` command."""

import io
import os
import sys


def prepare() -> None:
    """Let the command read and print anything, whatever it was started with.

    A closed stream becomes an empty one. Output into a file or another program is UTF-8, which
    pegboard reads again, unless PYTHONIOENCODING says otherwise; a character that an encoding
    does not have becomes a question mark.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        chosen = sys.stdout.isatty() or os.environ.get("PYTHONIOENCODING")
        encoding = sys.stdout.encoding if chosen else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="replace")


def drop_unwritten() -> None:
    """Drop output that cannot be written. Python would try to write it once more at the end of the
    program, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
