"""The command that installs what this program lacks, for every message that needs one.

It never asks a package index for the program by its name, which there may be another project's.
"""

import re
import sys
from importlib import metadata
from pathlib import Path

_NAME = "pegboard"
_EXTRA = re.compile(r'(?: and )?extra == "([\w-]+)"')


def install_command(extra: str = "") -> str:
    """Return the command that installs what the extra `extra` of pyproject.toml needs, by default
    what the program itself needs: from the checkout, if it runs in one, otherwise by the packages
    that its wheel names."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f"{python} -m pip install {_checkout(extra) or _packages(extra)}"


def _checkout(extra: str) -> str:
    """Return what pip is to install in a checkout; "" if this is none."""
    top = Path(__file__).resolve().parents[1]
    try:
        project = (top / "pyproject.toml").read_text(encoding="utf-8")
    except OSError:
        return ""
    if f'\nname = "{_NAME}"\n' not in project:
        return ""  # another package's, among the installed ones
    return f'-e "{top}[{extra}]"' if extra else f'-e "{top}"'


def _packages(extra: str) -> str:
    """Return the packages that the installed program names for `extra`, for any shell."""
    found = []
    for line in metadata.requires(_NAME) or []:
        package, _, marker = line.partition(";")
        of = _EXTRA.search(marker)
        if (of[1] if of else "") == extra:
            only = _EXTRA.sub("", marker).strip()
            found.append(f"{package.strip()}; {only}" if only else package.strip())
    return " ".join('"' + one.replace('"', "'") + '"' for one in found)
