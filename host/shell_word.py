"""A file's name as a word of a command that a message proposes."""

import os
import shlex


def shell_word(name: object, windows: bool = os.name == "nt") -> str:
    """Return `name` as one word for a shell; with `windows`, for its command prompt and for
    PowerShell, which both know double quotes and take \\ as it is."""
    text = str(name)
    if not windows:
        return shlex.quote(text)
    return text if text and not set(text) & set(" &()^;,'`$@{}%!=") else f'"{text}"'
