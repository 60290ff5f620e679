"""Checks whether the program may read and write a file."""

import os
from pathlib import Path

from host.files import check_file
from host.shell_word import shell_word

from .finding import FAULT, Finding


def no_use(subject: str, path: Path, other: str) -> Finding | None:
    """Return a finding if the program cannot open the file at `path`, else None; `other`: the
    option to use another file."""
    try:
        check_file(path)
        with open(path, "rb"):
            pass
    except PermissionError:
        return _not_allowed(subject, "read", path, other)
    except OSError as why:
        text = f"{path} cannot be used: {why.strerror}"
        return Finding(subject, FAULT, text, f"Move it away, or use another: {other}")
    return None if os.access(path, os.W_OK) else _not_allowed(subject, "write", path, other)


def _not_allowed(subject: str, what: str, path: Path, other: str) -> Finding:
    allow = "Allow it in the file's properties"
    if os.name != "nt":
        name = shell_word(path, windows=False)
        allow = f'sudo chown "$USER" {name} && chmod u+rw {name}'
    advice = f"{allow}; or use another: {other}"
    return Finding(subject, FAULT, f"you may not {what} {path}", advice)
